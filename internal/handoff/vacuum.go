package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
)

// Outcome is what happened to a file.
type Outcome string

// The outcomes. In a dry run, Removed means that the file would have been removed.
const (
	Removed Outcome = "removed"
	Kept    Outcome = "kept"
	// Failed: it could not be read or removed.
	Failed Outcome = "failed"
)

// Item is a file that a vacuum inspected.
type Item struct {
	// Path is relative to the project's folder and has forward slashes.
	Path    string
	Outcome Outcome
	// Age is its age, if it was determined.
	Age time.Duration
	// Why says why it was kept or could not be removed.
	Why string
}

// Vacuum removes context files that are older than a limit.
type Vacuum struct {
	// OlderThan is the limit; ages are measured at Now.
	OlderThan time.Duration
	Now       time.Time
	// DryRun removes nothing.
	DryRun bool
	// Limits bound what is read.
	Limits rules.Limits
}

// Files removes the stale context files of a folder, including broken ones. Their age is determined by the
// newest of their file time and the times in the task id and in the name. Everything else stays; each entry is
// an item. Files holds the lock of the folder, so that no retry runs meanwhile. A missing folder has no
// entries.
func (v Vacuum) Files(f ContextFolder) (items []Item) {
	folder, err := f.place()
	var entries []fs.DirEntry
	if err == nil {
		entries, err = folder.ReadDir()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !v.DryRun { // which writes nothing, not even a lock
		var unlock func()
		unlock, err = files.Lock(folder.Path())
		if err == nil {
			defer unlock()
		}
	}
	if err != nil {
		return []Item{{Path: f.Rel, Outcome: Failed, Why: files.Reason(err).Error()}}
	}
	for _, entry := range entries {
		item := v.remove(folder.In(entry.Name()))
		item.Path = path.Join(f.Rel, entry.Name())
		items = append(items, item)
	}
	return items
}

// remove removes an entry if it is a stale context file, and returns the item about it.
func (v Vacuum) remove(at files.Place) Item {
	age, why, err := v.inspect(at)
	isStale := err == nil && why == ""
	if isStale && !v.DryRun {
		err = at.Remove()
	}
	item := Item{Outcome: Kept, Why: why, Age: age}
	if err != nil {
		item.Outcome = Failed
		item.Why = "it cannot be looked at or removed: " + files.Reason(err).Error()
	} else if isStale {
		item.Outcome = Removed
	}
	return item
}

// inspect returns the age of an entry and why it is kept, or "" if it has to be removed.
func (v Vacuum) inspect(at files.Place) (age time.Duration, why string, err error) {
	info, err := at.Lstat()
	if err != nil {
		return 0, "", err
	}
	if !info.Mode().IsRegular() {
		return 0, "not a regular file", nil
	}
	task, ours, err := v.taskTime(at)
	if err != nil {
		return 0, "", err
	}
	if !ours {
		return 0, "not a context file", nil
	}
	newest := slices.MaxFunc([]time.Time{info.ModTime(), task, protocol.TimeOf(info.Name())}, time.Time.Compare)
	age = max(0, v.Now.Sub(newest)) // a clock may be wrong
	if age < v.OlderThan {
		why = fmt.Sprintf("%s old, not %s", AgeWords(age), AgeWords(v.OlderThan))
	}
	return age, why, nil
}

// taskTime returns the time in the task id of a context file, and whether the file is one: it has a key of a
// context file, or is broken and named like a task. JSON with comments, templates and lists of events belong
// to somebody else.
func (v Vacuum) taskTime(at files.Place) (task time.Time, ours bool, err error) {
	name := at.Base()
	if path.Ext(name) != ".json" || strings.HasPrefix(name, ".") {
		return task, false, nil
	}
	data, _, over, err := at.Read(v.Limits.Bytes)
	if err != nil || over {
		return task, false, err
	}
	// In this folder the format is detected by the name, wherever the file is.
	doc := document.Parse(document.Input{Path: path.Join(docsDefault, folderName, name), Data: data}, v.Limits.Limits)
	has := func(field protocol.Field) bool { return doc.Data().Field(field.Name) != nil }
	ours = doc.Spec.IsDated && (doc.Fatal || slices.ContainsFunc(doc.Spec.Fields, has))
	return protocol.TimeOf(doc.Data().Field("task_id").Str()), ours, nil
}
