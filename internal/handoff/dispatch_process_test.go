package handoff

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// rootVariable makes this test binary reserve a path under that root, print it
// and end.
const rootVariable = "HANDOFFLINT_TEST_RESERVE"

func reserveOne(root string) error {
	c, err := rules.BuiltIn()
	if err != nil {
		return err
	}
	a, err := Reserve(c, request(root, "writer"))
	fmt.Print(a.Path)
	return err
}

// Twenty processes at once get twenty paths, numbered without a gap.
func TestProcesses(t *testing.T) {
	const count = 20
	root := t.TempDir()
	outs := make([]bytes.Buffer, count)
	processes := make([]*exec.Cmd, count)
	for i := range processes {
		processes[i] = exec.Command(os.Args[0])
		processes[i].Env = append(os.Environ(), rootVariable+"="+root)
		processes[i].Stdout = &outs[i]
		processes[i].Stderr = os.Stderr
		if err := processes[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]bool{}
	for i, p := range processes {
		if err := p.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
		got[outs[i].String()] = true
	}
	for n := 1; n <= count; n++ {
		path := fmt.Sprintf("agent-handoffs/%s/%02d-writer-report.md", testSession, n)
		if !got[path] {
			t.Errorf("nobody got %s", path)
		}
	}
}
