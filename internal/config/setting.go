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
	name string
	node *document.Node
	file *source
	// fields are those of an object, from any file.
	fields []*setting
}

func settingOf(n *document.Node, file *source) *setting {
	s := &setting{name: n.Name, node: n, file: file}
	for _, item := range fields(n) {
		s.fields = append(s.fields, settingOf(item, file))
	}
	return s
}

// merge merges a nearer file's settings into a farther one's: objects key by
// key, anything else is replaced.
func merge(far, near *setting) *setting {
	if far == nil || near == nil || far.node.Kind != document.Object || near.node.Kind != document.Object {
		if near == nil {
			return far
		}
		return near
	}
	merged := &setting{name: near.name, node: near.node, file: near.file, fields: slices.Clone(far.fields)}
	for _, f := range near.fields {
		i := slices.IndexFunc(merged.fields, func(m *setting) bool { return m.name == f.name })
		if i < 0 {
			merged.fields = append(merged.fields, f)
			continue
		}
		merged.fields[i] = merge(merged.fields[i], f)
	}
	return merged
}

// field returns the field of that name, nil if there is none.
func (s *setting) field(name string) *setting {
	if s == nil {
		return nil
	}
	for _, f := range s.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

// all returns the fields.
func (s *setting) all() []*setting {
	if s == nil {
		return nil
	}
	return s.fields
}

// at returns the setting at a path of names.
func (s *setting) at(names ...string) *setting {
	for _, name := range names {
		s = s.field(name)
	}
	return s
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
	return strings.EqualFold(s.node.Text, "true")
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
func (s *setting) texts() []string {
	if s == nil {
		return nil
	}
	if s.node.Kind == document.String {
		return []string{s.node.Text}
	}
	var out []string
	for _, item := range items(s.node) {
		out = append(out, item.Text)
	}
	return out
}

func (s *setting) items() []*setting {
	if s == nil {
		return nil
	}
	var out []*setting
	for _, item := range items(s.node) {
		out = append(out, settingOf(item, s.file))
	}
	return out
}

// origin returns the position of a setting, "file:line".
func (s *setting) origin() string {
	if s.file.text == nil {
		return s.file.shown // what is built in
	}
	at := keySpan(s.node)
	return fmt.Sprintf("%s:%d", s.file.shown, s.file.text.Pos(at.Start).Line)
}

func (s *setting) json() json.RawMessage {
	if s.node.Kind != document.Object {
		return jsonOf(s.node)
	}
	members := make([]string, len(s.fields))
	for i, f := range s.fields {
		members[i] = string(jsonString(f.name)) + ":" + string(f.json())
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}")
}

func jsonOf(n *document.Node) json.RawMessage {
	parts := make([]string, len(n.Items))
	switch n.Kind {
	case document.Null:
		return json.RawMessage("null")
	case document.Bool:
		return json.RawMessage(strings.ToLower(n.Text))
	case document.Int, document.Float:
		return json.RawMessage(n.Text)
	case document.String:
		return jsonString(n.Text)
	case document.List:
		for i, item := range n.Items {
			parts[i] = string(jsonOf(item))
		}
		return json.RawMessage("[" + strings.Join(parts, ", ") + "]")
	}
	for i, item := range n.Items {
		parts[i] = string(jsonString(item.Name)) + ":" + string(jsonOf(item))
	}
	return json.RawMessage("{" + strings.Join(parts, ",") + "}")
}

func jsonString(s string) json.RawMessage { return json.RawMessage(text.JSONQuote(s)) }
