// Package checks holds the Go functions of rules that CUE alone cannot express:
// one file per check, found by the name in a rule's `check`.
//
// A check gets its parameters from the catalogue and reads only its Pass. It has
// no threshold, severity or message of its own.
//
// # Use
//
// Pass them to the engine of package rules:
//
//	engine, err := rules.NewEngine(checks.All(), rules.Options{})
//
// The map is yours: add checks to it or replace some. The documentation of
// package rules says how to write one, and the example of [All] wraps one.
//
// # Adding a check to this package
//
// Write a file with the check's name and a function for rules.NewCheck, add it to
// [All], and name it in the `check` of a rule. The rule's params and the json tags
// of the function's struct must be the same; otherwise checking the first file
// returns an error.
//
// # Concurrency, errors, stability
//
// The checks keep no state and are safe for concurrent use. A check returns an
// error only if its parameters do not fit; anything else is a finding. The names
// of checks and their parameters are as stable as the rules that use them: the
// changelog says what changes.
package checks

import "github.com/handofflint/handofflint/rules"

// All returns every check by its name, in a new map.
func All() map[string]rules.Check {
	return map[string]rules.Check{
		"action":             action,
		"claimWithoutRun":    claimWithoutRun,
		"conflict":           conflict,
		"contextName":        contextName,
		"countMismatch":      countMismatch,
		"dataSize":           dataSize,
		"droppedItem":        droppedItem,
		"duplicateEntries":   duplicateEntries,
		"duplicateSections":  duplicateSections,
		"duplicateSequence":  duplicateSequence,
		"editedAfterLastRun": editedAfterLastRun,
		"emptySession":       emptySession,
		"fieldsDiffer":       fieldsDiffer,
		"futureTimestamp":    futureTimestamp,
		"hiddenText":         hiddenText,
		"injection":          injection,
		"inventedTimestamp":  inventedTimestamp,
		"lastRunFailed":      lastRunFailed,
		"lineRanges":         lineRanges,
		"loop":               loop,
		"missingEndMarker":   missingEndMarker,
		"missingSections":    missingSections,
		"misspeltFields":     misspeltFields,
		"movedFile":          movedFile,
		"nearPhase":          nearPhase,
		"neverRan":           neverRan,
		"neverRead":          neverRead,
		"neverWritten":       neverWritten,
		"noSuchCommit":       noSuchCommit,
		"noSuchFile":         noSuchFile,
		"noSuchLines":        noSuchLines,
		"nobody":             nobody,
		"notReadInFull":      notReadInFull,
		"notWritten":         notWritten,
		"orphanDone":         orphanDone,
		"placeholder":        placeholder,
		"relativePaths":      relativePaths,
		"repeatedReport":     repeatedReport,
		"repeatedText":       repeatedText,
		"reportName":         reportName,
		"secret":             secrets,
		"sectionLength":      sectionLength,
		"sectionOrder":       sectionOrder,
		"sectionSizes":       sectionSizes,
		"sectionText":        sectionText,
		"sectionTitles":      sectionTitles,
		"sectionWords":       sectionWords,
		"sequenceGap":        sequenceGap,
		"sessionMismatch":    sessionMismatch,
		"severalAgents":      severalAgents,
		"severalBlocks":      severalBlocks,
		"skillNotUsed":       skillNotUsed,
		"stale":              stale,
		"unknownFields":      unknownFields,
		"unlistedChange":     unlistedChange,
		"unreadUpstream":     unreadUpstream,
		"vagueSummary":       vagueSummary,
	}
}

// plain makes a check without parameters.
func plain(run func(*rules.Pass)) rules.Check {
	return rules.NewCheck(func(_ *struct{}, pass *rules.Pass) { run(pass) })
}
