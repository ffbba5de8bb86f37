package hook

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
)

// The bounds of what is remembered. They keep the file small, whatever
// happens; nothing that is judged depends on them.
const (
	maxRecords     = 1024
	maxMemoryBytes = 4 << 20
	maxKey         = 4096
	// memoryWait is how long to wait for another process that writes.
	memoryWait = 2 * time.Second
)

// The kinds of records. A count of blocks has the kind blocked and its stage.
const (
	kindFolder   = "folder"   // a session folder that reports were written to
	kindTold     = "told"     // what an agent was told to hand back
	kindReturned = "returned" // an agent whose report was handed back and passed
	kindSeen     = "seen"     // a file as it was when an event was about it
	kindBlocked  = "blocked/"
)

// record is one thing that is remembered of a session.
type record struct {
	Kind    string `json:"kind"`
	Session string `json:"session"`
	Key     string `json:"key"`
	// Agent is the kind of agent of a kindTold.
	Agent string `json:"agent,omitempty"`
	// N counts; for a kindTold 1 says that a result signal was asked for.
	N int `json:"n,omitempty"`
	// At is the time of the last change, in Unix seconds.
	At int64 `json:"at"`
}

// memory is what is remembered of sessions: a small file beside the failure
// log, shared by all processes. It is read once, without a lock; changes are
// made in memory and again, under a lock, in what the file holds by then. A
// file that cannot be written costs the guard against loops; what would hold an
// agent is then only said.
type memory struct {
	path    string
	records []record
	changes []func(*memory)
	now     int64
	// unsaved says why the changes are lost, nil where they are not.
	unsaved error
}

// remember gives the memory, read at the first call.
func (w *watch) remember() *memory {
	if w.memory != nil {
		return w.memory
	}
	w.memory = &memory{now: w.now.Unix()}
	folder, err := failurelog.StateFolder(w.config.Getenv)
	if err != nil {
		w.memory.unsaved = err
		return w.memory
	}
	w.memory.path = filepath.Join(folder, "hook.json")
	w.memory.records = readRecords(w.memory.path)
	return w.memory
}

// readRecords reads the file; one that is missing, damaged or too large is
// taken for empty.
func readRecords(path string) []record {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, maxMemoryBytes))
	var records []record
	if err != nil || json.Unmarshal(data, &records) != nil {
		return nil
	}
	return records
}

// change makes a change now, and once more when the memory is saved.
func (m *memory) change(f func(*memory)) {
	f(m)
	m.changes = append(m.changes, f)
}

// find is the index of a record, -1 where there is none.
func (m *memory) find(kind, session, key string) int {
	return slices.IndexFunc(m.records, func(r record) bool { return r.Kind == kind && r.Session == session && r.Key == key })
}

// put adds a record, or replaces the one of its kind, session and key.
func (m *memory) put(r record) {
	r.At = m.now
	if len(r.Key)+len(r.Session) > maxKey {
		return
	}
	if i := m.find(r.Kind, r.Session, r.Key); i >= 0 {
		m.records[i] = r
		return
	}
	m.records = append(m.records, r)
}

func (m *memory) drop(kind, session, key string) {
	if i := m.find(kind, session, key); i >= 0 {
		m.records = slices.Delete(m.records, i, i+1)
	}
}

// blocked counts a block of a file, or of whatever key stands for, and gives
// the number of times with this one.
func (m *memory) blocked(stage, session, key string) int {
	count := func(m *memory) {
		n := 1
		if i := m.find(kindBlocked+stage, session, key); i >= 0 {
			n += m.records[i].N
		}
		m.put(record{Kind: kindBlocked + stage, Session: session, Key: key, N: n})
	}
	m.change(count)
	if i := m.find(kindBlocked+stage, session, key); i >= 0 {
		return m.records[i].N
	}
	return 1
}

// passed forgets the blocks of a key.
func (m *memory) passed(stage, session, key string) {
	if m.find(kindBlocked+stage, session, key) >= 0 {
		m.change(func(m *memory) { m.drop(kindBlocked+stage, session, key) })
	}
}

// note remembers a record, once.
func (m *memory) note(r record) {
	if i := m.find(r.Kind, r.Session, r.Key); i >= 0 && m.records[i].Agent == r.Agent && m.records[i].N == r.N {
		return
	}
	m.change(func(m *memory) { m.put(r) })
}

// forget drops a record.
func (m *memory) forget(kind, session, key string) {
	m.change(func(m *memory) { m.drop(kind, session, key) })
}

// of are the records of a kind in a session.
func (m *memory) of(kind, session string) []record {
	var out []record
	for _, r := range m.records {
		if r.Kind == kind && r.Session == session {
			out = append(out, r)
		}
	}
	return out
}

// save writes what has changed.
func (w *watch) save() {
	if w.memory == nil || len(w.memory.changes) == 0 || w.memory.path == "" {
		return
	}
	if w.memory.unsaved = w.memory.save(); w.memory.unsaved != nil {
		fmt.Fprintf(w.config.Err, "handofflint: warning: what is remembered of the session was not written: %s\n", w.memory.unsaved)
	}
}

func (m *memory) save() error {
	if err := os.MkdirAll(filepath.Dir(m.path), 0o700); err != nil {
		return err
	}
	unlock, err := files.LockAt(m.path+".lock", memoryWait)
	if err != nil {
		return err
	}
	defer unlock()
	fresh := &memory{records: readRecords(m.path), now: m.now}
	for _, change := range m.changes {
		change(fresh)
	}
	return fresh.write(m.path)
}

// write keeps the newest records. Its caller holds the lock.
func (m *memory) write(path string) error {
	if extra := len(m.records) - maxRecords; extra > 0 {
		slices.SortStableFunc(m.records, func(a, b record) int { return int(a.At - b.At) })
		m.records = m.records[extra:]
	}
	data, err := json.Marshal(m.records)
	if err != nil {
		return err
	}
	// What has taken the file's place must not make an event wait.
	return files.Write(path, append(data, '\n'), files.WriteOptions{Regular: true, Mode: 0o600})
}
