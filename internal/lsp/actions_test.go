package lsp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/text"
)

type action struct {
	Title, Kind string
	IsPreferred bool
	Diagnostics []diagnostic
	Edit        struct {
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version int
			}
			Edits []edit
		}
	}
}

type edit struct {
	Range   span
	NewText string
}

// actions requests the actions for a range of a file.
func (c *client) actions(name string, at span, only ...string) (actions []action) {
	c.t.Helper()
	params := object{"textDocument": object{"uri": c.uri(name)}, "range": at, "context": object{"diagnostics": []any{}, "only": only}}
	c.call("textDocument/codeAction", params, &actions)
	return actions
}

// apply applies the edits of an action to a text as an editor does.
func (c *client) apply(content string, a action) string {
	c.t.Helper()
	changes := a.Edit.DocumentChanges
	if len(changes) != 1 || len(changes[0].Edits) != 1 || !strings.HasPrefix(changes[0].TextDocument.URI, "file://") || changes[0].TextDocument.Version == 0 {
		c.t.Fatalf("%q: %+v", a.Title, a.Edit)
	}
	return applyUTF16(c.t, content, changes[0].Edits[0])
}

// applyUTF16 counts as the protocol's specification says, independently of the server.
func applyUTF16(t testing.TB, content string, e edit) string {
	t.Helper()
	normal := strings.NewReplacer("\r\n", "\n\x00", "\r", "\n").Replace(content) // of the same length
	lines := strings.SplitAfter(normal, "\n")
	offset := func(line, character int) int {
		if line >= len(lines) {
			t.Fatalf("no line %d", line)
		}
		before := strings.Join(lines[:line], "")
		text := strings.TrimPrefix(lines[line], "\x00")
		units := utf16.Encode([]rune(strings.TrimSuffix(text, "\n")))
		if character > len(units) {
			t.Fatalf("line %d has no character %d", line, character)
		}
		return len(before) + len(lines[line]) - len(text) + len(string(utf16.Decode(units[:character])))
	}
	start, end := offset(e.Range.Start.Line, e.Range.Start.Character), offset(e.Range.End.Line, e.Range.End.Character)
	return content[:start] + e.NewText + content[end:]
}

// helps checks that an action removes its finding and adds no other.
func (c *client) helps(name string, before, after []diagnostic, a action) {
	c.t.Helper()
	for _, d := range a.Diagnostics {
		if count(after, d) >= count(before, d) {
			c.t.Errorf("%s: after %q there is still %q", name, a.Title, d.Message)
		}
	}
	for _, d := range after {
		if count(before, d) == 0 && !slices.ContainsFunc(before, func(b diagnostic) bool { return strings.HasPrefix(b.Code, "syntax/") }) {
			c.t.Errorf("%s: %q brings %s: %q", name, a.Title, d.Code, d.Message)
		}
	}
}

// The nearest allowed value is offered but not preferred: it is a guess, so fix-all does not use it.
func TestNearestValue(t *testing.T) {
	c := startIn(t, t.TempDir(), nil, `{}`)
	const name = "docs/features/a/outputs/b.json"
	const right = `{"agent": "implementer", "output_type": "implementation", "timestamp": "2026-05-31T12:21:29Z",
"feature_directory": "docs/features/a", "skills_invoked": ["testing"], "library_skills_read": [],
"source_files_verified": ["src/session.go:10-42"], "status": "complete"}
`
	content := strings.Replace(right, `"complete"`, `"complet"`, 1)
	found := c.open(name, content)
	if len(found) != 1 || found[0].Code != "schema/not-allowed" {
		t.Fatalf("%+v", found)
	}
	list := c.actions(name, found[0].Range)
	if len(list) == 0 || list[0].Title != `write "complete"` || list[0].Kind != "quickfix" || list[0].IsPreferred {
		t.Fatalf("%+v", list)
	}
	if fixed := c.apply(content, list[0]); fixed != right {
		t.Error(fixed)
	}
	if all := c.actions(name, span{}.whole(), "source.fixAll"); len(all) > 0 {
		t.Errorf("%+v", all)
	}
	for _, edge := range []text.Position{found[0].Range.Start, found[0].Range.End} {
		if list := c.actions(name, span{edge, edge}); len(list) == 0 {
			t.Errorf("no action at %v", edge)
		}
	}
	if beside := c.actions(name, span{}); len(beside) > 0 {
		t.Errorf("of another line: %+v", beside)
	}
}

// A kind asks for the kinds below it, too, as the protocol says.
func TestKindsOfActions(t *testing.T) {
	c := startIn(t, t.TempDir(), nil, `{}`)
	const name = "docs/context/1717580000-export-csv.json"
	data := testkit.Read(t, "../../testdata/examples/"+name)
	c.open(name, string(data))
	for only, want := range map[string]bool{"source": true, "source.fixAll": true, "source.organizeImports": false, "sourc": false} {
		isOffered := slices.ContainsFunc(c.actions(name, span{}.whole(), only), func(a action) bool { return strings.HasPrefix(a.Kind, "source.fixAll") })
		if isOffered != want {
			t.Errorf("%s: %t, want %t", only, isOffered, want)
		}
	}
}

// A suppression is written where the handoff has room for it: into its object, after its front matter, or at the
// end of a text with other front matter.
func TestSuppressions(t *testing.T) {
	const block = "## Metadata\n\n```json\n" + `{"agent": "x", "output_type": "implementation", "timestamp": "2026-05-31T12:21:29Z", "feature_directory": "a",
"skills_invoked": ["testing"], "library_skills_read": [], "source_files_verified": [], "status": "complete"}` + "\n```"
	context := func(own string) string {
		return `{"schema_version": 1, "task_id": "1717500000-fix", "task_summary": "Fix the login in b.go", "key_findings": []` + own + "}\n"
	}
	c := startIn(t, t.TempDir(), nil, `{}`)
	for _, tt := range []struct{ file, text, want string }{
		{context_, context(""), `"handofflint":{"disable":["context/no-findings -- say why"]}`},
		{context_, context(`, "handofflint": {}`), `"handofflint": {"disable":["context/no-findings -- say why"]}`},
		{context_, context(`, "handofflint": {"disable": []}`), `"disable": ["context/no-findings -- say why"]`},
		{context_, context(`, "handofflint": 1`), ""},
		{context_, context(`, "handofflint": "a"`), ""},
		{context_, context(`, "handofflint": {"disable": "a"}`), ""},
		{context_, context(`, "handofflint": {"disable": {}}`), ""},
		{"output.md", "---\ntitle: x\n---\n# Work\n\n" + block, "```<!-- handofflint-disable"},
		{"output.md", "# Work\n\n" + block, "<!-- handofflint-disable "},
	} {
		text := ""
		c.open(tt.file, tt.text)
		for _, a := range c.actions(tt.file, span{}.whole(), "quickfix") {
			if d := a.Diagnostics[0]; d.Range == (span{}) && strings.HasSuffix(a.Title, "for this line") {
				t.Errorf("%s, which is about the whole file, is suppressed for a line", d.Code)
			}
			if strings.HasSuffix(a.Title, "in this file") {
				text = c.apply(tt.text, a)
				break
			}
		}
		joined := strings.Join(strings.Fields(text), "")
		if (text == "") != (tt.want == "") || !strings.Contains(joined, strings.ReplaceAll(tt.want, " ", "")) {
			t.Errorf("%s: %q, want %q", tt.text, text, tt.want)
		}
	}
}

// A large text has no actions, since each is tried.
func TestActionsAreBounded(t *testing.T) {
	c := startIn(t, t.TempDir(), nil, `{}`)
	const start = `{"schema_version": 1, "task_id": "1717500000-fix", "task_summary": "Fix b.go", "key_findings": []}`
	for length, isOffered := range map[int]bool{64 << 10: true, 64<<10 + 1: false} {
		c.open(context_, "{"+strings.Repeat(" ", length-len(start))+start[1:])
		if got := c.actions(context_, span{}.whole()); (len(got) > 0) != isOffered {
			t.Errorf("%d bytes: %d actions", length, len(got))
		}
	}
}

// Each attempt checks the text twice, so a range of a whole large file has few actions.
func TestFewQuickFixes(t *testing.T) {
	root := t.TempDir()
	c := startIn(t, root, nil, `{}`)
	const name = "docs/context/1717500000-a.json"
	content := `{"schema_version":1,"task_id":"1717500000-a","task_summary":"Fix b.go","key_findings":["b.go:1 is wrong"],"relevant_files":["a.go"`
	for i := range 100 {
		content += fmt.Sprintf(",\n\"/a%d.go\"", i)
	}
	content += "]}\n"
	if found := c.open(name, content); len(found) < 100 {
		t.Fatalf("only %d findings", len(found))
	}
	of := map[span]bool{}
	for _, a := range c.actions(name, span{}.whole(), "quickfix") {
		of[a.Diagnostics[0].Range] = true
	}
	if len(of) != 20 {
		t.Errorf("quick fixes for %d findings", len(of))
	}
}

func (span) whole() span {
	s := span{}
	s.End.Line = 1 << 20
	return s
}

// count returns the number of diagnostics equal to d.
func count(list []diagnostic, d diagnostic) (n int) {
	for _, other := range list {
		if other.Code == d.Code && withoutDigits(other.Message) == withoutDigits(d.Message) {
			n++
		}
	}
	return n
}

func withoutDigits(message string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, message)
}
