package failurelog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// childVariable has the task of a test binary that was started by a test.
const childVariable = "FAILURELOG_TEST_CHILD"

// childTask is what a child process does: it makes Rounds appends, of Batch
// entries each, numbered from First, and prints a line after each: nothing for
// one that went well, else the error. Zero rounds are endless.
type childTask struct {
	Path                 string
	Limit                int64
	Keep                 int
	First, Rounds, Batch int
	// Gate has the child wait until its input ends.
	Gate bool
	// FileSize bounds the size of a file that the child may write; 0 does not.
	FileSize uint64
}

// limitFileSize bounds the size of a file that this process may write. It is
// nil where the system has no such bound.
var limitFileSize func(bytes uint64) error

func TestMain(m *testing.M) {
	task := os.Getenv(childVariable)
	if task == "" {
		os.Exit(m.Run())
	}
	if err := runChild(task); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runChild(text string) error {
	var task childTask
	if err := json.Unmarshal([]byte(text), &task); err != nil {
		return err
	}
	l, err := Open(task.Path)
	if err != nil {
		return err
	}
	l.limit, l.keep = task.Limit, task.Keep
	if task.FileSize > 0 {
		if err := limitFileSize(task.FileSize); err != nil {
			return err
		}
	}
	if task.Gate {
		if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
			return err
		}
	}
	for i := 0; task.Rounds == 0 || i < task.Rounds; i++ {
		err := l.Append(numbered(task.First+i*task.Batch, task.Batch)...)
		if err == nil {
			fmt.Println()
		} else {
			fmt.Println(strings.ReplaceAll(err.Error(), "\n", "; "))
		}
	}
	return nil
}

// child is this test binary with a task.
func child(t *testing.T, task childTask) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary)
	// The race detector has a process wait a second before it ends.
	cmd.Env = append(os.Environ(), childVariable+"="+string(text), "GORACE=atexit_sleep_ms=0")
	cmd.Stderr = os.Stderr
	return cmd
}

// TestProcesses: fifty processes, let loose at once, append two hundred
// entries each to one log that rotates all the while, and each entry is there
// once.
func TestProcesses(t *testing.T) {
	const processes, each = 50, 200
	l := openTest(t, 64<<10, 1000)
	gate, open, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for p := range processes {
		cmd := child(t, childTask{Path: l.path, Limit: l.limit, Keep: l.keep, First: p * each, Rounds: each, Batch: 1, Gate: true})
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
	checkEachOnce(t, l, processes*each)
	if _, err := os.Stat(rotatedPath(l.path, 20)); err != nil {
		t.Errorf("the log hardly rotated: %v", err)
	}
}

// TestKilledWriter: a writer that is killed, whenever that is, leaves whole
// lines and at most one torn one, which the next append ends. What it said it
// had written is there.
func TestKilledWriter(t *testing.T) {
	const rounds, batch = 30, 20
	dir, torn := t.TempDir(), 0
	for round := range rounds {
		l := mustOpen(t, filepath.Join(dir, strconv.Itoa(round)))
		l.limit, l.keep = 16<<10, 1000 // two batches: half the time it rotates
		reported := killAfter(t, 1+round, childTask{Path: l.path, Limit: l.limit, Keep: l.keep, Batch: batch})
		mustAppend(t, l, testEntry("after"))
		ids, skipped := logged(t, l)
		written := len(ids) - 1
		if diff := cmp.Diff(append(counted(0, written-1), "after"), ids); diff != "" {
			t.Fatalf("round %d: a line is lost (-want +got):\n%s", round, diff)
		}
		if written < reported*batch || skipped > 1 {
			t.Errorf("round %d: %d entries where %d were reported, %d torn lines", round, written, reported*batch, skipped)
		}
		torn += skipped
	}
	t.Logf("%d of %d writers left a torn line", torn, rounds)
}

// killAfter starts an endless child, kills it after so many appends, which is
// somewhere within a later one, and says how many the child had reported.
func killAfter(t *testing.T, appends int, task childTask) (reported int) {
	t.Helper()
	cmd := child(t, task)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if lines.Text() != "" {
			t.Errorf("the child failed: %s", lines.Text())
		}
		if reported++; reported == appends {
			_ = cmd.Process.Kill() // it cannot have ended
		}
	}
	_ = cmd.Wait() // it was killed
	return reported
}
