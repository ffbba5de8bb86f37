package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/files"
)

// The names of a configuration in its folder.
const (
	YAMLName = ".handofflint.yaml"
	CUEName  = ".handofflint.cue"
)

// misnamed are names that look like a configuration but are not read. Users of
// one believe that it is.
var misnamed = []string{".handofflint.yml", ".handofflint.json", ".handofflint.toml"}

// Find returns the path of the configuration for a folder: the nearest one from
// there up to the root of its tree (see package files), "" if there is none. It
// returns an error if a folder has two of them, or one with a name that is
// nearly right.
func Find(folder string) (string, error) {
	dir, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("the current folder is not known: %w", err)
	}
	folders, _ := files.Around(dir)
	for _, dir := range folders {
		if path, err := findIn(dir); path != "" || err != nil {
			return path, err
		}
	}
	return "", nil
}

// findIn returns the configuration in a folder, "" for none.
func findIn(dir string) (string, error) {
	yaml, cue := filepath.Join(dir, YAMLName), filepath.Join(dir, CUEName)
	hasYAML, hasCUE := exists(yaml), exists(cue)
	for _, name := range misnamed {
		if exists(filepath.Join(dir, name)) {
			return "", fmt.Errorf("%s is not read: rename it to %s, or to %s if it is CUE", filepath.Join(dir, name), YAMLName, CUEName)
		}
	}
	switch {
	case hasYAML && hasCUE:
		return "", fmt.Errorf("%s has two configurations, %s and %s: keep one of them", dir, YAMLName, CUEName)
	case hasYAML:
		return yaml, nil
	case hasCUE:
		return cue, nil
	}
	return "", nil
}

// exists reports whether there is a file at a path, even a dangling link. What
// the system does not let us read counts as absent: it is another user's.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission)
}
