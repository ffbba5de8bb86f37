//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Process substitution hands a command a pipe with a name.
func TestStreamFromPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipe can be made here: %v", err)
	}
	written := make(chan error, 1)
	go func() {
		written <- os.WriteFile(pipe, []byte("Done.\n[CF-RESULT: success]\n"), 0o600)
	}()
	code, out, errs := streamMain(nil, nil, "pipeline", "result", pipe)
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	if code != 0 || out != "success\n" {
		t.Errorf("exit code %d, %q, %s", code, out, errs)
	}
}

// A payload that is not a regular file is not opened: its writer may never come.
func TestEmitFromPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipe can be made here: %v", err)
	}
	code, out, errs := streamMain(nil, map[string]string{"KELOS_HANDOFF_PATH": pipe}, "pipeline", "emit", "--fail")
	if code != 2 || out != "" || !strings.Contains(errs, "named pipe") {
		t.Errorf("exit code %d, %q, %s", code, out, errs)
	}
}
