package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Where the current folder was removed, as a script's clean-up does, what is
// named from the root is checked all the same with --no-config.
func TestWithoutCurrentFolder(t *testing.T) {
	files := t.TempDir()
	if err := copyTree(os.DirFS("testdata/fixtures"), files); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(files, "strict.yaml"), "strict: true\n")
	writeFile(t, filepath.Join(files, "baseline.json"), `{"version": 1, "entries": []}`)
	gone := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(gone, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(gone)
	if err := os.Remove(gone); err != nil {
		t.Skipf("the system keeps the current folder: %v", err)
	}
	if _, err := os.Getwd(); err == nil {
		t.Skip("the system still knows the current folder")
	}
	const unknown = "the current folder is not known"
	for _, tt := range []struct {
		args      string
		code      int
		out, errs string
	}{
		{"check FILES/task.json", 2, "", unknown},
		{"check FILES/task.json --no-config", 0, "1 file: 1 passed", ""},
		{"check FILES/docs --no-config", 2, "3 files: 1 passed, 1 with warnings, 1 failed", ""},
		{"check FILES/docs/context/1717500000-warned.json --no-config", 1, "warning", ""},
		{"check FILES/docs/context/1717500000-warned.json --config FILES/strict.yaml", 2, "context/no-schema-version", ""},
		{"check FILES/task.json --no-config --baseline FILES/baseline.json", 0, "1 passed", ""},
		{"check FILES/docs/context/1717500000-broken.json --no-config -f sarif", 2, "schema/empty-field", ""},
		{"check --no-config", 2, "no such file", ""},
		{"check task.json --no-config", 2, "no such file", ""},
	} {
		args := append(strings.Fields(strings.ReplaceAll(tt.args, "FILES", files)), "--no-failure-log")
		code, out, errs := streamMain(nil, nil, args...)
		if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errs, tt.errs) || tt.errs == "" && errs != "" {
			t.Errorf("%s: exit code %d\n%s\n%s", tt.args, code, out, errs)
		}
	}
}
