package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// YAMLName is the name of a configuration in its folder.
const YAMLName = ".handofflint.yaml"

// misnamed are names that look like a configuration's but are not read. Their users believe that they are.
var misnamed = []string{".handofflint.yml", ".handofflint.json", ".handofflint.toml", ".handofflint.cue"}

// Find returns the path of the configuration for a folder: the nearest one from there up to the root of its
// tree (see package files), or "". It returns an error if there is a file with a nearly right name.
func Find(folder string) (string, error) {
	dir, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("the current folder is not known: %w", err)
	}
	folders, _ := files.Around(dir)
	for _, dir := range folders {
		isHere := func(name string) bool { return exists(filepath.Join(dir, name)) }
		if i := slices.IndexFunc(misnamed, isHere); i >= 0 {
			return "", fmt.Errorf("%s is not read: write it as %s", filepath.Join(dir, misnamed[i]), YAMLName)
		}
		if isHere(YAMLName) {
			return filepath.Join(dir, YAMLName), nil
		}
	}
	return "", nil
}

// exists reports whether there is a file at a path, even a dangling link. A file that we may not read counts
// as missing: it is another user's.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission)
}

// readUser reads and checks the user's own configuration. It returns nil if there is none.
func readUser() *source {
	path := files.UserConfig()
	if !exists(path) {
		return nil
	}
	s, fault := read(files.Named, path)
	if fault != nil {
		s.add("unread", text.Span{}, "name", s.shown, "reason", reason(*fault))
	}
	for _, v := range userSchema().Check(s.root, nil) {
		(&settingsChecker{source: s}).addViolation(v)
	}
	return s
}

// TrustedFolders returns the folders into which links out of a checked tree may lead, by the user's own
// configuration, as absolute paths. If it has a mistake, nothing is trusted; Load reports it.
func TrustedFolders() (folders []string) {
	s := readUser()
	if s == nil || len(s.problems) > 0 {
		return nil
	}
	for _, item := range s.root.Field("trust").Elements() {
		path := filepath.FromSlash(item.Str())
		if rest, ok := strings.CutPrefix(item.Str(), "~/"); ok {
			home, _ := os.UserHomeDir() // without it the path is not absolute
			path = filepath.Join(home, filepath.FromSlash(rest))
		}
		path = filepath.Clean(path)
		isRoot := path == filepath.Dir(path) // which would trust everything
		if filepath.IsAbs(path) && !isRoot {
			folders = append(folders, path)
		}
	}
	return folders
}
