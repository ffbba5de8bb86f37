package handoff

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// Files removes the context files of a folder that are stale: regular files
// directly in it whose name ends in .json, but no hidden ones, and that are context files or broken
// ones, by the newest of their file time and the times in the task id and in
// the name. What killed processes of this program left half written is removed
// by its file time, too. Everything else stays; each entry is an item.
func (v Vacuum) Files(f ContextFolder) []Item {
	return v.sweep(f.Root, f.Rel, ContextFile, (*folder).file)
}

// file judges an entry of the context folder, and removes it.
func (f *folder) file(entry fs.DirEntry) Item {
	name := entry.Name()
	item := f.item(name)
	info, err := f.Lstat(name)
	if err != nil {
		return item.failed("it cannot be looked at", err)
	}
	newest, why, err := f.newest(name, info)
	switch {
	case err != nil:
		return item.failed("it cannot be read", err)
	case why != "":
		return item.kept(why)
	}
	age, why, ok := f.stale(newest)
	item.Age = age
	switch {
	case !ok:
		return item.kept(why)
	case info.Mode().Perm()&0o200 == 0:
		return item.kept("it is read-only")
	}
	return f.remove(item, name, func() error {
		if !f.same(name, info) {
			return errMoved
		}
		return f.Remove(name)
	})
}

// newest is the newest time of a context file, or of what was left half
// written. For anything else why says what it is.
func (f *folder) newest(name string, info fs.FileInfo) (newest time.Time, why string, err error) {
	leftover := files.IsTemporary(name)
	if why := unlike(info, leftover); why != "" || leftover {
		return info.ModTime(), why, nil
	}
	task, why, err := f.task(name)
	return latest(info.ModTime(), task, checks.TaskTime(name)), why, err
}

// unlike says by its kind and name what an entry is if it is not a context file.
func unlike(info fs.FileInfo, leftover bool) string {
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return "it is a link"
	case mode.IsDir():
		return "it is a folder"
	case !mode.IsRegular():
		return "not a regular file"
	case !leftover && path.Ext(info.Name()) != ".json":
		return "its name does not end in .json"
	case !leftover && strings.HasPrefix(info.Name(), "."):
		return "it is hidden"
	}
	return ""
}

// task is the time in the task id of a context file. For another file why says
// what it is.
func (f *folder) task(name string) (task time.Time, why string, err error) {
	// O_NONBLOCK is for a pipe that has taken the file's place.
	file, err := f.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return task, "", err
	}
	defer file.Close() // nothing was written
	data, over, err := files.ReadUpTo(file, 0, f.Limits.Bytes)
	switch {
	case err != nil:
		return task, "", err
	case over:
		return task, "it is too large for a context file", nil
	}
	doc := document.Parse(document.Input{Path: path.Join(folderName, name), Data: data}, f.Limits.Limits)
	if doc.Format != document.Context || !wasContext(name, doc) {
		return task, "not a context file", nil
	}
	return checks.TaskTime(doc.Data().Field("task_id").Str()), "", nil
}

// wasContext reports whether a file in the folder, whole or broken, was begun as a
// context file: it has a key of one, or is broken and called as a task is. JSON
// with comments, a template, a list of events are somebody's. Of an empty file
// nothing is lost.
func wasContext(name string, doc *document.Document) bool {
	data := doc.Source.Bytes()
	if len(bytes.TrimSpace(data)) == 0 || document.MentionsContext(data) {
		return true
	}
	return doc.Fatal && !checks.TaskTime(name).IsZero()
}
