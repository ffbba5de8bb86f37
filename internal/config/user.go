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

// readUser reads the user's own configuration, if there is one. The folders that
// it trusts are checked and removed from its tree.
func (l *loader) readUser() {
	if !HasUser() {
		return
	}
	s, fault := read(files.Named, files.UserConfig(), l.contract)
	if fault != nil {
		s.add("extends-unread", text.Span{}, "name", s.shown, "reason", l.reason(*fault))
	}
	l.user = s
	s.root.Items = slices.DeleteFunc(s.root.Items, func(n *document.Node) bool {
		known := slices.Contains(userKeys, n.Name)
		if !known {
			s.add("user-key", keySpan(n), "name", rules.Quote(n.Name), "keys", strings.Join(userKeys, ", "))
		}
		if n.Name == "trust" {
			for _, wrong := range untrusted(n) {
				s.add("trust", wrong.Value)
			}
		}
		return n.Name == "trust" || !known
	})
}

// untrusted returns what is not a folder in the value of trust.
func untrusted(n *document.Node) []*document.Node {
	if n.Kind != document.List {
		return []*document.Node{n}
	}
	return slices.DeleteFunc(slices.Clone(n.Items), func(folder *document.Node) bool { return trustedFolder(folder) != "" })
}

// Trusted returns the folders that the user's own configuration trusts. Load
// reports its mistakes: a folder that cannot be read here is not trusted.
func Trusted() (folders []string) {
	if !HasUser() {
		return nil
	}
	s, fault := read(files.Named, files.UserConfig(), loadContract())
	if fault != nil || len(s.problems) > 0 {
		return nil
	}
	for _, n := range items(s.root.Field("trust")) {
		if folder := trustedFolder(n); folder != "" {
			folders = append(folders, folder)
		}
	}
	return folders
}

// trustedFolder returns the absolute path of an entry of trust, "" for none.
func trustedFolder(n *document.Node) string {
	path := filepath.FromSlash(n.Str())
	if rest, ok := strings.CutPrefix(n.Str(), "~/"); ok {
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
