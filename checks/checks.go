// Package checks holds the Go functions behind rules that CUE alone cannot
// judge: one file a check, found by the name that a rule's `check` gives.
//
// A check gets its parameters from the catalogue and looks at nothing but its
// Pass. It knows no threshold, severity or message of its own.
package checks

import "github.com/handofflint/handofflint/rules"

// All is every check by its name.
func All() map[string]rules.Check {
	return map[string]rules.Check{
		"action":            action,
		"contextName":       contextName,
		"dataSize":          dataSize,
		"duplicateSections": duplicateSections,
		"duplicateSequence": duplicateSequence,
		"emptySession":      emptySession,
		"misspeltFields":    misspeltFields,
		"missingSections":   missingSections,
		"orphanDone":        orphanDone,
		"placeholder":       placeholder,
		"relativePaths":     relativePaths,
		"reportName":        reportName,
		"sectionLength":     sectionLength,
		"sectionOrder":      sectionOrder,
		"sectionWords":      sectionWords,
		"sequenceGap":       sequenceGap,
		"sessionMismatch":   sessionMismatch,
		"severalBlocks":     severalBlocks,
		"stale":             stale,
		"unknownFields":     unknownFields,
		"vagueSummary":      vagueSummary,
	}
}

// prepare makes a check of a function and its parameters.
func prepare[P any](run func(*P, *rules.Pass)) rules.Check { return rules.NewCheck(run) }

// plain is a check without parameters.
func plain(run func(*rules.Pass)) rules.Check {
	return prepare(func(_ *struct{}, pass *rules.Pass) { run(pass) })
}
