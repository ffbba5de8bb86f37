package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// FuzzPrefill: what --role takes is what a reader of the report finds.
func FuzzPrefill(f *testing.F) {
	for _, s := range []string{"spec-reader", `a "quoted" one`, `back\slash`, "$1 ${2}", "#: - {x} [y]", "<your role>", "审稿 é", "\u2028", "a\nb", "\ufffe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, role string) {
		var out, errs bytes.Buffer
		streams := Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }}
		if Main(streams, []string{"handofflint", "new", "report", "--role=" + role}) != ExitClean {
			return
		}
		doc := document.Parse(document.Input{Data: out.Bytes(), As: "report"}, document.Limits{Depth: 64, Values: 1000, Lines: 100_000})
		if got := doc.Data().Field("agent_role").Str(); got != role {
			t.Errorf("a reader finds %q, given was %q", got, role)
		}
	})
}
