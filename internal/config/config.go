// Package config finds, reads and checks a team's configuration, .handofflint.yaml, and returns its settings
// for a file.
//
// The source files follow a setting from the file to the engine: find.go finds a configuration, load.go reads
// it and what it extends, team.go the rules and formats that it names, and check.go checks each file against
// the contract of schema.go. All mistakes of all files are returned as a *Problems, each at its position;
// then no handoff is checked. Without mistakes the files are merged into one tree of settings and turned into
// the options of an engine (config.go).
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
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Config is a configuration without mistakes. It is read-only; nil is an empty configuration.
type Config struct {
	team  teamSources
	files []*source
	// base is the number of files that are the base and its extended files.
	base int
	// user is the user's own configuration, or nil.
	user *source
	// root has the settings of all files; origins maps each node to its file.
	root    *document.Node
	origins map[*document.Node]*source
	// severities apply to all files; the last one wins.
	severities []placedOverride
	formats    []formatGlobs
	overrides  []override
	exclude    *files.Globs
	// globs counts the steps of all globs.
	globs *text.Steps
}

// NextRun starts another run with the configuration: it resets the steps of its globs.
func (c *Config) NextRun() {
	if c != nil {
		c.globs.Reset()
	}
}

// placedOverride is a severity and the setting that sets it.
type placedOverride struct {
	rules.Override
	from *document.Node
}

type formatGlobs struct {
	globs  *files.Globs
	format document.Format
}

// override is an entry of overrides.
type override struct {
	globs      *files.Globs
	node       *document.Node
	severities []placedOverride
}

// newConfig merges files without mistakes; the first ones are the base. The globs of all files are relative
// to the folder of the user's file, since the handoffs are in its repository.
func newConfig(list []*source, base int, user *source, team teamSources, folder string) (*Config, error) {
	c := &Config{team: team, files: list, base: base, user: user, origins: map[*document.Node]*source{}, globs: &text.Steps{}}
	for _, f := range list {
		expandSeverities(f.root.Field("rules"))
		f.severities = slices.Concat(evidenceOf(f.root.Field("evidence")), severitiesOf(f.root.Field("rules")))
		c.severities = slices.Concat(c.severities, f.severities)
		c.add(f)
	}
	if user != nil {
		c.add(user) // last: the user's settings for this machine win over every tree
	}
	var faults error
	globs := func(n *document.Node) *files.Globs {
		list, err := files.NewGlobs(folder, document.Texts(n.OneOrMore()), c.globs)
		faults = errors.Join(faults, err)
		return list
	}
	c.exclude = globs(c.at("exclude"))
	for _, n := range c.at("files").Elements() {
		c.formats = append(c.formats, formatGlobs{globs(n.Field("paths")), document.Format(n.Field("format").Str())})
	}
	for _, n := range c.at("overrides").Elements() {
		n = n.Copy()
		expandSeverities(n.Field("rules"))
		c.note(n, c.origins[c.at("overrides")])
		c.overrides = append(c.overrides, override{globs(n.Field("paths")), n, severitiesOf(n.Field("rules"))})
	}
	return c, faults
}

// expandSeverities turns each bare severity into an object, so that it merges with the parameters of another
// file.
func expandSeverities(entries *document.Node) {
	for i, n := range entries.Fields() {
		if n.Kind == document.String {
			severity := *n
			severity.Name = "severity"
			entries.Items[i] = &document.Node{Kind: document.Object, Name: n.Name, Items: []*document.Node{&severity}}
		}
	}
}

// evidenceOf returns the severities that one file sets for kinds of evidence, by rule.
func evidenceOf(kinds *document.Node) (list []placedOverride) {
	for _, n := range kinds.Fields() {
		for _, rule := range rules.BuiltIn().Rules {
			if rule.Needs == n.Name {
				list = append(list, placedOverride{rules.Override{Pattern: rule.Name, Severity: rules.Severity(n.Str())}, n})
			}
		}
	}
	return list
}

// severitiesOf returns the severities that one file sets for rules, the least specific first: all rules, then
// groups, then single rules.
func severitiesOf(entries *document.Node) (list []placedOverride) {
	for _, n := range entries.Fields() {
		if severity := n.Field("severity"); severity.Str() != "" {
			list = append(list, placedOverride{rules.Override{Pattern: n.Name, Severity: rules.Severity(severity.Str())}, severity})
		}
	}
	specificity := func(pattern string) int { return len(strings.TrimSuffix(pattern, "*")) }
	slices.SortStableFunc(list, func(a, b placedOverride) int { return specificity(a.Pattern) - specificity(b.Pattern) })
	return list
}

// Options returns the configuration's options for any file.
func (c *Config) Options() rules.Options { return c.options(noOverrides) }

// OptionsFor returns the configuration's options for one file.
func (c *Config) OptionsFor(path string) rules.Options { return c.options(c.matching(path)) }

// overrideSet is a set of overrides, one bit each: the contract allows 64.
type overrideSet uint64

const noOverrides overrideSet = 0

// matching returns the overrides that match a path.
func (c *Config) matching(path string) overrideSet {
	const isFolder = true // as the path of a session may be
	var set overrideSet
	for i, o := range c.orEmpty().overrides {
		if o.globs.Match(path, isFolder) != "" {
			set |= 1 << i
		}
	}
	return set
}

// with returns the configuration with a set of its overrides merged.
func (c *Config) with(set overrideSet) *Config {
	with := *c.orEmpty()
	with.origins = maps.Clone(with.origins)
	with.severities = slices.Clone(with.severities)
	for i, o := range with.overrides {
		if set&(1<<i) != 0 {
			with.root = with.merge(with.root, o.node)
			with.severities = append(with.severities, o.severities...)
		}
	}
	return &with
}

// options returns the options with a set of overrides.
func (c *Config) options(set overrideSet) rules.Options {
	if c == nil {
		return rules.Options{}
	}
	c = c.with(set)
	limit := func(name string) int64 { return c.at("limits", name).Int() }
	o := rules.Options{
		Params: map[string]json.RawMessage{},
		Limits: rules.Limits{
			Bytes:    limit("bytes"),
			Limits:   document.Limits{Depth: int(limit("depth")), Values: int(limit("values")), Lines: int(limit("lines")), Trailing: int(limit("trailing"))},
			Findings: int(limit("findings")),
		},
		Strict:   c.at("strict").Is(true),
		NoInline: c.at("inline").Is(false),
		Team:     c.team.team,
	}
	if profile := c.at("metadata", "profile").Str(); profile != "auto" { // auto is the engine's own choice
		o.Profile = profile
	}
	for _, s := range c.severities {
		o.Overrides = append(o.Overrides, s.Override)
	}
	for _, n := range c.at("rules").Fields() {
		if params := n.Field("params"); params != nil {
			o.Params[n.Name] = json.RawMessage(document.JSON(params))
		}
	}
	return o
}

// Engines are the engines of a configuration, one for each set of overrides that matches a file, made on
// demand. They are safe for concurrent use.
type Engines struct {
	config *Config
	checks map[string]rules.Check
	// command are the options of the command line, which take precedence.
	command rules.Options
	base    *rules.Engine

	mutex sync.Mutex
	made  map[overrideSet]*rules.Engine
}

// Engines returns the engines; command are the options of the command line, which take precedence.
func (c *Config) Engines(checks map[string]rules.Check, command rules.Options) (*Engines, error) {
	e := &Engines{config: c, checks: checks, command: command, made: map[overrideSet]*rules.Engine{}}
	base, err := e.engine(noOverrides)
	e.base = base
	return e, err
}

// Base returns the engine for files that no override matches. All engines have the same limits for reading
// files.
func (e *Engines) Base() *rules.Engine { return e.base }

// For returns the engine for a file, or for a session's folder.
func (e *Engines) For(path string) (*rules.Engine, error) {
	set := e.config.matching(path)
	if e.config.orEmpty().globs.Exceeded() {
		return nil, files.ErrGlobs
	}
	return e.engine(set)
}

// engine returns the engine for a set of overrides.
func (e *Engines) engine(set overrideSet) (*rules.Engine, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if engine := e.made[set]; engine != nil {
		return engine, nil
	}
	o := e.config.options(set)
	o.Overrides = slices.Concat(o.Overrides, e.command.Overrides)
	o.Select = e.command.Select
	o.Strict = o.Strict || e.command.Strict
	o.NoInline = o.NoInline || e.command.NoInline
	o.Now = e.command.Now
	o.Root = e.command.Root
	o.Costs = e.command.Costs
	engine, err := rules.NewEngine(e.checks, o)
	if err == nil {
		e.made[set] = engine
	}
	return engine, err
}
