package lsp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

// benchReport returns a report of about 4 KB whose only finding is its missing marker.
func benchReport() string {
	var b strings.Builder
	b.WriteString("---\nagent_role: architect\ntask_id: T-1\nsession_id: 20260531-170546-ad4f12aa\nsequence: 1\nstatus: written\ncreated: 2026-05-31T17:10:00Z\nhandoff_type: full\nsummary: Designed the sign-in\n---\n# Report\n")
	for n, title := range []string{"What Was Done", "Output Artifacts", "Decisions and Trade-offs", "Concerns and Caveats", "Next Agent Actions"} {
		fmt.Fprintf(&b, "\n## %d. %s\n\n", n+1, title)
		for item := range 9 {
			fmt.Fprintf(&b, "- Verify part %d of the sign-in flow in `src/auth/part%d_%d.go` against all of its tests.\n", item, n, item)
		}
	}
	b.WriteString("\n<!-- handoff-end -->\n")
	return b.String()
}

// BenchmarkKeystroke measures a keystroke in a report of 4 KB, one of five in a session, from the client's
// message to its diagnostics, through both pipes and both codecs.
func BenchmarkKeystroke(b *testing.B) {
	const folder = ".claude/agent-handoffs/20260531-170546-ad4f12aa/"
	content := benchReport()
	if len(content) < 4000 || len(content) > 5000 {
		b.Fatalf("the report has %d bytes", len(content))
	}
	files := map[string]string{".handofflint.yaml": "exclude: [docs/old]\n", ".handofflintignore": "drafts\n"}
	for n := 2; n < 6; n++ {
		files[fmt.Sprintf("%s0%d-architect-report.md", folder, n)] = strings.Replace(content, "sequence: 1", fmt.Sprintf("sequence: %d", n), 1)
	}
	name := folder + "01-architect-report.md"
	files[name] = content
	c := start(b, files, `{}`)
	c.open(name, content)
	at := text.Position{Line: 20, Character: 10}
	version := 1
	for b.Loop() {
		version++
		if version%2 == 0 {
			c.change(name, version, object{"range": span{at, at}, "text": "x"})
		} else {
			c.change(name, version, object{"range": span{at, text.Position{Line: at.Line, Character: at.Character + 1}}, "text": ""})
		}
	}
}
