package shell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
	"github.com/handofflint/handofflint/internal/text"
)

// TestHostileCommands interprets deeply nested and unterminated commands.
func TestHostileCommands(t *testing.T) {
	var scripts, ends strings.Builder
	for i := range 8_000 { // each contains all that follow
		fmt.Fprintf(&scripts, "sh <<%d\n", i)
		fmt.Fprintf(&ends, "%d\n", 7_999-i)
	}
	for _, part := range []string{scripts.String() + ends.String(), "if ", "! ", "$((", "- ", "${a:-", "{a,", "((", "`", "\"$(", "a && ", "a | ", "case a in a) ", "while ", "a=", "<<E ", "\\", "f() ", "time ", "[[ ! ", "for i in a b; do ", "cat a.go; ", "cat a.go b.go && ", "echo $(cat a.go); ", "> a.go "} {
		budget := text.NewSteps(1 << 40)
		line := strings.Repeat(part, MaxLine/len(part))
		if deeds := Deeds(line, "/w", Zero, "out", budget); len(deeds) > maxDeeds+3 {
			t.Errorf("%.20q: %d deeds", part, len(deeds))
		}
		if used := budget.Used(); used > maxNodes+MaxLine {
			t.Errorf("%.20q: %d nodes are visited", part, used)
		}
	}
}

// TestBounds checks what is known of a line at a bound, and beyond it.
func TestBounds(t *testing.T) {
	long := "cat a.go" + strings.Repeat(" ", MaxLine-len("cat a.go"))
	deep := "a" + strings.Repeat("/a", maxFolder/2)
	hits := func(n int) (output string) {
		for i := range n {
			output += fmt.Sprintf("f%d.go:1:x\nf%d.go:2:y\n", i, i)
		}
		return output
	}
	echoes := func(n int) string {
		var line strings.Builder
		for i := range n - 1 {
			fmt.Fprintf(&line, "true; echo %d $?; ", i)
		}
		return line.String() + "go test ./...; echo exit $?"
	}
	for _, tt := range []struct {
		name, line, output string
		budget             int64
		want               string
	}{
		{"a line", long, "", maxNodes, "read /w/a.go all"},
		{"a longer line", long + " ", "", maxNodes, "read? **"},
		{"a line beyond the budget", "cat a.go" + strings.Repeat(" ", nodeBytes), "", 1, "read? **"},
		{"a part beyond the budget", "cat a.go; cat b.go; cat c.go", "", 4, "write? **"},
		{"many commands", strings.Repeat("true && ", maxJoints) + "cat a.go", "", maxNodes, "read /w/a.go all"},
		{"more commands", strings.Repeat("true && ", maxJoints+1) + "cat a.go", "", maxNodes, "read? **"},
		{"a deep line", nested(MaxLine, "cat a.go;", "{ ", " };"), "", maxNodes, "read /w/a.go all"},
		{"a deeper line", "{ { " + nested(MaxLine, "cat a.go;", "{ ", " };") + " }; };", "", maxNodes, "read? **"},
		{"a folder", "cd " + deep + "; cd ..; cat b.go", "", maxNodes, "read? **/b.go all"},
		{"files of a search", "grep -rn x .", hits(maxHits), maxNodes, fmt.Sprintf("seen /w/f%d.go", maxHits-1)},
		{"more files", "grep -rn x .", hits(maxHits + 1), maxNodes, fmt.Sprintf("seen /w/f%d.go", maxHits-1)},
		{"echoes", echoes(maxEchoes), "exit 1", maxNodes, "run go test ./... = failed (exit 1)"},
		{"more echoes", echoes(maxEchoes + 1), "exit 1", maxNodes, "run go test ./..."},
	} {
		deeds := Deeds(tt.line, "/w", Zero, tt.output, text.NewSteps(tt.budget))
		if got := ledgertest.Brief(deeds[len(deeds)-1]); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
