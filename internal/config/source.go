package config

import (
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
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
	// teamProblems are mistakes in the team's rules and formats.
	teamProblems []rules.Problem
	// user is set for the user's own configuration, which no tree can write.
	user bool
}

// folder returns the folder that paths in the file are relative to.
func (s *source) folder() string { return filepath.Dir(s.path) }

// wrongEnding returns the kind of problem of a path that is not a configuration's by
// its extension, "" for none.
func wrongEnding(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml":
		return ""
	case ".cue":
		return "cue"
	}
	return "extends-ending"
}

// read reads and parses one file and collects its problems; the fault is why it
// could not be read.
func read(door files.Door, path string, c *contract) (*source, *document.Fault) {
	s := &source{path: path, shown: show(path), root: &document.Node{Kind: document.Object}}
	in, fault := document.Read(door, path, c.bytes)
	if fault != nil {
		return s, fault
	}
	s.data, s.text = in.Data, text.NewSource(in.Data)
	switch root := s.parse(c); {
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
			root = nil // reading the rest would only add more mistakes
		}
	}
	return root
}

// kindOfFault maps a parser's fault to the words of a configuration.
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
