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
	kindPromised = "promised" // a handoff that an agent was sent out to write
	kindReturned = "returned" // an agent whose report was handed back and passed
	kindSeen     = "seen"     // a file that an event was about
	kindTurn     = "turn"     // a stop that this hook held in the same turn
	kindBlocked  = "blocked/"
)

// record is one thing that is remembered of a session: the first three fields
// identify it.
type record struct {
	Kind    string `json:"kind"`
	Session string `json:"session"`
	Key     string `json:"key"`
	// Agent is the kind of agent of a kindPromised, and Signal reports whether it was asked
	// for a result signal.
	Agent  string `json:"agent,omitempty"`
	Signal bool   `json:"signal,omitempty"`
	// State is the file of a kindSeen as it was then.
	State string `json:"state,omitempty"`
	// Blocks counts those of a kindBlocked.
	Blocks int `json:"blocks,omitempty"`
}

func (r record) same(o record) bool {
	return r.Kind == o.Kind && r.Session == o.Session && r.Key == o.Key
}

// memory is what is remembered of a session, in a small file beside the failure log
// that all processes and sessions share. It is read once, without a lock; changes
// are made in memory and again, under a lock, in what the file holds by then.
type memory struct {
	path, session string
	records       []record
	changes       []func([]record) []record
	// lost says why changes cannot be kept, nil if they can.
	lost error
}

// remember returns the memory, read at the first call.
func (c *call) remember() *memory {
	if c.memory == nil {
		folder, err := failurelog.StateFolder(c.config.Getenv)
		c.memory = &memory{session: c.event.Session, lost: err}
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
	data, over, err := files.Named.ReadFile(path, maxMemoryBytes)
	if err != nil || over || json.Unmarshal(data, &records) != nil {
		return nil
	}
	return records
}

// find is the record of a kind and key, the zero one if there is none.
func (m *memory) find(kind, key string) record {
	for _, r := range m.of(kind) {
		if r.Key == key {
			return r
		}
	}
	return record{}
}

// of are the records of a kind.
func (m *memory) of(kind string) []record {
	return slices.DeleteFunc(slices.Clone(m.records), func(r record) bool { return r.Kind != kind || r.Session != m.session })
}

// note remembers a record, in place of the one of its kind and key.
func (m *memory) note(r record) {
	r.Session = m.session
	if len(r.Key)+len(r.Session) <= maxKey && m.find(r.Kind, r.Key) != r {
		m.change(func(records []record) []record { return append(slices.DeleteFunc(records, r.same), r) })
	}
}

// forget removes a record.
func (m *memory) forget(kind, key string) {
	if r := m.find(kind, key); r != (record{}) {
		m.change(func(records []record) []record { return slices.DeleteFunc(records, r.same) })
	}
}

func (m *memory) change(change func([]record) []record) {
	m.records, m.changes = change(m.records), append(m.changes, change)
}

// save makes the changes in the file; the oldest records make room.
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
	for _, change := range m.changes {
		records = change(records)
	}
	data, err := json.Marshal(records[max(0, len(records)-maxRecords):])
	if err != nil {
		return err
	}
	// What has taken the file's place must not make an event wait.
	return files.Write(m.path, append(data, '\n'), files.WriteOptions{Mode: 0o600})
}
