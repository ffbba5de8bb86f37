package config

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
)

// add merges the settings of a file, which win over those of previous files.
func (c *Config) add(f *source) {
	c.note(f.root, f)
	c.root = c.merge(c.root, f.root)
}

// note records the file of a setting and of the settings in it.
func (c *Config) note(n *document.Node, f *source) {
	c.origins[n] = f
	for _, item := range n.Items {
		c.note(item, f)
	}
}

// merge merges a nearer file's settings into a farther one's: objects key by key, other values are replaced.
func (c *Config) merge(far, near *document.Node) *document.Node {
	if near == nil {
		return far
	}
	if !far.IsKind(document.Object) {
		return near
	}
	merged := *near
	merged.Items = slices.Clone(far.Items)
	for _, n := range near.Items {
		i := slices.IndexFunc(merged.Items, func(m *document.Node) bool { return m.Name == n.Name })
		if i < 0 {
			merged.Items = append(merged.Items, n)
		} else {
			merged.Items[i] = c.merge(merged.Items[i], n)
		}
	}
	c.origins[&merged] = c.origins[near]
	return &merged
}

// at returns the setting at a path of names, or nil.
func (c *Config) at(names ...string) *document.Node { return c.orEmpty().root.Lookup(names...) }

// orEmpty returns an empty configuration for nil.
func (c *Config) orEmpty() *Config {
	if c == nil {
		return &Config{}
	}
	return c
}

// path returns the path in a string, or "". A relative path is relative to the folder of its file.
func (c *Config) path(n *document.Node) string {
	if n.Str() == "" {
		return ""
	}
	return c.origins[n].resolve(n.Text)
}

// resolve returns a path that a file names, relative to its folder.
func (s *source) resolve(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.folder(), path)
}

// origin returns the position of a setting, "file:line", or "" if no file sets it.
func (c *Config) origin(n *document.Node) string {
	file := c.orEmpty().origins[n]
	if file == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", file.shown, file.text.Pos(n.Key.Start).Line)
}

// eachValue calls a function for each value in a setting that is not an object with fields, with its path.
func eachValue(n *document.Node, above []string, call func(path []string, n *document.Node)) {
	if n == nil {
		return
	}
	path := append(slices.Clone(above), n.Name)
	if n.Kind != document.Object || len(n.Items) == 0 {
		call(path, n)
		return
	}
	for _, field := range n.Items {
		eachValue(field, path, call)
	}
}
