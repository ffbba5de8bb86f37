// Package integration holds the tests of what runs handofflint in other
// places: the GitHub action, the hooks of pre-commit, the release, the recipes
// of docs/ci.md, the packages in a program of another module.
package integration

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/testkit"
)

// root is the folder of the repository, from this package's.
const root = "../.."

// The handoffs of the scratch repositories, and where each of them stands.
const (
	contextFile   = "context/1717500000-fix.json"
	goodContext   = `{"schema_version": 1, "task_id": "1717500000-fix", "task_summary": "Fix the race in login.", "relevant_files": ["login.go"], "key_findings": ["The session is read before it is written."]}` + "\n"
	warnedContext = `{"task_id": "1717500000-fix", "task_summary": "Fix the race in login.", "relevant_files": ["login.go"], "key_findings": ["The session is read before it is written."]}` + "\n"
	brokenContext = `{"schema_version": 1, "task_id": "1717500000-fix", "task_summary": "", "relevant_files": ["login.go"], "key_findings": ["The session is read before it is written."]}` + "\n"
)

func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	if err := yaml.Unmarshal(readFile(t, path), into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// plant writes files, by their slash paths, into a folder.
func plant(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// absolute is the absolute path of something in the repository.
func absolute(t *testing.T, path string) string {
	t.Helper()
	full, err := filepath.Abs(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// command finds a program, or skips the test and says why.
func command(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed here", name)
	}
	return path
}

// goEnv is what `go env` says, so that a test that sets HOME can still build
// from the same caches, without a network.
func goEnv(t *testing.T) []string {
	t.Helper()
	env := []string{"GOPROXY=off", "GOSUMDB=off"}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(out)))
	}
	return env
}

// built is the folder that buildProgram builds into, made by TestMain.
var built string

func TestMain(m *testing.M) {
	testkit.Prepare()
	var err error
	if built, err = os.MkdirTemp("", "handofflint-built-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(built) // it holds nothing of worth
	os.Exit(code)
}

// buildProgram builds handofflint, once for all tests, and returns its folder.
func buildProgram(t *testing.T) string {
	t.Helper()
	if out, err := build(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return built
}

// build builds as a release does, without what only a debugger reads.
var build = sync.OnceValues(func() ([]byte, error) {
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", built+string(filepath.Separator), "./cmd/handofflint")
	cmd.Dir = root
	return cmd.CombinedOutput()
})

// program is the file name of handofflint in the folder of buildProgram.
func program() string {
	if runtime.GOOS == "windows" {
		return "handofflint.exe"
	}
	return "handofflint"
}

// archiveOf is a release's archive with one program in it.
func archiveOf(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	var buffer bytes.Buffer
	zipped := gzip.NewWriter(&buffer)
	archive := tar.NewWriter(zipped)
	header := &tar.Header{Name: name, Mode: 0o755, Size: int64(len(data)), Typeflag: tar.TypeReg}
	if err := archive.WriteHeader(header); err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}
