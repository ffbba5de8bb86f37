package constraint

import (
	"regexp"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/document"
)

func TestECMA(t *testing.T) {
	tests := []struct{ name, pattern, want string }{
		{"everyday", `^[a-z][a-z0-9_-]{2,5}(?:x|y)+?$`, ``},
		{"ASCII classes", `^\d{4}-\w+\b`, ``},
		{"escaped syntax", `\.\*\(\/\\`, ``},
		{"beyond ASCII", `更新|é`, ``},
		{"white space is ASCII", `\S`, `[^\t\n\f\r ]`},
		{"white space", `a\s`, `a[\t\n\f\r ]`},
		{"any character but a line feed", `a.b`, `a[^\n]b`},
		{"any character", `(?s)a.b`, `a[\s\S]b`},
		{"text boundaries", `\Aab\z`, `^ab$`},
		{"a category", `^\pL+$`, `^[\p{L}]+$`},
		{"two categories and more", `[\pL\pN_]`, `[\p{L}\p{N}_]`},
		{"all but a category", `\PL`, `[^\p{L}]`},
		{"ignoring case", `(?i)ok`, "[Oo][Kk\u212a]"},
		{"named group", `(?P<y>\d)x`, `([0-9])x`},
		{"quoted", `\Qa.b\E`, `a\.b`},
		{"POSIX class", `[[:digit:]]`, `[0-9]`},
		{"literal braces", `{lower}`, `\{lower\}`},
		{"literal bracket", `[]a]`, `[\]a]`},
		{"literal dash beside a class", `[\d-x]`, `[\-0-9x]`},
		{"hexadecimal", `\x{1F600}`, `😀`},
		{"empty branch", `(?i:a|)`, `[Aa]|(?:)`},
		{"repeated group", `(?:ab.){2,}`, `(?:ab[^\n]){2,}`},
		{"repeated literal", `(?:a\s|bc)?`, `(?:a[\t\n\f\r ]|bc)?`},
		{"assertion repeated", `(?:^)*a`, ``},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if want == "" {
				want = test.pattern
			}
			if got, err := ecma(test.pattern); err != nil || got != want {
				t.Errorf("%s becomes %s (%v), want %s", test.pattern, got, err, want)
			}
		})
	}
}

func TestECMARefuses(t *testing.T) {
	for _, pattern := range []string{`(?m)^a$`, `a\B`, `\p{Latin}+`, `[\p{Greek}\p{Cyrillic}\p{Han}]`, `(`} {
		if got, err := ecma(pattern); err == nil {
			t.Errorf("%s becomes %s", pattern, got)
		}
	}
}

// FuzzECMA holds a translation to the original, as far as RE2 can tell: what
// it reads otherwise than ECMA 262 must not be left in a translation, which
// the table above looks at.
func FuzzECMA(f *testing.F) {
	for _, pattern := range []string{`\S`, `.`, `(?i)k`, `[\pL\pN]x`, `a|b|`, `[^a-z\n]{2,3}`, `(?s).`, `\Aa\z`, `[[:^alpha:]]`, `(a(b)c)*?`, `\x00`, `[^\x00-\x{10FFFF}]`} {
		f.Add(pattern, "aK b\nx é")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		original, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		written, err := ecma(pattern)
		if err != nil {
			return
		}
		translated, err := regexp.Compile(written)
		if err != nil {
			t.Fatalf("%q becomes %q: %v", pattern, written, err)
		}
		if got, want := translated.MatchString(text), original.MatchString(text); got != want {
			t.Errorf("%q becomes %q, which says %t of %q", pattern, written, got, text)
		}
		if again, err := ecma(written); err != nil || portable(pattern) && again != written {
			t.Errorf("%q becomes %q, and that %q (%v)", pattern, written, again, err)
		}
	})
}

func TestCategoriesAreKnown(t *testing.T) {
	if known := knownCategories(); len(known) != len(categoryNames) {
		t.Errorf("RE2 knows %d of %d categories", len(known), len(categoryNames))
	}
}

// times are near the edges of what Go's package time takes.
var times = []string{
	"2026-05-31T12:21:29Z", "2026-05-31T12:21:29.123456789012Z", "2026-05-31T12:21:29,5Z", "2026-05-31T1:21:29Z",
	"2026-05-31T24:00:00Z", "2026-05-31T23:59:60Z", "2026-05-31T12:60:00Z", "2026-05-31t12:21:29z", "2026-05-31 12:21:29Z",
	"2026-05-31T12:21:29+02:00", "2026-05-31T12:21:29-24:60", "2026-05-31T12:21:29+25:00", "2026-05-31T12:21:29+00:61", "2026-05-31T12:21:29+0200",
	"2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "0000-02-29T00:00:00Z",
	"2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-1-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-1T00:00:00Z", "02026-01-01T00:00:00Z",
	"2026-05-31T12:21Z", "2026-05-31T12:21:29", "2026-05-31T12:21:29.Z", "2026-05-31T12:21:29Z ", " 2026-05-31T12:21:29Z", "2026-05-31", "2026-02-29", "2024-02-29", "",
}

// FuzzTimes holds the patterns of times to Go's parser, which is CUE's. The
// first byte chooses one of the times, the others change it.
func FuzzTimes(f *testing.F) {
	layouts := []*moment{{time.RFC3339Nano}, {time.RFC3339}, {time.DateOnly}}
	var patterns []*regexp.Regexp
	for _, layout := range layouts {
		patterns = append(patterns, regexp.MustCompile(layout.ecma()))
	}
	for _, text := range times {
		f.Add(text, 0, byte('0'))
		f.Add(text, 9, byte('9'))
		f.Add(text, 14, byte('3'))
	}
	f.Fuzz(func(t *testing.T, text string, at int, b byte) {
		changed := []byte(text)
		if at >= 0 && at < len(changed) {
			changed[at] = b
		}
		for i, layout := range layouts {
			for _, s := range []string{text, string(changed)} {
				if got, want := patterns[i].MatchString(s), layout.holds(document.String, s, nil); got != want {
					t.Errorf("%q in the layout %s: the pattern says %t, Go %t", s, layout.layout, got, want)
				}
			}
		}
	})
}

// TestDays goes through every day of years of each kind, and those that no
// month has.
func TestDays(t *testing.T) {
	layout := &moment{time.DateOnly}
	pattern := regexp.MustCompile(layout.ecma())
	for _, year := range []string{"0000", "1900", "2000", "2023", "2024", "2100"} {
		for day := range 13 * 33 {
			text := year + "-" + two(day/33) + "-" + two(day%33)
			if got, want := pattern.MatchString(text), layout.holds(document.String, text, nil); got != want {
				t.Errorf("%s: the pattern says %t, Go %t", text, got, want)
			}
		}
	}
}

func two(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }
