package hook

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
)

// noteProject remembers whose project a session's file is about, if anything else is to be
// written to it.
func (c *call) noteProject() {
	if c.memory != nil && len(c.memory.changes) > 0 {
		c.memory.note(record{Kind: kindProject, Key: projectOf(c.event.Cwd)})
	}
}

// projectOf returns the root of the project that a folder is in, without links.
func projectOf(folder string) string { return resolved(files.Root(resolved(folder))) }

// Forget removes what the hooks remember of the target's project outside of its tree, of all
// projects if the target is the user's own settings. It removes nothing while hooks of ours are
// left that serve the project. home is the user's home folder.
func (t Target) Forget(home string, getenv func(string) string) (removed bool, err error) {
	folder, err := failurelog.StateFolder(getenv)
	if err != nil || t.isServed(home, getenv) {
		return false, nil // without a folder nothing was written
	}
	root := ""
	if t.Root != "" {
		root = projectOf(t.Root)
	}
	// Which projects the finished reports are of is not kept: all are judged again.
	for _, path := range []string{filepath.Join(folder, memoryFolder), filepath.Join(folder, receiptsFolder), folder} {
		isRemoved, err := removeFiles(path, func(path string) bool { return isStateOf(path, root) })
		removed = removed || isRemoved
		if err != nil {
			return removed, err
		}
	}
	return removed, nil
}

// isStateOf reports whether a file in the folders for state is what the hooks remember of the
// project of a root, "" for any project.
func isStateOf(path, root string) bool {
	switch filepath.Base(filepath.Dir(path)) {
	case memoryFolder:
		return root == "" || slices.ContainsFunc(readRecords(path), func(r record) bool { return r.Kind == kindProject && r.Key == root })
	case receiptsFolder:
		w := readWitnessAt(path)
		return root == "" || w != nil && files.Below(root, w.Report)
	}
	return filepath.Base(path) == judgedFile
}

// isServed reports whether a settings file has hooks of ours, of any host, that are called in
// the target's project.
func (t Target) isServed(home string, getenv func(string) string) bool {
	for _, h := range hosts {
		paths := []string{h.UserPath(home, getenv)}
		if t.Root != "" {
			paths = append(paths, h.ProjectPath(t.Root), h.LocalPath(t.Root))
		}
		for _, path := range paths {
			data, err := readSettings(path)
			if path == "" || err != nil || isBlank(data) {
				continue
			}
			s, err := h.parse(data)
			if err != nil || len(s.ours()) > 0 {
				return true
			}
		}
	}
	return false
}

// removeFiles removes files of a folder, and reports whether there were any.
func removeFiles(folder string, isMeant func(path string) bool) (removed bool, err error) {
	entries, err := files.Named.ReadDir(folder)
	if err != nil {
		return false, nil // there is no such folder
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !entry.Type().IsRegular() || !isMeant(path) {
			continue
		}
		at, err := files.Named.FindLink(path)
		if err == nil {
			err = at.Remove()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, err
		}
		removed = true
	}
	return removed, nil
}
