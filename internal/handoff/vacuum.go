package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// Kind is what a vacuum looks at.
type Kind string

// The kinds.
const (
	// ContextFile is a context file, or what stands among them.
	ContextFile Kind = "context"
	// Session is a session's folder of reports, or what stands among them.
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

// Item is one that a vacuum looked at.
type Item struct {
	// Path counts from the project's folder and has forward slashes.
	Path    string
	Kind    Kind
	Outcome Outcome
	// Age is how old it is, where that was asked.
	Age time.Duration
	// Why says why it was kept or could not be removed.
	Why string
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

	// beforeRemoval is called before what was found stale is looked at again.
	// Tests change files in it.
	beforeRemoval func(name string)
}

// stale reports whether something is to go by its newest time. If not, why says
// why it stays. A time in the future may be a clock that is wrong, and nothing
// is known of the age then.
// Where there is no time there is no age either.
func (v Vacuum) stale(newest time.Time) (age time.Duration, why string, ok bool) {
	if newest.IsZero() {
		return 0, "", true
	}
	age = v.Now.Sub(newest)
	switch {
	case age < 0:
		return 0, "its time is in the future: " + newest.UTC().Format(time.RFC3339), false
	case age < v.OlderThan:
		return age, fmt.Sprintf("%s old, not %s", AgeWords(age), AgeWords(v.OlderThan)), false
	}
	return age, "", true
}

// folder is an open folder whose entries a vacuum looks at.
type folder struct {
	Vacuum
	*os.Root
	// rel is its path from the project's folder, real its path free of links.
	rel, real string
	kind      Kind
}

// sweep opens a folder and lets look judge its entries, in the order of their
// names. A folder that is not there has none.
func (v Vacuum) sweep(root, rel string, kind Kind, look func(*folder, fs.DirEntry) Item) []Item {
	opened, err := openWithin(root, rel, false)
	var at *stepError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.As(err, &at):
		return []Item{{Path: at.path, Kind: kind, Outcome: Failed, Why: at.err.Error()}}
	case err != nil:
		return []Item{Item{Path: rel, Kind: kind}.failed("it cannot be looked at", err)}
	}
	defer opened.Close()
	f := &folder{Vacuum: v, Root: opened, rel: rel, kind: kind}
	entries, err := f.entries(".")
	if err == nil {
		f.real, err = filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(rel)))
	}
	if err != nil {
		return []Item{Item{Path: rel, Kind: kind}.failed("it cannot be listed", err)}
	}
	items := make([]Item, len(entries))
	for i, entry := range entries {
		items[i] = look(f, entry)
	}
	return items
}

// entries lists a folder by name.
func (f *folder) entries(name string) ([]fs.DirEntry, error) {
	dir, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

func (f *folder) item(name string) Item {
	return Item{Path: path.Join(f.rel, name), Kind: f.kind}
}

// kept is an item that stays.
func (i Item) kept(why string) Item {
	i.Outcome, i.Why = Kept, why
	return i
}

// failed is an item that an error keeps from being judged or removed. One that
// is not there any more has been removed by somebody else.
func (i Item) failed(what string, err error) Item {
	if errors.Is(err, fs.ErrNotExist) {
		return i.kept("it is gone already")
	}
	i.Outcome, i.Why = Failed, what+": "+files.Reason(err).Error()
	return i
}

// remove removes what is stale, under the lock of its folder, so that no retry
// is at work in it.
func (f *folder) remove(item Item, name string, do func() error) Item {
	item.Outcome = Removed
	if f.DryRun {
		return item
	}
	unlock, err := files.Lock(f.real)
	if err != nil {
		return item.failed("it cannot be removed", err)
	}
	defer unlock()
	if f.beforeRemoval != nil {
		f.beforeRemoval(name)
	}
	err = do()
	switch {
	case err == errMoved:
		return item.kept(errMoved.Error())
	case err != nil:
		return item.failed("it cannot be removed", err)
	}
	return item
}

// errMoved says that something is not any more what was looked at.
var errMoved = errors.New("it was changed while it was looked at")

// same reports whether a name still leads to the file that was looked at, with
// nothing written to it since.
func (f *folder) same(name string, looked fs.FileInfo) bool {
	now, err := f.Lstat(name)
	return err == nil && unchanged(now, looked)
}

// latest is the latest of some times.
func latest(times ...time.Time) time.Time {
	return slices.MaxFunc(times, time.Time.Compare)
}
