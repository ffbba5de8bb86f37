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
			_, wrong := trusted(n)
			for _, folder := range wrong {
				s.add("trust", folder.Value)
			}
		}
		return n.Name == "trust" || !known
	})
}

// Trusted returns the folders that the user's own configuration trusts. Load
// reports its mistakes: a folder that cannot be read here is not trusted.
func Trusted() []string {
	if !HasUser() {
		return nil
	}
	s, fault := read(files.Named, files.UserConfig(), loadContract())
	if fault != nil || len(s.problems) > 0 {
		return nil
	}
	folders, _ := trusted(s.root.Field("trust"))
	return folders
}

// trusted returns the absolute paths of the folders in the value of trust, and what
// is not a folder in it.
func trusted(n *document.Node) (folders []string, wrong []*document.Node) {
	if n != nil && n.Kind != document.List {
		return nil, []*document.Node{n}
	}
	for _, item := range items(n) {
		path := filepath.FromSlash(item.Str())
		if rest, ok := strings.CutPrefix(item.Str(), "~/"); ok {
			home, _ := os.UserHomeDir() // without one the path is not absolute
			path = filepath.Join(home, filepath.FromSlash(rest))
		}
		if path = filepath.Clean(path); !filepath.IsAbs(path) || path == filepath.Dir(path) {
			wrong = append(wrong, item)
			continue
		}
		folders = append(folders, path)
	}
	return folders, wrong
}
