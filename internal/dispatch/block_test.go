package dispatch

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

func catalogue(t *testing.T) *rules.Catalogue {
	t.Helper()
	c, err := rules.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func assignment(role string) Assignment {
	return Assignment{
		Role: role, Task: `retry "limits"`, Session: testSession, Sequence: 3,
		Path: ".claude/agent-handoffs/" + testSession + "/03-" + role + "-report.md",
	}
}

// The minimums are those of formats.md, "report/too-few-words".
func TestWords(t *testing.T) {
	c := catalogue(t)
	for role, want := range map[string]int{
		"editor_in_chief": 800, "editor-in-chief": 800, "researcher": 500, "spec-reader": 500,
		"implementer": 400, "writer": 400, "revision_agent": 300, "tester": 200,
	} {
		brief, err := NewBrief(c, assignment(role), nil)
		if err != nil || brief.Words != want {
			t.Errorf("%s: %d words, %v; want %d", role, brief.Words, err, want)
		}
	}
}

// The block has all that the gate before an agent looks for, and nothing of
// the templates.
func TestBlock(t *testing.T) {
	a := assignment("writer")
	brief, err := NewBrief(catalogue(t), a, []string{"docs/a b.md", ".claude/agent-handoffs/s/01-x-report.md"})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"## Handoff Files\n",
		"- `docs/a b.md`\n- `.claude/agent-handoffs/s/01-x-report.md`\n",
		"`" + a.Path + "`",
		"\nagent_role: \"writer\"\ntask_id: \"retry \\\"limits\\\"\"\nsession_id: \"" + testSession + "\"\nsequence: 3\n",
		"`## 1. What Was Done`: the complete deliverable, not a summary of it; at least 400 words\n",
		"`## 2. Output Artifacts`", "`## 3. Decisions and Trade-offs`", "`## 4. Concerns and Caveats`",
		"`## 5. Next Agent Actions`: what the next agent is to do, in steps with a verb (read, verify, check, write, review, fix, run, test, validate); at least 50 characters\n",
		"`<!-- handoff-end -->`",
		"    handofflint seal " + a.Path + "\n",
		"`" + a.Done() + "`",
		"Handoff written to `" + a.Path + "`. Summary: <one sentence>\n",
	} {
		if !strings.Contains(brief.Block, part) {
			t.Errorf("the block has no %q", part)
		}
	}
	if strings.Contains(brief.Block, "{") || strings.Count(brief.Block, "\n#") > 0 {
		t.Errorf("a field was not filled in, or a heading ends the section:\n%s", brief.Block)
	}
	if brief.Return != "Handoff written to `"+a.Path+"`. Summary: <one sentence>" {
		t.Errorf("the line to reply with is %q", brief.Return)
	}
	if block, err := Block(catalogue(t), a, nil); err != nil || strings.Contains(block, "Read these files first") {
		t.Errorf("without files to read there is a part about them: %v\n%s", err, block)
	}
}

// An agent that does what the block says has written a report that passes.
func TestBlockIsRight(t *testing.T) {
	a := assignment("writer")
	block, err := Block(catalogue(t), a, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(block, "```yaml\n")
	front, _, _ := strings.Cut(rest, "```\n")
	front = strings.NewReplacer(
		"<the date and time, such as 2026-05-31T12:21:29Z>", "2026-05-31T12:21:29Z",
		"<full for texts, summary for code>", "full",
		"<one line: what was done, with a name or a number>", "Three chapters on retries",
	).Replace(front)
	var report strings.Builder
	report.WriteString(front)
	for line := range strings.SplitSeq(block, "\n") {
		if heading, ok := strings.CutPrefix(line, "- `##"); ok {
			heading, _, _ = strings.Cut(heading, "`")
			report.WriteString("\n##" + heading + "\n\n" + "Read the chapter on retries and verify its numbers" + heading + ".\n\n" + varied(report.Len(), 40) + "\n")
		}
	}
	report.WriteString("\n<!-- handoff-end -->\n")
	written := time.Date(2026, 5, 31, 12, 21, 29, 0, time.UTC)
	engine, err := rules.NewEngine(checks.All(), rules.Options{Now: written})
	if err != nil {
		t.Fatal(err)
	}
	result, err := engine.CheckInput(rules.Input{
		Path: a.Path, Data: []byte(report.String()), Named: true,
		Info: &document.Info{ModTime: written, Done: written},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		t.Errorf("%d: %s [%s]", f.Range.Start.Line, f.Message, f.Rule)
	}
}

func TestPathsThatCannotStandInAPrompt(t *testing.T) {
	for _, path := range []string{"", "a`b", "a\nb", "a\x1bb", "a\u2028b", "a\xffb"} {
		if _, err := NewBrief(catalogue(t), assignment("writer"), []string{path}); err == nil {
			t.Errorf("%q is taken", path)
		}
		a := assignment("writer")
		a.Path = path
		if _, err := NewBrief(catalogue(t), a, nil); err == nil {
			t.Errorf("%q is taken for the report", path)
		}
	}
}

// varied is a text of n lines of ten words that does not repeat itself.
func varied(from, n int) string {
	var b strings.Builder
	for i := from; i < from+n; i++ {
		fmt.Fprintf(&b, "Step %d: handler %d checks row %d before use %d.\n", i, i+1000, i+2000, i+3000)
	}
	return b.String()
}
