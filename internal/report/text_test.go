package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// TestAlignment is about the two lines under the header. In each want, the
// carets stand where a terminal draws the marked text.
func TestAlignment(t *testing.T) {
	tests := []struct {
		name    string
		excerpt string
		column  int // of the excerpt
		at      text.Range
		want    []string
	}{
		{"one letter", "abc", 1, span(7, 2, 7, 3), []string{
			"7 | abc",
			"  |  ^"}},
		{"to the end of the line", "abc", 1, span(7, 2, 7, 4), []string{
			"7 | abc",
			"  |  ^~"}},
		{"empty range", "abc", 1, span(7, 3, 7, 3), []string{
			"7 | abc",
			"  |   ^"}},
		{"behind the last letter", "abc", 1, span(7, 4, 7, 4), []string{
			"7 | abc",
			"  |    ^"}},
		{"far behind the line", "abc", 1, span(7, 90, 7, 99), []string{
			"7 | abc",
			"  |    ^"}},
		{"several lines", "abc", 1, span(7, 2, 9, 1), []string{
			"7 | abc",
			"  |  ^~"}},
		{"several lines, from the end of one", "abc", 1, span(7, 4, 9, 3), []string{
			"7 | abc",
			"  |    ^"}},
		{"number of three digits", "abc", 1, span(100, 1, 100, 2), []string{
			"100 | abc",
			"    | ^"}},
		{"range without an end", "abc", 1, text.Range{Start: text.Pos{Line: 7, Column: 2}}, []string{
			"7 | abc",
			"  |  ^"}},

		{"tab before", "\tabc", 1, span(7, 2, 7, 5), []string{
			"7 |     abc",
			"  |     ^~~"}},
		{"tab after a letter", "a\tb", 1, span(7, 3, 7, 4), []string{
			"7 | a    b",
			"  |      ^"}},
		{"tab inside", "a\tb", 1, span(7, 1, 7, 4), []string{
			"7 | a    b",
			"  | ^~~~~~"}},
		{"a tab itself", "a\tb", 1, span(7, 2, 7, 3), []string{
			"7 | a    b",
			"  |  ^~~~"}},

		// A Chinese character is two columns wide.
		{"wide before", "中文x", 1, span(7, 3, 7, 4), []string{
			"7 | 中文x",
			"  |     ^"}},
		{"wide inside", "待补充", 1, span(7, 2, 7, 4), []string{
			"7 | 待补充",
			"  |   ^~~~"}},
		{"full-width punctuation", "是（x）", 1, span(7, 3, 7, 4), []string{
			"7 | 是（x）",
			"  |     ^"}},
		{"emoji", "🎉x", 1, span(7, 2, 7, 3), []string{
			"7 | 🎉x",
			"  |   ^"}},
		{"flag", "🇩🇪x", 1, span(7, 1, 7, 3), []string{
			"7 | 🇩🇪x",
			"  | ^~"}},
		{"half a flag with a colour", "🇪🏽x", 1, span(7, 3, 7, 4), []string{
			"7 | 🇪🏽x",
			"  |   ^"}},
		{"emoji with a colour", "👍🏽x", 1, span(7, 3, 7, 4), []string{
			"7 | 👍🏽x",
			"  |   ^"}},
		{"joined emoji, the joiner shown", "👩\u200d👧x", 1, span(7, 3, 7, 4), []string{
			`7 | 👩\u200d👧x`,
			"  |         ^~"}},
		{"combining mark", "e\u0301te\u0301", 1, span(7, 3, 7, 4), []string{
			"7 | e\u0301te\u0301",
			"  |  ^"}},
		{"marks are part of their letter", "e\u0301\u0302x", 1, span(7, 1, 7, 4), []string{
			"7 | e\u0301\u0302x",
			"  | ^"}},
		{"Greek is narrow in every locale", "αβγx", 1, span(7, 4, 7, 5), []string{
			"7 | αβγx",
			"  |    ^"}},

		{"escape before", "\x1bx", 1, span(7, 2, 7, 3), []string{
			`7 | \x1bx`,
			"  |     ^"}},
		{"escape itself", "a\u202eb", 1, span(7, 2, 7, 3), []string{
			`7 | a\u202eb`,
			"  |  ^~~~~~"}},
		{"byte that is not UTF-8", "a\xffb", 1, span(7, 2, 7, 3), []string{
			`7 | a\xffb`,
			"  |  ^~~~"}},
		{"bytes cut off at the end", "é\xf0\x9f", 1, span(7, 3, 7, 4), []string{
			`7 | é\xf0\x9f`,
			"  |      ^~~~"}},
		{"lone carriage return", "a\rb", 1, span(7, 3, 7, 4), []string{
			`7 | a\rb`,
			"  |    ^"}},
		{"workflow command", "##[x] y", 1, span(7, 7, 7, 8), []string{
			`7 | #\x23[x] y`,
			"  |          ^"}},

		{"cut line", "lorem ipsum", 501, span(7, 507, 7, 512), []string{
			"7 | …lorem ipsum",
			"  |        ^~~~~"}},
		{"range from before the cut", "lorem", 501, span(7, 400, 7, 503), []string{
			"7 | …lorem",
			"  |  ^~"}},
		{"range over both cuts", "lorem", 501, span(7, 400, 7, 600), []string{
			"7 | …lorem",
			"  |  ^~~~~"}},
		{"excerpt without a column", "abc", 0, span(7, 2, 7, 3), []string{
			"7 | abc",
			"  |  ^"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := rules.Finding{Rule: "r", Severity: rules.Error, Path: "f", Range: tt.at, Message: "m",
				Excerpt: rules.Excerpt{Text: tt.excerpt, Column: tt.column}}
			lines := strings.Split(render(t, "text", one(f)), "\n")
			if diff := cmp.Diff(tt.want, lines[1:len(lines)-1]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestWithoutSnippet is about findings that have no line to show.
func TestWithoutSnippet(t *testing.T) {
	tests := []struct {
		name    string
		finding rules.Finding
		want    string
	}{
		{"nothing set", rules.Finding{Rule: "r", Severity: rules.Warning, Path: "f", Message: "m"},
			"f:1:1: warning: m [r]\n"},
		{"file as a whole", rules.Finding{Rule: "r", Severity: rules.Error, Path: "f", Message: "m",
			Range: span(1, 1, 1, 1), Excerpt: rules.Excerpt{Column: 1}},
			"f:1:1: error: m [r]\n"},
		{"help all the same", rules.Finding{Rule: "r", Severity: rules.Error, Path: "f", Message: "m", Help: "h",
			Range: span(1, 1, 1, 1)},
			"f:1:1: error: m [r]\n  = h\n"},
		{"place without an excerpt", rules.Finding{Rule: "r", Severity: rules.Error, Path: "f", Message: "m",
			Range: span(3, 2, 3, 4)},
			"f:3:2: error: m [r]\n"},
		{"a bracket", rules.Finding{Rule: "r", Severity: rules.Error, Path: "f", Message: "m",
			Range: span(1, 1, 1, 2), Excerpt: rules.Excerpt{Text: "{", Column: 1}},
			"f:1:1: error: m [r]\n"},
		{"a quotation of another text", rules.Finding{Rule: "r", Severity: rules.Error, Path: "f", Message: "not \"b\"",
			Range: span(1, 1, 1, 6), Excerpt: rules.Excerpt{Text: "begin", Column: 1}},
			"f:1:1: error: not \"b\" [r]\n1 | begin\n  | ^~~~~\n"},
		{"a long text", rules.Finding{Rule: "r", Severity: rules.Error, Path: "f", Message: "m",
			Range: span(1, 1, 1, 101), Excerpt: rules.Excerpt{Text: strings.Repeat("ab", 50), Column: 1}},
			"f:1:1: error: m [r]\n1 | " + strings.Repeat("ab", 50) + "\n  | ^\n"},
		{"the text after another quotation", rules.Finding{Rule: "r", Severity: rules.Error, Path: "f", Message: `"a" is "be…"`,
			Range: span(1, 1, 1, 6), Excerpt: rules.Excerpt{Text: "begin", Column: 1}},
			"f:1:1: error: \"a\" is \"be…\" [r]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, render(t, "text", one(tt.finding))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Findings with the same advice stand together and have it once, and a line is
// shown only if the message does not quote what is wrong in it.
func TestGrouping(t *testing.T) {
	finding := func(rule string, line int, message, help, source string) rules.Finding {
		return rules.Finding{Rule: rule, Severity: rules.Error, Path: "f", Range: span(line, 1, line, 1+len([]rune(source))),
			Message: message, Help: help, Excerpt: rules.Excerpt{Text: source, Column: 1}}
	}
	one := []rules.Finding{
		finding("a", 1, `a is "TBD"`, "fill it in", `"TBD"`),
		finding("b", 2, "b must be a list", "write a list", `{"key": 1}`),
		finding("a", 3, `c is "a text that is c…"`, "fill it in", "a text that is cut off"),
		finding("a", 4, "d", "remove it", "}"),
		finding("a", 5, `at least 1, this is "1"`, "fill it in", `"1"`),
		finding("a", 8, `h is "a text…"`, "fill it in", "another text"),
		finding("a", 9, "i…", "fill it in", "more"),
		finding("a", 6, "at least 1, this is 12", "fill it in", "12"),
		finding("a", 10, "at least 1, this is 123", "fill it in", "123"),
	}
	one[2].Related = []rules.Related{{Path: "f", Range: span(7, 1, 7, 2), Message: "the first one"}}
	fixed := finding("a", 7, "e", "fill it in", "")
	fixed.Fix = &rules.Fix{Message: "write e"}
	other := finding("a", 1, "a", "fill it in", "")
	other.Path = "g"
	run := runOf(rules.Result{Path: "f", Findings: append(one, fixed)}, rules.Result{Path: "none"}, rules.Result{Path: "g", Findings: []rules.Finding{other}})
	want := `f:1:1: error: a is "TBD" [a]
f:3:1: error: c is "a text that is c…" [a]
f:7:1: note: the first one
f:5:1: error: at least 1, this is "1" [a]
f:8:1: error: h is "a text…" [a]
8 | another text
  | ^~~~~~~~~~~~
f:9:1: error: i… [a]
9 | more
  | ^~~~
f:6:1: error: at least 1, this is 12 [a]
6 | 12
  | ^~
f:10:1: error: at least 1, this is 123 [a]
  = fill it in
f:2:1: error: b must be a list [b]
2 | {"key": 1}
  | ^~~~~~~~~~
  = write a list
f:4:1: error: d [a]
  = remove it
f:7:1: error: e [a]
  = fill it in
  = fix: write e

g:1:1: error: a [a]
  = fill it in

3 files: 1 passed, 0 with warnings, 2 failed (11 errors, 0 warnings); 1 with a fix: apply with --fix, preview with --diff
`
	if diff := cmp.Diff(want, render(t, "text", run)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHostileText(t *testing.T) {
	evil := "x\x1b[2J\r\n::error::\u202e"
	f := rules.Finding{Rule: "r", Severity: rules.Error, Path: "::" + evil, Message: evil, Help: evil,
		Range: span(2, 1, 2, 2), Excerpt: rules.Excerpt{Text: evil, Column: 1},
		Related: []rules.Related{{Path: evil, Range: span(1, 1, 1, 1), Message: evil}}}
	const shown = `x\x1b[2J\r\n::error::\u202e`
	want := `\x3a:` + shown + ":2:1: error: " + shown + " [r]\n" +
		"2 | " + shown + "\n" +
		"  | ^\n" +
		shown + ":1:1: note: " + shown + "\n" +
		"  = " + shown + "\n"
	if diff := cmp.Diff(want, render(t, "text", one(f))); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	header, _, _ := strings.Cut(want, "\n")
	if diff := cmp.Diff(header+"\n", render(t, "concise", one(f))); diff != "" {
		t.Errorf("concise (-want +got):\n%s", diff)
	}
	f.Path = ":"
	if got := render(t, "concise", one(f)); !strings.HasPrefix(got, `\x3a:2:1: `) {
		t.Errorf("a file called : makes a line that starts as a workflow command does: %q", got)
	}
}

func TestColor(t *testing.T) {
	f := every[2].Findings[0]
	f.Message, f.Help = "duplicate key", "h"
	run := one(f)
	plain := render(t, "text", run)
	run.Screen.Color = true
	want := "a.json:104:3: \x1b[1;31merror\x1b[0m: duplicate key \x1b[2m[syntax/duplicate-key]\x1b[0m\n" +
		"\x1b[2m104 |\x1b[0m   \"status\": \"complete\"\n" +
		"\x1b[2m    |\x1b[0m   \x1b[1;31m^~~~~~~~\x1b[0m\n" +
		"a.json:98:3: \x1b[1mnote\x1b[0m: the first one\n" +
		"b.json:1:1: \x1b[1mnote\x1b[0m: elsewhere\n" +
		"  \x1b[32m=\x1b[0m h\n"
	got := render(t, "text", run)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(plain, withoutCodes(got)); diff != "" {
		t.Errorf("colours change more than colours (-plain +coloured):\n%s", diff)
	}
	f.Severity = rules.Warning
	run.Results[0].Findings[0] = f
	if got := render(t, "concise", run); !strings.Contains(got, "\x1b[33mwarning\x1b[0m") {
		t.Errorf("concise does not paint a warning magenta, which is legible on white and on black: %q", got)
	}
	for summary, colour := range map[rules.Summary]string{{Failed: 1, Warned: 1}: "\x1b[1;31m", {Warned: 1}: "\x1b[33m", {Reserved: 1}: "\x1b[32m"} {
		counted := Run{Screen: run.Screen, Summary: summary}
		if got := render(t, "text", counted); !strings.HasPrefix(got, colour) || strings.Contains(got, "1 report reserved and not written yet") != (summary.Reserved > 0) {
			t.Errorf("%+v: %q", summary, got)
		}
	}
	for _, format := range []string{"json", "jsonl"} {
		if strings.Contains(render(t, format, run), "\x1b") {
			t.Errorf("%s has colours", format)
		}
	}
}

// withoutCodes takes away colours and links.
func withoutCodes(s string) string {
	return regexp.MustCompile(`\x1b\[[0-9;]*m|\x1b\]8;;[!-~]*\x1b\\`).ReplaceAllString(s, "")
}

// A terminal gets a heading a file, each source line, and lines that are broken between words.
func TestTerminal(t *testing.T) {
	quoted := rules.Finding{Rule: "a", Severity: rules.Error, Path: "f.json", Range: span(12, 9, 12, 14), Message: `a is "TBD", but it must be one of these values`,
		Help: "write what the next agent needs to know", Excerpt: rules.Excerpt{Text: `  "a": "TBD", "and more that has no room on this line": 1`, Column: 1},
		Related: []rules.Related{{Path: "f.json", Range: span(2, 1, 2, 2), Message: "here"}, {Path: "g.json", Range: span(3, 1, 3, 2), Message: "there"}}}
	cut := rules.Finding{Rule: "b", Severity: rules.Warning, Path: "f.json", Range: span(13, 51, 13, 52), Message: "one", Excerpt: rules.Excerpt{Text: strings.Repeat("0123456789", 5) + "x and more, and more", Column: 1}}
	bare := rules.Finding{Rule: "c", Severity: rules.Error, Path: "f.json", Range: span(99, 1, 99, 2), Message: "no b", Excerpt: rules.Excerpt{Text: "{", Column: 1}}
	run := runOf(rules.Result{Path: "f.json", Findings: []rules.Finding{quoted, cut, bare}}, rules.Result{Path: "none"})
	run.Screen = terminal.Screen{Columns: 40}
	want := `f.json
  12:9: error: a is "TBD", but it must
    be one of these values [a]
    12 |   "a": "TBD", "and more that h…
       |         ^~~~~
  2:1: note: here
  g.json:3:1: note: there
    = write what the next agent needs to
      know

  13:51: warning: one [b]
    13 | …0123456789x and more, and more
       |            ^

  99:1: error: no b [c]

2 files: 1 passed, 0 with warnings, 1
  failed (2 errors, 1 warning)
`
	if diff := cmp.Diff(want, render(t, "text", run)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	run.Screen.Color, run.Screen.Links = true, true
	got := render(t, "text", run)
	if diff := cmp.Diff(want, withoutCodes(got)); diff != "" {
		t.Errorf("with colours and links (-want +got):\n%s", diff)
	}
	if !strings.Contains(got, "/f.json\x1b\\\x1b[1mf.json\x1b[0m\x1b]8;;\x1b\\\n") {
		t.Errorf("the heading is no link to the file: %q", got)
	}
}

func FuzzText(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, s, s, 1, i, i+2, i%2)
	}
	f.Add("p", "m", "abc", 501, 400, 600, 0)
	f.Add("p", "m", " ::", -137, -58, 10, 0)
	f.Add("p", "? m", "abc", 501, 400, 600, 0)
	f.Fuzz(func(t *testing.T, path, message, line string, column, start, end, lines int) {
		finding := rules.Finding{Rule: "r", Severity: rules.Error, Path: path, Message: message, Help: message,
			Range: span(2, start, 2+lines%3, end), Excerpt: rules.Excerpt{Text: line, Column: column},
			Related: []rules.Related{{Path: path, Message: message}}, URL: "https://example.com/" + message}
		run := one(finding)
		run.Screen = terminal.Screen{Columns: 1 + len(line)%100, Color: true, Links: true}
		for _, out := range []string{render(t, "text", one(finding)), render(t, "concise", one(finding)), withoutCodes(render(t, "text", run))} {
			for l := range strings.Lines(out) {
				if what := acts(strings.TrimSuffix(l, "\n")); what != "" {
					t.Errorf("the line %q holds %s", l, what)
				}
			}
		}
		checkUnderline(t, finding)
	})
}

// checkUnderline holds the carets to the width of the line above them.
func checkUnderline(t *testing.T, f rules.Finding) {
	t.Helper()
	line, _, pad, width := underline(f.Excerpt, regionOf(f.Range))
	total := terminal.Width(line)
	if pad < 0 || width < 1 || pad+width > max(total, pad+1) || pad > total {
		t.Errorf("carets at %d, %d wide, under the %d columns of %q", pad, width, total, line)
	}
}

// What is switched off is one line, however much it is, and nothing if nothing is.
func TestDisabledIsOneLine(t *testing.T) {
	names := []string{"a/a", "a/b", "a/c", "a/d"}
	var many []Disabled
	for i := range 30 {
		many = append(many, Disabled{By: fmt.Sprintf("%d/.handofflintignore", i), FilesHidden: 1})
	}
	for _, tt := range []struct {
		disabled   []Disabled
		suppressed int
		want       string
	}{
		{nil, 0, ""},
		{[]Disabled{{By: "c.yaml"}}, 0, ""},
		{nil, 1, "1 finding suppressed within files\n"},
		{[]Disabled{{By: "c.yaml", RulesOff: names[:1]}}, 0, "c.yaml: 1 rule off (a/a)\n"},
		{[]Disabled{{By: "c.yaml", RulesLowered: names}}, 0, "c.yaml: 4 rules lowered (a/a, a/b, a/c, …)\n"},
		{
			[]Disabled{
				{By: "c.yaml", RulesOff: names[:3], RulesLowered: names[3:], Settings: []string{"fail-on: never"}}, {By: "c.yaml", Paths: []string{"docs"}, RulesOff: names[:1]},
				{By: ".handofflintignore", FilesHidden: 12, FoldersHidden: 1}, {By: "known.json", FindingsKnown: 40},
			}, 2,
			"c.yaml: 3 rules off (a/a, a/b, a/c), 1 rule lowered (a/d), fail-on: never; c.yaml for docs: 1 rule off (a/a); 12 files and 1 folder hidden by .handofflintignore; 40 findings known to known.json\n" +
				"2 findings suppressed within files\n",
		},
		{[]Disabled{{By: "a\n::error::b\x1b[0m", FilesHidden: 1}}, 0, "1 file hidden by a\\n::error::b\\x1b[0m\n"},
	} {
		run := runOf(rules.Result{Path: "a.md", Suppressed: tt.suppressed})
		run.Disabled = tt.disabled
		want := "1 file: 1 passed, 0 with warnings, 0 failed\n" + tt.want
		if got := render(t, "text", run); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		run.Quiet = true
		if got := render(t, "text", run); got != "" {
			t.Errorf("quietly: %q", got)
		}
	}
	run := runOf(rules.Result{Path: "a.md"})
	run.Disabled = many[:mostDisabled]
	if got := render(t, "text", run); strings.Contains(got, " more") || !strings.Contains(got, "hidden by 7/.handofflintignore\n") {
		t.Errorf("as many as there is room for: %q", got)
	}
	run.Disabled = many
	run.Summary.Reserved = 1 // has its own line
	if got := render(t, "text", run); strings.Count(got, "\n") != 3 || !strings.Contains(got, "; and 22 more\n") {
		t.Errorf("%q", got)
	}
}

// The table has a line for each rule and severity, the most frequent first.
// TestMax prints the first findings of all files, and how many more there are.
func TestMax(t *testing.T) {
	of := func(path string, n int) rules.Result {
		return rules.Result{Path: path, Findings: slices.Repeat([]rules.Finding{{Rule: "a/b", Severity: rules.Error, Path: path, Message: "m"}}, n)}
	}
	for most, want := range map[int]string{0: "a.md a.md b.md b.md", 1: "a.md and 3 more", 3: "a.md a.md b.md and 1 more", 4: "a.md a.md b.md b.md"} {
		var out strings.Builder
		if err := Format(writeConcise).Write(&out, Run{Results: []rules.Result{of("a.md", 2), of("b.md", 2)}, Max: most}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(out.String()) {
			before, _, _ := strings.Cut(strings.ReplaceAll(line, ";", ":"), ":")
			got = append(got, before)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("at most %d: %q, want %q", most, got, want)
		}
	}
}

func TestStatistics(t *testing.T) {
	b := func(severity rules.Severity) rules.Finding { return rules.Finding{Rule: "b", Severity: severity} }
	fixable := b(rules.Error)
	fixable.Fix = &rules.Fix{}
	none := runOf()
	none.Quiet, none.Statistics = true, true
	if got := render(t, "text", none); got != "" {
		t.Errorf("a table of nothing: %q", got)
	}
	run := runOf(rules.Result{Findings: []rules.Finding{b(rules.Warning), b(rules.Error), fixable, {Rule: "a", Severity: rules.Error}}})
	run.Quiet, run.Statistics = true, true
	want := "rule  severity  count  fixable\nb     error     2      1\na     error     1      0\nb     warning   1      0\n"
	if diff := cmp.Diff(want, render(t, "text", run)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
