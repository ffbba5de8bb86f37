package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Disabled is what one file of the checked tree keeps from being reported: a configuration, an ignore file or a
// baseline.
type Disabled struct {
	By string `json:"by"`
	// Paths are the globs of the files that it applies to, none for all.
	Paths []string `json:"paths,omitempty"`
	// RulesOff and RulesLowered are rules with less than their built-in severity, or than that of an extended
	// configuration.
	RulesOff     []string `json:"rules_off,omitempty"`
	RulesLowered []string `json:"rules_lowered,omitempty"`
	// Settings are other settings that let more pass than the built-in ones, such as "fail-on: never".
	Settings []string `json:"settings,omitempty"`
	// FilesHidden and FoldersHidden were not checked. The content of a hidden folder is not counted.
	FilesHidden   int `json:"files_hidden,omitempty"`
	FoldersHidden int `json:"folders_hidden,omitempty"`
	// FindingsKnown is the number of findings that are in a baseline.
	FindingsKnown int `json:"findings_known,omitempty"`
}

// The maximum number of parts in the line about what is disabled, and of names in each.
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

// parts lists what is switched off, with at most so many names of each kind.
func (d Disabled) parts(limit int) (parts []string) {
	some := func(names []string) string {
		if len(names) > limit {
			names = append(slices.Clone(names[:limit]), "…")
		}
		return strings.Join(names, ", ")
	}
	by := d.By
	if len(d.Paths) > 0 {
		by += " for " + some(d.Paths)
	}
	settings := text.NonEmpty(
		counted(len(d.RulesOff), "rule", " off ("+some(d.RulesOff)+")"),
		counted(len(d.RulesLowered), "rule", " lowered ("+some(d.RulesLowered)+")"),
	)
	settings = append(settings, d.Settings...)
	if len(settings) > 0 {
		parts = append(parts, by+": "+strings.Join(settings, ", "))
	}
	hidden := text.NonEmpty(counted(d.FilesHidden, "file", ""), counted(d.FoldersHidden, "folder", ""))
	if len(hidden) > 0 {
		parts = append(parts, strings.Join(hidden, " and ")+" hidden by "+by)
	}
	return append(parts, text.NonEmpty(counted(d.FindingsKnown, "finding", " known to "+by))...)
}

// counted returns a count in words, and what is said of it: "2 rules off"; "" for 0.
func counted(n int, noun, said string) string {
	if n == 0 {
		return ""
	}
	return text.Count(n, noun) + said
}

// incompleteLines returns the lines of a summary about evidence that was only partly read.
func (run Run) incompleteLines() (lines []string) {
	for _, reason := range run.Incomplete {
		lines = append(lines, text.Escape(reason.String()))
	}
	return lines
}

// notReported returns the lines of a summary that say what was left out, and why.
func (run Run) notReported() []string {
	return text.NonEmpty(
		counted(run.Summary.Reserved, "report", " reserved and not written yet"),
		text.Escape(DisabledLine(run.Disabled)),
		counted(run.Summary.Suppressed, "finding", " suppressed within files"),
	)
}
