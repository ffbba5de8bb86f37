package hook

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

// storeIn returns the environment for a store in a folder.
func storeIn(folder string) func(string) string {
	return func(name string) string { return map[string]string{"XDG_STATE_HOME": folder}[name] }
}

// keep saves the session for an event that is not answered.
func (m *memory) keep(folder string) error {
	_, err := m.save(folder, answeredEvent{}, time.Time{})
	return err
}

// addFiles remembers files of a session.
func addFiles(t *testing.T, getenv func(string) string, session string, n int, name func(int) string) {
	t.Helper()
	m := openSession(session, getenv)
	for i := range n {
		m.change(func(s *Session) { s.editFile(name(i)).Seen = "1" })
	}
	if err := m.keep("/"); err != nil {
		t.Fatal(err)
	}
}

// A session's file stays small: the oldest entries of each list are removed.
func TestSessionIsBounded(t *testing.T) {
	getenv := storeIn(t.TempDir())
	m := openSession("s", getenv)
	for i := range 20 {
		m.change(func(s *Session) { s.setPromise(Promise{Path: fmt.Sprint("p", i)}) })
	}
	if err := m.keep("/"); err != nil {
		t.Fatal(err)
	}
	for round := range 4 {
		addFiles(t, getenv, "s", 200, func(i int) string { return fmt.Sprint(strings.Repeat("\x01", 1000), round, " ", i) })
	}
	m = openSession("s", getenv)
	if len(m.before) > maxStoredBytes || len(m.Promises) != 20 {
		t.Errorf("%d bytes, %d promises", len(m.before), len(m.Promises))
	}
	newest, oldest := fmt.Sprint(strings.Repeat("\x01", 1000), "3 199"), fmt.Sprint(strings.Repeat("\x01", 1000), "0 0")
	if m.file(newest).Seen == "" || m.file(oldest).Seen != "" {
		t.Error("not the oldest made room")
	}
	m = openSession("promises", getenv)
	for i := range 600 {
		m.change(func(s *Session) { s.setPromise(Promise{Path: fmt.Sprint(strings.Repeat("x", 1000), i)}) })
	}
	m.change(func(s *Session) { s.editFile("a").Seen = "1" })
	if err := m.keep("/"); err != nil {
		t.Fatal(err)
	}
	m = openSession("promises", getenv)
	if len(m.before) > maxStoredBytes || len(m.Promises) != maxRemembered || !strings.HasSuffix(m.Promises[maxRemembered-1].Path, "x599") {
		t.Errorf("%d bytes, %d promises", len(m.before), len(m.Promises))
	}
}

// A damaged or oversized file counts as empty.
func TestSessionIsDamaged(t *testing.T) {
	getenv := storeIn(t.TempDir())
	s, err := openStore(getenv)
	if err != nil {
		t.Fatal(err)
	}
	for _, damage := range []string{"", "{", "[]", strings.Repeat("[", 100_000), `{"files":[` + strings.Repeat(" ", maxStoredBytes) + `]}`} {
		testkit.Write(t, filepath.Join(s.folder, fileName("session", "s")), []byte(damage))
		if m := openSession("s", getenv); string(m.before) != "{}\n" {
			t.Errorf("%.20q gave %s", damage, m.before)
		}
	}
}

// Concurrent changes of a session do not get lost.
func TestSessionIsShared(t *testing.T) {
	getenv := storeIn(t.TempDir())
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			m := openSession("s", getenv)
			m.change(func(s *Session) { s.addBlock(onWrite, "a") })
			m.change(func(s *Session) { s.setPromise(Promise{Path: fmt.Sprint(i)}) })
			if err := m.keep("/"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	m := openSession("s", getenv)
	if n := m.blocks(onWrite, "a"); n != 8 || len(m.Promises) != 8 {
		t.Errorf("%d blocks, %d promises", n, len(m.Promises))
	}
}

// Changes without an effect are not written.
func TestSessionIsWrittenOnlyIfChanged(t *testing.T) {
	folder := t.TempDir()
	m := openSession("s", storeIn(folder))
	m.change(func(s *Session) { s.addBlock(onWrite, "a") })
	m.change(func(s *Session) { s.dropBlocks(onWrite, "a") })
	if err := m.keep("/"); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

// Sessions and projects that were not in use for long are removed.
func TestStoreIsBounded(t *testing.T) {
	getenv := storeIn(t.TempDir())
	s, err := openStore(getenv)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for i := range maxStored + 10 {
		path := filepath.Join(s.folder, fmt.Sprintf("%04d.json", i))
		testkit.Write(t, path, "")
		used := now.Add(-time.Duration(i) * time.Second)
		if i == 1 {
			used = now.Add(-2 * maxStoredAge)
		}
		if err := os.Chtimes(path, used, used); err != nil {
			t.Fatal(err)
		}
	}
	addFiles(t, getenv, "new", 1, func(int) string { return "x" })
	left, err := filepath.Glob(filepath.Join(s.folder, "*.json"))
	if err != nil || len(left) != maxStored {
		t.Errorf("%d files are left: %v", len(left), err)
	}
	for name, want := range map[string]bool{"0000.json": true, "0001.json": false, "0002.json": true, "2057.json": false, fileName("session", "new"): true} {
		if _, err := os.Stat(filepath.Join(s.folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file makes room if it is old, or if it and newer ones are large. Other files are not the store's.
func TestStoreForgetsByAgeAndSize(t *testing.T) {
	getenv := storeIn(t.TempDir())
	s, err := openStore(getenv)
	if err != nil {
		t.Fatal(err)
	}
	day := 24 * time.Hour
	for name, tt := range map[string]struct {
		size int64
		age  time.Duration
	}{
		"new.json": {1, 0}, "older.json": {maxFolderBytes - 1, day}, "no room.json": {1, 2 * day}, "notes.txt": {1, 2 * maxStoredAge},
	} {
		path := filepath.Join(s.folder, name)
		testkit.Write(t, path, "")
		used := time.Now().Add(-tt.age)
		if err := errors.Join(os.Truncate(path, tt.size), os.Chtimes(path, used, used)); err != nil {
			t.Fatal(err)
		}
	}
	left := func() string {
		s.makeRoom(time.Now())
		return strings.Join(listing(t, s.folder), " ")
	}
	if got := left(); got != "new.json notes.txt older.json" {
		t.Errorf("left are %s", got)
	}
	used := time.Now().Add(-maxStoredAge - time.Minute)
	if err := os.Chtimes(filepath.Join(s.folder, "older.json"), used, used); err != nil {
		t.Fatal(err)
	}
	if got := left(); got != "new.json notes.txt" {
		t.Errorf("then left are %s", got)
	}
}

// A promised report is not forgotten, whatever this and other sessions do.
func TestAPromiseSurvivesManyFiles(t *testing.T) {
	b := newBench(t)
	path := b.report("06-critic-report.md")
	b.silent(agent("critic", "Write `"+path+"` and return."))
	for _, session := range []string{"s1", "s2"} {
		addFiles(t, b.getenv, session, 1200, func(i int) string { return fmt.Sprint(b.root, "/x/", strings.Repeat("y", 1000), i) })
	}
	b.says(map[string]any{"hook_event_name": "Stop"}, `"decision":"block"`, "06-critic-report.md\\\" is not there")
}

// The second call for an event, from hooks that are installed twice, is silent and counts nothing.
func TestAnEventIsAnsweredOnce(t *testing.T) {
	b := newBench(t)
	event := func(call string) string {
		return fmt.Sprintf(`{"hook_event_name": "PostToolUse", "session_id": "s1", "cwd": %q, "tool_name": "Write", "tool_use_id": %q, "tool_input": {"file_path": %q}}`,
			b.root, call, b.report("02-implementer-report.md"))
	}
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	byExitCode := false
	b.change = func(c *Config) {
		c.Now = func() time.Time { return now }
		c.ExitCode = byExitCode
	}
	for _, tt := range []struct {
		event      string
		after      time.Duration // since the event before
		byExitCode bool
		want       string // "" for silence
	}{
		{event("t1"), 0, false, "block"},
		{event("t1"), 0, false, ""},
		{event("t1"), time.Second, false, ""},
		{event("t1"), 0, true, "is not fit"},       // a person sends it
		{event("t1"), time.Minute, false, "block"}, // the host repeats it
		{event("t1"), -time.Second, false, ""},     // it began before the other one had answered
		{event("t3"), 0, false, "was let through"}, // the fourth block: second calls do not count
		{event("t3"), 0, false, ""},
	} {
		now, byExitCode = now.Add(tt.after), tt.byExitCode
		_, out := b.playRaw(tt.event)
		if !strings.Contains(out, tt.want) || (out != "") != (tt.want != "") {
			t.Errorf("%s after %s: %q, want %q", tt.event, tt.after, out, tt.want)
		}
	}
	if m := openSession("s1", b.getenv); len(m.Answers) != 2 {
		t.Errorf("remembered are %+v", m.Answers)
	}
}
