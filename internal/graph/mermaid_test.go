package graph

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

// FuzzMermaidText: a label has no sign that Mermaid, Markdown or HTML could read, and
// its entity codes are those of the text.
func FuzzMermaidText(f *testing.F) {
	for _, seed := range []string{"", "01 architect", "docs/a.b-c", "1. x", `"]; end`, "#quot;", "`**b**`", "<b>&amp;", "a\\N", " x", "…x", "日本", "a.", "%%{init}%%"} {
		f.Add(seed)
	}
	code := regexp.MustCompile(`#([0-9]+);`)
	f.Fuzz(func(t *testing.T, s string) {
		s = text.Escape(s)
		got := mermaidText(s)
		if rest := code.ReplaceAllString(got, ""); strings.ContainsAny(rest, "\"'`<>[](){}|&;#*_~%$\\:=@^+!?\n") {
			t.Errorf("%q is %q", s, got)
		}
		if regexp.MustCompile(`^[0-9]+[.)] `).MatchString(got) || strings.Contains(got, "--") || strings.Contains(got, "- ") {
			t.Errorf("%q is %q, which is Markdown", s, got)
		}
		back := code.ReplaceAllStringFunc(got, func(c string) string {
			n, err := strconv.Atoi(code.FindStringSubmatch(c)[1])
			if err != nil {
				t.Error(err)
			}
			return string(rune(n))
		})
		if back != s {
			t.Errorf("%q comes back as %q", s, back)
		}
	})
}
