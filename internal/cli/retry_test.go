package cli

import (
	"bytes"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

const goodContext = "testdata/fixtures/docs/context/1717500000-good.json"

// ownCache keeps the locks of a test out of the user's cache.
func ownCache(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
}

// copyContext puts the good context file into a folder.
func copyContext(t *testing.T, folder string) (path string, data []byte) {
	t.Helper()
	data = testkit.Read(t, goodContext)
	path = filepath.Join(folder, filepath.Base(goodContext))
	testkit.Write(t, path, data)
	return path, data
}

func retryProcess(t *testing.T, path, summary string) *exec.Cmd {
	t.Helper()
	program, err := exec.LookPath("handofflint")
	if err != nil {
		t.Fatal(err) // TestMain puts it there
	}
	return exec.Command(program, "pipeline", "context", "retry", path, "--reason", "tests-failed", "--error-summary", summary, "--no-failure-log")
}

// Of retries at the same time one is recorded; the others are told that there
// is none left.
func TestRetriesAtOnce(t *testing.T) {
	ownCache(t)
	path, _ := copyContext(t, t.TempDir())
	var commands []*exec.Cmd
	var errs [6]bytes.Buffer
	for i := range errs {
		cmd := retryProcess(t, path, "failure "+string(rune('a'+i)))
		cmd.Stderr = &errs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		commands = append(commands, cmd)
	}
	won := ""
	for i, cmd := range commands {
		err := cmd.Wait()
		switch code := cmd.ProcessState.ExitCode(); {
		case err == nil && won == "":
			won = "failure " + string(rune('a'+i))
		case err == nil:
			t.Errorf("%q and another were both recorded", won)
		case code != ExitFailed || !strings.Contains(errs[i].String(), "it was retried already"):
			t.Errorf("exit code %d: %s", code, errs[i].String())
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || won == "" || strings.Count(string(got), `"error_summary": "`+won+`"`) != 1 {
		t.Errorf("%q won, and the file holds %s (%v)", won, got, err)
	}
	leavesNothing(t, filepath.Dir(path))
}

// Killed at any moment, retry leaves the old file or the new one, and the next
// one finds nothing in its way.
func TestRetryKilled(t *testing.T) {
	testkit.SkipWithRace(t)
	const kills = 24
	ownCache(t)
	folder := t.TempDir()
	path, old := copyContext(t, folder)
	started := time.Now()
	if out, err := retryProcess(t, path, "x").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	took := time.Since(started)
	done := testkit.Read(t, path)
	chance := rand.New(rand.NewSource(1))
	for i := range kills {
		copyContext(t, folder)
		cmd := retryProcess(t, path, "x")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(chance.Int63n(int64(took)*3/2)), func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait() // it may have been killed
		timer.Stop()
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, old) && !bytes.Equal(got, done) {
			t.Fatalf("kill %d left %q (%v)", i, got, err)
		}
	}
	copyContext(t, folder)
	if out, err := retryProcess(t, path, "x").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}
