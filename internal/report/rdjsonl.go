package report

import (
	"bufio"
	"unicode/utf8"

	"github.com/handofflint/handofflint/rules"
)

// rdDiagnostic is the Diagnostic of reviewdog
// (github.com/reviewdog/reviewdog, proto/rdf/reviewdog.proto).
type rdDiagnostic struct {
	Message  string `json:"message"`
	Location struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	} `json:"location"`
	Severity string `json:"severity"`
	Source   struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	} `json:"source"`
	Code struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	} `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

// rdPosition counts from 1, the column in bytes of UTF-8; without a column the
// line is meant.
type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

// writeRDJSONL writes one diagnostic a line.
func writeRDJSONL(out *bufio.Writer, run Run) error {
	return run.writeLines(out, func(f *rules.Finding) any { return rdDiagnosticOf(f) })
}

func rdDiagnosticOf(f *rules.Finding) (d rdDiagnostic) {
	line := regionOf(f.Range).Line
	d.Message, d.Location.Path = advice(f), f.Path
	d.Location.Range, _ = rdRangeOf(f.Excerpt, regionOf(f.Range), line)
	d.Severity = map[string]string{"error": "ERROR", "warning": "WARNING"}[level(f.Severity)]
	d.Source.Name, d.Source.URL = toolName, homepage
	d.Code.Value, d.Code.URL = f.Rule, f.URL
	// Reviewdog takes several suggestions for alternatives, so a fix of several
	// edits is none.
	if f.Fix != nil && len(f.Fix.Edits) == 1 {
		edit := f.Fix.Edits[0]
		if at, exact := rdRangeOf(f.Excerpt, regionOf(edit.Range), line); exact {
			d.Suggestions = []rdSuggestion{{at, edit.NewText}}
		}
	}
	return d
}

// rdRangeOf counts the columns of a range in bytes, by the excerpt of a line: if
// the range is not within the excerpt, only its lines are given and exact is false.
func rdRangeOf(excerpt rules.Excerpt, at region, line int) (r rdRange, exact bool) {
	r = rdRange{rdPosition{Line: at.Line}, rdPosition{Line: at.EndLine}}
	if at.Line != line || at.EndLine != line {
		return r, false
	}
	start, end := byteColumn(excerpt, at.Column), byteColumn(excerpt, at.EndColumn)
	if start == 0 || end == 0 {
		return r, false
	}
	r.Start.Column, r.End.Column = start, end
	return r, true
}

// byteColumn converts a column of code points into one of bytes, 0 if it is outside
// of the excerpt. A byte order mark counts: it is in the file.
func byteColumn(excerpt rules.Excerpt, column int) int {
	at := 0
	for column -= max(excerpt.Column, 1); column > 0; column-- {
		if at == len(excerpt.Text) {
			return 0
		}
		_, size := utf8.DecodeRuneInString(excerpt.Text[at:])
		at += size
	}
	if column < 0 {
		return 0
	}
	return excerpt.Offset + at + 1
}
