package handoff

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func catalogue(t *testing.T) *rules.Catalogue {
	t.Helper()
	c, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func assignment(role string) Assignment {
	return Assignment{
		Role: role, Task: "retry-limits", Session: testSession, Sequence: 3,
		Path: protocol.SessionsFolder() + "/" + testSession + "/03-" + role + "-report.md",
	}
}

// The minimums are those of formats.md, "report/too-few-words".
func TestLeastWords(t *testing.T) {
	c := catalogue(t)
	for role, want := range map[string]int{
		"editor_in_chief": 800, "editor-in-chief": 800, "researcher": 500, "spec-reader": 500,
		"implementer": 400, "writer": 400, "revision_agent": 300, "tester": 200,
	} {
		brief, err := NewBrief(c, assignment(role), nil, nil)
		if err != nil || brief.Words != want {
			t.Errorf("%s: %d words, %v; want %d", role, brief.Words, err, want)
		}
	}
}

// The block names what to read and to write, the command, and the line to end with, in at most 600 bytes
// without the paths.
func TestBlock(t *testing.T) {
	a := assignment("writer")
	a.Path = "my work/" + a.Path
	reads := []string{"docs/a b.md", "agent-handoffs/s/01-x-report.md"}
	brief, err := NewBrief(catalogue(t), a, reads, map[string][]string{reads[1]: {"It ran no tests."}, a.Path: {"Not read."}})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"## Handoff Files\n", "It ran no tests.",
		"- `docs/a b.md`\n- `agent-handoffs/s/01-x-report.md`\n",
		"Your report belongs in `" + a.Path + "`",
		"\n    handofflint seal " + text.ShellQuote(a.Path) + "\n",
		"\n    " + brief.Return + "\n",
	} {
		if !strings.Contains(brief.Block, part) {
			t.Errorf("the block has no %q", part)
		}
	}
	if want := "Handoff written to `" + a.Path + "`. Summary: <one sentence>"; brief.Return != want {
		t.Errorf("the line to reply with is %q, want %q", brief.Return, want)
	}
	for _, part := range []string{"{", "\n#", "Not read.", ".done", "files are right"} {
		if strings.Contains(brief.Block, part) {
			t.Errorf("the block has %q:\n%s", part, brief.Block)
		}
	}
	rest := brief.Block
	for _, path := range append(reads, a.Path) {
		rest = strings.ReplaceAll(strings.ReplaceAll(rest, text.ShellQuote(path), ""), path, "")
	}
	if len(rest) > 600 {
		t.Errorf("%d bytes beside the paths:\n%s", len(rest), rest)
	}
	brief, err = NewBrief(catalogue(t), a, nil, nil)
	if err != nil || strings.Contains(brief.Block, "Read these files first") {
		t.Errorf("without files to read there is a part about them: %v\n%s", err, brief.Block)
	}
}

func TestPathsThatCannotStandInAPrompt(t *testing.T) {
	for _, path := range []string{"", "a`b", "a\nb", "a\x1bb", "a\u2028b", "a\xffb"} {
		if err := CheckPath(path); err == nil {
			t.Errorf("%q is taken", path)
		}
		a := assignment("writer")
		a.Path = path
		if _, err := NewBrief(catalogue(t), a, nil, nil); err == nil {
			t.Errorf("%q is taken for the report", path)
		}
	}
}
