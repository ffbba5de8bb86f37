package rules

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

func TestFill(t *testing.T) {
	values := Values{"got": `"x"`, "want": "{got}", "n": ""}
	for template, want := range map[string]string{
		"":                         "",
		"no names":                 "no names",
		"this is {got}":            `this is "x"`,
		"{got}{got}":               `"x""x"`,
		"{n}.":                     ".",
		"what {unknown} is":        "what {unknown} is",
		"text of the file: {want}": "text of the file: {got}",
		"{ got } {got":             "{ got } {got",
	} {
		if got := text.Fill(template, values); got != want {
			t.Errorf("%q: %q, want %q", template, got, want)
		}
	}
	if got := text.Fill("{a} {path}", Values{"a": "{path}"}, Values{"path": "p.md"}); got != "{path} p.md" {
		t.Errorf("a value is taken for a template: %q", got)
	}
}

// NewFindings makes an error of each report, in the words of its variant and without credentials.
func TestNewFindings(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1B2c3D4e5F6", 3)
	source := text.NewSource([]byte("a: 1\nb: " + token + "\n"))
	words := map[string]schema.Words{"": {Message: "{x} is wrong"}, "v": {Message: "not {x}"}}
	got := NewFindings("config", words, "c.yaml", source, []Report{{Values: Values{"x": "a"}}, {At: text.Span{Start: 5, End: 6}, Variant: "v", Values: Values{"x": token}}})
	if len(got) != 2 || got[0].Message != "a is wrong" || got[0].Severity != Error || got[0].URL != "" || got[1].Range.Start.Line != 2 {
		t.Fatalf("%+v", got)
	}
	if strings.Contains(got[1].Message, token) || strings.Contains(got[1].Excerpt.Text, token) || !strings.HasPrefix(got[1].Message, "not ") {
		t.Errorf("%+v", got[1])
	}
}

func TestQuote(t *testing.T) {
	long := strings.Repeat("é", 100)
	for s, want := range map[string]string{
		"":                      `""`,
		"a":                     `"a"`,
		" a\n\tb  c\u00a0\r\n":  `" a\n\tb  c\u00a0\r\n"`,
		strings.Repeat("x", 60): `"` + strings.Repeat("x", 60) + `"`,
		long:                    `"` + strings.Repeat("é", 59) + `…"`,
	} {
		if got := secret.Quote(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

func TestFieldName(t *testing.T) {
	for pointer, want := range map[string]string{
		"":                         "",
		"/status":                  "status",
		"/handoff/next_agent":      "handoff.next_agent",
		"/handoff/blockers/0/type": "handoff.blockers[0].type",
		"/0":                       "0",
		"/a/12":                    "a[12]",
		"/a~1b/c~0d":               "a/b.c~d",
		"/say \"x\"\n/0":           `"say \"x\"\n"[0]`,
		"/作家":                      `"作家"`,
		"/a//b":                    `a."".b`,
	} {
		if got := document.FieldName(pointer); got != want {
			t.Errorf("%q: %q, want %q", pointer, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("0123456789", 40)
	wide := strings.Repeat("日本語é", 100)
	tests := []struct {
		name, text string
		at         int
		want       Excerpt
	}{
		{"empty", "", 0, Excerpt{"", 1, 0}},
		{"a short line", "a\nbcd\ne", 3, Excerpt{"bcd", 1, 0}},
		{"CRLF", "a\r\nbcd\r\ne", 4, Excerpt{"bcd", 1, 0}},
		{"behind a byte order mark", "\ufeffabc\n", 3, Excerpt{"abc", 1, 3}},
		{"a line that just fits", long[:160] + "\n", 159, Excerpt{long[:160], 1, 0}},
		{"the start of a long one", long, 0, Excerpt{long[:160], 1, 0}},
		{"near its start", long, 39, Excerpt{long[:160], 1, 0}},
		{"its middle", "x\n" + long, 2 + 200, Excerpt{long[160:320], 161, 160}},
		{"its end", long, 399, Excerpt{long[359:], 360, 359}},
		{"behind its end", long, 400, Excerpt{long[360:], 361, 360}},
		{"wide letters", wide, 11 * 50, Excerpt{string([]rune(wide)[185:345]), 186, 11*46 + 3}},
		{"wide letters that fit", wide[:11*40], 11 * 39, Excerpt{wide[:11*40], 1, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := excerpt(text.NewSource([]byte(tt.text)), text.At(tt.at))
			if got != tt.want {
				t.Errorf("%+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// FuzzExcerpt holds that the excerpt of any finding is a part of its line that begins at the stated column
// and contains the finding.
func FuzzExcerpt(f *testing.F) {
	f.Add("a\nb", 2)
	f.Add(strings.Repeat("é\xff日", 300), 700)
	f.Add("\ufeff"+strings.Repeat("x", 2000)+"\r\n", 1999)
	f.Fuzz(func(t *testing.T, s string, offset int) {
		source := text.NewSource([]byte(s))
		offset = min(max(offset, 0), len(s))
		pos := source.Pos(offset)
		got := excerpt(source, text.At(offset))
		line := source.Slice(source.LineSpan(pos.Line))
		if !strings.Contains(line, got.Text) || utf8.RuneCountInString(got.Text) > excerptLength {
			t.Fatalf("%+v is no part of %q", got, line)
		}
		begin := len(strings.Join(strings.SplitAfter(s, "\n")[:pos.Line-1], ""))
		if !strings.HasPrefix(s[begin+got.Offset:], got.Text) {
			t.Fatalf("%+v does not stand at its offset in %q", got, line)
		}
		end := got.Column + utf8.RuneCountInString(got.Text)
		atEnd := pos.Column > utf8.RuneCountInString(line)
		if utf8.ValidString(s) && (pos.Column < got.Column || pos.Column > end+1 || pos.Column == end+1 && !atEnd) {
			t.Errorf("column %d is not in %+v", pos.Column, got)
		}
	})
}

func TestClip(t *testing.T) {
	values := Values{"long": strings.Repeat("x", 9000), "short": "y"}
	clipped := shortValues(values)
	if len(values["long"]) != 9000 {
		t.Error("the values of a document were changed")
	}
	if n := utf8.RuneCountInString(clipped["long"]); n != valueLength || clipped["short"] != "y" {
		t.Errorf("%d code points are left", n)
	}
}
