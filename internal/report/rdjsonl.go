package report

import (
	"bufio"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// rdDiagnostic is the Diagnostic of reviewdog (github.com/reviewdog/reviewdog, proto/rdf/reviewdog.proto).
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

// rdPosition counts from 1, the column in bytes of UTF-8. Without a column it is the whole line.
type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

// writeRDJSONL writes one diagnostic a line.
func writeRDJSONL(out *bufio.Writer, run Run) error {
	return WriteLines(out, objectsOf(run, rdDiagnosticOf))
}

func rdDiagnosticOf(f *rules.Finding) any {
	var d rdDiagnostic
	d.Message = advice(f)
	d.Location.Path = f.Path
	d.Location.Range, _ = rdRangeOf(f, f.Range)
	d.Severity = strings.ToUpper(level(f.Severity))
	d.Source.Name = toolName
	d.Source.URL = homepage
	d.Code.Value = f.Rule
	d.Code.URL = f.URL
	// For reviewdog, several suggestions are alternatives. A fix with several edits is not one of them.
	if f.Fix != nil && len(f.Fix.Edits) == 1 {
		edit := f.Fix.Edits[0]
		if at, exact := rdRangeOf(f, edit.Range); exact {
			d.Suggestions = []rdSuggestion{{at, edit.NewText}}
		}
	}
	return d
}

// rdRangeOf returns a range with columns in bytes, which the excerpt of the finding's line tells. A range that is not
// within the excerpt has no columns, and exact is false.
func rdRangeOf(f *rules.Finding, r text.Range) (rd rdRange, exact bool) {
	at := regionOf(r)
	line := regionOf(f.Range).Line
	rd = rdRange{rdPosition{Line: at.Line}, rdPosition{Line: at.EndLine}}
	if at.Line != line || at.EndLine != line {
		return rd, false
	}
	start := byteColumn(f.Excerpt, at.Column)
	end := byteColumn(f.Excerpt, at.EndColumn)
	if start == 0 || end == 0 {
		return rd, false
	}
	rd.Start.Column = start
	rd.End.Column = end
	return rd, true
}

// byteColumn converts a column of code points into one of bytes, 0 if it is outside of the excerpt. A byte order mark
// counts: it is in the file.
func byteColumn(excerpt rules.Excerpt, column int) int {
	before := column - max(excerpt.Column, 1) // code points of the excerpt before the column
	for i := range excerpt.Text {
		if before == 0 {
			return excerpt.Offset + i + 1
		}
		before--
	}
	if before != 0 {
		return 0
	}
	return excerpt.Offset + len(excerpt.Text) + 1
}
