// Package checks holds the Go functions of rules that CUE alone cannot express, one file per check. A rule's
// `check` names its function.
//
// A check gets its parameters from the catalogue and reads only its Pass. It has no threshold, severity or
// message. The package is a part of the engine and may change at any time; programs use package handofflint
// at the root of the module.
//
// # Use
//
// Pass them to the engine of package rules:
//
//	engine, err := rules.NewEngine(checks.All(), rules.Options{})
//
// The map is a copy: add checks to it or replace some. The documentation of package rules says how to write a
// check; the example of [All] wraps one.
//
// # Adding a check to this package
//
// Write a file with the check's name and a function for rules.NewCheck, add it to [All], and name it in the
// `check` of a rule. The rule's params and the json tags of the function's struct must match; otherwise
// checking the first file returns an error.
//
// # Concurrency, errors, stability
//
// The checks keep no state and are safe for concurrent use. A check returns an error only if its parameters
// do not fit; anything else is a finding. The names of checks and their parameters are as stable as the rules
// that use them; the changelog lists changes.
package checks

import "github.com/handofflint/handofflint/rules"

// All returns a new map of every check by name. The checks of a handoff's claims are not in it: the program
// adds them, and rules that need them do not run without evidence.
func All() map[string]rules.Check {
	return map[string]rules.Check{
		"action":             rules.NewCheck(action),
		"contextName":        plain(contextName),
		"cutOff":             rules.NewCheck(cutOff),
		"dataSize":           rules.NewCheck(dataSize),
		"duplicateEntries":   rules.NewCheck(duplicateEntries),
		"duplicateSections":  plain(duplicateSections),
		"duplicateSequence":  plain(duplicateSequence),
		"emptySession":       plain(emptySession),
		"failedVerification": rules.NewCheck(failedVerification),
		"fieldsDiffer":       rules.NewCheck(fieldsDiffer),
		"hiddenText":         rules.NewCheck(hiddenText),
		"injection":          rules.NewCheck(injection),
		"lineRanges":         rules.NewCheck(lineRanges),
		"missingEndMarker":   plain(missingEndMarker),
		"missingSections":    rules.NewCheck(missingSections),
		"misspeltFields":     rules.NewCheck(misspeltFields),
		"nearPhase":          rules.NewCheck(nearPhase),
		"nobody":             rules.NewCheck(nobody),
		"notWritten":         rules.NewCheck(notWritten),
		"orphanDone":         plain(orphanDone),
		"placeholder":        rules.NewCheck(placeholder),
		"relativePaths":      rules.NewCheck(relativePaths),
		"repeatedReport":     plain(repeatedReport),
		"repeatedText":       rules.NewCheck(repeatedText),
		"reportName":         plain(reportName),
		"secret":             plain(secrets),
		"sectionLength":      rules.NewCheck(sectionLength),
		"sectionOrder":       plain(sectionOrder),
		"sectionText":        rules.NewCheck(sectionText),
		"sectionWords":       rules.NewCheck(sectionWords),
		"sequenceGap":        plain(sequenceGap),
		"sessionMismatch":    plain(sessionMismatch),
		"severalAgents":      rules.NewCheck(severalAgents),
		"severalBlocks":      plain(severalBlocks),
		"stale":              rules.NewCheck(stale),
		"unfinishedSections": rules.NewCheck(unfinishedSections),
		"unknownFields":      plain(unknownFields),
		"vagueSummary":       rules.NewCheck(vagueSummary),
	}
}

// plain makes a check without parameters.
func plain(run func(*rules.Pass)) rules.Check {
	return rules.NewCheck(func(_ *struct{}, pass *rules.Pass) { run(pass) })
}
