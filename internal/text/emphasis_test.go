package text

import (
	"regexp"
	"strings"
	"testing"
)

// FuzzUnmarked compares the removal of emphasis marks with a pattern.
func FuzzUnmarked(f *testing.F) {
	for _, s := range []string{
		"**a** _b_ *c*, snake_case", "a* *b", "***a***", "*_a_*", "(*a*)", "2 * 3", "_", "a_**", "__init__.py", " *a", "a_\n_b", "*\xff_", "** a", "a*_b",
	} {
		f.Add(s)
	}
	marks := regexp.MustCompile(`\*\*|__|(^|[\s(])[*_]+|[*_]+($|[\s.,;:!?)])`)
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		writeUnmarked(&b, s)
		if want := marks.ReplaceAllString(s, "$1$2"); b.String() != want {
			t.Errorf("%q becomes %q, want %q", s, b.String(), want)
		}
	})
}
