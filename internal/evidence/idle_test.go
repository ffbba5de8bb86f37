package evidence

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
)

// TestNoRun holds that a command which shows text, or runs nothing, neither proves that tests
// pass nor takes back that they failed, whatever it prints.
func TestNoRun(t *testing.T) {
	const claim = "All tests pass."
	claims := prose.ClaimsOf(claim)
	for name, printed := range map[string]string{
		"shows.txt": "ok  \texample.com/a\t0.1s\n===== 42 passed in 1.20s =====",
		"idle.txt":  "a\nb",
	} {
		content, err := os.ReadFile("../runner/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			command := strings.TrimSpace(line)
			if command == "" || command[0] == '#' {
				continue
			}
			act := "0 " + command + " -> " + printed
			if j := acts("edit a.go", act).ReceiptAt(math.MaxInt).Judge(claims[0]); j.Verdict != Undecided {
				t.Errorf("%s: %s", command, j.Verdict)
			}
			want := Contradicted
			if runner.IsRemote(shell.InvocationOf(command, nil).Words) {
				want = Undecided
			}
			if j := acts("edit a.go", failed, act).ReceiptAt(math.MaxInt).Judge(claims[0]); j.Verdict != want {
				t.Errorf("after a failed run, %s: %s %s %s, want %s", command, j.Verdict, j.Why, j.Hidden, want)
			}
		}
	}
}
