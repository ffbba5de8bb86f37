package failurelog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// childVariable has the task of a test binary that was started by a test.
const childVariable = "FAILURELOG_TEST_CHILD"

// childTask is the task of a child process: it makes Rounds appends of Batch lines each, numbered from First,
// and prints a line after each: empty on success, else the error. Zero rounds are endless.
type childTask struct {
	Path                 string
	Limit                int64
	First, Rounds, Batch int
	// Gate makes the child wait until its input ends.
	Gate bool
	// FileSize bounds the size of a file that the child may write; 0 means no bound.
	FileSize uint64
}

// limitFileSize bounds the size of a file that this process may write.
var limitFileSize func(bytes uint64) error

func TestMain(m *testing.M) {
	testkit.Prepare()
	text := os.Getenv(childVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var task childTask
	err := json.Unmarshal([]byte(text), &task)
	if err == nil && task.FileSize > 0 {
		err = limitFileSize(task.FileSize)
	}
	if err == nil && task.Gate {
		_, err = io.Copy(io.Discard, os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for i := 0; task.Rounds == 0 || i < task.Rounds; i++ {
		err := logFile{task.Path, task.Limit}.append(numbered(task.First+i*task.Batch, task.Batch))
		if err != nil {
			fmt.Print(strings.ReplaceAll(err.Error(), "\n", "; "))
		}
		fmt.Println()
	}
}

// child returns a command that runs this test binary with a task.
func child(t *testing.T, task childTask) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	// The race detector makes a process wait a second before it exits.
	cmd.Env = append(os.Environ(), childVariable+"="+string(text), "GORACE=atexit_sleep_ms=0")
	cmd.Stderr = os.Stderr
	return cmd
}

// TestProcesses lets sixteen processes at once append forty failures each to one log that is rotated
// meanwhile; each failure comes from two processes, and is logged once.
func TestProcesses(t *testing.T) {
	const processes, each = 16, 40
	l := newLog(t, int64(len(numbered(0, 1)[0].text)*processes/2*each*3/5))
	gate, open, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for p := range processes {
		cmd := child(t, childTask{Path: l.path, Limit: l.limit, First: p / 2 * each, Rounds: each, Batch: 1, Gate: true})
		out := &strings.Builder{}
		cmd.Stdin, cmd.Stdout = gate, out
		if err := cmd.Start(); err != nil {
			t.Error(err)
			break
		}
		wg.Go(func() {
			if err := cmd.Wait(); err != nil || strings.Trim(out.String(), "\r\n") != "" {
				t.Errorf("process %d: %v\n%s", p, err, out)
			}
		})
	}
	_ = errors.Join(gate.Close(), open.Close()) // the children have what they need
	wg.Wait()
	seen, lines := map[string]int{}, 0
	for n := range keep + 1 {
		content, _ := os.ReadFile(rotated(l.path, n)) // the last ones may not be there
		for line := range strings.Lines(string(content)) {
			e, ok := parse([]byte(line))
			if !ok || !strings.HasSuffix(line, "\n") {
				t.Errorf("a torn line: %q", line)
			}
			seen[e.File]++
			lines++
		}
	}
	if len(seen) != processes/2*each || lines != len(seen) {
		t.Errorf("%d failures in %d lines, want %d", len(seen), lines, processes/2*each)
	}
	if _, err := os.Stat(rotated(l.path, 1)); err != nil {
		t.Errorf("the log did not rotate: %v", err)
	}
}

// TestKilledWriter holds that a writer that is killed at any time leaves complete lines and at most one torn
// one, which the next append terminates. All lines that it reported as written exist.
func TestKilledWriter(t *testing.T) {
	const rounds, batch = 8, 20
	for round := range rounds {
		l := newLog(t, rotateAt)
		cmd := child(t, childTask{Path: l.path, Limit: l.limit, Batch: batch})
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		reported := 0
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if lines.Text() != "" {
				t.Errorf("the child failed: %s", lines.Text())
			}
			if reported++; reported == 1+round {
				_ = cmd.Process.Kill() // it cannot have ended
			}
		}
		_ = cmd.Wait() // it was killed
		mustAppend(t, l, numbered(99_999, 1))
		paths, skipped := logged(t, l.path)
		if len(paths)-1 < reported*batch || skipped > 1 || paths[len(paths)-1] != "99999" {
			t.Errorf("round %d: %d failures where %d were reported, %d torn lines", round, len(paths)-1, reported*batch, skipped)
		}
		for i, path := range paths[:len(paths)-1] {
			if n, _ := strconv.Atoi(path); n != i {
				t.Fatalf("round %d: failure %d is %s", round, i, path)
			}
		}
	}
}
