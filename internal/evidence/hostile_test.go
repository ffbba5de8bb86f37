package evidence

import (
	"strings"
	"testing"
	"time"
)

// TestHostileCommands holds the parser of shells to little time on what nests deep.
func TestHostileCommands(t *testing.T) {
	for _, part := range []string{"if ", "! ", "$((", "- ", "${a:-", "{a,", "((", "`", "\"$(", "a && ", "a | ", "case a in a) ", "while ", "a=", "<<E ", "\\", "f() ", "time ", "[[ ! ", "for i in a b; do "} {
		line := strings.Repeat(part, maxShell/len(part))
		start := time.Now()
		shellDeeds(line, "/w", zero, "out")
		shellDeeds("echo $((1"+strings.Repeat(" + 1", maxShell/5)+"))", "/w", zero, "")
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q takes %s", part, took)
		}
	}
}
