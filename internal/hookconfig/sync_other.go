//go:build !unix

package hookconfig

// syncFolder does nothing: this system has no such thing for folders.
func syncFolder(string) error { return nil }
