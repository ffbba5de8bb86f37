//go:build unix

package evidence

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipes never waits for the writer of a pipe that has the name of a transcript, whether
// it is named itself, lies beside one or in the folder.
func TestPipes(t *testing.T) {
	name := asAgents(t, 1, "")
	folder := filepath.Dir(name)
	for _, pipe := range []string{"agent-x.jsonl", "z.jsonl"} {
		if err := syscall.Mkfifo(filepath.Join(folder, pipe), 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
	}
	for _, open := range []string{name, folder, filepath.Join(folder, "agent-0.jsonl")} {
		if d, err := OpenDeeds(open, nil); err != nil || len(d.Around) != 1 {
			t.Errorf("%s: %v", open, err)
		}
	}
	if _, err := OpenDeeds(filepath.Join(folder, "z.jsonl"), nil); err == nil {
		t.Error("a pipe is read")
	}
}
