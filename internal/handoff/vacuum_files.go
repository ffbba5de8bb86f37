package handoff

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
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
func (v Vacuum) Files(f ContextFolder) []Item { return v.sweep(f.Root, f.Rel, ContextFile, v.file) }

func (v Vacuum) file(at files.Place, info fs.FileInfo, item *Item) error {
	name, newest := info.Name(), info.ModTime()
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return kept("it is a link")
	case mode.IsDir():
		return kept("it is a folder")
	case !mode.IsRegular():
		return kept("not a regular file")
	case files.IsTemporary(name):
	case path.Ext(name) != ".json":
		return kept("its name does not end in .json")
	case strings.HasPrefix(name, "."):
		return kept("it is hidden")
	default:
		task, err := v.taskTime(at)
		if err != nil {
			return err
		}
		newest = latest(newest, task, checks.TaskTime(name))
	}
	if err := v.stale(newest, item); err != nil {
		return err
	}
	switch {
	case readOnly(info):
		return kept("it is read-only")
	case v.DryRun:
		return nil
	}
	return at.Remove()
}

// taskTime is the time in the task id of a context file. Another file is kept: one
// without a key of a context file, unless it is broken and called as a task is. JSON
// with comments, a template, a list of events are somebody's. Of an empty file
// nothing is lost.
func (v Vacuum) taskTime(at files.Place) (task time.Time, err error) {
	data, _, over, err := at.Read(v.Limits.Bytes)
	if err != nil {
		return task, err
	}
	if over {
		return task, kept("it is too large for a context file")
	}
	doc := document.Parse(document.Input{Path: path.Join(folderName, at.Base()), Data: data}, v.Limits.Limits)
	begun := len(bytes.TrimSpace(doc.Source.Bytes())) == 0 || document.MentionsContext(doc.Source.Bytes())
	if doc.Format != document.Context || !begun && (!doc.Fatal || checks.TaskTime(at.Base()).IsZero()) {
		return task, kept("not a context file")
	}
	return checks.TaskTime(doc.Data().Field("task_id").Str()), nil
}
