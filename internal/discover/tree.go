package discover

import (
	"bytes"
	"io/fs"
	"time"
)

// Tree stands in for the machine's file system, as what is staged in git does
// for the work tree. Paths are in the operating system's form. It is asked from
// several goroutines. What is not there is fs.ErrNotExist.
type Tree interface {
	// Stat and Lstat are those of package os. A time that nobody knows is zero.
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
	// ReadDir lists a folder in the order of the names.
	ReadDir(path string) ([]fs.DirEntry, error)
	// Content is what the tree holds of a file, where it holds anything else
	// than the machine: only then apart is true.
	Content(path string) (data []byte, apart bool, err error)
}

// systemOf is the file system of a tree, the machine's own for nil.
func systemOf(tree Tree) system {
	if tree == nil {
		return host
	}
	open := func(path string) (file, error) {
		data, apart, err := tree.Content(path)
		if err != nil {
			return nil, err
		}
		if !apart {
			return host.open(path)
		}
		return &held{bytes.NewReader(data), func() (fs.FileInfo, error) { return tree.Stat(path) }}, nil
	}
	return system{stat: tree.Stat, lstat: tree.Lstat, readDir: tree.ReadDir, open: open}
}

// held is an open file of a tree.
type held struct {
	*bytes.Reader
	stat func() (fs.FileInfo, error)
}

func (h *held) Stat() (fs.FileInfo, error) { return h.stat() }

func (h *held) Close() error { return nil }

// times are when a file and its marker were changed last, as far as rules may
// go by it: where one of the two is not known, neither came first.
func times(file, marker time.Time) (time.Time, time.Time) {
	switch {
	case !file.IsZero() && !marker.IsZero():
		return file, marker
	case !file.IsZero():
		return file, file
	case !marker.IsZero():
		return marker, marker
	}
	return time.Unix(0, 0), time.Unix(0, 0)
}
