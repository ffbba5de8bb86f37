package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// parse holds the output of a format to its form, strictly: unknown keys,
// elements and attributes are errors.
func parse(t testing.TB, name, out string) {
	t.Helper()
	switch name {
	case "sarif":
		parseSARIF(t, out)
	case "github":
		parseGitHub(t, out)
	case "gitlab":
		parseGitLab(t, out)
	case "junit":
		parseJUnit(t, out)
	case "rdjsonl":
		for line := range strings.Lines(out) {
			strict(t, line, &rdDiagnostic{})
			holdTo(t, name, line)
		}
	case "json":
		decode(t, out)
	}
}

func parseSARIF(t testing.TB, out string) {
	t.Helper()
	holdTo(t, "sarif", out)
	checkIndexes(t, out)
}

// checkIndexes holds each result to the rule that it points at.
func checkIndexes(t testing.TB, out string) {
	t.Helper()
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, rule := range log.Runs[0].Tool.Driver.Rules {
		names = append(names, rule.ID)
	}
	if !slices.IsSorted(names) {
		t.Errorf("sarif: the rules are in the order %q", names)
	}
	for _, r := range log.Runs[0].Results {
		if names[r.RuleIndex] != r.RuleID {
			t.Errorf("sarif: the rule of index %d is %q, not %q", r.RuleIndex, names[r.RuleIndex], r.RuleID)
		}
	}
}

var annotation = regexp.MustCompile(`^::(error|warning) title=[^,:]*,file=[^,:]*,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?::`)

func parseGitHub(t testing.TB, out string) {
	t.Helper()
	for line := range strings.Lines(out) {
		if !annotation.MatchString(line) && !strings.Contains(line, " more findings not annotated; ") {
			t.Fatalf("github: %q is no annotation", line)
		}
		if strings.Contains(strings.ToLower(line), "##vso[") || strings.Contains(line, "##[") {
			t.Fatalf("github: %q holds a command", line)
		}
	}
}

func parseGitLab(t testing.TB, out string) {
	t.Helper()
	holdTo(t, "gitlab", out)
	var issues []gitlabIssue
	strict(t, out, &issues)
	seen := map[string]bool{}
	for _, i := range issues {
		if seen[i.Fingerprint] || i.Location.Lines.End < i.Location.Lines.Begin {
			t.Fatalf("gitlab: %+v", i)
		}
		seen[i.Fingerprint] = true
	}
}

// strict reads one JSON value without unknown keys.
func strict(t testing.TB, text string, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// nasty is the text of the specification that must be harmless everywhere.
var nasty = append(slices.Clone(hostile), "::error::x\n::stop-commands::y\r\n::add-mask::z", "]]>", "<script>alert(1)</script>",
	"\x00", "\xed\xa0\x80", "\\ud800", "[a](https://example.com)", "100%0A::error::", "| a | `b` @c", "a,b")

// TestHostileEverywhere puts hostile text wherever a text can be: every format
// still parses, and nothing in it acts on a reader.
func TestHostileEverywhere(t *testing.T) {
	for _, evil := range nasty {
		for _, name := range Names() {
			checkHarmless(t, name, evil)
		}
	}
}

func FuzzFormats(f *testing.F) {
	for _, s := range nasty {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, name := range Names() {
			checkHarmless(t, name, s)
		}
	})
}

func checkHarmless(t *testing.T, name, evil string) {
	t.Helper()
	run := hostileRun(evil)
	out := render(t, name, run)
	parse(t, name, out)
	run.Screen.Color = true
	if name == "text" || name == "concise" {
		out += withoutCodes(render(t, name, run))
	}
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if name == "github" {
			line = strings.TrimPrefix(line, "::")
		}
		if what := acts(line); what != "" {
			t.Errorf("%s of %q: the line %q holds %s", name, evil, line, what)
		}
	}
	run.Blob = "https://github.example/a/b/blob/0123abc"
	var summary bytes.Buffer
	if err := WriteGitHubSummary(&summary, run, 1<<20); err != nil {
		t.Fatal(err)
	}
	inert := ownLink.ReplaceAllString(summary.String()[20:], "")
	if rows := strings.Count(summary.String(), "\n"); rows != 7 || strings.ContainsAny(inert, "<>[]`@*!") {
		t.Errorf("summary of %q has %d lines: %s", evil, rows, summary.String())
	}
}

// ownLink matches what the summary makes of a place that it links to.
var ownLink = regexp.MustCompile(`\[[^\]]*\]\(https://github\.example/a/b/blob/0123abc/[\w/.~%$&+:=-]+\?plain=1#L\d+\)`)

func hostileRun(evil string) Run {
	f := rules.Finding{Rule: "r" + evil, URL: evil, Severity: rules.Error, Path: evil, Range: span(1, 1, 1, 2), Pointer: evil,
		Message: evil, Help: evil, Excerpt: rules.Excerpt{Text: evil, Column: 1},
		Related: []rules.Related{{Path: evil, Range: span(1, 1, 1, 1), Message: evil}},
		Fix:     &rules.Fix{Message: evil, Edits: []rules.Edit{{Range: span(1, 1, 1, 2), NewText: evil}}}}
	run := runOf(rules.Result{Path: evil, Findings: []rules.Finding{f}}, rules.Result{Path: evil, Skipped: evil})
	// A team's own rules are named and explained by whoever may change them.
	run.Explain = func(string) (*rules.Rule, string) { return &rules.Rule{Summary: evil, Why: evil}, evil }
	return run
}

func TestFormsOfGoldens(t *testing.T) {
	for _, run := range []Run{runOf(), runOf(every...), runOf(placeholderResult)} {
		for _, name := range Names() {
			parse(t, name, render(t, name, run))
		}
	}
}

// TestFingerprintsSurviveMovedLines: what moves keeps its fingerprint, what
// stands twice is told apart.
func TestFingerprintsSurviveMovedLines(t *testing.T) {
	at := func(line int, text string) *rules.Finding {
		return &rules.Finding{Rule: "r", Path: "p", Range: span(line, 1, line, 2), Excerpt: rules.Excerpt{Text: text}}
	}
	before, after := fingerprints{}, fingerprints{}
	first, second := before.next(at(1, "TBD")), before.next(at(2, "TBD"))
	if first == second || first != after.next(at(9, "  TBD\t")) || second != after.next(at(12, "TBD")) {
		t.Errorf("%s, %s", first, second)
	}
	if other := after.next(at(1, "to do")); other == first {
		t.Errorf("another line has the same fingerprint %s", other)
	}
}

func TestRelative(t *testing.T) {
	tests := []struct{ root, dir, path, want string }{
		{"/r", ".", "a/b.md", "a/b.md"},
		{"/r", "sub", "./b.md", "sub/b.md"},
		{"/r", "sub", "../b.md", "b.md"},
		{"/r", "sub", "/r/c/b.md", "c/b.md"},
		{"/r", "sub", "/rest/b.md", "/rest/b.md"},
		{"C:/r", "", "C:/r/b.md", "b.md"},
		{"C:/r", "", "D:/b.md", "D:/b.md"},
		{"", "", "a.md", "a.md"},
		{"/r", "sub", "<stdin>", "<stdin>"},
		{"/r", "sub", "", ""},
	}
	for _, tt := range tests {
		if got := (Run{Root: tt.root, Dir: tt.dir}).relative(tt.path); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

// TestRelativeBehindLinks: one folder has several names, and the root is told
// apart from none of them.
func TestRelativeBehindLinks(t *testing.T) {
	resolve := strings.NewReplacer("/link/", "/real/", "/real/out/", "/else/").Replace
	for name, want := range map[string]string{"/real/out/a.md": "out/a.md", "/link/a.md": "a.md", "/real/a.md": "a.md", "/else/a.md": "/else/a.md", "a.md": "sub/a.md", "link/a.md": "sub/link/a.md"} {
		if got := (Run{Root: "/real", Dir: "sub", Resolve: resolve}).relative(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestParts: what one format does with parts of a finding that another one takes.
func TestParts(t *testing.T) {
	f := rules.Finding{
		Rule: "a/b", Severity: rules.Error, Path: "a.md", URL: "javascript://x/alert(1)", Message: "see [a](b), [c](d)", Excerpt: rules.Excerpt{Text: "abc", Column: 1},
		Range: text.Range{Start: text.Pos{Line: 2, Column: 1}, End: text.Pos{Line: 4, Column: 2}},
	}
	edit := rules.Edit{Range: text.Range{Start: text.Pos{Line: 2, Column: 1}, End: text.Pos{Line: 2, Column: 2}}}
	f.Fix = &rules.Fix{Message: "fix it", Edits: []rules.Edit{edit, edit}}
	other := f
	other.Path = "b.md"
	for format, tt := range map[string]struct{ has, lacks string }{
		"github":  {"line=2,endLine=4::", "col="},
		"gitlab":  {`"end": 4`, `"end": 2`},
		"rdjsonl": {`"end":{"line":4}`, `"suggestions"`},
		"sarif":   {`see [a]\\(b), [c]\\(d)`, `"helpUri"`},
	} {
		write, err := ByName(format)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := write.Write(&out, Run{Results: []rules.Result{{Path: "a.md", Findings: []rules.Finding{f}}, {Path: "b.md", Findings: []rules.Finding{other}}}}); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if !strings.Contains(got, tt.has) || strings.Contains(got, tt.lacks) || format == "sarif" && strings.Count(got, `:1"`) != 2 {
			t.Errorf("%s lacks %s, or has %s:\n%s", format, tt.has, tt.lacks, got)
		}
		if n := strings.Count(got, `"deletedRegion"`); format == "sarif" && n != 4 {
			t.Errorf("%d of 4 edits in\n%s", n, got)
		}
	}
}

// TestSarifRules: a rule has its own severity in a log, not that of its first finding, and the address of its
// page if that is one of the web.
func TestSarifRules(t *testing.T) {
	for _, tt := range []struct {
		own   rules.Severity
		level string
	}{{rules.Error, "error"}, {rules.Warning, "warning"}, {rules.Off, "error"}} {
		run := runOf(rules.Result{Path: "p", Findings: []rules.Finding{{Rule: "r", Severity: rules.Error, Path: "p"}, {Rule: "r", Severity: rules.Warning, Path: "p"}}})
		run.Explain = func(string) (*rules.Rule, string) { return &rules.Rule{Severity: tt.own}, "" }
		if out := render(t, "sarif", run); !strings.Contains(out, `"problem.severity": "`+tt.level+`"`) {
			t.Errorf("%s is not %s: %s", tt.own, tt.level, out)
		}
		run.Results[0].Findings = run.Results[0].Findings[1:]
		if out := render(t, "sarif", run); tt.own != rules.Off && !strings.Contains(out, `"problem.severity": "`+tt.level+`"`) {
			t.Errorf("a warning of %s is not of %s: %s", tt.own, tt.level, out)
		}
	}
	for address, isPage := range map[string]bool{"https://example.com/a": true, "http://wiki/a": true, "https:///a": false, "ftp://example.com/a": false} {
		out := render(t, "sarif", one(rules.Finding{Rule: "r", Severity: rules.Warning, Path: "p", Message: "m", URL: address}))
		if strings.Contains(out, `"helpUri"`) != isPage {
			t.Errorf("%s: %s", address, out)
		}
	}
}

func TestPathURI(t *testing.T) {
	tests := []struct{ path, uri, base string }{
		{"a b/ü#?%.md", "a%20b/%C3%BC%23%3F%25.md", sourceRoot},
		{"http://x", "http%3A/x", sourceRoot},
		{"<stdin>", "stdin", ""},
		{"a/<stdin>", "a/%3Cstdin%3E", sourceRoot},
		{"/tmp/a.md", "file:///tmp/a.md", ""},
		{"C:/a.md", "file:///C%3A/a.md", ""},
	}
	for _, tt := range tests {
		if got := (Run{}).sarifArtifact(tt.path); got["uri"] != tt.uri || tt.base != "" && got["uriBaseId"] != tt.base {
			t.Errorf("%s: %+v", tt.path, got)
		}
	}
}

// many is a result with n warnings and then an error.
func many(n int, message string) Run {
	found := slices.Repeat([]rules.Finding{{Rule: "r", Severity: rules.Warning, Path: "p", Message: message}}, n)
	return runOf(rules.Result{Path: "p", Findings: append(found, rules.Finding{Rule: "r", Severity: rules.Error, Path: "p", Message: "the error"})})
}

// TestJUnitTellsTheWorst: the message of a file is the one that matters most.
func TestJUnitTellsTheWorst(t *testing.T) {
	warning := rules.Finding{Rule: "w", Severity: rules.Warning, Message: "the warning"}
	failing := rules.Finding{Rule: "e", Severity: rules.Error, Message: "the error"}
	unjudged := rules.Finding{Rule: "u", Severity: rules.Error, Message: "not judged", Unjudged: true}
	cases := []struct {
		found []rules.Finding
		want  string
	}{
		{[]rules.Finding{warning, warning}, `failure message="the warning (and 1 more)" type="warning"`},
		{[]rules.Finding{warning, failing, warning}, `failure message="the error (and 2 more)" type="error"`},
		{[]rules.Finding{warning, failing, unjudged}, `error message="not judged (and 2 more)" type="error"`},
	}
	for _, c := range cases {
		if out := render(t, "junit", runOf(rules.Result{Path: "p", Findings: c.found})); !strings.Contains(out, "<"+c.want) {
			t.Errorf("want %s in\n%s", c.want, out)
		}
	}
}

func TestGitHubLimits(t *testing.T) {
	run := many(14, "m")
	out := render(t, "github", run)
	if strings.Count(out, "::warning ") != 10 || strings.Count(out, "::error ") != 1 ||
		!strings.HasSuffix(out, "\n4 more findings not annotated; in all: errors 1, warnings 14\n") {
		t.Error(out)
	}
	if out := render(t, "github", many(11, "m")); !strings.HasSuffix(out, "\n1 more finding not annotated; in all: errors 1, warnings 11\n") {
		t.Error(out)
	}
	for _, limit := range []int{0, 100, 500, 1 << 20} {
		var b bytes.Buffer
		if err := WriteGitHubSummary(&b, run, limit); (err != nil) != (limit < 500) || b.Len() > limit {
			t.Errorf("%d bytes, at most %d: %v", b.Len(), limit, err)
		}
		if said := strings.Contains(b.String(), "left out"); limit == 500 && !said {
			t.Error(b.String())
		}
		// The last finding of all is the only error.
		if told := strings.Contains(b.String(), "the error"); told != (limit >= 500) {
			t.Errorf("at most %d bytes: the error is told of: %v\n%s", limit, told, b.String())
		}
	}
	var none bytes.Buffer
	if err := WriteGitHubSummary(&none, runOf(), 1<<20); err != nil || strings.Contains(none.String(), "| severity |") {
		t.Errorf("a table without findings: %v\n%s", err, none.String())
	}
	var whole bytes.Buffer
	if err := WriteGitHubSummary(&whole, run, 1<<20); err != nil || !strings.Contains(whole.String(), summaryHead+"| error |") {
		t.Errorf("the error is not the first: %v\n%s", err, whole.String())
	}
}

// TestGitHubLinks: a summary links what is in the repository, and pages whose address is no Markdown.
func TestGitHubLinks(t *testing.T) {
	for _, tt := range []struct{ path, url, want string }{
		{"a…b.md", "", "| [a…b&#46;md&#58;1&#58;1]("},
		{"a b/@c.md", "https://example.com/a", "| [a b/&#64;c&#46;md&#58;1&#58;1](https://example.com/x/y/blob/1/a%20b/%40c.md?plain=1#L1) | [r](https://example.com/a) |"},
		{"/tmp/a", "https://example.com/a)b", "| /tmp/a&#58;1&#58;1 | r |"},
		{"../a", "", "| &#46;&#46;/a&#58;1&#58;1 | r |"},
	} {
		run := one(rules.Finding{Rule: "r", Severity: rules.Error, Path: tt.path, Message: "m", URL: tt.url})
		run.Blob = "https://example.com/x/y/blob/1"
		var out bytes.Buffer
		if err := WriteGitHubSummary(&out, run, 1<<20); err != nil || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%s: %v\n%s\nwant %s", tt.path, err, out.String(), tt.want)
		}
	}
}

// TestSuggestions: Reviewdog gets a fix that is within the line of its finding.
func TestSuggestions(t *testing.T) {
	for _, tt := range []struct {
		at  text.Range
		has bool
	}{{span(2, 1, 2, 2), true}, {span(1, 1, 2, 2), false}, {span(2, 1, 3, 1), false}, {span(3, 1, 3, 2), false}} {
		f := rules.Finding{Rule: "r", Range: span(2, 1, 2, 3), Excerpt: rules.Excerpt{Text: "abc", Column: 1}, Fix: &rules.Fix{Edits: []rules.Edit{{Range: tt.at}}}}
		if got := rdDiagnosticOf(&f).(rdDiagnostic).Suggestions; (got != nil) != tt.has {
			t.Errorf("%v: %v", tt.at, got)
		}
	}
}

func TestByteColumns(t *testing.T) {
	text := "é中x" // of 2, 3 and 1 bytes
	cases := []struct {
		name    string
		excerpt rules.Excerpt
		from    int
		want    string
	}{
		{"a whole line", rules.Excerpt{Text: text, Column: 1}, 3, "{{3 6} {3 7}}"},
		{"its end", rules.Excerpt{Text: text, Column: 1}, 4, "{{3 0} {3 0}}"},
		{"behind a byte order mark", rules.Excerpt{Text: text, Column: 1, Offset: 3}, 1, "{{3 4} {3 6}}"},
		{"a cut line", rules.Excerpt{Text: text, Column: 11, Offset: 20}, 12, "{{3 23} {3 26}}"},
		{"before the cut", rules.Excerpt{Text: text, Column: 11, Offset: 20}, 10, "{{3 0} {3 0}}"},
		{"a file as a whole", rules.Excerpt{}, 1, "{{3 0} {3 0}}"},
	}
	for _, c := range cases {
		f := rules.Finding{Rule: "r", Range: span(3, c.from, 3, c.from+1), Excerpt: c.excerpt}
		if got := fmt.Sprint(rdDiagnosticOf(&f).(rdDiagnostic).Location.Range); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
