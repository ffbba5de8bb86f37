package config

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// setting is a value of the merged configuration, with the file that it comes
// from. nil is a value that no file has.
type setting struct {
	node *document.Node
	file *source
	// items are the fields of an object, from any file, or the items of a list.
	items []*setting
}

func settingOf(n *document.Node, file *source) *setting {
	s := &setting{node: n, file: file}
	for _, item := range n.Items {
		s.items = append(s.items, settingOf(item, file))
	}
	return s
}

// object returns an object with some fields that no file has.
func object(name string, fields ...*setting) *setting {
	return &setting{&document.Node{Kind: document.Object, Name: name}, &source{shown: BuiltIn}, fields}
}

// merge merges a nearer file's settings into a farther one's: objects key by
// key, anything else is replaced.
func merge(far, near *setting) *setting {
	switch {
	case near == nil:
		return far
	case far == nil || far.node.Kind != document.Object || near.node.Kind != document.Object:
		return near
	}
	merged := &setting{near.node, near.file, slices.Clone(far.items)}
	for _, f := range near.items {
		i := slices.IndexFunc(merged.items, func(m *setting) bool { return m.node.Name == f.node.Name })
		if i < 0 {
			merged.items = append(merged.items, f)
			continue
		}
		merged.items[i] = merge(merged.items[i], f)
	}
	return merged
}

// at returns the setting at a path of names, nil if there is none.
func (s *setting) at(names ...string) *setting {
	for _, name := range names {
		i := slices.IndexFunc(s.all(), func(f *setting) bool { return f.node.Name == name })
		if i < 0 {
			return nil
		}
		s = s.items[i]
	}
	return s
}

// all returns the fields of an object, or the items of a list.
func (s *setting) all() []*setting {
	if s == nil {
		return nil
	}
	return s.items
}

// str returns the value of a string, else "".
func (s *setting) str() string {
	if s == nil {
		return ""
	}
	return s.node.Str()
}

// path returns the path that a string names, "" if there is none. A relative
// one is relative to the folder of its file.
func (s *setting) path() string {
	path := filepath.FromSlash(s.str())
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.file.folder(), path)
}

// flag returns the value of a boolean, or the default.
func (s *setting) flag(otherwise bool) bool {
	if s == nil || s.node.Kind != document.Bool {
		return otherwise
	}
	return s.node.Text == "true"
}

// number returns the value of an integer, else 0.
func (s *setting) number() int64 {
	if s == nil {
		return 0
	}
	n, _ := json.Number(s.node.Text).Int64()
	return n
}

// texts returns the strings of a list, or the one string.
func (s *setting) texts() (list []string) {
	if one := s.str(); one != "" {
		return []string{one}
	}
	for _, item := range s.all() {
		list = append(list, item.str())
	}
	return list
}

// origin returns the position of a setting, "file:line", "" for none.
func (s *setting) origin() string {
	switch {
	case s == nil:
		return ""
	case s.file.text == nil:
		return s.file.shown // what is built in
	}
	return fmt.Sprintf("%s:%d", s.file.shown, s.file.text.Pos(keySpan(s.node).Start).Line)
}

// json returns the value as JSON.
func (s *setting) json() json.RawMessage {
	parts := make([]string, len(s.items))
	for i, item := range s.items {
		if s.node.Kind == document.Object {
			parts[i] = text.JSONQuote(item.node.Name) + ":"
		}
		parts[i] += string(item.json())
	}
	value := s.node.Text
	switch s.node.Kind {
	case document.Null:
		value = "null"
	case document.String:
		value = text.JSONQuote(value)
	case document.List:
		value = "[" + strings.Join(parts, ", ") + "]"
	case document.Object:
		value = "{" + strings.Join(parts, ",") + "}"
	}
	return json.RawMessage(value)
}
