package handoff

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// Sessions removes the session folders of a project that are stale: those in
// which every report is sealed, nothing is unknown, and every file is older
// than the limit. They are in reports, a path from the root with forward slashes,
// of which each entry is an item. Reports go before their markers, so that what a
// killed process leaves is removed the next time. Everything else stays.
func (v Vacuum) Sessions(root, reports string) []Item {
	return v.sweep(root, reports, Session, v.session)
}

func (v Vacuum) session(at files.Place, info fs.FileInfo, item *Item) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return kept("it is a link")
	case !info.IsDir():
		return kept("not a folder")
	}
	entries, err := at.ReadDir()
	if err != nil {
		return err
	}
	held := map[string]fs.FileInfo{}
	var newest time.Time
	for _, entry := range entries {
		file, err := at.In(entry.Name()).Lstat()
		if err != nil {
			return err
		}
		held[entry.Name()], newest = file, latest(newest, file.ModTime())
	}
	names := slices.Sorted(maps.Keys(held))
	if err := finished(names, held); err != nil {
		return err
	}
	if err := v.stale(newest, item); err != nil || v.DryRun {
		return err
	}
	// Without its marker a report would look unfinished to the next vacuum.
	for _, markers := range []bool{false, true} {
		for _, name := range names {
			if strings.HasSuffix(name, document.DoneSuffix) == markers {
				err = errors.Join(err, at.In(name).Remove())
			}
		}
		if err != nil {
			return err
		}
	}
	return at.Remove()
}

// finished keeps a session whose agents are not done.
func finished(names []string, held map[string]fs.FileInfo) error {
	for _, name := range names {
		file := held[name]
		report, isMarker := strings.CutSuffix(name, document.DoneSuffix)
		done := held[name+document.DoneSuffix]
		switch {
		case !file.Mode().IsRegular():
			return kept(name + " is not a regular file")
		case Number(report) == 0:
			return kept(name + " is neither a report nor a report's marker")
		case readOnly(file):
			return kept(name + " is read-only")
		case isMarker:
		case done == nil:
			return kept(name + " is not sealed")
		case done.ModTime().Before(file.ModTime()):
			return kept(name + " was changed after it was sealed")
		}
	}
	if len(held) == 0 {
		return kept("it has no report")
	}
	return nil
}
