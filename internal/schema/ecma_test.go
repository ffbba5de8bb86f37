package schema

import (
	"regexp"
	"testing"
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
		{"a category", `^\pL+$`, `^\p{L}+$`},
		{"two categories and more", `[\pL\pN_]`, `[\p{L}\p{N}_]`},
		{"all but a category", `\PL`, `\P{L}`},
		{"ignoring case", `(?i)ok`, "[Oo][Kk\u212a]"},
		{"ignoring case where there is none", `(?i)a\.1`, `[Aa]\.1`},
		{"codes", `[\x00-\x1f\x{115F}]\x{1F600}`, "[\\x00-\\x1f\u115f]😀"},
		{"dots in a class and after it", `[.a].`, `[.a][^\n]`},
		{"white space among others", `[^\s/]`, `[^\t\n\f\r /]`},
		{"repeated group", `(?:ab.){2,}`, `(?:ab[^\n]){2,}`},
		{"repeated literal", `(?:a\s|bc)?`, `(?:a[\t\n\f\r ]|bc)?`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if want == "" {
				want = test.pattern
			}
			if got, ok := ecmaPattern(test.pattern); !ok || got != want {
				t.Errorf("%s becomes %s (%t), want %s", test.pattern, got, ok, want)
			}
		})
	}
}

func TestECMARefuses(t *testing.T) {
	for _, pattern := range []string{`(?m)^a$`, `a\B`, `\p{Latin}+`, `[[:digit:]]`, `(?P<y>\d)x`, `(?s)a.b`, `\Qa.b\E`, `(?i:a|)`, `(?i)[a-z]`, `(?i)\w`, `\Aab\z`, `\x{2E}`, `a\x{2A}`,
		`{lower}`, `[]a]`, `[\d-x]`, `[\pL-x]`, `[\S]`, `\p{C}`, `(`} {
		if got, ok := ecmaPattern(pattern); ok {
			t.Errorf("%s becomes %s", pattern, got)
		}
	}
}

// FuzzECMA compares a translation with the original, as far as RE2 can. What RE2 reads differently from ECMA
// 262 must not remain in a translation, which the table above checks.
func FuzzECMA(f *testing.F) {
	for _, pattern := range []string{`\S`, `.`, `(?i)k`, `[\pL\pN]x`, `a|b|`, `[^a-z\n]{2,3}`, `(?s).`, `\Aa\z`, `[[:^alpha:]]`, `(a(b)c)*?`, `\x00`, `[^\x00-\x{10FFFF}]`} {
		f.Add(pattern, "aK b\nx é")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		original, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		written, ok := ecmaPattern(pattern)
		if !ok {
			return
		}
		translated, err := regexp.Compile(written)
		if err != nil {
			t.Fatalf("%q becomes %q: %v", pattern, written, err)
		}
		if got, want := translated.MatchString(text), original.MatchString(text); got != want {
			t.Errorf("%q becomes %q, which says %t of %q", pattern, written, got, text)
		}
		if again, ok := ecmaPattern(written); !ok || again != written {
			t.Errorf("%q becomes %q, and that %q (%t)", pattern, written, again, ok)
		}
	})
}
