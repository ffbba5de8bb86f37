package verdict

import (
	"os"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
)

// TestNoRun checks that a command that only shows text, or runs nothing, never proves that tests pass.
func TestNoRun(t *testing.T) {
	const sentence = "All tests pass."
	claims := claim.Of(sentence)
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
			if j := Judge(claims[0], timelinetest.Acts("edit a.go", act).End()); j.Verdict == Holds || j.Firm {
				t.Errorf("%s: %s", command, j.Verdict)
			}
			if j := Judge(claims[0], timelinetest.Acts("edit a.go", failed, act).End()); j.Verdict == Holds {
				t.Errorf("after a failed run, %s: %s", command, j.Verdict)
			}
		}
	}
}
