package evidence

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

// TestHostileCommands follows what nests deep and does not end.
func TestHostileCommands(t *testing.T) {
	for _, part := range []string{"if ", "! ", "$((", "- ", "${a:-", "{a,", "((", "`", "\"$(", "a && ", "a | ", "case a in a) ", "while ", "a=", "<<E ", "\\", "f() ", "time ", "[[ ! ", "for i in a b; do "} {
		budget := text.NewSteps(1 << 40)
		line := strings.Repeat(part, maxShell/len(part))
		if deeds := shellDeeds(line, "/w", zero, "out", budget); len(deeds) > maxShellDeeds+3 {
			t.Errorf("%q: %d deeds", part, len(deeds))
		}
		if used := budget.Used(); used > maxShellNodes+maxShell {
			t.Errorf("%q: %d nodes are visited", part, used)
		}
	}
}
