package config

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// pathKeys are the keys whose strings are paths relative to their file.
var pathKeys = []string{"extends", "rule-files", "failure-log", "baseline"}

// written returns a setting as JSON with the same meaning in the tree's nearest
// file, whichever file it comes from.
func (v *values) written(s *setting) json.RawMessage {
	fixed := !slices.Contains(pathKeys, s.name) || s.name == "failure-log" && atHome(s.str())
	if fixed || s.file.user {
		return s.json()
	}
	own := v.config.files[len(v.config.files)-1]
	if s.file == own {
		return s.json()
	}
	return jsonOf(rebased(s.node, s.file.folder(), own.folder()))
}

// rebased makes a path, or a list of them, relative to another folder. A path
// on another volume stays as it is.
func rebased(n *document.Node, from, to string) *document.Node {
	moved := *n
	moved.Items = nil
	for _, item := range n.Items {
		moved.Items = append(moved.Items, rebased(item, from, to))
	}
	if n.Kind != document.String || filepath.IsAbs(filepath.FromSlash(n.Text)) {
		return &moved
	}
	if way, err := filepath.Rel(to, from); err == nil {
		moved.Text = filepath.ToSlash(filepath.Join(way, filepath.FromSlash(n.Text)))
	}
	return &moved
}

// atHome reports whether the path of a log is in the user's home, which package
// failurelog resolves.
func atHome(path string) bool {
	return strings.HasPrefix(path, "~/") || strings.HasPrefix(path, `~\`)
}
