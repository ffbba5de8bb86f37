package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/protocol"
)

// own is a format without special properties.
var own = protocol.Spec{Name: "own", IsOwn: true, Form: protocol.Markdown}

// parseAs parses a text as a file of a format.
func parseAs(data string, spec protocol.Spec) *Document {
	return ParseAs(Input{Path: "a.md", Data: []byte(data)}, usualLimits, &spec)
}

// Without front matter the data is an empty object, so that a schema can report what it lacks.
func TestWithoutFrontMatter(t *testing.T) {
	d := parseAs("text\n", own)
	if d.Fatal || d.Data() == nil || d.Data().Kind != Object {
		t.Errorf("%+v", d)
	}
	d = parseAs("---\na: 1\n---\ntext\n", own)
	if d.Data().Field("a") == nil {
		t.Errorf("%+v", d)
	}
}

// Every value of any file is within it, and a file without faults has data.
func FuzzParseAs(f *testing.F) {
	for _, seed := range []string{"a: 1\nb: [x, y]\n", "{\"a\": [1, 2]}", "---\na: 1\n---\n# A\n\n## B\n\ntext\n", "## A\n```\n## B\n```\n- [ ] c\n", "a: &x {b: *x}", "\ufeffa: |\r\n  b\r\n", "a: \xff"} {
		for form := range 4 {
			f.Add([]byte(seed), uint8(form))
		}
	}
	forms := []protocol.Form{protocol.YAML, protocol.JSON, protocol.Markdown, protocol.FrontMatter}
	f.Fuzz(func(t *testing.T, data []byte, form uint8) {
		d := parseAs(string(data), protocol.Spec{Form: forms[form%4]})
		if d.Fatal != (d.Data() == nil) {
			t.Errorf("fatal is %v, data is %v, faults %+v", d.Fatal, d.Data(), d.Faults)
		}
		everyNode(t, d.Root, len(data))
		for _, fault := range d.Faults {
			if fault.Span.Start < 0 || fault.Span.End > len(data) || fault.Span.Start > fault.Span.End {
				t.Errorf("the fault %+v is not within %d bytes", fault, len(data))
			}
		}
	})
}

func everyNode(t *testing.T, n *Node, size int) {
	t.Helper()
	if n.Value.Start < 0 || n.Value.End > size || n.Value.Start > n.Value.End {
		t.Fatalf("%+v is not within %d bytes", n, size)
	}
	for _, item := range n.Items {
		everyNode(t, item, size)
	}
}

// A line of dashes after a blank line is a thematic break, unless it opens valid front matter.
func TestCustomDashesAfterABlankLine(t *testing.T) {
	for in, want := range map[string]string{
		"\n---\n\n## A\n\ntext\n":             "{}",
		"\n---\n\n## A\n\ntext\n\n---\n\nb\n": "{}",
		"\n---\na: 1\n---\n\n## A\n\ntext\n":  `{"a":1}`,
	} {
		d := parseAs(in, own)
		if got := JSON(d.Data()); got != want || len(d.Faults) > 0 || len(d.Body.Sections) != 1 {
			t.Errorf("%q: %s, %v, %d sections", in, got, d.Faults, len(d.Body.Sections))
		}
	}
	d := parseAs("---\n\n## A\n", own)
	if len(d.Faults) > 0 || len(d.Body.Sections) != 1 {
		t.Errorf("front matter that is not closed is text: %v", d.Faults)
	}
}

// In most formats a heading of any level begins a section, also an underlined one or one in bold.
func TestSectionsOfAnyLevel(t *testing.T) {
	text := "intro\n# A\na b\n### B\nb\n\n**C:**\n\nc\n\nD\n---\n**Not one.**\n\n**Nor\none**\n\n- **E**\n\nsay **F**\n\n## G\n\ng\n"
	d := parseAs(text, own)
	var got []string
	for _, s := range d.Body.Sections {
		got = append(got, fmt.Sprintf("%d|%s|%d|%s", s.Level, s.Title, s.Words, strings.Join(strings.Fields(d.Source.Slice(s.Content)), " ")))
	}
	want := []string{"1|A|2|a b", "3|B|1|b", "7|C:|1|c", "2|D|7|**Not one.** **Nor one** - **E** say **F**", "2|G|1|g"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	if &d.Leaves()[0] != &d.Body.Leaves[0] {
		t.Error("the leaves are read again")
	}
	for i, want := range []int{5, 2, 1, 1, 1} {
		if within := d.Body.Within(&d.Body.Sections[i]); len(within) != want {
			t.Errorf("within section %d are %d, want %d", i, len(within), want)
		}
	}
}

// The values in the Markdown, and their positions.
func TestValues(t *testing.T) {
	status := protocol.Spec{Form: protocol.Markdown, Rounds: `(?i)^(fix|round \d)`, Values: []protocol.Value{
		{Name: "status", Field: "state", Line: []string{"Status", "状态"}, Heading: []string{"Status", "Result"}},
	}}
	for _, tt := range []struct{ name, text, want string }{
		{"a line", "# T\n\nStatus: DONE\n", "3:9 DONE"},
		{"in bold", "# T\n\n**Status:** DONE\n", "3:13 DONE"},
		{"all in bold", "# T\n\n**Status: DONE**\n", "3:11 DONE"},
		{"the word in bold", "# T\n\n**Status**: `DONE`\n", "3:14 DONE"},
		{"an item", "# T\n\n- x\n- **STATUS:** DONE - all of it\n", "4:15 DONE - all of it"},
		{"a line of a paragraph", "# T\nTask: 3\nstatus： blocked\nTests: 4\n", "3:9 blocked"},
		{"Chinese", "状态：完成\n", "1:4 完成"},
		{"a heading", "# T\n\n## Status: DONE\n", "3:12 DONE"},
		{"a heading that is not a label elsewhere", "# T\n\n## Result: DONE\n\nmore\n", "3:12 DONE"},
		{"below a heading", "# T\n\n### 2. Result\n\n`DONE`\n\nmore\n", "5:2 DONE"},
		{"below an underlined one", "Status\n------\nDONE\nmore\n", "3:1 DONE"},
		{"the first one", "Status: DONE\n\nStatus: other\n", "1:9 DONE"},
		{"the first one of the last round", "# Fix it\n\nStatus: one\n\n## Fix: the flake\n\nStatus: two\n\nStatus: three\n\n## Notes\n", "7:9 two"},
		{"an earlier round, if the last says nothing", "# T\n\nStatus: one\n\n## Round 2\n\nnothing\n", "3:9 one"},
		{"front matter first", "---\nstate: paused\n---\nStatus: DONE\n", "2:8 paused"},
		{"nothing", "# T\n\nThe status: DONE\n\n```\nStatus: DONE\n```\n\n> Status: DONE\n\n    Status: DONE\n\n<!-- Status: DONE -->\n", ""},
		{"nothing below", "# T\n\n## Status\n\n## Next\n\nDONE\n", " without a text at 3:4"},
		{"a table below", "# T\n\n## Status\n\n| a | b |\n|---|---|\n| c | d |\n", " without a text at 3:4"},
	} {
		d := parseAs(tt.text, status)
		got := ""
		if field := d.Data().Field("status"); field != nil {
			got = place(d, field.Value.Start) + " " + field.Text
		}
		if label, ok := d.Unfilled["status"]; ok {
			got += " without a text at " + place(d, label.Start)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A value that may be in a line may also be in a line in bold, which is a heading.
func TestValuesOfLines(t *testing.T) {
	status := protocol.Spec{Form: protocol.Markdown, Values: []protocol.Value{{Name: "status", Line: []string{"Status"}}}}
	for text, want := range map[string]string{
		"---\nstatus: paused\n---\nStatus: DONE\n": `{"status":"paused"}`,
		"**Status: DONE**\n":                       `{"status":"DONE"}`,
		"## Status\n\nWe wait.\n":                  `{}`,
		"Status\n":                                 `{}`,
		"Status:\n\nStatus:\n":                     `{} without a text at 3:1`,
	} {
		d := parseAs(text, status)
		got := JSON(d.Data())
		if label, ok := d.Unfilled["status"]; ok {
			got += " without a text at " + place(d, label.Start)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestYAMLForm(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\n": "", "# nothing\n": "syntax/yaml/empty@1:1", "a: [\n": "syntax/yaml/yaml@1:1", "a: 1\na: 2\n": "syntax/duplicate-key@2:1", "a: \xff\n": "file/not-utf8/invalid-utf8@1:4",
	} {
		if got := strings.Join(faultsOf(parseAs(text, protocol.Spec{Form: protocol.YAML})), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A team's formats are detected like the built-in ones. At the place of a built-in format, a file that is
// damaged there has the built-in one.
func TestFormatsOfATeam(t *testing.T) {
	costly := "*" + strings.Repeat("a", 1000)
	limits := usualLimits
	limits.Formats = append(protocol.Formats{
		{Name: "own", IsOwn: true, Form: protocol.YAML, Keys: protocol.Keys{All: []string{"own"}}},
		{Name: "placed", IsOwn: true, Form: protocol.Markdown, Where: []string{"agent-handoffs/*/*.md", costly}},
	}, protocol.Builtin.Formats...)
	far := strings.Repeat("a/", 10_000) + "a.md"
	for _, tt := range []struct{ path, text, want, faults string }{
		{"a.yaml", "own: 1\n", "own", ""},
		{"a", "own: 1\n", "own", ""},
		{"a.md", "own: 1\n", "", ""},
		{"a.yaml", "other: 1\n", "", ""},
		{"agent-handoffs/s/a.md", reportText, "placed", ""},
		{"agent-handoffs/s/a.md", "# Notes\n", "report", "syntax/front-matter/absent@1:1"},
		{far, reportText, "", "file/too-many-steps@1:1"},
	} {
		d := Parse(Input{Path: tt.path, Data: []byte(tt.text)}, limits)
		if got := strings.Join(faultsOf(d), " "); string(d.Format) != tt.want || got != tt.faults {
			t.Errorf("%.30s: format %q, faults %q, want %q, %q", tt.path, d.Format, got, tt.want, tt.faults)
		}
	}
}

// The first heading is the title, and begins no round.
func TestAges(t *testing.T) {
	rounds := protocol.Spec{Form: protocol.Markdown, Rounds: `(?i)^(fix|round \d)`}
	log := protocol.Spec{Form: protocol.Markdown, IsInformal: true}
	for _, tt := range []struct {
		name, text string
		spec       protocol.Spec
		want       string
	}{
		{"one round", "a\n\n# Fix it\n\nb\n\n## Notes\n\nc\n", rounds, "0 0 0"},
		{"two rounds", "a\n\n# Fix it\n\nb\n\n## Round 2\n\nc\n", rounds, "1 1 0"},
		{"three rounds", "a\n\n# Fix it\n\nb\n\n## Round 2\n\nc\n\n## Round 3\n\nd\n", rounds, "2 2 1 0"},
		{"a section of attempts", "a\n\n# T\n\nb\n\n## Previous attempts\n\nc\n", own, "0 0 0"},
		{"an old entry of a log", "a\n\n# T\n\nb\n\n## Previous session\n\nc\n", log, "0 0 1"},
		{"entries by day", "## 2026-05-30\n\na\n\n## 2026-05-31\n\nb\n\n## Notes\n\nc\n", own, "1 0 0"},
		{"days in words", "## May 30, 2026\n\na\n\n## 1st of June\n\nb\n\n## 1 June 2026\n\nc\n", own, "1 0 0"},
		{"days in words and in digits", "## 31 May 2026\n\na\n\n## 2026-05-30\n\nb\n\n## Dec 31st, 2025\n\nc\n", own, "0 1 1"},
		{"days after the month", "## May 2nd, 2026\n\na\n\n## May 10, 2026\n\nb\n", own, "1 0"},
		{"months without a day", "## Dec 2025\n\na\n\n## January 2026\n\nb\n", own, "1 0"},
		{"entries by number", "## Session 9\n\na\n\n## session 10\n\nb\n\n## Update 1\n\nc\n", own, "1 0 0"},
		{"days of another level", "# 2026-05-31\n\n## 2026-05-30\n\na\n", own, "0"},
		{"an old entry within an older one", "## Archive\n\n### Session 1\n\na\n\n### Session 2\n\nb\n\n## Next\n\nc\n", log, "1 1 0"},
	} {
		d := parseAs(tt.text, tt.spec)
		var ages []string
		for _, leaf := range d.Body.Leaves {
			if leaf.Kind == Paragraph {
				ages = append(ages, fmt.Sprint(d.Body.Age(leaf.Span)))
			}
		}
		if got := strings.Join(ages, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestRoundsTakeSteps(t *testing.T) {
	slow := protocol.Spec{Form: protocol.Markdown, Rounds: `x{900}z`}
	text := "# T\n" + strings.Repeat("# "+strings.Repeat("x", 1000)+"\n", 600)
	d := parseAs(text, slow)
	if !d.Fatal || d.Faults[0].Rule != RuleTooManySteps {
		t.Errorf("%v", faultsOf(d))
	}
}
