package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
)

// add merges the settings of a file, which win over those of the files before.
func (c *Config) add(f *source) {
	c.note(f.root, f)
	c.root = c.merge(c.root, f.root)
}

// note records the file of a setting.
func (c *Config) note(n *document.Node, f *source) {
	c.origins[n] = f
	for _, item := range n.Items {
		c.note(item, f)
	}
}

// merge merges a nearer file's settings into a farther one's: objects key by
// key, anything else is replaced.
func (c *Config) merge(far, near *document.Node) *document.Node {
	switch {
	case near == nil:
		return far
	case far == nil || far.Kind != document.Object || near.Kind != document.Object:
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
	if file := c.origins[near]; file != nil {
		c.origins[&merged] = file
	}
	return &merged
}

// at returns the setting at a path of names, nil if no file has it.
func (c *Config) at(names ...string) *document.Node { return c.orEmpty().root.Lookup(names...) }

// orEmpty returns an empty configuration for nil.
func (c *Config) orEmpty() *Config {
	if c == nil {
		return &Config{}
	}
	return c
}

// isSet reports whether a file sets a boolean to a value.
func (c *Config) isSet(value string, names ...string) bool {
	n := c.at(names...)
	return n != nil && n.Kind == document.Bool && n.Text == value
}

// path returns the path that a string names, "" if there is none. A relative
// one is relative to the folder of its file.
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

// origin returns the position of a setting, "file:line", "" if no file sets it.
func (c *Config) origin(n *document.Node) string {
	file := c.orEmpty().origins[n]
	if file == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", file.shown, file.text.Pos(keySpan(n).Start).Line)
}

// leaves calls a function for each value of a setting that is not an object with
// fields, with its path.
func leaves(n *document.Node, above []string, call func(path []string, n *document.Node)) {
	if n == nil {
		return
	}
	path := append(slices.Clone(above), n.Name)
	if n.Kind != document.Object || len(n.Items) == 0 {
		call(path, n)
		return
	}
	for _, field := range n.Items {
		leaves(field, path, call)
	}
}

// number returns the value of an integer, else 0.
func number(n *document.Node) int64 {
	if n == nil {
		return 0
	}
	value, _ := strconv.ParseInt(n.Text, 10, 64) // the contract bounds it
	return value
}

// texts returns the strings of a list, or the one string.
func texts(n *document.Node) (list []string) {
	for _, item := range oneOrMore(n) {
		list = append(list, item.Text)
	}
	return list
}

// oneOrMore returns the texts of a list, or the one text, without those that are
// blank.
func oneOrMore(n *document.Node) []*document.Node {
	list := items(n)
	if n.Str() != "" {
		list = []*document.Node{n}
	}
	return slices.DeleteFunc(slices.Clone(list), func(item *document.Node) bool { return item.Kind != document.String || item.Blank() })
}

// items returns the items of a list, nil for any other node.
func items(n *document.Node) []*document.Node {
	if n == nil || n.Kind != document.List {
		return nil
	}
	return n.Items
}

// fields returns the fields of an object, nil for any other node.
func fields(n *document.Node) []*document.Node {
	if n == nil || n.Kind != document.Object {
		return nil
	}
	return n.Items
}
