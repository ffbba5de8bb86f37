package lint_test

import (
	"cmp"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

var allFormats = []document.Format{document.Unknown, "report", "metadata", "context", "task"}

var paths = []string{
	"a.json", "a.md", "-", "x/context/1717500000-a.json", "x/agent-handoffs/s-1/01-a-report.md", "a.log",
}

// FuzzCheck checks any bytes in every way that they can come in. The engine never fails, and findings are
// well-formed.
func FuzzCheck(f *testing.F) {
	for _, text := range broken {
		f.Add([]byte(text))
		f.Add([]byte(crlf(text)))
	}
	f.Add([]byte("\ufeff"))
	f.Add([]byte("{\"agent\": \"\xff\"}"))
	linter := &lint.Linter{Engine: newEngine(f), Jobs: 1}
	f.Fuzz(func(t *testing.T, data []byte) {
		way := len(data)
		for _, as := range allFormats {
			for _, named := range []bool{true, false} {
				in := document.Input{Path: paths[way%len(paths)], Data: data, Named: named}
				if way++; way%2 == 0 {
					in.Info = &document.Info{ModTime: noon, Done: noon}
				}
				linter.As = as
				expectWellFormed(t, linter, in)
			}
		}
	})
}

func expectWellFormed(t *testing.T, linter *lint.Linter, in document.Input) {
	t.Helper()
	checked, err := linter.CheckInput(in, nil)
	result := checked.Result
	if err != nil {
		t.Fatalf("%s as %q: %v", in.Path, linter.As, err)
	}
	again, _ := linter.CheckInput(in, nil)
	if !reflect.DeepEqual(result, again.Result) {
		t.Errorf("%s as %q: two runs differ", in.Path, linter.As)
	}
	if in.MustBeHandoff() && result.Skipped != "" {
		t.Errorf("%s was named and is skipped: %s", in.Path, result.Skipped)
	}
	source := text.NewSource(in.Data)
	for i, f := range result.Findings {
		expectFinding(t, source, in, f)
		if i > 0 && !before(result.Findings[i-1], f) {
			t.Errorf("out of order, or twice: %+v, %+v", result.Findings[i-1], f)
		}
	}
}

// unfilled matches a name in braces without a value. A file's own text may have some, so only files without
// braces are checked.
var unfilled = regexp.MustCompile(`\{[a-z_]+\}`)

func expectFinding(t *testing.T, source *text.Source, in document.Input, f rules.Finding) {
	t.Helper()
	start, end := f.Range.Start, f.Range.End
	switch {
	case start.Offset < source.Start() || end.Offset < start.Offset || end.Offset > len(in.Data):
		t.Errorf("%s stands outside of the file: %+v", f.Rule, f.Range)
	case source.Pos(start.Offset) != start || source.Pos(end.Offset) != end:
		t.Errorf("%s: offsets and lines disagree: %+v", f.Rule, f.Range)
	case utf8.Valid(in.Data) && (!boundary(in.Data, start.Offset) || !boundary(in.Data, end.Offset)):
		t.Errorf("%s stands inside of a character: %+v", f.Rule, f.Range)
	}
	if f.Path != in.Path || f.Severity != rules.Error && f.Severity != rules.Warning || f.URL == "" || f.ErrorType == "" {
		t.Errorf("incomplete: %+v", f)
	}
	if strings.TrimSpace(f.Message) == "" || !strings.ContainsRune(string(in.Data), '{') && unfilled.MatchString(f.Message+f.Help) {
		// reportName's help names the template {seq}-{role}-report.md itself.
		if f.Rule != "report/filename" {
			t.Errorf("%s says %q, %q", f.Rule, f.Message, f.Help)
		}
	}
}

func boundary(data []byte, offset int) bool {
	return offset == len(data) || utf8.RuneStart(data[offset])
}

func before(a, b rules.Finding) bool {
	return cmp.Or(
		cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset),
		cmp.Compare(a.Range.End.Offset, b.Range.End.Offset),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Pointer, b.Pointer),
		strings.Compare(a.Message, b.Message),
	) < 0
}
