package dispatch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const testSession = "20260531-170546-ad4f12aa"

func request(root, role string) Request {
	return Request{Root: root, Role: role, Session: testSession, Task: "retry-limits"}
}

func mustReserve(t *testing.T, q Request) Assignment {
	t.Helper()
	a, err := Reserve(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// put writes files into a session's folder, empty ones.
func put(t *testing.T, root string, names ...string) string {
	t.Helper()
	folder := filepath.Join(root, ".claude", "agent-handoffs", testSession)
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
		Path: ".claude/agent-handoffs/" + testSession + "/02-spec_writer-report.md",
	}
	if first.Sequence != 1 || second != want {
		t.Errorf("got %+v and %+v, want 1 and %+v", first, second, want)
	}
	if want := want.Path + ".done"; second.Done() != want {
		t.Errorf("its marker is %s, want %s", second.Done(), want)
	}
	folder := filepath.Join(root, ".claude", "agent-handoffs", testSession)
	if got := names(t, folder); !slices.Equal(got, []string{".01.claim", ".02.claim"}) {
		t.Errorf("the folder has %q, want two claims", got)
	}
	ignore, err := os.ReadFile(filepath.Join(root, ".claude", "agent-handoffs", ".gitignore"))
	if err != nil || string(ignore) != "*\n" {
		t.Errorf("git ignores %q (%v), want all", ignore, err)
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
		{"a claim without its report", []string{".07.claim"}, 8},
		{"a claim whose report is there", []string{".01.claim", "01-writer-report.md"}, 2},
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
	if a, err := Reserve(request(root, "writer")); err == nil {
		t.Errorf("got %+v, want an error: a report's number has nine digits at most", a)
	}
}

// A claim goes once its report is there, and no sooner.
func TestClaimsAreCleaned(t *testing.T) {
	root := t.TempDir()
	folder := put(t, root)
	mustReserve(t, request(root, "researcher"))
	mustReserve(t, request(root, "writer"))
	put(t, root, "01-researcher-report.md")
	mustReserve(t, request(root, "tester"))
	if got, want := names(t, folder), []string{".02.claim", ".03.claim", "01-researcher-report.md"}; !slices.Equal(got, want) {
		t.Errorf("the folder has %q, want %q", got, want)
	}
}

func TestRelease(t *testing.T) {
	root := t.TempDir()
	folder := put(t, root)
	a := mustReserve(t, request(root, "writer"))
	report := filepath.Join(root, filepath.FromSlash(a.Path))
	for _, path := range []string{report, filepath.Join(folder, "notes.md")} {
		if err := Release(path); err != nil {
			t.Errorf("Release(%s): %v", path, err)
		}
	}
	if got := names(t, folder); !slices.Equal(got, []string{".01.claim"}) {
		t.Errorf("without a report the folder has %q, want the claim", got)
	}
	put(t, root, "01-writer-report.md")
	for range 2 {
		if err := Release(report); err != nil {
			t.Error(err)
		}
	}
	if got := names(t, folder); !slices.Equal(got, []string{"01-writer-report.md"}) {
		t.Errorf("the folder has %q, want the report alone", got)
	}
}

// A key gives the same role the same path until its report is there.
func TestKey(t *testing.T) {
	root := t.TempDir()
	keyed := request(root, "writer")
	keyed.Key = "prompt-1"
	first := mustReserve(t, keyed)
	if again := mustReserve(t, keyed); again != first {
		t.Errorf("asked again: %s, want %s", again.Path, first.Path)
	}
	other := keyed
	other.Key = "prompt-2"
	tester := keyed
	tester.Role = "tester"
	for i, q := range []Request{other, tester, request(root, "writer")} {
		if got := mustReserve(t, q).Sequence; got != i+2 {
			t.Errorf("%+v got %d, want %d", q, got, i+2)
		}
	}
	put(t, root, "01-writer-report.md")
	if got := mustReserve(t, keyed).Sequence; got != 5 {
		t.Errorf("after its report: %d, want 5", got)
	}
}

// What stands in a claim's place takes its number, whatever it is.
func TestDamagedClaims(t *testing.T) {
	root := t.TempDir()
	folder := put(t, root, ".01.claim")
	if err := os.WriteFile(filepath.Join(folder, ".02.claim"), []byte(`{"role":`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, ".03.claim"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, ".04.claim"), []byte(strings.Repeat(" ", maxClaim)+`{"role":"writer","key":"k"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	q := request(root, "writer")
	q.Key = "k"
	if got := mustReserve(t, q).Sequence; got != 5 {
		t.Errorf("got %d, want 5", got)
	}
}

func TestReserveFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	blocked := t.TempDir()
	if err := os.WriteFile(filepath.Join(blocked, ".claude"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, root := range map[string]string{"a file for a root": file, "no such root": filepath.Join(blocked, "none"), "a file in the folder's place": blocked} {
		if _, err := Reserve(request(root, "writer")); err == nil {
			t.Errorf("%s: no error", name)
		}
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
		"a device":                  func(q *Request) { q.Session = "NUL" },
		"a device with a name":      func(q *Request) { q.Session = "com1.x" },
		"a dot at the end":          func(q *Request) { q.Session = "a." },
		"a long session":            func(q *Request) { q.Session = strings.Repeat("a", maxName+1) },
		"a session of two lines":    func(q *Request) { q.Session = "a\nb" },
		"no task":                   func(q *Request) { q.Task = " \t" },
		"a task of two lines":       func(q *Request) { q.Task = "a\nb" },
		"a task with a hidden line": func(q *Request) { q.Task = "a\u2028b" },
		"a task with an escape":     func(q *Request) { q.Task = "a\x1bb" },
		"a long task":               func(q *Request) { q.Task = strings.Repeat("t", maxTask+1) },
	}
	for name, spoil := range tests {
		q := good
		q.Root = t.TempDir()
		spoil(&q)
		if a, err := Reserve(q); err == nil {
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
	for _, s := range []string{"writer", "../x", "a:b c", "\xff\x00", "́"} {
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
