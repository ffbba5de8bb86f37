package rules

import "fmt"

// Severity is how much a finding weighs.
type Severity string

// The severities. A rule that is Off is listed but does not run.
const (
	Off     Severity = "off"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// ParseSeverity reads a severity as a user writes it.
func ParseSeverity(s string) (Severity, error) {
	switch sev := Severity(s); sev {
	case Off, Warning, Error:
		return sev, nil
	}
	choices := []string{string(Error), string(Warning), string(Off)}
	return Off, fmt.Errorf("%q is no severity%s: use error, warning or off", s, DidYouMeanOne(s, choices))
}

// Finding is one fault in one place of one file.
type Finding struct {
	// Rule is the rule's name, "metadata/blocked-next-agent".
	Rule     string
	Severity Severity
	// Path is the file as the user named it or as it was found, with forward
	// slashes.
	Path string
	// Range is where the fault stands: lines and columns from 1, columns in
	// code points, the end behind the last one. A fault of the file as a whole
	// stands at 1:1.
	Range Range
	// Pointer is the JSON pointer (RFC 6901) into the handoff's own object, ""
	// where there is none or where the whole object is meant.
	Pointer string
	// Message says what is wrong, Help what a right value looks like, URL where
	// the rule is explained.
	Message, Help, URL string
	Related            []Related
	// Fix is an edit that mends the fault, nil where there is not exactly one.
	Fix *Fix
	// Excerpt is the line that Range starts on.
	Excerpt Excerpt
	// Unjudged says that the file could not be judged because of this fault.
	Unjudged bool
	// Firm says that the finding's rule is one that nothing in a file suppresses
	// and no baseline knows, see Rule.Firm, or that the finding tells of others
	// that are not listed.
	Firm bool
	// Team says that words of the finding are a team's own: its rule's or its
	// format's.
	Team bool
	// Sealing and Consumer are those of the finding's rule; see Rule.Sealing.
	Sealing  bool
	Consumer Severity
	// ErrorType is what the failure log calls the fault: upstream's name where
	// its validator has one, else the rule's.
	ErrorType string
	// Variant is the case of the rule, "" where it has but one, and Values are
	// what its words were filled in with.
	Variant string
	Values  Values

	subject     string // see subjectOf
	fingerprint string // see WithFingerprint
	yields      []string
	scope       Range
	wholeFile   bool
	suppressed  bool
	// tally is what the finding was counted by, nil for one made elsewhere, and
	// tellsOfCut that its message says that others were cut off.
	tally         *tally
	notesOmission bool
}

// Related is another place that has to do with a finding.
type Related struct {
	Path    string
	Range   Range
	Message string
}

// Fix is a set of edits to one file that together mend a finding.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces a range by a text.
type Edit struct {
	Range   Range
	NewText string
}

// Excerpt is a line of source, cut to a window around the finding where it is
// long. Column is the column of its first code point, 1 where nothing is cut.
// Offset is how many bytes of the line stand before Text: what is cut, and a
// byte order mark.
type Excerpt struct {
	Text   string
	Column int
	Offset int
}

// Result is what was found out about one file or folder.
type Result struct {
	Path   string
	Format Format
	// Folder says that the path is the folder of a session, and the findings are
	// about that folder as a whole.
	Folder bool
	// Findings are sorted by place, then by rule.
	Findings []Finding
	// Skipped is why the file was not judged at all: it is no handoff, or reserved.
	Skipped string
	// Reserved says that the report is a reservation: see IsReservation.
	Reserved bool
	// Suppressed is how many findings the file itself says may be there, Known
	// how many a baseline has. They are not among Findings.
	Suppressed, Known int
	// Role, TaskID and SessionID are what the handoff says of its writer, ""
	// where it does not.
	Role, TaskID, SessionID string
	// Content is the SHA-256 of the text that was judged, all zero if none was.
	Content [32]byte
}

// Failed says that the file does not pass because of the finding: it is an
// error, or kept the file from being judged.
func (f Finding) Failed() bool { return f.Severity == Error || f.Unjudged }

// Failures are the findings because of which the file does not pass, none where
// it does.
func (r Result) Failures() []Finding {
	var blocking []Finding
	for _, f := range r.Findings {
		if f.Failed() {
			blocking = append(blocking, f)
		}
	}
	return blocking
}

// Worst is the highest severity among the findings, Off where there is none.
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
	// Folders is how many of Files are no files but the folders of sessions.
	Folders int `json:"folders,omitempty"`
	Passed  int `json:"passed"`
	Warned  int `json:"warned"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
	// Reserved is how many reports were skipped because an agent still has to write
	// them. They are not among Skipped.
	Reserved int `json:"reserved,omitempty"`
	// Unjudged is how many of the failed files could not be judged.
	Unjudged int `json:"unjudged"`
	// Suppressed and Known count findings that are left out: those that files
	// suppress, and those that a baseline has.
	Suppressed int `json:"suppressed"`
	Known      int `json:"known,omitempty"`
	// Errors and Warnings count the findings.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}

// Summarize counts results. A skipped file is no part of Files.
func Summarize(results []Result) Summary {
	var s Summary
	for _, r := range results {
		s.add(r)
	}
	return s
}

// Plus is the summary of two sets of files that have none in common.
func (s Summary) Plus(t Summary) Summary {
	return Summary{
		Files:      s.Files + t.Files,
		Folders:    s.Folders + t.Folders,
		Passed:     s.Passed + t.Passed,
		Warned:     s.Warned + t.Warned,
		Failed:     s.Failed + t.Failed,
		Skipped:    s.Skipped + t.Skipped,
		Reserved:   s.Reserved + t.Reserved,
		Unjudged:   s.Unjudged + t.Unjudged,
		Suppressed: s.Suppressed + t.Suppressed,
		Known:      s.Known + t.Known,
		Errors:     s.Errors + t.Errors,
		Warnings:   s.Warnings + t.Warnings,
	}
}

func (s *Summary) add(r Result) {
	s.Suppressed += r.Suppressed
	s.Known += r.Known
	switch {
	case r.Skipped != "" && r.Reserved:
		s.Reserved++
		return
	case r.Skipped != "":
		s.Skipped++
		return
	}
	s.Files++
	if r.Folder {
		s.Folders++
	}
	unjudged := false
	for _, f := range r.Findings {
		unjudged = unjudged || f.Unjudged
		if f.Severity == Error {
			s.Errors++
		} else {
			s.Warnings++
		}
	}
	if unjudged {
		s.Unjudged++
	}
	switch {
	case unjudged || r.Worst() == Error:
		s.Failed++
	case len(r.Findings) > 0:
		s.Warned++
	default:
		s.Passed++
	}
}
