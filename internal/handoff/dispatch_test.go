package handoff

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/skeleton"
)

const testSession = "20260531-170546-ad4f12aa"

var testNow = time.Date(2026, 5, 31, 19, 5, 46, 0, time.FixedZone("", 2*60*60))

func request(root, role string) Request {
	return Request{Root: root, Folder: protocol.SessionsFolder(), Role: role, Session: testSession, Task: "retry-limits", Now: testNow}
}

func mustReserve(t *testing.T, q Request) Assignment {
	t.Helper()
	a, err := Reserve(catalogue(t), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// put writes empty files into a session's folder.
func put(t *testing.T, root string, names ...string) string {
	t.Helper()
	folder := filepath.Join(root, protocol.SessionsFolder(), testSession)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestReserve(t *testing.T) {
	root := t.TempDir()
	first, second := mustReserve(t, request(root, "researcher")), mustReserve(t, request(root, "spec_writer"))
	want := Assignment{
		Role: "spec_writer", Task: "retry-limits", Session: testSession, Sequence: 2,
		Path: "agent-handoffs/" + testSession + "/02-spec_writer-report.md",
	}
	if first.Sequence != 1 || second != want {
		t.Errorf("got %+v and %+v, want 1 and %+v", first, second, want)
	}
	folder := filepath.Join(root, protocol.SessionsFolder(), testSession)
	if got := names(t, folder); !slices.Equal(got, []string{"01-researcher-report.md", "02-spec_writer-report.md"}) {
		t.Errorf("the folder has %q, want two skeletons", got)
	}
	skeleton, err := os.ReadFile(filepath.Join(folder, "02-spec_writer-report.md"))
	if err != nil {
		t.Fatal(err)
	}
	front := "---\nagent_role: \"spec_writer\"\ntask_id: \"retry-limits\"\nsession_id: \"" + testSession + "\"\nsequence: 2\n"
	if text := string(skeleton); !strings.HasPrefix(text, front) || !strings.Contains(text, "\ncreated: \"2026-05-31T17:05:46Z\"\n") {
		t.Errorf("its skeleton begins\n%s", text)
	}
	deep := request(root, "writer")
	deep.Folder = "work/shop/handoffs"
	if a := mustReserve(t, deep); a.Path != "work/shop/handoffs/"+testSession+"/01-writer-report.md" {
		t.Errorf("in a folder that has to be made: %+v", a)
	}
	for _, folder := range []string{protocol.SessionsFolder(), deep.Folder} {
		ignore, err := os.ReadFile(filepath.Join(root, folder, ".gitignore"))
		if err != nil || string(ignore) != "*\n" {
			t.Errorf("in %s git ignores %q (%v), want all", folder, ignore, err)
		}
	}
}

func TestNextNumber(t *testing.T) {
	tests := []struct {
		name  string
		there []string
		want  int
	}{
		{"an empty folder", nil, 1},
		{"a report", []string{"01-researcher-report.md"}, 2},
		{"a gap stays one", []string{"01-researcher-report.md", "04-writer-report.md"}, 5},
		{"names in another order", []string{"10-writer-report.md", "9-notes.md"}, 11},
		{"a marker without its report", []string{"03-writer-report.md.done"}, 4},
		{"notes with a number", []string{"05-notes.md"}, 6},
		{"more than two digits", []string{"123-writer-report.md"}, 124},
		{"a number that is none", []string{"1234567890-writer-report.md", "x-1-report.md", "2", ".lock"}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			put(t, root, tt.there...)
			if got := mustReserve(t, request(root, "writer")).Sequence; got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

func TestNumbersRunOut(t *testing.T) {
	root := t.TempDir()
	put(t, root, "999999999-writer-report.md")
	if a, err := Reserve(catalogue(t), request(root, "writer")); err == nil {
		t.Errorf("got %+v, want an error: a report's number has nine digits at most", a)
	}
}

// A released reservation frees its number. A report that was written to, sealed or never reserved stays.
func TestRelease(t *testing.T) {
	root := t.TempDir()
	at := func(a Assignment) string { return filepath.Join(root, filepath.FromSlash(a.Path)) }
	mustReserve(t, request(root, "researcher"))
	for range 2 {
		a := mustReserve(t, request(root, "writer"))
		if err := Release(at(a)); a.Sequence != 2 || err != nil {
			t.Errorf("%s: %v", a.Path, err)
		}
	}
	changed, sealed := mustReserve(t, request(root, "writer")), mustReserve(t, request(root, "tester"))
	text, err := os.ReadFile(at(changed))
	if err != nil {
		t.Fatal(err)
	}
	put(t, root, filepath.Base(sealed.Path)+".done")
	folder := put(t, root, "09-empty-report.md")
	for path, text := range map[string]string{
		at(changed):                             strings.Replace(string(text), `"writing"`, `"written"`, 1),
		filepath.Join(folder, "notes.md"):       "# Notes\n",
		filepath.Join(folder, "09-x-report.md"): strings.Repeat("x", skeleton.MaxBytes+1),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mustMakeFolder(t, filepath.Join(folder, "10-x-report.md"))
	before := names(t, folder)
	for _, name := range before {
		if name == "01-researcher-report.md" {
			continue
		}
		if err := Release(filepath.Join(folder, name)); !errors.Is(err, ErrWritten) {
			t.Errorf("Release(%s): %v", name, err)
		}
	}
	other := t.TempDir()
	only := filepath.Join(other, filepath.FromSlash(mustReserve(t, request(other, "writer")).Path))
	if err := Release(only); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(only)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty session: %v", err)
	}
	if err := Release(filepath.Join(folder, "none.md")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
	if after := names(t, folder); !slices.Equal(after, before) {
		t.Errorf("the folder has %q, and had %q", after, before)
	}
}

func TestAssignmentAt(t *testing.T) {
	for path, want := range map[string]Assignment{
		"a/agent-handoffs/s/02-spec-reader-report.md": {Role: "spec-reader", Sequence: 2, Session: "s"},
		"02-x-report.md": {Role: "x", Sequence: 2},
		"a/b/notes.md":   {},
		"":               {},
	} {
		want.Path = ""
		if want.Sequence > 0 {
			want.Path = path
		}
		if got := AssignmentAt(filepath.FromSlash(path)); got != want {
			t.Errorf("%q: got %+v, want %+v", path, got, want)
		}
	}
}

func TestReserveFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	blocked := t.TempDir()
	if err := os.WriteFile(filepath.Join(blocked, protocol.SessionsFolder()), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, root := range map[string]string{"a file for a root": file, "no such root": filepath.Join(blocked, "none"), "a file in the folder's place": blocked} {
		if _, err := Reserve(catalogue(t), request(root, "writer")); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	root := t.TempDir()
	a := mustReserve(t, request(root, "writer"))
	withoutLocks(t)
	if _, err := Reserve(catalogue(t), request(root, "writer")); err == nil {
		t.Error("a report is reserved without a lock")
	}
	if err := Release(filepath.Join(root, filepath.FromSlash(a.Path))); err == nil || errors.Is(err, ErrWritten) {
		t.Errorf("a report is released without a lock: %v", err)
	}
}

// withoutLocks makes the folders for locks unusable.
func withoutLocks(t *testing.T) {
	t.Helper()
	blocked := filepath.Join(t.TempDir(), "blocked")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "TMPDIR", "LocalAppData", "TMP"} {
		t.Setenv(name, blocked)
	}
}

func TestBadRequests(t *testing.T) {
	good := Request{Role: "writer", Session: testSession, Task: "t"}
	tests := map[string]func(*Request){
		"no role":                   func(q *Request) { q.Role = "" },
		"a path for a role":         func(q *Request) { q.Role = "../writer" },
		"a role with a space":       func(q *Request) { q.Role = "spec writer" },
		"a role like an option":     func(q *Request) { q.Role = "-rf" },
		"a hidden role":             func(q *Request) { q.Role = ".writer" },
		"a role with a quote":       func(q *Request) { q.Role = `w"r` },
		"a role with an escape":     func(q *Request) { q.Role = "w\x1b[2J" },
		"a role that is no UTF-8":   func(q *Request) { q.Role = "w\xff" },
		"a long role":               func(q *Request) { q.Role = strings.Repeat("w", maxName+1) },
		"no session":                func(q *Request) { q.Session = "" },
		"a path for a session":      func(q *Request) { q.Session = "a/b" },
		"a Windows path":            func(q *Request) { q.Session = `a\b` },
		"a way out":                 func(q *Request) { q.Session = ".." },
		"a dot at the end":          func(q *Request) { q.Session = "a." },
		"a long session":            func(q *Request) { q.Session = strings.Repeat("a", maxName+1) },
		"a session of two lines":    func(q *Request) { q.Session = "a\nb" },
		"no task":                   func(q *Request) { q.Task = " \t" },
		"a blank task":              func(q *Request) { q.Task = "  " },
		"a task of two lines":       func(q *Request) { q.Task = "a\nb" },
		"a task with a hidden line": func(q *Request) { q.Task = "a\u2028b" },
		"a task with an escape":     func(q *Request) { q.Task = "a\x1bb" },
		"a long task":               func(q *Request) { q.Task = strings.Repeat("t", maxTask+1) },
	}
	longest := request(t.TempDir(), strings.Repeat("w", maxName))
	longest.Session, longest.Task = strings.Repeat("a", maxName), strings.Repeat("t", maxTask)
	mustReserve(t, longest)
	for name, spoil := range tests {
		q := good
		q.Root = t.TempDir()
		spoil(&q)
		if a, err := Reserve(catalogue(t), q); err == nil {
			t.Errorf("%s: got %+v", name, a)
		}
		if entries, _ := os.ReadDir(q.Root); len(entries) > 0 {
			t.Errorf("%s: refused, and made %s all the same", name, entries[0].Name())
		}
	}
}

func TestRoleFrom(t *testing.T) {
	tests := map[string]string{
		"writer":                       "writer",
		"fact_check":                   "fact_check",
		"review-tools:Code Reviewer":   "review-tools-Code-Reviewer",
		"../../etc/passwd":             "etc-passwd",
		"  ":                           "agent",
		"":                             "agent",
		"作家":                           "作家",
		"w\xffr":                       "w-r",
		"a\nb`c`":                      "a-b-c",
		"-.-x":                         "x",
		"0-":                           "0-",
		"a-b_":                         "a-b_",
		"Code Reviewer!":               "Code-Reviewer",
		"2nd Reviewer v1.":             "2nd-Reviewer-v1",
		strings.Repeat("ä", maxName):   strings.Repeat("ä", maxName/2),
		strings.Repeat("a", 3*maxName): strings.Repeat("a", maxName),
	}
	for agent, want := range tests {
		if got := RoleFrom(agent); got != want || CheckRole(got) != nil {
			t.Errorf("RoleFrom(%q) = %q (%v), want %q", agent, got, CheckRole(got), want)
		}
	}
}

func FuzzRoleFrom(f *testing.F) {
	for _, s := range []string{"writer", "../x", "a:b c", "\xff\x00", "́", "0-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, agent string) {
		role := RoleFrom(agent)
		if err := CheckRole(role); err != nil {
			t.Errorf("RoleFrom(%q): %v", agent, err)
		}
		if CheckRole(agent) == nil && role != agent {
			t.Errorf("RoleFrom(%q) = %q, and it was a role before", agent, role)
		}
	})
}
