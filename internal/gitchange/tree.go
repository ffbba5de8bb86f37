package gitchange

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/files"
)

// Lstat says what the index has at a path: a link is one itself.
func (x *Index) Lstat(name string) (fs.FileInfo, error) {
	rel, inside := x.find(name)
	switch {
	case !inside:
		return files.Named.Lstat(name)
	case x.has(rel) && x.differs(rel):
		return x.describe(rel)
	case x.has(rel):
		return files.Named.Lstat(name)
	case x.folders[rel] != nil || isFolder(name):
		return &info{name: path.Base(rel), mode: fs.ModeDir | 0o755}, nil
	}
	return nil, missing("lstat", name)
}

// isFolder says whether the machine has a folder there. Where the index has
// nothing of it, it is empty rather than missing.
func isFolder(name string) bool {
	found, err := files.Named.Stat(name)
	return err == nil && found.IsDir()
}

// Stat says what the index has at a path, behind links. One that leads to what
// the index does not have leads where the machine has it lead.
func (x *Index) Stat(name string) (fs.FileInfo, error) {
	rel, inside := x.find(name)
	if !inside {
		return files.Named.Stat(name)
	}
	if !x.has(rel) {
		return x.Lstat(name)
	}
	to, err := x.follow(rel)
	switch {
	case errors.Is(err, errOutside):
		return files.Named.Stat(name)
	case err != nil:
		return nil, err
	case !x.has(to):
		return &info{name: path.Base(name), mode: fs.ModeDir | 0o755}, nil
	case x.differs(rel) || x.differs(to):
		return x.describe(to)
	}
	return files.Named.Stat(name)
}

// describe is what the index says of an entry: size and kind.
func (x *Index) describe(rel string) (fs.FileInfo, error) {
	e := x.entries[rel]
	answer, err := x.ask("cat-file", "-s", e.id)
	if err != nil {
		return nil, err
	}
	size, err := strconv.ParseInt(strings.TrimSpace(answer), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("git cat-file answers with %q, which is no size", answer)
	}
	mode := fs.FileMode(0o644)
	if e.link {
		mode |= fs.ModeSymlink
	}
	return &info{name: path.Base(rel), size: size, mode: mode}, nil
}

// ReadDir lists a folder of the index.
func (x *Index) ReadDir(name string) ([]fs.DirEntry, error) {
	rel, inside := x.find(name)
	if !inside {
		return files.Named.ReadDir(name)
	}
	children, ok := x.folders[rel]
	if !ok && !isFolder(name) {
		return nil, missing("open", name)
	}
	list := make([]fs.DirEntry, len(children))
	for i, child := range children {
		mode := fs.FileMode(0o644)
		switch e, known := x.entries[path.Join(rel, child)]; {
		case !known:
			mode = fs.ModeDir | 0o755
		case e.link:
			mode |= fs.ModeSymlink
		}
		list[i] = fs.FileInfoToDirEntry(&info{name: child, mode: mode})
	}
	return list, nil
}

// Content is the text of a file that the index has otherwise than the work
// tree; apart says whether that is so.
func (x *Index) Content(name string) (data []byte, apart bool, err error) {
	if !x.Apart(name) {
		return nil, false, nil
	}
	rel, _ := x.find(name)
	to, err := x.follow(rel)
	if err != nil {
		return nil, true, err
	}
	text, err := x.ask("cat-file", "blob", x.entries[to].id)
	return []byte(text), true, err
}

// missing is the error of a path that the index does not have.
func missing(op, name string) error {
	return &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

// info is what the index says of a file. Nobody knows its time.
type info struct {
	name string
	size int64
	mode fs.FileMode
}

func (i *info) Name() string       { return i.name }
func (i *info) Size() int64        { return i.size }
func (i *info) Mode() fs.FileMode  { return i.mode }
func (i *info) ModTime() time.Time { return time.Time{} }
func (i *info) IsDir() bool        { return i.mode.IsDir() }
func (i *info) Sys() any           { return nil }
