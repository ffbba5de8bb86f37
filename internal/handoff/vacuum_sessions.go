package handoff

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/files"
)

const (
	// doneSuffix makes the name of a report's marker of the report's.
	doneSuffix = ".done"
	// goneSuffix ends the name, after a dot, under which a session's folder is
	// removed: it goes at once, and its files after it.
	goneSuffix = ".vacuumed"
)

// Sessions removes the session folders of a project that are stale: those in
// which every report is sealed, nothing is unknown, and every file is older
// than the limit. They are in reports, a path from the root with forward slashes,
// of which each entry is an item. A folder goes as a whole or stays as a whole: it is renamed
// before its files are removed, and what a killed process left under that name
// is removed the next time. Everything else stays.
func (v Vacuum) Sessions(root, reports string) []Item {
	return v.sweep(root, reports, Session, (*folder).session)
}

// session judges an entry of the folder of all sessions, and removes it.
func (f *folder) session(entry fs.DirEntry) Item {
	name := entry.Name()
	item := f.item(name)
	info, err := f.Lstat(name)
	if err != nil {
		return item.failed("it cannot be looked at", err)
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return item.kept("it is a link")
	case !info.IsDir():
		return item.kept("not a folder")
	}
	held, err := f.contents(name)
	if err != nil {
		return item.failed("it cannot be looked at", err)
	}
	leftover := isGone(name)
	if why := unfinished(held, leftover); why != "" {
		return item.kept(why)
	}
	age, why, ok := f.stale(newestOf(held))
	if item.Age = age; !ok {
		return item.kept(why)
	}
	return f.remove(item, name, func() error { return f.removeSession(name, leftover, held) })
}

// isGone reports whether a folder's name is one under which it is removed.
func isGone(name string) bool {
	return strings.HasPrefix(name, ".") && strings.HasSuffix(name, goneSuffix)
}

// contents is what a folder holds, by name. A folder that is replaced by
// another while it is looked at is an error.
func (f *folder) contents(name string) ([]fs.FileInfo, error) {
	inner, err := step(f.Root, name, false)
	if err != nil {
		return nil, err
	}
	defer inner.Close()
	entries, err := (&folder{Root: inner}).entries(".")
	if err != nil {
		return nil, err
	}
	held := make([]fs.FileInfo, len(entries))
	for i, entry := range entries {
		if held[i], err = inner.Lstat(entry.Name()); err != nil {
			return nil, err
		}
	}
	return held, nil
}

// unfinished says why a session has to stay, "" if its agents are done. Of
// what is left of one that was being removed nothing is asked but that it is a
// session's.
func unfinished(held []fs.FileInfo, leftover bool) string {
	s, reports := session{}, 0
	for _, file := range held {
		s[file.Name()] = file
		if Number(file.Name()) > 0 {
			reports++
		}
	}
	for _, file := range held {
		why := s.unknown(file)
		if why == "" && !leftover {
			why = s.open(file)
		}
		if why != "" {
			return why
		}
	}
	if reports == 0 && !leftover {
		return "it has no report"
	}
	return ""
}

// session is what a session's folder holds, by name.
type session map[string]fs.FileInfo

// unknown says what is not a session's about a file.
func (s session) unknown(file fs.FileInfo) string {
	name := file.Name()
	marked := Number(strings.TrimSuffix(name, doneSuffix)) > 0
	switch {
	case !file.Mode().IsRegular():
		return name + " is not a regular file"
	case !marked:
		return name + " is neither a report nor a report's marker"
	case file.Mode().Perm()&0o200 == 0:
		return name + " is read-only"
	}
	return ""
}

// open says what is not finished about a file of a session.
func (s session) open(file fs.FileInfo) string {
	name := file.Name()
	if report, isMarker := strings.CutSuffix(name, doneSuffix); isMarker {
		if s[report] == nil {
			return name + " has no report"
		}
		return ""
	}
	switch done := s[name+doneSuffix]; {
	case done == nil:
		return name + " is not sealed"
	case done.ModTime().Before(file.ModTime()):
		return name + " was changed after it was sealed"
	}
	return ""
}

func newestOf(held []fs.FileInfo) time.Time {
	var newest time.Time
	for _, file := range held {
		newest = latest(newest, file.ModTime())
	}
	return newest
}

// removeSession removes a folder that still holds what was looked at, and
// nothing else. It takes the name away first: from then on nobody finds the
// folder, to write into it.
func (f *folder) removeSession(name string, leftover bool, held []fs.FileInfo) error {
	if !f.holds(name, held) {
		return errMoved
	}
	gone := name
	if !leftover {
		gone = "." + name + goneSuffix
		if err := f.Rename(name, gone); err != nil {
			return err
		}
	}
	for _, file := range held {
		if err := f.Remove(path.Join(gone, file.Name())); err != nil {
			return fmt.Errorf("%s/%s: %w", gone, file.Name(), files.Reason(err))
		}
	}
	return f.Remove(gone)
}

// holds reports whether a folder holds exactly those files, unchanged.
func (f *folder) holds(name string, held []fs.FileInfo) bool {
	now, err := f.contents(name)
	if err != nil || len(now) != len(held) {
		return false
	}
	for i, file := range now {
		if !unchanged(file, held[i]) {
			return false
		}
	}
	return true
}

// unchanged reports whether two looks saw one file with nothing written to it in
// between.
func unchanged(now, looked fs.FileInfo) bool {
	return now.Name() == looked.Name() && os.SameFile(now, looked) &&
		now.ModTime().Equal(looked.ModTime()) && now.Size() == looked.Size()
}
