package ruletest

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// countsBytes are the rules that tell of bytes, so that line ends and a byte
// order mark are part of what they say.
var countsBytes = []string{"file/not-utf8", "file/too-large"}

// standsAtTheEnd are the cases whose finding is at a line end, or after
// the last one: there the place moves with it, and only the words stay.
var standsAtTheEnd = []string{"line-break-in-string.json", "white-space-alone"}

// encodings are the forms in which every case is linted.
var encodings = map[string]func([]byte) []byte{
	"crlf": func(data []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	},
	"byte order mark": func(data []byte) []byte {
		return append([]byte(text.BOM), bytes.TrimPrefix(data, []byte(text.BOM))...)
	},
	"no last line end": func(data []byte) []byte { return bytes.TrimSuffix(data, []byte("\n")) },
}

// Line ends, a byte order mark and a missing last line end change no verdict,
// no message, and no line or column: every case is linted in each form.
func TestEncodingsChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("lints every case four times")
	}
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	engines := engines{}
	for _, rule := range loadCatalogue(t).Rules {
		if slices.Contains(countsBytes, rule.Name) {
			continue
		}
		for _, kind := range []string{bad, good} {
			cases, err := readCases(filepath.Join(absolute, filepath.FromSlash(rule.Name), kind))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range cases {
				t.Run(rule.Name+"/"+kind+"/"+c.name, func(t *testing.T) { expectSame(t, c, rule, engines) })
			}
		}
	}
}

func expectSame(t *testing.T, c *testCase, rule *rules.Rule, engines engines) {
	want := render(c.lint(t, rule, engines))
	for name, encode := range encodings {
		if rule.Name == "file/too-small" && name == "no last line end" {
			continue // a line end is one of the bytes that it counts
		}
		encoded := *c
		encoded.encode = encode
		got := render(encoded.lint(t, rule, engines))
		moved := slices.Contains(standsAtTheEnd, c.name) && slices.Equal(readGolden(got), readGolden(want))
		if got != want && !moved {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", name, got, want)
		}
	}
}
