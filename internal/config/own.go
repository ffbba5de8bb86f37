package config

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/discover"
)

// RuleSource is a file with rules or formats of the team's own, CUE or YAML by
// its name's ending.
type RuleSource struct {
	// Name is the file as findings show it.
	Name string
	Data []byte
}

// RuleSources are the files that hold rules and formats of the team's own: the
// configuration's own files where they have some, farthest first, and then
// those that rule-files names. This package does not judge what such a rule
// says; whoever reads the sources does. An error is a file that is named and
// cannot be read.
func (c *Config) RuleSources() ([]RuleSource, error) {
	if c == nil {
		return nil, nil
	}
	var sources []RuleSource
	for _, f := range c.files {
		if own := teamOf([]*source{f}, c.contract); len(own.rules)+len(own.formats) > 0 {
			sources = append(sources, RuleSource{Name: f.shown, Data: f.data})
		}
	}
	named, err := c.ruleFiles()
	if err != nil {
		return nil, err
	}
	for _, path := range named {
		in, fault := discover.File{Path: filepath.ToSlash(path), Named: true}.Read(c.contract.bytes)
		if fault != nil {
			l := loader{contract: c.contract}
			return nil, fmt.Errorf("%s: rule-files: %s: %s", c.root.field("rule-files").origin(), show(path), l.reason(*fault))
		}
		sources = append(sources, RuleSource{Name: show(path), Data: in.Data})
	}
	return sources, nil
}

// ruleFiles are the paths that rule-files means, relative to the file that it
// stands in, sorted. A glob that matches nothing is an error: the rules that
// were meant would not be judged by.
func (c *Config) ruleFiles() ([]string, error) {
	s := c.root.field("rule-files")
	var found []string
	for _, pattern := range s.texts() {
		matched, err := doublestar.FilepathGlob(filepath.Join(s.file.folder(), filepath.FromSlash(pattern)), doublestar.WithFilesOnly())
		if err != nil {
			return nil, fmt.Errorf("%s: rule-files: %q: %w", s.origin(), pattern, err)
		}
		if len(matched) == 0 {
			return nil, fmt.Errorf("%s: rule-files: %q matches no file; it is relative to %s", s.origin(), pattern, show(s.file.folder()))
		}
		found = append(found, matched...)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
