package discover

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/handofflint/handofflint/internal/files"
)

// file is the part of an open file that reading needs.
type file interface {
	io.ReadCloser
	Stat() (fs.FileInfo, error)
}

// system is the file system as this package sees it. Tests put faults into it
// that a real one gives only to some users on some machines.
type system struct {
	stat, lstat func(path string) (fs.FileInfo, error)
	readDir     func(path string) ([]fs.DirEntry, error)
	open        func(path string) (file, error)
}

// host is the machine's own file system, through the door for paths of a
// person: what lies in a tree leads nowhere out of it.
var host = system{stat: stat, lstat: lstat, readDir: readDir, open: openNow}

// folders are the places of folders by their absolute paths. To find a place
// takes longer than to read a small file, and the files of a run share folders.
var folders sync.Map

// placeAt is the place at a path, a link at its end not followed.
func placeAt(path string) (files.Place, error) {
	abs, err := filepath.Abs(path)
	if err != nil || path == "" || strings.Contains(path, "..") || abs == filepath.Dir(abs) {
		return files.Named.FindLink(path)
	}
	dir := filepath.Dir(abs)
	folder, known := folders.Load(dir)
	if !known {
		if folder, err = door(dir).Find(dir); err != nil {
			return files.Place{}, err
		}
		folders.Store(dir, folder)
	}
	return folder.(files.Place).In(filepath.Base(abs)), nil
}

// enclosed are the doors of folders that a person named and that lie in no tree,
// by their absolute paths.
var enclosed sync.Map

// enclose makes a folder that lies in no tree the root of one of its own.
func enclose(folder string) {
	abs, err := filepath.Abs(folder)
	if err != nil {
		return
	}
	if place, err := files.Named.Find(abs); err == nil && !place.InTree() {
		enclosed.Store(abs, files.Tree(abs))
		folders.Clear() // a place that was found before has no root
	}
}

// door is what a path goes through: that of the enclosed folder around it, or
// the one for paths of a person.
func door(path string) files.Door {
	through := files.Named
	abs, err := filepath.Abs(path)
	if err != nil {
		return through
	}
	enclosed.Range(func(folder, d any) bool {
		if files.Below(folder.(string), abs) {
			through = d.(files.Door)
			return false
		}
		return true
	})
	return through
}

func lstat(path string) (fs.FileInfo, error) {
	p, err := placeAt(path)
	if err != nil {
		return nil, err
	}
	return p.Lstat()
}

func stat(path string) (fs.FileInfo, error) {
	info, err := lstat(path)
	if err == nil && isLink(info.Mode()) {
		return door(path).Stat(path)
	}
	return info, err
}

func readDir(path string) ([]fs.DirEntry, error) {
	return door(path).ReadDir(path)
}

// openNow opens a file for reading and never waits for a writer to come, as
// opening a named pipe otherwise does.
func openNow(path string) (file, error) {
	p, err := placeAt(path)
	if err != nil {
		return nil, err
	}
	if info, lerr := p.Lstat(); lerr == nil && isLink(info.Mode()) {
		if p, err = door(path).Find(path); err != nil {
			return nil, err
		}
	}
	f, err := p.Open()
	if err != nil {
		return nil, err
	}
	return f, nil
}

// resolve is the real absolute path behind all links.
func resolve(path string) (string, error) {
	p, err := door(path).Find(path)
	if err != nil {
		return "", err
	}
	if _, err := p.Lstat(); err != nil {
		return "", err
	}
	return p.Path(), nil
}

// reason is what went wrong without the path that it went wrong with: that
// differs from machine to machine.
func reason(err error) string {
	var outside *files.OutsideError
	if errors.As(err, &outside) {
		return outside.Reason()
	}
	var inner *fs.PathError
	for errors.As(err, &inner) {
		err = inner.Err
	}
	return err.Error()
}

// absent says that there is nothing at a path.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// circular reports whether a link leads back to itself.
func circular(err error) bool { return errors.Is(err, syscall.ELOOP) }
