package cli

import (
	"os"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/files"
)

// shownFromHere is an absolute path as an agent in the current folder may use
// it, with forward slashes: relative where it is in the folder, else in full.
func shownFromHere(path string) string {
	here, err := filepath.Abs(".")
	if err != nil {
		return filepath.ToSlash(path)
	}
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

// pathRoot is the folder that paths in a handoff are counted from: the root of
// the repository, without one the current folder. It is "" where nobody knows
// where that is.
func pathRoot() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	return filepath.ToSlash(files.Root(here))
}

// isRegular says whether a path leads to a regular file that is there.
func isRegular(path string) bool {
	info, err := files.Named.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// samePlace says whether two paths lead to one file, or would once it is there.
func samePlace(a, b string) bool {
	return sameFile(a, b) || behindLinks(a) == behindLinks(b)
}

// behindLinks is a path in full, its folder behind all links; as far as it is
// there.
func behindLinks(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		return filepath.Join(folder, filepath.Base(full))
	}
	return full
}

// sameFile says whether two paths lead to one file that is there.
func sameFile(a, b string) bool {
	infoA, errA := files.Named.Stat(a)
	infoB, errB := files.Named.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
