package lint

// Tree has other texts of some files than the machine, such as those that are
// staged in git. It is asked from several goroutines.
type Tree interface {
	// Content is the tree's text of a file if that is another one than the
	// machine's; only then apart is true. The path is in the operating system's
	// form.
	Content(path string) (data []byte, apart bool, err error)
	// Gone are the absolute paths of the files that the machine does not have.
	Gone() []string
}
