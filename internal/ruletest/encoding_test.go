package ruletest

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// unaffected are the rules whose cases are left out: the first two count bytes, so that line ends and a byte
// order mark change their message, and those of the last take the maximum time of a file.
var unaffected = []string{"file/not-utf8", "file/too-large", "file/too-many-steps"}

// standsAtTheEnd are the cases with a finding at a line end, or after the last one: there the position moves,
// and only the words stay.
var standsAtTheEnd = []string{"line-break-in-string.task.json", "white-space-alone", "same-orders"}

// asWindowsWrites gives a text a byte order mark, and CRLF for line ends.
func asWindowsWrites(data []byte) []byte {
	data = bytes.ReplaceAll(bytes.TrimPrefix(data, []byte(text.BOM)), []byte("\r\n"), []byte("\n"))
	return append([]byte(text.BOM), bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))...)
}

// Line ends, a byte order mark and a missing last line end change no verdict, message, line or column: every
// case has the findings of its golden.
func TestEncodingsChangeNothing(t *testing.T) {
	engines := engines{}
	for _, rule := range rules.BuiltIn().Rules {
		if slices.Contains(unaffected, rule.Name) {
			continue
		}
		for _, kind := range []string{bad, good} {
			cases, err := readCases(filepath.Join(absRoot(t), filepath.FromSlash(rule.Name), kind))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range cases {
				t.Run(rule.Name+"/"+kind+"/"+c.name, func(t *testing.T) {
					c.encode = func(data []byte) []byte {
						if rule.Name != "file/too-small" { // it counts the last line end
							data = bytes.TrimSuffix(data, []byte("\n"))
						}
						return asWindowsWrites(data)
					}
					c.expectGolden(t, c.lint(t, rule, engines))
				})
			}
		}
	}
}

// expectGolden compares the findings with the golden; a good case has none.
func (c *testCase) expectGolden(t *testing.T, results []rules.Result) {
	t.Helper()
	golden, err := c.readGolden()
	if err != nil {
		t.Fatal(err)
	}
	got, want := render(results), strings.ReplaceAll(golden, "\r\n", "\n")
	moved := slices.Contains(standsAtTheEnd, c.name) && slices.Equal(goldenFindings(got), goldenFindings(want))
	if got != want && !moved {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
