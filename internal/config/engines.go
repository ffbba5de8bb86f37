package config

import (
	"slices"
	"sync"

	"github.com/handofflint/handofflint/rules"
)

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

func (e *Engines) engine(set string) (*rules.Engine, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if engine := e.made[set]; engine != nil {
		return engine, nil
	}
	engine, err := rules.NewEngine(e.checks, e.config.with(set, e.command))
	if err == nil {
		e.made[set] = engine
	}
	return engine, err
}

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

// merged returns the settings with a set of overrides.
func (c *Config) merged(set string) *setting {
	if c == nil {
		return nil
	}
	root := c.root
	for _, i := range []byte(set) {
		root = merge(root, c.overrides[i].from)
	}
	return root
}

// severitiesFor returns the severities with a set of overrides; the last one wins.
func (c *Config) severitiesFor(set string) []placedOverride {
	if c == nil {
		return nil
	}
	list := slices.Clone(c.severities)
	for _, i := range []byte(set) {
		list = append(list, c.overrides[i].severities...)
	}
	return list
}

// with returns the configuration's options with a set of overrides and the
// command line applied.
func (c *Config) with(set string, command rules.Options) rules.Options {
	o := c.options(set)
	o.Overrides = slices.Concat(o.Overrides, command.Overrides)
	o.Select = command.Select
	o.Strict = o.Strict || command.Strict
	o.NoInline = o.NoInline || command.NoInline
	o.Now, o.Root = command.Now, command.Root
	return o
}

// OptionsFor returns the configuration's options for one file.
func (c *Config) OptionsFor(path string) rules.Options { return c.options(c.set(path)) }
