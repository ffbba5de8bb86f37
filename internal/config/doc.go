// Package config finds, reads and checks a team's configuration,
// .handofflint.yaml, and returns its settings for a file.
//
// A configuration is read into a tree of values with positions and checked against
// #Config of cue/config.cue, so that all of its mistakes are reported in one run,
// each at its position. They are returned as a *Problems, and then no file is
// checked.
//
//	path, err := config.Find(".")
//	c, err := config.Load(path)
//	engines, err := c.Engines(checks.All(), rules.Options{})
//	engine, err := engines.For("docs/context/1717500000-fix.json")
//
// A nil *Config is an empty configuration.
package config
