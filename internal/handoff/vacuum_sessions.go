package handoff

import (
	"errors"
	"io/fs"
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
	held, err := contents(at)
	if err != nil {
		return err
	}
	if err := finished(held); err != nil {
		return err
	}
	var newest time.Time
	for _, file := range held {
		newest = latest(newest, file.ModTime())
	}
	if err := v.stale(newest, item); err != nil || v.DryRun {
		return err
	}
	return removeSession(at, held)
}

// contents is what a folder holds, by name.
func contents(at files.Place) ([]fs.FileInfo, error) {
	entries, err := at.ReadDir()
	var held []fs.FileInfo
	for _, entry := range entries {
		info, failed := at.In(entry.Name()).Lstat()
		err = errors.Join(err, failed)
		held = append(held, info)
	}
	return held, err
}

// finished keeps a session whose agents are not done.
func finished(held []fs.FileInfo) error {
	byName := map[string]fs.FileInfo{}
	for _, file := range held {
		byName[file.Name()] = file
	}
	for _, file := range held {
		name := file.Name()
		report, isMarker := strings.CutSuffix(name, document.DoneSuffix)
		done := byName[name+document.DoneSuffix]
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

// removeSession removes a folder that still holds what was looked at, and
// nothing else.
func removeSession(at files.Place, looked []fs.FileInfo) error {
	now, err := contents(at)
	if err != nil || !slices.EqualFunc(now, looked, unchanged) {
		return errMoved
	}
	for _, markers := range []bool{false, true} {
		for _, file := range looked {
			if strings.HasSuffix(file.Name(), document.DoneSuffix) == markers {
				err = errors.Join(err, at.In(file.Name()).Remove())
			}
		}
		if err != nil {
			return err
		}
	}
	return at.Remove()
}
