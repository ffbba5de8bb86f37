package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
)

// The bounds of what is remembered. They keep the file small, whatever
// happens; no finding depends on them.
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

	// forgotten makes it a change that removes the record.
	forgotten bool
}

func (r record) same(o record) bool {
	return r.Kind == o.Kind && r.Session == o.Session && r.Key == o.Key
}

// replaced returns records with this one in place of the same one.
func (r record) replaced(records []record) []record {
	records = slices.DeleteFunc(records, r.same)
	if !r.forgotten {
		records = append(records, r)
	}
	return records
}

// memory is what is remembered of a session, in a small file beside the failure log
// that all processes and sessions share. It is read once, without a lock; changes
// are made in memory and again, under a lock, in what the file holds by then.
type memory struct {
	path, session    string
	now              int64
	records, changes []record
	// lost says why changes cannot be kept, nil if they can.
	lost error
}

// remember returns the memory, read at the first call.
func (c *call) remember() *memory {
	if c.memory == nil {
		folder, err := failurelog.StateFolder(c.config.Getenv)
		c.memory = &memory{session: c.event.Session, now: c.now.Unix(), lost: err}
		if err == nil {
			c.memory.path = filepath.Join(folder, "hook.json")
			c.memory.records = readRecords(c.memory.path)
		}
	}
	return c.memory
}

// readRecords reads the file; one that is missing, damaged or too large is
// taken for empty.
func readRecords(path string) (records []record) {
	at, err := files.Named.Find(path)
	if err != nil {
		return nil
	}
	data, _, over, err := at.Read(maxMemoryBytes)
	if err != nil || over || json.Unmarshal(data, &records) != nil {
		return nil
	}
	return records
}

// find is the index of a record, -1 if there is none.
func (m *memory) find(kind, key string) int {
	return slices.IndexFunc(m.records, record{Kind: kind, Session: m.session, Key: key}.same)
}

// of are the records of a kind.
func (m *memory) of(kind string) (list []record) {
	for _, r := range m.records {
		if r.Kind == kind && r.Session == m.session {
			list = append(list, r)
		}
	}
	return list
}

// note remembers a record, in place of the one of its kind and key.
func (m *memory) note(r record) {
	if i := m.find(r.Kind, r.Key); i >= 0 && m.records[i].Agent == r.Agent && m.records[i].N == r.N {
		return
	}
	r.Session, r.At = m.session, m.now
	m.change(r)
}

// forget removes a record.
func (m *memory) forget(kind, key string) {
	if m.find(kind, key) >= 0 {
		m.change(record{Kind: kind, Session: m.session, Key: key, forgotten: true})
	}
}

func (m *memory) change(r record) {
	if len(r.Key)+len(r.Session) <= maxKey {
		m.records, m.changes = r.replaced(m.records), append(m.changes, r)
	}
}

// blocked counts a block of a file, or of whatever key stands for, and returns
// the count with this one.
func (m *memory) blocked(stage, key string) int {
	n := 1
	if i := m.find(kindBlocked+stage, key); i >= 0 {
		n += m.records[i].N
	}
	m.note(record{Kind: kindBlocked + stage, Key: key, N: n})
	return n
}

// passed forgets the blocks of a key.
func (m *memory) passed(stage, key string) { m.forget(kindBlocked+stage, key) }

// save writes the changes into the file; the oldest records make room.
func (m *memory) save() error {
	if m == nil || m.lost != nil || len(m.changes) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(m.path), 0o700); err != nil {
		return err
	}
	unlock, err := files.LockAt(m.path+".lock", memoryWait)
	if err != nil {
		return err
	}
	defer unlock()
	records := readRecords(m.path)
	for _, r := range m.changes {
		records = r.replaced(records)
	}
	data, err := json.Marshal(records[max(0, len(records)-maxRecords):])
	if err != nil {
		return err
	}
	// What has taken the file's place must not make an event wait.
	return files.Write(m.path, append(data, '\n'), files.WriteOptions{Mode: 0o600})
}
