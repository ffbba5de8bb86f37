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

// TestHostileLoops are followed for some turns only.
func TestHostileLoops(t *testing.T) {
	start := time.Now()
	loop := "for i in " + strings.Repeat("a ", 150) + "; do "
	body := strings.Repeat("cat $i > b; ", 200)
	deeds := shellDeeds(strings.Repeat(loop, 20)+body+strings.Repeat("done; ", 20), "/w", zero, "")
	if took := time.Since(start); len(deeds) > 2*maxShellDeeds || took > 20*time.Second {
		t.Errorf("%d deeds in %s", len(deeds), took)
	}
}
