package discover

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"time"
)

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

// systemOf is the file system with the texts of a tree, which may be nil.
func systemOf(tree Tree) system {
	sys := host
	if tree == nil {
		return sys
	}
	sys.open = func(path string) (file, error) {
		data, apart, err := tree.Content(path)
		if err != nil {
			return nil, err
		}
		if !apart {
			return host.open(path)
		}
		return &held{bytes.NewReader(data), filepath.Base(path)}, nil
	}
	sys.stat = func(path string) (fs.FileInfo, error) {
		data, apart, err := tree.Content(path)
		if err != nil || !apart {
			return host.stat(path)
		}
		return &held{bytes.NewReader(data), filepath.Base(path)}, nil
	}
	return sys
}

// held is a file of a tree, open, and what is known of it: not its time.
type held struct {
	*bytes.Reader
	name string
}

func (h *held) Stat() (fs.FileInfo, error) { return h, nil }
func (h *held) Close() error               { return nil }
func (h *held) Name() string               { return h.name }
func (h *held) Mode() fs.FileMode          { return 0o644 }
func (h *held) ModTime() time.Time         { return time.Time{} }
func (h *held) IsDir() bool                { return false }
func (h *held) Sys() any                   { return nil }
