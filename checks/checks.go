// Package checks holds the Go functions of rules that CUE alone cannot express, one file per check. A rule's
// `check` names its function.
//
// A check gets its parameters from the catalogue and reads only its Pass. It has no threshold, severity or
// message, and keeps no state: it is safe for concurrent use. The package may change at any time; programs use
// package handofflint at the root of the module.
//
// To add a check, write a file with its name and a function for rules.NewCheck, add it to [All], and name it in
// the `check` of a rule. The rule's params and the json tags of the function's struct must match; otherwise
// checking the first file returns an error.
package checks

import "github.com/handofflint/handofflint/rules"

// All returns a new map of every check by name. The checks of a handoff's claims are not in it: the program
// adds them, and rules that need them do not run without evidence.
func All() map[string]rules.Check {
	return map[string]rules.Check{
		"action":             rules.NewCheck(action),
		"contextName":        rules.NewCheck(contextName),
		"cutOff":             rules.NewCheck(cutOff),
		"dataSize":           rules.NewCheck(dataSize),
		"duplicateEntries":   rules.NewCheck(duplicateEntries),
		"duplicateSections":  rules.NewCheck(duplicateSections),
		"duplicateSequence":  rules.NewCheck(duplicateSequence),
		"emptySession":       rules.NewCheck(emptySession),
		"failedVerification": rules.NewCheck(failedVerification),
		"fieldsDiffer":       rules.NewCheck(fieldsDiffer),
		"hiddenText":         rules.NewCheck(hiddenText),
		"injection":          rules.NewCheck(injection),
		"lineRanges":         rules.NewCheck(lineRanges),
		"missingEndMarker":   rules.NewCheck(missingEndMarker),
		"missingSections":    rules.NewCheck(missingSections),
		"misspeltFields":     rules.NewCheck(misspeltFields),
		"nearPhase":          rules.NewCheck(nearPhase),
		"nobody":             rules.NewCheck(nobody),
		"notWritten":         rules.NewCheck(notWritten),
		"orphanDone":         rules.NewCheck(orphanDone),
		"placeholder":        rules.NewCheck(placeholder),
		"relativePaths":      rules.NewCheck(relativePaths),
		"repeatedReport":     rules.NewCheck(repeatedReport),
		"repeatedText":       rules.NewCheck(repeatedText),
		"reportName":         rules.NewCheck(reportName),
		"secret":             rules.NewCheck(secrets),
		"sectionLength":      rules.NewCheck(sectionLength),
		"sectionOrder":       rules.NewCheck(sectionOrder),
		"sectionText":        rules.NewCheck(sectionText),
		"sectionWords":       rules.NewCheck(sectionWords),
		"sequenceGap":        rules.NewCheck(sequenceGap),
		"sessionMismatch":    rules.NewCheck(sessionMismatch),
		"severalAgents":      rules.NewCheck(severalAgents),
		"severalBlocks":      rules.NewCheck(severalBlocks),
		"stale":              rules.NewCheck(stale),
		"unfinishedSections": rules.NewCheck(unfinishedSections),
		"unknownFields":      rules.NewCheck(unknownFields),
		"vagueSummary":       rules.NewCheck(vagueSummary),
	}
}
