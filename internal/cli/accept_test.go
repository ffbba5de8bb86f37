package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// theReport is the fixtures' report, which passes.
const theReport = "testdata/fixtures/.claude/agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md"

func fixture(t *testing.T) []byte {
	t.Helper()
	data := testkit.Read(t, theReport)
	return data
}

// sealedReport writes a report with its marker, which was made a minute ago.
func sealedReport(t *testing.T, path string, data []byte) {
	t.Helper()
	then := time.Now().Add(-time.Minute)
	for path, data := range map[string][]byte{path: data, path + ".done": nil} {
		testkit.Write(t, path, data)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
}

// accepting judges a report and gives the document that would be accepted.
func accepting(t *testing.T, path string) *document.Document {
	t.Helper()
	engines, err := (*config.Config)(nil).Engines(checks.All(), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h, err := checker{engines: engines}.checkFile(path, "report", true)
	h.Result.Findings = forReader(h.Result.Findings)
	if err != nil {
		t.Fatal(err)
	}
	if err := acceptable(h); err != nil {
		t.Fatalf("%v: %+v", err, h.Result.Findings)
	}
	return h.Doc
}

// The word changes, and no other byte: quotes, comments, line ends and a byte
// order mark stay.
func TestVerifiedText(t *testing.T) {
	report := string(fixture(t))
	status := func(line string) string { return strings.Replace(report, `status: "written"`, line, 1) }
	tests := []struct{ name, old, want string }{
		{"double quotes", report, status(`status: "verified"`)},
		{"single quotes", status(`status: 'written'`), status(`status: 'verified'`)},
		{"plain, with a comment", status(`status:   written   # not written in one go`), status(`status:   verified   # not written in one go`)},
		{"a block", status("status: |-\n  written"), status("status: |-\n  verified")},
		{"a quoted key", status(`"status" : "written"`), status(`"status" : "verified"`)},
		{"the word elsewhere before it", "---\nnote: written\n" + status(`status: written`)[4:], "---\nnote: written\n" + status(`status: verified`)[4:]},
		{"CRLF", strings.ReplaceAll(report, "\n", "\r\n"), strings.ReplaceAll(status(`status: "verified"`), "\n", "\r\n")},
		{"a BOM", "\uFEFF" + report, "\uFEFF" + status(`status: "verified"`)},
		{"no final line end", strings.TrimRight(report, "\n"), strings.TrimRight(status(`status: "verified"`), "\n")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "01-architect-report.md")
			sealedReport(t, path, []byte(tt.old))
			err := handoff.Accept(accepting(t, path))
			got, _ := os.ReadFile(path)
			if err != nil || string(got) != tt.want {
				t.Errorf("%v\n got %.300q\nwant %.300q", err, got, tt.want)
			}
		})
	}
}

// A status that cannot be changed in its place is refused.
func TestVerifiedTextRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "01-architect-report.md")
	sealedReport(t, path, bytes.Replace(fixture(t), []byte(`status: "written"`), []byte(`status: "writt\u0065n"`), 1))
	if err := handoff.Accept(accepting(t, path)); err == nil {
		t.Error("it was changed")
	}
}

// A report that changes between the judging and the writing stays as it is.
func TestAcceptConcurrentChange(t *testing.T) {
	changes := map[string]func(path string) error{
		"written to": func(path string) error { return os.WriteFile(path, []byte("something else"), 0o644) },
		"one more byte": func(path string) error {
			return os.WriteFile(path, append(bytes.Clone(fixture(t)), ' '), 0o644)
		},
		"removed": os.Remove,
		"a folder in its place": func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o755))
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "01-architect-report.md")
			sealedReport(t, path, fixture(t))
			doc := accepting(t, path)
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(path)
			if err := handoff.Accept(doc); !errors.Is(err, files.ErrChanged) {
				t.Errorf("got %v, want %v", err, files.ErrChanged)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Errorf("%.80q became %.80q", before, after)
			}
			leavesNothing(t, filepath.Dir(path))
		})
	}
}

// The report keeps its permissions, and its marker looks no older.
func TestAcceptTimesAndPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "01-architect-report.md")
	sealedReport(t, path, fixture(t))
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := handoff.Accept(accepting(t, path)); err != nil {
		t.Fatal(err)
	}
	report, marker := markerIsNewer(t, path)
	if report.Mode() != before.Mode() {
		t.Errorf("the mode was %v and is %v", before.Mode(), report.Mode())
	}
	if time.Since(marker.ModTime()) > 30*time.Second {
		t.Errorf("its marker is of %v, not of now", marker.ModTime())
	}
	leavesNothing(t, filepath.Dir(path))
}

// markerIsNewer wants a marker that is not older than its report.
func markerIsNewer(t *testing.T, path string) (report, marker os.FileInfo) {
	t.Helper()
	report, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if marker, err = os.Stat(path + ".done"); err != nil {
		t.Fatal(err)
	}
	if marker.ModTime().Before(report.ModTime()) {
		t.Errorf("the report is of %v, its marker of %v", report.ModTime(), marker.ModTime())
	}
	return report, marker
}

// leavesNothing wants no temporary file in a folder.
func leavesNothing(t *testing.T, folder string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(folder, ".handofflint-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q %v", left, err)
	}
}

// Killed at any moment, accept leaves the old report or the new one, and a
// marker that does not make it look changed.
func TestAcceptKilled(t *testing.T) {
	testkit.SkipWithRace(t)
	const kills = 24
	program, err := exec.LookPath("handofflint")
	if err != nil {
		t.Fatal(err) // TestMain puts it there
	}
	old := fixture(t)
	changed := bytes.Replace(old, []byte(`"written"`), []byte(`"verified"`), 1)
	folder := t.TempDir()
	path := filepath.Join(folder, "01-architect-report.md")
	took := acceptOnce(t, program, path, old, -1)
	outcomes := map[string]int{}
	for i := range kills {
		acceptOnce(t, program, path, old, took*3/2*time.Duration(i)/kills)
		got, err := os.ReadFile(path)
		switch {
		case err != nil:
			t.Fatal(err)
		case bytes.Equal(got, old):
			outcomes["old"]++
		case bytes.Equal(got, changed):
			outcomes["new"]++
		default:
			t.Fatalf("kill %d left %.300q", i, got)
		}
		markerIsNewer(t, path)
	}
	if outcomes["old"] == 0 || outcomes["new"] == 0 {
		t.Logf("the kills came all too early or all too late: %v", outcomes)
	}
}

// acceptOnce accepts a report that was just sealed, kills the process after a
// time that is not negative, and says how long it took.
func acceptOnce(t *testing.T, program, path string, data []byte, after time.Duration) time.Duration {
	t.Helper()
	sealedReport(t, path, data)
	cmd := exec.Command(program, "accept", "--no-failure-log", "-q", path)
	started := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if after >= 0 {
		timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // it may have ended
		defer timer.Stop()
	}
	if err := cmd.Wait(); err != nil && after < 0 {
		t.Fatal(err)
	}
	return time.Since(started)
}
