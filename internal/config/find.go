package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/files"
)

// YAMLName is the name of a configuration in its folder.
const YAMLName = ".handofflint.yaml"

// misnamed are names that look like a configuration but are not read. Users of
// one believe that it is.
var misnamed = []string{".handofflint.yml", ".handofflint.json", ".handofflint.toml"}

// cueName is a configuration in CUE, which Load refuses.
const cueName = ".handofflint.cue"

// Find returns the path of the configuration for a folder: the nearest one from
// there up to the root of its tree (see package files), or "" if there is none. It
// returns an error if there is one with a name that is nearly right.
func Find(folder string) (string, error) {
	dir, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("the current folder is not known: %w", err)
	}
	folders, _ := files.Around(dir)
	for _, dir := range folders {
		for _, name := range misnamed {
			if exists(filepath.Join(dir, name)) {
				return "", fmt.Errorf("%s is not read: rename it to %s", filepath.Join(dir, name), YAMLName)
			}
		}
		for _, name := range []string{cueName, YAMLName} {
			if path := filepath.Join(dir, name); exists(path) {
				return path, nil
			}
		}
	}
	return "", nil
}

// exists reports whether there is a file at a path, even a dangling link. What
// the system does not let us read counts as absent: it is another user's.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission)
}
