// Package config finds, reads and checks a team's configuration,
// .handofflint.yaml, and returns its settings for a file.
//
// The files follow the way of a setting: find.go finds a configuration, load.go
// reads it and what it extends, team.go the rules and formats that it names, and
// check.go compares each file with #Config of cue/config.cue. All mistakes of all
// files are returned as a *Problems, each at its position, and then no file is
// checked. Without mistakes the files are merged into one tree of settings
// and turned into the options of an engine (config.go).
//
//	path, err := config.Find(".")
//	c, err := config.Load(path)
//	engines, err := c.Engines(checks.All(), rules.Options{})
//	engine, err := engines.For("docs/context/1717500000-fix.json")
//
// A nil *Config is an empty configuration.
package config

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// Config is a configuration without mistakes. It is read-only; nil is an empty
// one.
type Config struct {
	contract *contract
	team     teamSources
	files    []*source
	root     *setting
	// severities are those for all files; the last one wins.
	severities []placedOverride
	formats    []formatGlobs
	overrides  []override
	exclude    *files.Globs
	// user is the user's own configuration, nil for none.
	user *source
}

// placedOverride is a severity and the setting that it comes from.
type placedOverride struct {
	rules.Override
	from *setting
}

type formatGlobs struct {
	globs  *files.Globs
	format document.Format
}

// override is an entry of overrides.
type override struct {
	globs      *files.Globs
	severities []placedOverride
	from       *setting
}

// newConfig merges the files, which have no mistakes. The globs of all files
// are relative to one folder, that of the user's file: the handoffs are in its
// repository.
func newConfig(c *contract, list []*source, user *source, team teamSources, folder string) (*Config, error) {
	config := &Config{contract: c, team: team, files: list, user: user}
	for _, f := range list {
		s := settingOf(f.root, f)
		config.severities = append(config.severities, c.evidenceOf(s.at("evidence"))...)
		config.severities = append(config.severities, c.severitiesOf(s.at("rules"))...)
		config.root = merge(config.root, s)
	}
	if user != nil {
		// last: what users say about their machine wins over every tree
		config.root = merge(config.root, settingOf(user.root, user))
	}
	var fault error
	globs := func(s *setting) *files.Globs {
		list, err := files.NewGlobs(folder, s.texts())
		fault = errors.Join(fault, err)
		return list
	}
	config.exclude = globs(config.at("exclude"))
	for _, s := range config.at("files").all() {
		config.formats = append(config.formats, formatGlobs{globs(s.at("paths")), document.Format(s.at("format").str())})
	}
	for _, s := range config.at("overrides").all() {
		config.overrides = append(config.overrides, override{globs(s.at("paths")), c.severitiesOf(s.at("rules")), s})
	}
	if fault != nil {
		return nil, fault
	}
	return config, nil
}

// evidenceOf returns the severities that one file gives to kinds of evidence, by rule.
func (c *contract) evidenceOf(kinds *setting) (list []placedOverride) {
	for _, s := range kinds.all() {
		for _, rule := range c.catalogue.Rules {
			if rule.Needs == s.node.Name {
				list = append(list, placedOverride{rules.Override{Pattern: rule.Name, Severity: rules.Severity(s.str())}, s})
			}
		}
	}
	return list
}

// severitiesOf returns the severities that one file gives to rules defined
// elsewhere, the least specific first: all rules, then groups, then single rules. A
// bare severity becomes an object, so that it merges with the parameters of another
// file.
func (c *contract) severitiesOf(entries *setting) (list []placedOverride) {
	for i, s := range entries.all() {
		if s.node.Kind == document.String {
			severity := *s.node
			severity.Name = "severity"
			entry := &document.Node{Kind: document.Object, Name: s.node.Name, Key: s.node.Key, Value: s.node.Value}
			s = &setting{entry, s.file, []*setting{{node: &severity, file: s.file}}}
			entries.items[i] = s
		}
		if severity := s.at("severity"); severity.str() != "" && !c.isTeamRule(s.node) {
			list = append(list, placedOverride{rules.Override{Pattern: s.node.Name, Severity: rules.Severity(severity.str())}, severity})
		}
	}
	specific := func(pattern string) int {
		switch {
		case pattern == "*":
			return 0
		case strings.HasSuffix(pattern, "/*"):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b placedOverride) int { return specific(a.Pattern) - specific(b.Pattern) })
	return list
}

// at returns the setting at a path of names, nil if no file has it.
func (c *Config) at(names ...string) *setting {
	if c == nil {
		return nil
	}
	return c.root.at(names...)
}

// Options returns the configuration's options for any file.
func (c *Config) Options() rules.Options { return c.options("") }

// OptionsFor returns the configuration's options for one file.
func (c *Config) OptionsFor(path string) rules.Options { return c.options(c.set(path)) }

// set returns the overrides that match a path, a byte for each.
func (c *Config) set(path string) string {
	if c == nil {
		return ""
	}
	var set []byte
	for i, o := range c.overrides {
		if o.globs.Match(path, false) != "" || o.globs.Match(path, true) != "" {
			set = append(set, byte(i)) // the contract allows 64 of them
		}
	}
	return string(set)
}

// with returns the settings and the severities with a set of overrides.
func (c *Config) with(set string) (root *setting, severities []placedOverride) {
	if c == nil {
		return nil, nil
	}
	root, severities = c.root, slices.Clone(c.severities)
	for _, i := range []byte(set) {
		root, severities = merge(root, c.overrides[i].from), append(severities, c.overrides[i].severities...)
	}
	return root, severities
}

// options returns the options with a set of overrides.
func (c *Config) options(set string) rules.Options {
	if c == nil {
		return rules.Options{}
	}
	root, severities := c.with(set)
	limit := func(name string) int64 { return root.at("limits", name).number() }
	o := rules.Options{
		Params: map[string]json.RawMessage{},
		Titles: map[int]string{},
		Limits: rules.Limits{
			Bytes:    limit("bytes"),
			Limits:   document.Limits{Depth: int(limit("depth")), Values: int(limit("values")), Trailing: int(limit("trailing"))},
			Findings: int(limit("findings")),
		},
		Strict:   root.at("strict").flag(false),
		NoInline: !root.at("inline").flag(true),
		Team:     c.team.team,
	}
	if profile := root.at("metadata", "profile").str(); profile != "auto" {
		o.Profile = profile
	}
	for _, s := range root.at("sections").all() {
		number, _ := strconv.Atoi(s.node.Name) // the contract allows digits only
		o.Titles[number] = strings.TrimSpace(s.str())
	}
	for _, s := range severities {
		o.Overrides = append(o.Overrides, s.Override)
	}
	for _, s := range root.at("rules").all() {
		if p := s.at("params"); p != nil && !c.contract.isTeamRule(s.node) && c.team.catalogue.Rule(s.node.Name) != nil {
			o.Params[s.node.Name] = p.json()
		}
	}
	return o
}

// Engines are the engines of a configuration, one for each set of overrides
// that matches a file, made when the first such file comes. They are safe for
// concurrent use.
type Engines struct {
	config *Config
	checks map[string]rules.Check
	// command are the options of the command line, which win.
	command rules.Options
	base    *rules.Engine

	mutex sync.Mutex
	made  map[string]*rules.Engine
}

// Engines returns the engines; command are the options of the command line,
// which win.
func (c *Config) Engines(checks map[string]rules.Check, command rules.Options) (*Engines, error) {
	e := &Engines{config: c, checks: checks, command: command, made: map[string]*rules.Engine{}}
	base, err := e.engine("")
	e.base = base
	return e, err
}

// Base returns the engine for files that no override matches. All engines have
// the same limits for reading files.
func (e *Engines) Base() *rules.Engine { return e.base }

// For returns the engine for a file, or for a session's folder.
func (e *Engines) For(path string) (*rules.Engine, error) { return e.engine(e.config.set(path)) }

// engine returns the engine for a set of overrides.
func (e *Engines) engine(set string) (*rules.Engine, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if engine := e.made[set]; engine != nil {
		return engine, nil
	}
	engine, err := rules.NewEngine(e.checks, e.options(set))
	if err == nil {
		e.made[set] = engine
	}
	return engine, err
}

// options returns the options with a set of overrides and of the command line.
func (e *Engines) options(set string) rules.Options {
	o := e.config.options(set)
	o.Overrides = slices.Concat(o.Overrides, e.command.Overrides)
	o.Select = e.command.Select
	o.Strict = o.Strict || e.command.Strict
	o.NoInline = o.NoInline || e.command.NoInline
	o.Now, o.Root = e.command.Now, e.command.Root
	return o
}
