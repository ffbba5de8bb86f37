package config

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// readUser reads and checks the user's own configuration, or nil if there is none.
func readUser() *source {
	path := files.UserConfig()
	if path == "" || !exists(path) {
		return nil
	}
	s, fault := read(files.Named, path)
	if fault != nil {
		s.add("extends-unread", text.Span{}, "name", s.shown, "reason", reason(*fault))
	}
	for _, v := range userSchema().Check(s.root, nil) {
		(&settingsChecker{source: s}).violated(v)
	}
	return s
}

// Trusted returns the folders that the user's own configuration trusts, as absolute
// paths. Load reports its mistakes: with one, nothing is trusted here.
func Trusted() (folders []string) {
	s := readUser()
	if s == nil || len(s.problems) > 0 {
		return nil
	}
	for _, item := range s.root.Field("trust").Elements() {
		path := filepath.FromSlash(item.Str())
		if rest, ok := strings.CutPrefix(item.Str(), "~/"); ok {
			home, _ := os.UserHomeDir() // without one the path is not absolute
			path = filepath.Join(home, filepath.FromSlash(rest))
		}
		path = filepath.Clean(path)
		if filepath.IsAbs(path) && path != filepath.Dir(path) {
			folders = append(folders, path)
		}
	}
	return folders
}
