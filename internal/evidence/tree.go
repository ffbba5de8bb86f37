package evidence

// Tree answers for the files of a work tree and its history.
type Tree struct{}
