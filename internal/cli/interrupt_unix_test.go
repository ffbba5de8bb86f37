//go:build unix

package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

// hang is how long a process that ignores a signal may live. One that does not
// never waits.
const hang = time.Minute

// process is the program, started in a folder with the scripts' fixtures.
type process struct {
	*exec.Cmd
	out, errs bytes.Buffer
	failed    int // the exit code of an input that cannot be read
}

func newProcess(t *testing.T, args ...string) *process {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	t.Cleanup(cancel)
	p := &process{Cmd: exec.CommandContext(ctx, "handofflint", args...), failed: failedCode(args[0])}
	p.Dir = t.TempDir()
	p.Env = append(os.Environ(), "HANDOFFLINT_FAILURE_LOG="+filepath.Join(p.Dir, "failures.jsonl"))
	p.Stdout, p.Stderr = &p.out, &p.errs
	if err := copyTree(os.DirFS("testdata/fixtures"), p.Dir); err != nil {
		t.Fatal(err)
	}
	return p
}

// interrupt writes more into the process than a pipe holds, so that it surely
// reads, and then interrupts it with the pipe still open.
func (p *process) interrupt(t *testing.T, to io.WriteCloser) {
	t.Helper()
	defer to.Close() // it may be broken by now
	if _, err := to.Write(bytes.Repeat([]byte("a line\n"), 40_000)); err != nil {
		t.Fatalf("nobody reads: %v, %s", err, p.errs.String())
	}
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	code, err := 0, p.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	}
	if code != p.failed || p.out.Len() > 0 || !strings.HasSuffix(p.errs.String(), "interrupted\n") {
		t.Errorf("exit code %d, %.100q, %.300q", code, p.out.String(), p.errs.String())
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "failures.jsonl")); err == nil {
		t.Error("what was not judged is in the failure log")
	}
}

// A command that waits for standard input ends when the user interrupts it, and
// leaves nothing behind.
func TestInterruptedStdin(t *testing.T) {
	for _, args := range []string{
		"check -",
		"check - --as task",
		"check - --stdin-filename a.json -f json -o findings.json",
		"check --fix -",
		"check --diff -",
		"convert - --to task -o made.json",
		"render - -o prompt.md",
		"render output.md --dep a=-",
		"context retry docs/context/1717500000-good.json --from -",
		"result",
		"payload extract",
		"payload extract --kind metadata -",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			p := newProcess(t, strings.Fields(args)...)
			to, err := p.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			before := listing(t, p.Dir)
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			p.interrupt(t, to)
			if after := listing(t, p.Dir); after != before {
				t.Errorf("it has left something: before\n%s\nafter\n%s", before, after)
			}
		})
	}
}

// So does one that waits for a pipe with a name.
func TestInterruptedPipe(t *testing.T) {
	for _, args := range []string{
		"render pipe",
		"render output.md --dep a=pipe",
		"context retry docs/context/1717500000-good.json --from pipe",
		"result pipe",
		"payload extract pipe",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			p := newProcess(t, strings.Fields(args)...)
			pipe := filepath.Join(p.Dir, "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skipf("no pipe can be made here: %v", err)
			}
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			// This waits until the process opens the other end.
			to, err := os.OpenFile(pipe, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			p.interrupt(t, to)
		})
	}
}

// What cannot be stopped halfway, such as writing to a pipe that nobody reads,
// is ended by another signal. The race detector's runtime cannot bear a signal
// while its handler is taken away.
func TestSecondInterrupt(t *testing.T) {
	testkit.SkipWithRace(t)
	p := newProcess(t, "check", "--fix", "-")
	p.Stdin, p.Stdout = strings.NewReader(strings.Repeat("a line\n", 40_000)), nil
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 1)); err != nil {
		t.Fatalf("%v, %s", err, p.errs.String())
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	for {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if !errors.As(err, &exit) || !exit.Sys().(syscall.WaitStatus).Signaled() || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
				t.Errorf("it ended with %v, %s", err, p.errs.String())
			}
			return
		case <-again.C:
			_ = p.Process.Signal(os.Interrupt) // it may just have ended
		}
	}
}

// listing is what a folder holds.
func listing(t *testing.T, folder string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		names = append(names, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, "\n")
}
