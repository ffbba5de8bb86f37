package report

import (
	"bufio"
	"io"
	"unicode/utf8"

	"github.com/handofflint/handofflint/rules"
)

// rdjsonlFormat prints the Diagnostic of reviewdog, one JSON object a line
// (github.com/reviewdog/reviewdog, proto/rdf/reviewdog.proto).
type rdjsonlFormat struct{}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Source      rdSource       `json:"source"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url,omitempty"`
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

func (rdjsonlFormat) Write(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	for f := range run.findings() {
		line, err := encode(rdDiagnosticOf(f), "", "")
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

func rdDiagnosticOf(f *rules.Finding) rdDiagnostic {
	severity := "ERROR"
	if f.Severity == rules.Warning {
		severity = "WARNING"
	}
	at, _ := rdRangeOf(f.Excerpt, placeOf(f.Range), placeOf(f.Range).Line)
	return rdDiagnostic{
		Message:     advice(f),
		Location:    rdLocation{f.Path, at},
		Severity:    severity,
		Source:      rdSource{"handofflint", homepage},
		Code:        rdCode{f.Rule, f.URL},
		Suggestions: rdSuggestionsOf(f),
	}
}

// rdSuggestionsOf is the fix, where it is a single edit whose bytes can be
// counted: reviewdog takes several suggestions for alternatives.
func rdSuggestionsOf(f *rules.Finding) []rdSuggestion {
	if f.Fix == nil || len(f.Fix.Edits) != 1 {
		return nil
	}
	edit := f.Fix.Edits[0]
	at, exact := rdRangeOf(f.Excerpt, placeOf(edit.Range), placeOf(f.Range).Line)
	if !exact {
		return nil
	}
	return []rdSuggestion{{at, edit.NewText}}
}

// rdRangeOf counts the columns of a range in bytes, by the excerpt of a line:
// where the range is not within the excerpt, only its lines are given and exact
// is false.
func rdRangeOf(excerpt rules.Excerpt, at place, line int) (r rdRange, exact bool) {
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

// byteColumn turns a column of code points into one of bytes, 0 where it is
// outside of the excerpt. A byte order mark counts: it is in the file.
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
