package evidence

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

// What is done beyond the bounds of a command line may be anything: nobody is accused of
// not having done it.
func TestCommandsBeyondABoundMayHaveDoneAnything(t *testing.T) {
	for name, line := range map[string]string{
		"deeds":    strings.Repeat("cat a.go; ", 5_000) + "npm audit",
		"operands": "cat " + strings.Repeat("a.go ", 5_000) + "; npm audit",
		"chain":    strings.Repeat("cd a && ", 5_000) + "npm audit",
		"targets":  "npm audit " + strings.Repeat("> a.go ", 5_000),
		"nested":   "echo $(" + strings.Repeat("cat a.go; ", 5_000) + ") && npm audit",
	} {
		d := &Deeds{Agent: &ledger.Ledger{Deeds: shell.Deeds(line, "/repo", shell.Nonzero, "FAIL", nil)}}
		if d.Ran(shell.InvocationOf("npm audit", nil)).Answer == ledger.No || d.Read("b.go").Answer == ledger.No || d.Wrote("b.go").Answer == ledger.No {
			t.Errorf("%s: something is said not to have been done", name)
		}
	}
}

// What is not visited of a line, or of a transcript, may have done anything.
func TestCommandsThatAreNotVisitedMayHaveDoneAnything(t *testing.T) {
	line := "cat " + strings.Repeat(`"a"b `, shell.MaxLine/6)
	budget := text.NewSteps(2_000_000)
	for range 100 {
		d := &Deeds{Agent: &ledger.Ledger{Deeds: shell.Deeds(line, "/w", shell.Zero, "", budget)}}
		if d.Ran(shell.InvocationOf("npm audit", nil)).Answer == ledger.No || d.Read("b.go").Answer == ledger.No || d.Wrote("b.go").Answer == ledger.No {
			t.Fatal("something is said not to have been done")
		}
	}
}

// What is sourced may have run anything, but for files that only change the environment.
func TestSourced(t *testing.T) {
	for line, want := range map[string]ledger.Answer{
		"source .venv/bin/activate && go vet ./...":       ledger.No,
		". /etc/profile; . \"$NVM_DIR/nvm.sh\"; go vet .": ledger.No,
		"source ~/.bashrc && go vet ./...":                ledger.No,
		"source ci.sh && go vet ./...":                    ledger.Unknown,
		"source deactivate && go vet ./...":               ledger.Unknown,
		"source $file && go vet ./...":                    ledger.Unknown,
		". && go vet ./...":                               ledger.Unknown,
		"bash .bashrc && go vet ./...":                    ledger.Unknown,
	} {
		d := &Deeds{Agent: &ledger.Ledger{Deeds: shell.Deeds(line, "/w", shell.Zero, "", nil)}}
		if got := d.Ran(shell.InvocationOf("npm audit", nil)).Answer; got != want {
			t.Errorf("%q: npm audit ran: %v, want %v", line, got, want)
		}
	}
}
