package handoff

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/rules"
)

// The variables with which the test binary is another process: one that creates a context file in a project,
// or one that writes two texts in turn into a file until it is killed.
const (
	createVariable  = "HANDOFFLINT_TEST_CREATE"
	replaceVariable = "HANDOFFLINT_TEST_REPLACE"
)

func TestMain(m *testing.M) {
	switch create, replace, reserve := os.Getenv(createVariable), os.Getenv(replaceVariable), os.Getenv(rootVariable); {
	case reserve != "":
		run(reserveOne(reserve))
	case create != "":
		run(createOne(create))
	case replace != "":
		run(replaceForever(replace))
	default:
		os.Exit(runTests(m))
	}
}

// runTests keeps the tests' locks out of the user's cache.
func runTests(m *testing.M) int {
	cache, err := os.MkdirTemp("", "contextfile")
	run(err)
	defer os.RemoveAll(cache)
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"} {
		run(os.Setenv(name, cache))
	}
	return m.Run()
}

func run(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var begun = time.Unix(1780000000, 0)

func contextRequest(words string) (string, time.Time, string) {
	return words, begun, `"task_id": "<id>"`
}

func createOne(root string) error {
	id, err := ContextFolder{Root: root, Rel: "docs/context"}.Create(contextRequest("same"))
	fmt.Print(id)
	return err
}

func start(t *testing.T, variable, value string) (*exec.Cmd, io.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+value)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

// Twenty processes that start a task with the same name in the same second get twenty files, each with its
// own id.
func TestCreateProcesses(t *testing.T) {
	const count = 20
	root := t.TempDir()
	var processes []*exec.Cmd
	var outs []io.Reader
	for range count {
		cmd, out := start(t, createVariable, root)
		processes, outs = append(processes, cmd), append(outs, out)
	}
	ids := map[string]bool{}
	for i, cmd := range processes {
		id, _ := io.ReadAll(outs[i])
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
		ids[string(id)] = true
		text, err := os.ReadFile(filepath.Join(root, "docs", "context", string(id)+".json"))
		if want := `"task_id": "` + string(id) + `"`; err != nil || string(text) != want {
			t.Errorf("%s holds %s (%v), want %s", id, text, err, want)
		}
	}
	entries, err := os.ReadDir(filepath.Join(root, "docs", "context"))
	if err != nil || len(ids) != count || len(entries) != count {
		t.Errorf("%d processes got %d ids and left %d files (%v)", count, len(ids), len(entries), err)
	}
}

// The two texts are long, so that there is time to kill the process.
var (
	oldText = []byte(strings.Repeat("old ", 1<<14))
	newText = []byte(strings.Repeat("new! ", 1<<14))
)

func replaceForever(path string) error {
	for {
		for _, texts := range [][2][]byte{{oldText, newText}, {newText, oldText}} {
			file, unlock, err := Hold(path)
			if err != nil {
				return err
			}
			if err := Replace(file, texts[0], texts[1]); err != nil {
				return err
			}
			unlock()
			fmt.Print(".")
		}
	}
}

// A process that is killed at any moment leaves the old text or the new one, and nothing that stops the next
// process.
func TestReplaceKilled(t *testing.T) {
	const kills = 20
	chance := rand.New(rand.NewSource(1))
	path := filepath.Join(t.TempDir(), "1780000000-a.json")
	amid := 0
	for i := range kills {
		if err := os.WriteFile(path, oldText, 0o644); err != nil {
			t.Fatal(err)
		}
		cmd, out := start(t, replaceVariable, path)
		// However fast it is, it is killed at work: after a number of replacements, and some steps of this
		// process.
		_, _ = io.CopyN(io.Discard, bufio.NewReader(out), int64(chance.Intn(6)))
		for range chance.Intn(2000) {
			_ = bytes.Count(newText[:256], []byte("e"))
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		if left, err := os.ReadDir(filepath.Dir(path)); err == nil && len(left) > 1 {
			amid++
		}
		checkKilled(t, i, path)
	}
	t.Logf("%d of %d were killed while they wrote", amid, kills)
}

func checkKilled(t *testing.T, i int, path string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, oldText) && !bytes.Equal(got, newText) {
		t.Fatalf("kill %d left %.40q of %d bytes (%v)", i, got, len(got), err)
	}
	file, unlock, err := Hold(path)
	if err != nil {
		t.Fatalf("behind kill %d: %v", i, err)
	}
	defer unlock()
	if err := Replace(file, got, newText); err != nil {
		t.Fatalf("behind kill %d: %v", i, err)
	}
	// vacuum removes what a killed process left unfinished.
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".handofflint-*.tmp"))
	if err != nil || len(left) > 1 {
		t.Fatalf("kill %d left %v (%v)", i, left, err)
	}
	for _, name := range left {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// rootVariable makes this test binary reserve a path under a root, print it and exit.
const rootVariable = "HANDOFFLINT_TEST_RESERVE"

func reserveOne(root string) error {
	c := rules.BuiltIn()
	a, err := Reserve(c, request(root, "writer"))
	fmt.Print(a.Path)
	return err
}

// Twenty processes at once get twenty paths, numbered without gaps.
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
