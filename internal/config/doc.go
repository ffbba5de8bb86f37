// Package config is a team's configuration: .handofflint.yaml or
// .handofflint.cue, found, read, checked, and what it comes to for a file.
//
// A configuration is a document like any other. It is read into a tree whose
// values know where they stand, and held to #Config of cue/config.cue, so that
// all of its mistakes are told in one run, each at its place. What is wrong
// with it is a *Problems; with one nothing is judged.
//
//	path, err := config.Find(".")
//	c, err := config.Load(path)
//	engines, err := c.Engines(checks.All(), rules.Options{})
//	engine, err := engines.For("docs/context/1717500000-fix.json")
//
// A nil *Config is a configuration that says nothing.
package config
