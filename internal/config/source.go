package config

import (
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// source is one file of a configuration.
type source struct {
	// path is the file's absolute path, shown how findings have it.
	path, shown string
	data        []byte
	text        *text.Source
	// root is the tree of its settings, an empty object where it says nothing.
	root *document.Node
	// incomplete are the values of a CUE file that have no value yet.
	incomplete map[*document.Node]string
	problems   []problem
	// teamProblems are mistakes in the team's own rules and formats.
	teamProblems []rules.Problem
	// user says that this is the user's own configuration, which no tree has
	// written.
	user bool
}

// folder is the folder that paths in the file are relative to.
func (s *source) folder() string { return filepath.Dir(s.path) }

// isConfiguration says whether a name ends as a configuration's does.
func isConfiguration(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml", ".cue":
		return true
	}
	return false
}

// read reads and parses one file. What is wrong with it is among its problems;
// the fault is what kept it from being read.
func read(door files.Door, path string, c *contract) (*source, *document.Fault) {
	s := &source{path: path, shown: show(path), root: &document.Node{Kind: document.Object}}
	in, fault := discover.File{Path: filepath.ToSlash(path), Named: true}.ReadThrough(door, c.bytes)
	if fault != nil {
		return s, fault
	}
	s.data, s.text = in.Data, text.NewSource(in.Data)
	var root *document.Node
	if strings.EqualFold(filepath.Ext(path), ".cue") {
		root = s.evaluate(c)
		s.nameMistakes()
	} else {
		root = s.parse(c)
	}
	switch {
	case root != nil && root.Kind == document.Object:
		s.root = root
	case root != nil && len(s.problems) == 0:
		s.add("not-mapping", root.Value, "got", root.Kind.String())
	}
	return s, nil
}

// parse reads YAML.
func (s *source) parse(c *contract) *document.Node {
	root, _, faults := document.ParseYAML(s.data, c.limits)
	for _, f := range faults {
		p := problem{kind: kindOfFault(f), at: f.Span, values: f.Values, related: f.Related}
		s.commonMistake(&p)
		s.problems = append(s.problems, p)
		if p.kind != "duplicate" {
			root = nil // what was read up to there would be told as more mistakes
		}
	}
	return root
}

// kindOfFault is what the words of a configuration call a parser's fault.
func kindOfFault(f document.Fault) string {
	switch f.Rule {
	case "syntax/duplicate-key":
		return "duplicate"
	case "file/not-utf8":
		if f.Variant == "nul" {
			return "nul"
		}
		return "not-utf8"
	}
	return f.Variant
}

// show is a path as findings have it: relative to the current folder where it
// is in it or beside it, with forward slashes.
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
