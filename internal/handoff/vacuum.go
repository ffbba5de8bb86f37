package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// Outcome is what has become of a file.
type Outcome string

// The outcomes. In a dry run Removed is what would have been.
const (
	Removed Outcome = "removed"
	Kept    Outcome = "kept"
	// Failed: it could not be looked at, or not be removed.
	Failed Outcome = "failed"
)

// Item is a file that a vacuum looked at. Its JSON is a contract with programs.
type Item struct {
	// Path counts from the project's folder and has forward slashes.
	Path    string  `json:"path"`
	Outcome Outcome `json:"-"`
	// Age is how old it is in seconds, if that was asked.
	Age int64 `json:"age_seconds,omitempty"`
	// Why says why it was kept or could not be removed.
	Why string `json:"why,omitempty"`
}

// Vacuum removes context files that are older than a limit.
type Vacuum struct {
	// OlderThan is the limit, and Now when ages end.
	OlderThan time.Duration
	Now       time.Time
	// DryRun: nothing is removed.
	DryRun bool
	// Limits bound what is read.
	Limits rules.Limits
}

// Files removes the context files of a folder that are stale, broken ones too, by the
// newest of their file time and the times in the task id and in the name. What killed
// processes of this program left half written is removed by its file time. Everything
// else stays; each entry is an item. It holds the lock of the folder, so that no retry
// is at work in it. A folder that is not there has no entries.
func (v Vacuum) Files(f ContextFolder) []Item {
	folder, reached, err := folderIn(f.Root, f.Rel, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var entries []fs.DirEntry
	if err == nil {
		entries, err = folder.ReadDir()
	}
	if err == nil && !v.DryRun {
		var unlock func()
		if unlock, err = files.Lock(folder.Path()); err == nil {
			defer unlock()
		}
	}
	if err != nil {
		return []Item{{Path: reached, Outcome: Failed, Why: files.Reason(err).Error()}}
	}
	items := make([]Item, len(entries))
	for i, entry := range entries {
		item := &items[i]
		*item = Item{Path: path.Join(f.Rel, entry.Name()), Outcome: Removed}
		err := v.remove(folder.In(entry.Name()), item)
		var keep kept
		switch {
		case errors.As(err, &keep):
			item.Outcome, item.Why = Kept, string(keep)
		case errors.Is(err, fs.ErrNotExist):
			item.Outcome, item.Why = Kept, "it is gone already"
		case err != nil:
			item.Outcome, item.Why = Failed, "it cannot be looked at or removed: "+files.Reason(err).Error()
		}
	}
	return items
}

// kept is the error of an entry that stays, and why.
type kept string

func (k kept) Error() string { return string(k) }

func (v Vacuum) remove(at files.Place, item *Item) error {
	info, err := at.Lstat()
	if err != nil {
		return err
	}
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
		newest = slices.MaxFunc([]time.Time{newest, task, checks.TaskTime(name)}, time.Time.Compare)
	}
	age := v.Now.Sub(newest)
	if age < 0 { // a clock may be wrong
		return kept("its time is in the future: " + newest.UTC().Format(time.RFC3339))
	}
	item.Age = int64(age / time.Second)
	switch {
	case age < v.OlderThan:
		return kept(fmt.Sprintf("%s old, not %s", AgeWords(age), AgeWords(v.OlderThan)))
	case info.Mode().Perm()&0o200 == 0:
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
	begun := strings.TrimSpace(string(data)) == "" || document.MentionsContext(data)
	if doc.Format != document.Context || !begun && (!doc.Fatal || checks.TaskTime(at.Base()).IsZero()) {
		return task, kept("not a context file")
	}
	return checks.TaskTime(doc.Data().Field("task_id").Str()), nil
}
