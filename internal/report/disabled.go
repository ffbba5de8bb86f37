package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Disabled is what one file of the checked tree, a configuration, an ignore file
// or a baseline, keeps from being reported.
type Disabled struct {
	By string `json:"by"`
	// Paths are the globs of the files that it is about, none for all.
	Paths []string `json:"paths,omitempty"`
	// RulesOff and RulesLowered are rules with less than their built-in severity, or than that of
	// a configuration which the file builds on.
	RulesOff     []string `json:"rules_off,omitempty"`
	RulesLowered []string `json:"rules_lowered,omitempty"`
	// Settings are other settings that let more pass than the built-in ones, as
	// "fail-on: never".
	Settings []string `json:"settings,omitempty"`
	// FilesHidden and FoldersHidden were not looked at; what is in a hidden folder
	// is not counted.
	FilesHidden   int `json:"files_hidden,omitempty"`
	FoldersHidden int `json:"folders_hidden,omitempty"`
	// FindingsKnown are those that a baseline has.
	FindingsKnown int `json:"findings_known,omitempty"`
}

// The line about what is disabled has so many parts, and so many names each.
const (
	mostDisabled = 8
	mostNames    = 3
)

// Details lists all that is switched off, a line each.
func (d Disabled) Details() []string {
	return d.parts(len(d.RulesOff) + len(d.RulesLowered) + len(d.Paths))
}

// DisabledLine returns a line about what is disabled, "" for nothing.
func DisabledLine(list []Disabled) string {
	var parts []string
	for _, d := range list {
		parts = append(parts, d.parts(mostNames)...)
	}
	if more := len(parts) - mostDisabled; more > 0 {
		parts = append(parts[:mostDisabled], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

// parts lists what is switched off, with so many names of each kind.
func (d Disabled) parts(most int) (parts []string) {
	some := func(names []string) string {
		if len(names) > most {
			names = append(slices.Clone(names[:most]), "…")
		}
		return strings.Join(names, ", ")
	}
	by := d.By
	if len(d.Paths) > 0 {
		by += " for " + some(d.Paths)
	}
	var settings, hidden []string
	if n := len(d.RulesOff); n > 0 {
		settings = append(settings, fmt.Sprintf("%s off (%s)", text.Count(n, "rule"), some(d.RulesOff)))
	}
	if n := len(d.RulesLowered); n > 0 {
		settings = append(settings, fmt.Sprintf("%s lowered (%s)", text.Count(n, "rule"), some(d.RulesLowered)))
	}
	settings = append(settings, d.Settings...)
	if len(settings) > 0 {
		parts = append(parts, by+": "+strings.Join(settings, ", "))
	}
	if d.FilesHidden > 0 {
		hidden = append(hidden, text.Count(d.FilesHidden, "file"))
	}
	if d.FoldersHidden > 0 {
		hidden = append(hidden, text.Count(d.FoldersHidden, "folder"))
	}
	if len(hidden) > 0 {
		parts = append(parts, strings.Join(hidden, " and ")+" hidden by "+by)
	}
	if d.FindingsKnown > 0 {
		parts = append(parts, text.Count(d.FindingsKnown, "finding")+" known to "+by)
	}
	return parts
}

// incomplete returns the lines of a summary about evidence that was not asked to the end.
func (run Run) incomplete() (lines []string) {
	for _, reason := range run.Incomplete {
		lines = append(lines, text.Escape(reason.String()))
	}
	return lines
}

// left returns the lines of a summary about what is not reported.
func (run Run) left() (lines []string) {
	if n := run.Summary.Reserved; n > 0 {
		lines = append(lines, text.Count(n, "report")+" reserved and not written yet")
	}
	if line := DisabledLine(run.Disabled); line != "" {
		lines = append(lines, text.Escape(line))
	}
	if n := run.Summary.Suppressed; n > 0 {
		lines = append(lines, text.Count(n, "finding")+" suppressed within files")
	}
	return lines
}
