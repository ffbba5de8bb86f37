// Package report writes the findings of a run for people, editors and other
// programs: one file an output format.
//
// A format decides nothing about findings or the exit code: it prints what it is given, in the given order, and the
// same bytes on every machine. Text from a checked file or its name is escaped by text.Escape, or its like for JSON,
// before it is written.
//
// Start with Format.Write; registry lists the formats.
package report

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Format is an output format.
type Format func(out *bufio.Writer, run Run) error

// Write writes the whole run to w. It returns the first error of w; a part may be written by then.
func (format Format) Write(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	if err := format(out, run); err != nil {
		return err
	}
	return out.Flush() // a bufio.Writer keeps the first error of any write
}

// registry has the formats in the order of the help texts, the default first.
var registry = []struct {
	name   string
	format Format
}{
	{"text", Text},
	{"concise", writeConcise},
	{"json", JSON},
	{"jsonl", writeJSONL},
	{"sarif", writeSARIF},
	{"github", writeGitHub},
	{"gitlab", writeGitLab},
	{"junit", writeJUnit},
	{"rdjsonl", writeRDJSONL},
}

// Names lists the formats, the default first.
func Names() (names []string) {
	for _, entry := range registry {
		names = append(names, entry.name)
	}
	return names
}

// ByName returns a format. The error for an unknown name lists the formats, and the others that the caller has.
func ByName(name string, others ...string) (Format, error) {
	names := Names()
	if i := slices.Index(names, name); i >= 0 {
		return registry[i].format, nil
	}
	names = append(names, others...)
	return nil, fmt.Errorf("unknown output format %q%s; there are: %s", name, near.DidYouMeanOne(name, names), strings.Join(names, ", "))
}

// Run is what a format prints.
type Run struct {
	// Version is the version of handofflint, "0.1.0".
	Version string
	// Results are the files in the order of the output.
	Results []rules.Result
	// Summary counts all files, including those that are not among Results.
	Summary rules.Summary
	// Tally replaces the counts of files in a summary unless it is "".
	Tally string
	// Disabled is what files of the checked tree keep from being reported.
	Disabled []Disabled
	// Incomplete is the evidence that was only partly read. Findings that are based on it are left out.
	Incomplete []rules.IncompleteReason
	// Quiet leaves out everything but findings, in formats for people.
	Quiet bool
	// Max is the maximum number of findings in formats for people, 0 for all.
	Max int
	// Statistics prints a table of rules instead of findings, in text.
	Statistics bool
	// Screen is the screen for formats for people.
	Screen terminal.Screen
	// Explain returns a rule of the catalogue and its page, an empty rule for an unknown name. It may be nil.
	Explain func(rule string) (found *rules.Rule, page string)
	// Root is the root of the repository and Dir the folder in it that relative paths start from, "" if it is the same,
	// both with forward slashes. The formats for a repository's host have paths from the root.
	Root, Dir string
	// Blob is the address below which a host shows the repository's files at the commit, "" if it is unknown.
	Blob string
	// Note is called with a sentence about what SARIF leaves out.
	Note func(text string)
	// Resolve returns an absolute path whose folder has no links, like Root; it may be nil.
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

// region is a range as the formats count it: all four from 1, the end after the last code point.
type region struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"end_line"`
	EndColumn int `json:"end_column"`
}

// regionOf returns a range as readers are promised it, even if it was never set: nothing is less than 1, and the
// end is not before the start.
func regionOf(r text.Range) region {
	s := region{max(r.Start.Line, 1), max(r.Start.Column, 1), r.End.Line, max(r.End.Column, 1)}
	if s.EndLine < s.Line {
		s.EndLine = s.Line
		s.EndColumn = s.Column
	}
	return s
}

// relative returns a path as the repository's host has it: from the root, without a leading "./". A path outside
// of the root is unchanged.
func (run Run) relative(name string) string {
	resolved := name
	if run.Resolve != nil && isAbsolute(name) {
		resolved = run.Resolve(name)
	}
	for _, known := range []string{resolved, name} { // a folder of the repository may be a link to elsewhere
		if inside, ok := strings.CutPrefix(known, strings.TrimSuffix(run.Root, "/")+"/"); ok && run.Root != "" {
			return path.Clean(inside)
		}
	}
	if isAbsolute(name) || name == "" || name == document.StdinName {
		return name
	}
	return path.Join(run.Dir, name)
}

// isAbsolute reports whether a path with forward slashes is absolute on Unix or on Windows, whichever system this is.
func isAbsolute(name string) bool {
	return strings.HasPrefix(name, "/") || len(name) > 2 && name[1:3] == ":/"
}

// uriPath returns a path as a part of a URI, without characters that begin a scheme, a user, a query or a fragment.
func uriPath(name string) string {
	return strings.NewReplacer("%2F", "/", ":", "%3A", "@", "%40").Replace(url.PathEscape(name))
}

// advice returns a finding's message, and its help on the next line.
func advice(f *rules.Finding) string {
	if f.Help == "" {
		return text.Escape(f.Message)
	}
	return text.Escape(f.Message) + "\n" + text.Escape(f.Help)
}

// level returns "warning" or "error", which are the levels of most formats, for any severity.
func level(s rules.Severity) string {
	if s == rules.Warning {
		return "warning"
	}
	return "error"
}

// fingerprints counts the findings of each file and fingerprint.
type fingerprints map[[2]string]int

// next returns the fingerprint of a finding and the number of such findings in its file so far, this one included,
// in the form of CodeQL's primaryLocationLineHash: "hash:count".
func (seen fingerprints) next(f *rules.Finding) string {
	key := [2]string{f.Path, f.Fingerprint()}
	seen[key]++
	return fmt.Sprintf("%s:%d", key[1], seen[key])
}

// WriteJSON writes a value as indented JSON. Bytes that are not UTF-8 become U+FFFD.
func WriteJSON(out *bufio.Writer, value any) error {
	encoded, err := text.JSONIndented(value)
	if err == nil {
		_, err = out.Write(text.EscapeJSON(encoded))
	}
	return err
}

// WriteLines writes each value as a line of JSON.
func WriteLines[T any](out *bufio.Writer, values []T) error {
	for _, value := range values {
		line, err := text.JSON(value)
		if err != nil {
			return err
		}
		out.Write(append(text.EscapeJSON(line), '\n'))
	}
	return nil
}

// objectsOf returns the object of each finding; the list is never nil, which JSON would have as null.
func objectsOf[T any](run Run, object func(*rules.Finding) T) []T {
	objects := []T{}
	for f := range run.findings() {
		objects = append(objects, object(f))
	}
	return objects
}
