// Package report writes the findings of a run for people, editors and other
// programs: one file an output format.
//
// A format says nothing about the exit code and decides nothing about the
// findings: it prints what it is given, in the order it is given, and the same
// bytes on every machine. Whatever comes from a checked file or its name goes
// through Escape, or its like for JSON, before it is written.
package report

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Format is an output format.
type Format interface {
	// Write writes the whole run to w. It returns the first error of w, and
	// may have written a part by then.
	Write(w io.Writer, run Run) error
}

// Run is what a format prints.
type Run struct {
	// Version is the version of handofflint, "0.1.0".
	Version string
	// Results are the files, in the order in which they are to be printed.
	Results []rules.Result
	// Summary counts all files, those that are not among Results included.
	Summary rules.Summary
	// Disabled is what files of the checked tree keep from being reported.
	Disabled []Disabled
	// Shard says which part of a set of files this is, nil for all of it.
	Shard *Shard
	// Quiet leaves out everything but findings, in formats for people.
	Quiet bool
	// Max is how many findings are printed in formats for people, 0 for all.
	Max int
	// Statistics prints a table of rules in place of findings, in text.
	Statistics bool
	// Color allows ANSI colours, in formats for people.
	Color bool
	// Link is the URL of a path for terminals that have links, without control
	// characters; nil for none. In formats for people.
	Link func(path string) string
	// Explain says what the catalogue has on a rule; nil where nobody can.
	Explain func(rule string) Explanation
	// Root is the root of the repository and Dir the folder in it that relative
	// paths start from, both with forward slashes, "" where it is the same: the
	// formats that a host of repositories reads have paths from the root.
	Root, Dir string
	// Note is told, in a sentence, what a format leaves out; it may be nil.
	Note func(text string)
	// Resolve is an absolute path with its folder behind all links, as Root is;
	// nil where nobody can tell.
	Resolve func(path string) string
}

// findings yields every finding of the run.
func (run Run) findings() iter.Seq[*rules.Finding] {
	return func(yield func(*rules.Finding) bool) {
		for i := range run.Results {
			found := run.Results[i].Findings
			for j := range found {
				if !yield(&found[j]) {
					return
				}
			}
		}
	}
}

// shown are the results with the first findings, as many as Max allows, and a line
// that says how many are left out, "" for none.
func (run Run) shown() (results []rules.Result, more string) {
	if run.Max == 0 {
		return run.Results, ""
	}
	room, left := run.Max, 0
	for _, r := range run.Results {
		n := min(room, len(r.Findings))
		room, left = room-n, left+len(r.Findings)-n
		r.Findings = r.Findings[:n]
		results = append(results, r)
	}
	if left > 0 {
		more = fmt.Sprintf("and %d more; --max-findings=0 lists all\n", left)
	}
	return results, more
}

// registry holds the formats in the order in which help texts list them, the
// default first.
var registry = []struct {
	name   string
	format Format
}{
	{"text", textFormat{}},
	{"concise", conciseFormat{}},
	{"json", jsonFormat{}},
	{"jsonl", jsonlFormat{}},
	{"sarif", sarifFormat{}},
	{"github", githubFormat{}},
	{"gitlab", gitlabFormat{}},
	{"junit", junitFormat{}},
	{"checkstyle", checkstyleFormat{}},
	{"rdjsonl", rdjsonlFormat{}},
}

// Names lists the formats, the default first.
func Names() []string {
	names := make([]string, len(registry))
	for i, entry := range registry {
		names[i] = entry.name
	}
	return names
}

// ByName finds a format. The error for a name that there is not lists those
// that there are, and says which one was probably meant.
func ByName(name string) (Format, error) {
	for _, entry := range registry {
		if entry.name == name {
			return entry.format, nil
		}
	}
	known := strings.Join(Names(), ", ")
	if question := rules.DidYouMean(rules.NearName(name, Names())); question != "" {
		return nil, fmt.Errorf("unknown output format %q, %s There are: %s", name, question, known)
	}
	return nil, fmt.Errorf("unknown output format %q; there are: %s", name, known)
}

// place is a range as the formats count it: all four from 1, the end behind
// the last code point.
type place struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"end_line"`
	EndColumn int `json:"end_column"`
}

// placeOf holds a range to the promise that readers are given: nothing is
// under 1 and no end stands before its start, also where a range was never
// set.
func placeOf(r text.Range) place {
	p := place{max(r.Start.Line, 1), max(r.Start.Column, 1), r.End.Line, max(r.End.Column, 1)}
	if p.EndLine < p.Line || p.EndLine == p.Line && p.EndColumn < p.Column {
		p.EndLine, p.EndColumn = p.Line, p.Column
	}
	return p
}
