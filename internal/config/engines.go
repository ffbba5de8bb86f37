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
