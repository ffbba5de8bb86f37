//go:build unix

package transcript

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes checks that a pipe with the name of a transcript is never waited for, whether it is named
// itself or lies beside one.
func TestPipes(t *testing.T) {
	name := asAgents(t, 1, "")
	folder := filepath.Dir(name)
	for _, pipe := range []string{"agent-x.jsonl", "z.jsonl"} {
		if err := syscall.Mkfifo(filepath.Join(folder, pipe), 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
	}
	for _, named := range []string{name, filepath.Join(folder, "agent-0.jsonl")} {
		if all, err := Open(named, nil, nil); err != nil || len(all) != 2 {
			t.Errorf("%s: %v", named, err)
		}
	}
	if _, err := Open(filepath.Join(folder, "z.jsonl"), nil, nil); err == nil || !strings.Contains(err.Error(), "not a file") {
		t.Errorf("a pipe is read: %v", err)
	}
}
