//go:build !unix

package discover

// notFolder is false here: such a path counts as one that does not exist.
func notFolder(error) bool { return false }

// circular is false here: what is wrong is said in the system's own words.
func circular(error) bool { return false }
