package rules

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// The severities. A rule that is Off is listed but does not run.
const (
	Off     Severity = "off"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Finding is one fault at one place of a file.
type Finding struct {
	// Rule is the rule's name, such as "metadata/blocked-next-agent".
	Rule     string
	Severity Severity
	// Path is the file as the user named it or as it was found, with forward slashes.
	Path string
	// Range is the position: lines and columns from 1, columns in code points, the end exclusive. A finding
	// about the whole file is at 1:1.
	Range text.Range
	// Pointer is the JSON pointer (RFC 6901) into the handoff's own object, or "" for none or for the whole
	// object.
	Pointer string
	// Message says what is wrong, Help what a valid value looks like; URL explains the rule.
	Message, Help, URL string
	Related            []Related
	// Fix is the edit that corrects the fault, or nil unless there is exactly one.
	Fix *Fix
	// Suggestion is the edit to what was probably meant, or nil if there is a Fix or no such edit. A user has
	// to choose it: `check --fix` does not apply it.
	Suggestion *Fix
	// Excerpt is the line on which Range starts.
	Excerpt Excerpt
	// Unjudged is set if the file could not be checked because of this fault.
	Unjudged bool
	// Unsuppressible is set if the finding cannot be suppressed in a file or recorded in a baseline, see
	// Rule.Unsuppressible, or if its message notes that more findings are not listed.
	Unsuppressible bool
	// Baseline is set if a baseline may contain the finding although it cannot be suppressed.
	Baseline bool
	// Needs is the kind of evidence that the finding is based on, or "".
	Needs string
	// Team is set if the rule is a team's, or if the finding is a violation of a team's schema.
	Team bool
	// Sealing and Consumer are those of the rule; see Rule.Sealing.
	Sealing  bool
	Consumer Severity
	// ErrorType is the fault's name in the failure log: upstream's name if its validator has one, else the
	// rule's.
	ErrorType string
	// Variant is the case of the rule, or "" if the rule has only one; Values fill in its words.
	Variant string
	Values  Values

	subject    string // see subjectOf
	yields     []string
	scope      text.Range
	wholeFile  bool
	suppressed bool
}

// Related is another place that explains a finding.
type Related struct {
	Path    string
	Range   text.Range
	Message string
}

// Fix is a set of edits to one file that together correct a finding.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces a range with a text.
type Edit struct {
	Range   text.Range
	NewText string
}

// Excerpt is a line of source, cut to a window around the finding if it is long. Column is the column of its
// first code point. Offset is the number of bytes of the line before Text: the part that was cut, and a byte
// order mark.
type Excerpt struct {
	Text   string
	Column int
	Offset int
}

// IsBare reports whether the line has only brackets and marks, which tell a reader nothing.
func (e Excerpt) IsBare() bool { return strings.Trim(e.Text, " \t{}[](),-`#") == "" }

// Result is the outcome of checking one file or folder.
type Result struct {
	Path   string
	Format Format
	// Folder is set if the path is a session's folder and the findings are about the folder as a whole.
	Folder bool
	// Findings are sorted by position, then by rule.
	Findings []Finding
	// Skipped is why the file was not checked: it is not a handoff, or reserved.
	Skipped string
	// Reserved is set if the report is a reservation: see skeleton.IsReservation.
	Reserved bool
	// Suppressed counts findings that the file suppresses, Known those in a baseline. Neither are in
	// Findings.
	Suppressed, Known int
	// Role, TaskID and SessionID are what the handoff states, or "".
	Role, TaskID, SessionID string
	// Content is the SHA-256 of the checked text, or zero if none was checked.
	Content [32]byte
}

// Failed reports whether the finding fails its file.
func (f Finding) Failed() bool { return f.Severity == Error }

// Failures returns the findings that fail the file.
func (r Result) Failures() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return !f.Failed() })
}

// Worst returns the highest severity among the findings, or Off.
func (r Result) Worst() Severity {
	worst := Off
	for _, f := range r.Findings {
		switch f.Severity {
		case Error:
			return Error
		case Warning:
			worst = Warning
		}
	}
	return worst
}

// Summary counts files by their worst finding.
type Summary struct {
	Files int `json:"files"`
	// Folders is the number of session folders among Files.
	Folders int `json:"folders,omitempty"`
	Passed  int `json:"passed"`
	Warned  int `json:"warned"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
	// Reserved counts the skipped reports that an agent still has to write. They are not in Skipped.
	Reserved int `json:"reserved,omitempty"`
	// Unjudged is the number of failed files that could not be checked.
	Unjudged int `json:"unjudged"`
	// Suppressed and Known count findings that are left out: suppressed in the file, and in a baseline.
	Suppressed int `json:"suppressed"`
	Known      int `json:"known,omitempty"`
	// Errors and Warnings count the findings.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}

// Summarize counts results. Files does not include skipped files.
func Summarize(results []Result) Summary {
	var s Summary
	for _, r := range results {
		s.add(r)
	}
	return s
}

func (s *Summary) add(r Result) {
	s.Suppressed += r.Suppressed
	s.Known += r.Known
	switch {
	case r.Skipped == "":
		s.addChecked(r)
	case r.Reserved:
		s.Reserved++
	default:
		s.Skipped++
	}
}

// addChecked counts a file or folder that was not skipped, and its findings.
func (s *Summary) addChecked(r Result) {
	s.Files++
	if r.Folder {
		s.Folders++
	}
	errors := len(r.Failures())
	s.Errors += errors
	s.Warnings += len(r.Findings) - errors
	isUnjudged := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Unjudged })
	if isUnjudged {
		s.Unjudged++
	}
	switch {
	case isUnjudged, errors > 0:
		s.Failed++
	case len(r.Findings) > 0:
		s.Warned++
	default:
		s.Passed++
	}
}
