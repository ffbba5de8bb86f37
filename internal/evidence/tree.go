package evidence

// Tree answers for the files of a work tree and its history.
type Tree struct {
	root string
}

// NewTree is the work tree in a folder, which is the root of its files. Nothing is
// looked at before it is asked for.
func NewTree(root string) *Tree { return &Tree{root: root} }
