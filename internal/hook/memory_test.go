package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is remembered of a session stays small, and what was promised is forgotten last.
func TestMemoryIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "a.json")
	const promised = 20
	for round := range 4 {
		m := &memory{path: path, records: readRecords(path)}
		if round == 0 {
			for i := range promised {
				m.note(record{Kind: kindPromised, Key: fmt.Sprint("p", i)})
			}
		}
		for i := range 400 {
			m.note(record{Kind: kindSeen, Key: fmt.Sprint(round, " ", i)})
		}
		if err := m.save(); err != nil {
			t.Fatal(err)
		}
	}
	m := &memory{records: readRecords(path)}
	if len(m.records) != maxRecords || len(m.of(kindPromised)) != promised {
		t.Errorf("%d records, %d promised", len(m.records), len(m.of(kindPromised)))
	}
	if m.find(kindSeen, "3 399") == (record{}) || m.find(kindSeen, "0 0") != (record{}) {
		t.Error("not the oldest made room")
	}
	for _, damage := range []string{"", "{", `{"a":1}`, strings.Repeat("[", 100_000)} {
		mustWrite(t, path, []byte(damage))
		if got := readRecords(path); len(got) != 0 {
			t.Errorf("%.20q gave %v", damage, got)
		}
	}
}

// Long keys do not make the file larger than what is read of it.
func TestMemoryIsBoundedInBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	m := &memory{path: path}
	m.note(record{Kind: kindPromised, Key: "p"})
	for i := range maxRecords {
		m.note(record{Kind: kindSeen, Key: fmt.Sprint(strings.Repeat("\x01", maxKey-10), i)})
	}
	if err := m.save(); err != nil {
		t.Fatal(err)
	}
	m = &memory{records: readRecords(path)}
	if len(m.records) < 10 || m.find(kindPromised, "p") == (record{}) {
		t.Errorf("%d records are left", len(m.records))
	}
}

// Sessions that were not in use for long make room for others.
func TestSessionsAreBounded(t *testing.T) {
	folder := filepath.Join(t.TempDir(), memoryFolder)
	now := time.Now()
	for i := range maxSessions + 10 {
		path := filepath.Join(folder, fmt.Sprintf("%04d.json", i))
		mustWrite(t, path, nil)
		used := now.Add(-time.Duration(i) * time.Second)
		if i == 1 {
			used = now.Add(-2 * maxSessionAge)
		}
		if err := os.Chtimes(path, used, used); err != nil {
			t.Fatal(err)
		}
	}
	m := &memory{path: filepath.Join(folder, "new.json")}
	m.note(record{Kind: kindSeen, Key: "x"})
	if err := m.save(); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(left) != maxSessions {
		t.Errorf("%d sessions are left: %v", len(left), err)
	}
	for name, want := range map[string]bool{"0000.json": true, "0001.json": false, "0002.json": true, "2057.json": false, "new.json": true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever other sessions and this one do, a report that was promised is not forgotten.
func TestAPromiseSurvivesManyFiles(t *testing.T) {
	b := newBench(t)
	path := b.report("06-critic-report.md")
	b.silent(agent("critic", "Write `"+path+"` and return."))
	for _, session := range []string{"s1", "s2"} {
		m := &memory{path: memoryPath(b.getenv("XDG_STATE_HOME")+"/handofflint", session)}
		for i := range 1200 {
			m.note(record{Kind: kindSeen, Key: fmt.Sprint(b.root, "/x/", i)})
		}
		if err := m.save(); err != nil {
			t.Fatal(err)
		}
	}
	b.says(map[string]any{"hook_event_name": "Stop"}, `"decision":"block"`, "06-critic-report.md\\\" is not there")
}
