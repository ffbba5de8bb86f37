// Package rules is the catalogue of rules and the engine that judges handoffs
// by them.
//
// A rule is data: an entry of the *.cue files in this folder says what has to
// hold, how much it weighs, and in which words to tell. Only where CUE cannot
// see (word counts, names of files, other reports) an entry names a Go
// function, a Check, which package checks provides.
//
//	catalogue, err := rules.LoadCatalogue()
//	engine, err := rules.NewEngine(catalogue, checks.All(), rules.Options{})
//	result := engine.Check(rules.Parse(input, engine.Limits()))
//
// A team's own rules and formats come in as Options.Sources.
//
// An Engine is read-only and may be used by many goroutines.
package rules
