package lint

import (
	"path"
	"slices"
)

// Changed keeps what has changed. Rules about a session look at all of its files: it is kept
// whole if anything in it has changed. So is what a walk could not read, since handoffs may
// be behind it.
func (f Found) Changed(changes interface {
	Has(path string) bool
	Touched(folder string) bool
}) Found {
	keep := map[string]bool{}
	sessions := map[string]bool{}
	for _, folder := range f.Folders {
		marker := func(name string) bool { return changes.Has(path.Join(folder.Path, name)) }
		sessions[folder.Path] = true
		keep[folder.Path] = changes.Touched(folder.Path) || slices.ContainsFunc(folder.Done, marker)
	}
	unit := func(name string) string {
		if folder := path.Dir(name); sessions[folder] {
			return folder
		}
		return name
	}
	for _, file := range f.Files {
		keep[unit(file.Path)] = keep[unit(file.Path)] || file.fault != nil || changes.Has(file.Path)
	}
	kept := Found{Skipped: f.Skipped}
	for _, file := range f.Files {
		if keep[unit(file.Path)] {
			kept.Files = append(kept.Files, file)
		}
	}
	for _, folder := range f.Folders {
		if keep[folder.Path] {
			kept.Folders = append(kept.Folders, folder)
		}
	}
	return kept.sorted()
}
