package fix

import "github.com/handofflint/handofflint/internal/files"

// ErrChanged says that a file is no longer what was judged.
var ErrChanged = files.ErrChanged

// ErrLink says that a path is a symbolic link or no regular file. What a link
// leads to may be outside of everything that the user meant.
var ErrLink = files.ErrNotRegular

// Replace writes a file anew, if it still holds what it held when it was
// judged. At every moment the path has all of the old text or all of the new
// one. The file's permissions stay; what is a link, or may not be written to,
// is an error and is left alone. Errors do not name the file.
func Replace(path string, old, new []byte) error {
	return files.Reason(files.Swap(path, old, new, files.WriteOptions{NoLinks: true}))
}
