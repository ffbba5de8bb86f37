// Package checks holds the Go functions after rules that CUE alone cannot
// judge: one file a check, found by the name that a rule's `check` gives.
//
// A check gets its parameters from the catalogue and looks at nothing but its
// Pass. It knows no threshold, severity or message of its own.
//
// # Use
//
// The engine of package rules needs them:
//
//	engine, err := rules.NewEngine(checks.All(), rules.Options{})
//
// The map is the caller's: put checks of your own into it, or others in place
// of these. The documentation of package rules says how to write one, and the
// example of [All] wraps one that there is.
//
// # To add a check to this package
//
// Write a file that is named after it, with a function that rules.NewCheck
// takes; give it a name in [All]; name it in the `check` of a rule. The rule's
// params and the json tags of the function's struct must be the same, which an
// error says when the first file is judged.
//
// # Concurrency, errors, stability
//
// All makes a new map at each call. The checks keep nothing and may run in many
// goroutines at once. A check gives an error only where parameters do not fit;
// all else it reports as a finding. The names of checks and their parameters
// are as stable as the rules that ask for them: the changelog says what changes.
package checks

import "github.com/handofflint/handofflint/rules"

// All is every check by its name, in a new map.
func All() map[string]rules.Check {
	return map[string]rules.Check{
		"action":            action,
		"contextName":       contextName,
		"dataSize":          dataSize,
		"duplicateEntries":  duplicateEntries,
		"duplicateSections": duplicateSections,
		"duplicateSequence": duplicateSequence,
		"emptySession":      emptySession,
		"lineRanges":        lineRanges,
		"misspeltFields":    misspeltFields,
		"missingEndMarker":  missingEndMarker,
		"nearPhase":         nearPhase,
		"nobody":            nobody,
		"missingSections":   missingSections,
		"notWritten":        notWritten,
		"orphanDone":        orphanDone,
		"placeholder":       placeholder,
		"relativePaths":     relativePaths,
		"repeatedReport":    repeatedReport,
		"repeatedText":      repeatedText,
		"reportName":        reportName,
		"sectionLength":     sectionLength,
		"sectionOrder":      sectionOrder,
		"sectionWords":      sectionWords,
		"sectionSizes":      sectionSizes,
		"sectionText":       sectionText,
		"sectionTitles":     sectionTitles,
		"sequenceGap":       sequenceGap,
		"sessionMismatch":   sessionMismatch,
		"severalAgents":     severalAgents,
		"severalBlocks":     severalBlocks,
		"stale":             stale,
		"unknownFields":     unknownFields,
		"vagueSummary":      vagueSummary,
	}
}

// plain is a check without parameters.
func plain(run func(*rules.Pass)) rules.Check {
	return rules.NewCheck(func(_ *struct{}, pass *rules.Pass) { run(pass) })
}
