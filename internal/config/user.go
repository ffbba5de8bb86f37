package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// userKeys are the settings of the user's own configuration. It is read beside
// that of every tree, so it cannot change how handoffs are checked.
var userKeys = []string{"trust", "failure-log", "limits"}

// HasUser reports whether the user has a configuration.
func HasUser() bool {
	path := files.UserConfig()
	if path == "" {
		return false
	}
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// readUser reads the user's own configuration, nil if there is none. The
// folders that it trusts are checked and removed from its tree.
func (l *loader) readUser() {
	if !HasUser() {
		return
	}
	path := files.UserConfig()
	s, fault := read(files.Named, path, l.contract)
	if fault != nil {
		s.text = text.NewSource(nil)
		s.add("extends-unread", text.Span{}, "name", show(path), "reason", l.reason(*fault))
	}
	s.user = true
	l.user = s
	s.root.Items = slices.DeleteFunc(s.root.Items, func(n *document.Node) bool {
		if !slices.Contains(userKeys, n.Name) {
			s.add("user-key", keySpan(n), "name", rules.Quote(n.Name), "keys", strings.Join(userKeys, ", "))
			return true
		}
		if n.Name != "trust" {
			return false
		}
		if n.Kind != document.List {
			s.add("trust", n.Value)
		}
		for _, folder := range items(n) {
			if trustedFolder(folder) == "" {
				s.add("trust", folder.Value)
			}
		}
		return true
	})
}

// Trusted returns the folders that the user's own configuration trusts. Load
// reports its mistakes: a folder that cannot be read here is not trusted.
func Trusted() []string {
	c, err := loadContract()
	if err != nil || !HasUser() {
		return nil
	}
	s, fault := read(files.Named, files.UserConfig(), c)
	if fault != nil || len(s.problems) > 0 {
		return nil
	}
	var folders []string
	for _, n := range items(s.root.Field("trust")) {
		if folder := trustedFolder(n); folder != "" {
			folders = append(folders, folder)
		}
	}
	return folders
}

// trustedFolder returns the absolute path of an entry of trust, "" for none.
func trustedFolder(n *document.Node) string {
	if n.Kind != document.String {
		return ""
	}
	path := filepath.FromSlash(n.Text)
	if rest, ok := strings.CutPrefix(n.Text, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		path = filepath.Join(home, filepath.FromSlash(rest))
	}
	if !filepath.IsAbs(path) || filepath.Clean(path) == filepath.Dir(path) {
		return ""
	}
	return filepath.Clean(path)
}
