package config

import (
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// source is one file of a configuration.
type source struct {
	// path is the file's absolute path, shown the one in findings.
	path, shown string
	data        []byte
	text        *text.Source
	// root is the tree of its settings, an empty object if there are none.
	root     *document.Node
	problems []problem
}

func newSource(path string, data []byte) *source {
	return &source{path: path, shown: show(path), data: data, text: text.NewSource(data), root: &document.Node{Kind: document.Object}}
}

// folder returns the folder that paths in the file are relative to.
func (s *source) folder() string { return filepath.Dir(s.path) }

// read reads and parses one file and collects its problems; the fault is why it
// could not be read.
func read(door files.Door, path string, c *contract) (*source, *document.Fault) {
	in, fault := document.Read(door, path, c.Bytes)
	s := newSource(path, in.Data)
	if fault != nil {
		return s, fault
	}
	root, _, faults := document.ParseYAML(s.data, c.Limits)
	for _, f := range faults {
		p := problem{kind: s.kindOf(f), at: f.Span, values: f.Values, related: f.Related}
		s.problems = append(s.problems, p)
		if p.kind != "duplicate" {
			root = nil // reading the rest would only add more mistakes
		}
	}
	if root != nil {
		s.root = root
	}
	return s, nil
}

// kindOf returns the kind of problem for a fault of YAML. The library has the same
// words for a tab and for a glob without quotes as for rarer mistakes.
func (s *source) kindOf(f document.Fault) string {
	switch {
	case f.Rule == "syntax/duplicate-key":
		return "duplicate"
	case f.Rule == "file/not-utf8" && f.Variant != "nul":
		return "not-utf8"
	case strings.Contains(f.Values["problem"], "alphabetic or numeric"):
		return "bare-star"
	case strings.Contains(f.Values["problem"], "cannot start any token") && strings.Contains(text.View(s.text, s.text.LineSpan(s.text.Pos(f.Span.Start).Line)), "\t"):
		return "tab"
	}
	return f.Variant
}

// show returns a path as findings show it: with forward slashes, and relative
// to the current folder if it is in it or beside it.
func show(path string) string {
	here, err := filepath.Abs(".")
	if err != nil {
		return filepath.ToSlash(path)
	}
	rel, err := filepath.Rel(here, path)
	if err != nil || strings.Count(filepath.ToSlash(rel), "../") > 2 {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}
