package handoff

import (
	"errors"
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

// Vacuumed is what became of the entries of a folder of context files. Paths are absolute.
type Vacuumed struct {
	// Removed would have been removed in a dry run.
	Removed []string
	// Kept is how many stayed.
	Kept int
	// Failed are those that could not be read or removed.
	Failed []*fs.PathError
}

// Files removes the stale context files of a folder, including broken ones. Their age is determined by the
// newest of their file time and the times in the task id and in the name. Incomplete files of killed
// processes are removed by their file time. Everything else stays. Files holds the lock of the folder, so
// that no retry runs meanwhile. A missing folder has no entries.
func (v Vacuum) Files(f ContextFolder) (done Vacuumed) {
	folder, err := f.place()
	var entries []fs.DirEntry
	if err == nil {
		entries, err = folder.ReadDir()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return done
	}
	if err == nil && !v.DryRun {
		var unlock func()
		unlock, err = files.Lock(folder.Path())
		if err == nil {
			defer unlock()
		}
	}
	if err != nil {
		done.fail(f.Path(""), err)
		return done
	}
	for _, entry := range entries {
		at := folder.In(entry.Name())
		isStale, err := v.isStale(at)
		if err == nil && isStale && !v.DryRun {
			err = at.Remove()
		}
		if err != nil {
			done.fail(f.Path(entry.Name()), err)
		} else if isStale {
			done.Removed = append(done.Removed, f.Path(entry.Name()))
		} else {
			done.Kept++
		}
	}
	return done
}

func (done *Vacuumed) fail(path string, err error) {
	done.Failed = append(done.Failed, &fs.PathError{Op: "vacuum", Path: path, Err: files.Reason(err)})
}

// isStale reports whether an entry is a context file, or an incomplete one, that is older than the limit. One
// with a time in the future is not, since a clock may be wrong, nor is one that is read-only.
func (v Vacuum) isStale(at files.Place) (bool, error) {
	info, err := at.Lstat()
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o200 == 0 {
		return false, err
	}
	newest := info.ModTime()
	if name := info.Name(); !files.IsTemporary(name) {
		task, isOurs, err := v.taskTime(at)
		if err != nil || !isOurs {
			return false, err
		}
		newest = slices.MaxFunc([]time.Time{newest, task, protocol.TimeOf(name)}, time.Time.Compare)
	}
	return v.Now.Sub(newest) >= v.OlderThan, nil
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
	doc := document.Parse(document.Input{Path: path.Join(docsDefault, folderName, name), Data: data}, v.Limits.Limits)
	has := func(field protocol.Field) bool { return doc.Data().Field(field.Name) != nil }
	ours = doc.Spec.IsDated && (doc.Fatal || slices.ContainsFunc(doc.Spec.Fields, has))
	return protocol.TimeOf(doc.Data().Field("task_id").Str()), ours, nil
}
