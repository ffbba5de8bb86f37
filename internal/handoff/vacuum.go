package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// Kind is what a vacuum looks at.
type Kind string

// The kinds.
const (
	// ContextFile is a context file, or what is among them.
	ContextFile Kind = "context"
	// Session is a session's folder of reports, or what is among them.
	Session Kind = "session"
)

// Outcome is what has become of it.
type Outcome string

// The outcomes. In a dry run Removed is what would have been.
const (
	Removed Outcome = "removed"
	Kept    Outcome = "kept"
	// Failed: it could not be looked at, or not be removed.
	Failed Outcome = "failed"
)

// Item is one that a vacuum looked at. Its JSON is a contract with programs.
type Item struct {
	// Path counts from the project's folder and has forward slashes.
	Path    string  `json:"path"`
	Kind    Kind    `json:"kind"`
	Outcome Outcome `json:"-"`
	// Age is how old it is in seconds, if that was asked.
	Age int64 `json:"age_seconds,omitempty"`
	// Why says why it was kept or could not be removed.
	Why string `json:"why,omitempty"`
}

// Vacuum removes what is older than a limit.
type Vacuum struct {
	// OlderThan is the limit, and Now when ages end.
	OlderThan time.Duration
	Now       time.Time
	// DryRun: nothing is removed.
	DryRun bool
	// Limits bound what is read.
	Limits rules.Limits
}

// sweep lets remove look at each entry of a folder, in the order of their names. It
// holds the lock of the folder, so that no retry is at work in it. A folder that is
// not there has no entries.
func (v Vacuum) sweep(root, rel string, kind Kind, remove func(files.Place, fs.FileInfo, *Item) error) []Item {
	folder, reached, err := folderIn(root, rel, false)
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
		return []Item{{Path: reached, Kind: kind, Outcome: Failed, Why: files.Reason(err).Error()}}
	}
	items := make([]Item, len(entries))
	for i, entry := range entries {
		at, item := folder.In(entry.Name()), &items[i]
		*item = Item{Path: path.Join(rel, entry.Name()), Kind: kind, Outcome: Removed}
		info, err := at.Lstat()
		if err == nil {
			err = remove(at, info, item)
		}
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

// stale says in an item how old something is by its newest time, and keeps what is
// not older than the limit. A time in the future may be a clock that is wrong, and
// nothing is known of the age then.
func (v Vacuum) stale(newest time.Time, item *Item) error {
	age := v.Now.Sub(newest)
	if age < 0 {
		return kept("its time is in the future: " + newest.UTC().Format(time.RFC3339))
	}
	if item.Age = int64(age / time.Second); age < v.OlderThan {
		return kept(fmt.Sprintf("%s old, not %s", AgeWords(age), AgeWords(v.OlderThan)))
	}
	return nil
}

// readOnly reports whether nobody is meant to change a file.
func readOnly(info fs.FileInfo) bool { return info.Mode().Perm()&0o200 == 0 }

// latest is the latest of some times.
func latest(times ...time.Time) time.Time {
	return slices.MaxFunc(times, time.Time.Compare)
}
