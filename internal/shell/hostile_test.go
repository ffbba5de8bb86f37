package shell

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

// TestHostileCommands interprets deeply nested and unterminated commands.
func TestHostileCommands(t *testing.T) {
	for _, part := range []string{"if ", "! ", "$((", "- ", "${a:-", "{a,", "((", "`", "\"$(", "a && ", "a | ", "case a in a) ", "while ", "a=", "<<E ", "\\", "f() ", "time ", "[[ ! ", "for i in a b; do ", "cat a.go; ", "cat a.go b.go && ", "echo $(cat a.go); ", "> a.go "} {
		budget := text.NewSteps(1 << 40)
		line := strings.Repeat(part, MaxLine/len(part))
		if deeds := Deeds(line, "/w", Zero, "out", budget); len(deeds) > maxDeeds+3 {
			t.Errorf("%q: %d deeds", part, len(deeds))
		}
		if used := budget.Used(); used > maxNodes+MaxLine {
			t.Errorf("%q: %d nodes are visited", part, used)
		}
	}
}
