package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
)

// The bounds of what is remembered. They keep the files small and few, whatever
// happens; no finding depends on them.
const (
	// maxRecords and maxMemoryBytes are of one session.
	maxRecords     = 1024
	maxMemoryBytes = 1 << 20
	maxKey         = 4096
	// The others are of the folder. A session that was in use last is forgotten last.
	maxSessions     = 2048
	maxSessionsSize = 64 << 20
	maxSessionAge   = 30 * 24 * time.Hour
	// memoryWait is how long to wait for another process that writes.
	memoryWait = 2 * time.Second
)

// memoryFolder holds a file a session, below the program's folder for state.
const memoryFolder = "hooks"

// The kinds of records. A count of blocks has the kind blocked and its stage.
const (
	kindProject   = "project"   // the root of the project that the session works in
	kindPromised  = "promised"  // a handoff that an agent was sent out to write
	kindOthers    = "others"    // how many agents of a kind have nothing to write
	kindSentOn    = "sent-on"   // an agent that was sent a further message
	kindReturned  = "returned"  // an agent whose report was handed back and passed
	kindSeen      = "seen"      // a file that an event was about
	kindTurn      = "turn"      // a stop that this hook held in the same turn
	kindSettings  = "settings"  // a folder, and what its configuration was
	kindNotice    = "notice"    // what the user has yet to be told
	kindTold      = "told"      // what the user was told of a file that does not pass
	kindDoubted   = "doubted"   // what the user was told of the claims of one that does
	kindFault     = "fault"     // what is wrong with what an agent has handed back
	kindAccount   = "account"   // what the main agent has yet to be told of an agent
	kindMentioned = "mentioned" // the findings of an informal file that its writer has read
	kindOutside   = "outside"   // what the user was told of one that was not checked
	kindClaim     = "claim"     // a claim of a message that an agent was held for
	kindElsewhere = "elsewhere" // a report that was written in another work tree
	kindBlocked   = "blocked/"
)

// record is one thing that is remembered of a session: the first two fields
// identify it.
type record struct {
	Kind string `json:"kind"`
	Key  string `json:"key"`
	// State is the file of a kindSeen as it was then, the text of a kindTold,
	// kindElsewhere, kindClaim, kindFault or kindAccount, the digest of a kindSettings, the
	// fingerprints of a kindMentioned, and the handoff that an agent of kindSentOn is to write.
	// Of a kindPromised see promise.go.
	State string `json:"state,omitempty"`
	// Agent is the kind of agent of a kindPromised and ID the agent itself, if it is
	// known. Signal reports whether it was asked for a result signal.
	Agent  string `json:"agent,omitempty"`
	ID     string `json:"id,omitempty"`
	Signal bool   `json:"signal,omitempty"`
	// There reports whether the file of a kindPromised was there, Deleted whether an
	// agent deleted it since.
	There   bool `json:"there,omitempty"`
	Deleted bool `json:"deleted,omitempty"`
	// Count is that of a kindBlocked or kindOthers.
	Count int `json:"count,omitempty"`
}

func (r record) same(o record) bool { return r.Kind == o.Kind && r.Key == o.Key }

// memory is what is remembered of a session, in a small file that its processes
// share. It is read once, without a lock; changes are made in memory and again,
// under a lock, in what the file holds by then.
type memory struct {
	path    string
	records []record
	changes []func([]record) []record
	// lost says why changes cannot be kept, nil if they can.
	lost error
}

// remember returns the memory, read at the first call.
func (c *call) remember() *memory {
	if c.memory == nil {
		folder, err := failurelog.StateFolder(c.config.Getenv)
		c.memory = &memory{lost: err}
		if err == nil {
			c.memory.path = memoryPath(folder, c.event.Session)
			c.memory.records = readRecords(c.memory.path)
		}
	}
	return c.memory
}

// memoryPath returns the path of a session's file: a session's id may be any text.
func memoryPath(folder, session string) string {
	sum := sha256.Sum256([]byte(session))
	return filepath.Join(folder, memoryFolder, hex.EncodeToString(sum[:16])+".json")
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

// find returns the record of a kind and key, the zero one if there is none.
func (m *memory) find(kind, key string) record {
	for _, r := range m.records {
		if r.Kind == kind && r.Key == key {
			return r
		}
	}
	return record{}
}

// of returns the records of a kind, the newest last.
func (m *memory) of(kind string) []record {
	return slices.DeleteFunc(slices.Clone(m.records), func(r record) bool { return r.Kind != kind })
}

// note remembers a record, in place of the one of its kind and key.
func (m *memory) note(r record) {
	if len(r.Key)+len(r.State) <= maxKey && m.find(r.Kind, r.Key) != r {
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
	m.records = change(m.records)
	m.changes = append(m.changes, change)
}

// save makes the changes in the file.
func (m *memory) save() error {
	if m == nil || m.lost != nil || len(m.changes) == 0 {
		return nil
	}
	folder := filepath.Dir(m.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	unlock, err := files.LockAt(filepath.Join(folder, ".lock"), memoryWait)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := files.Named.Lstat(m.path); err != nil {
		forgetSessions(folder, time.Now())
	}
	records := readRecords(m.path)
	for _, change := range m.changes {
		records = change(records)
	}
	data, err := json.Marshal(bounded(records))
	if err != nil {
		return err
	}
	// What has taken the file's place must not make an event wait.
	return files.Write(m.path, append(data, '\n'), files.WriteOptions{Mode: 0o600})
}

// bounded returns the records that there is room for. The oldest make room, and those
// of what was promised and of the project last.
func bounded(records []record) []record {
	size := func(r record) int {
		data, _ := json.Marshal(r) // a struct of texts always can be
		return len(data) + 1
	}
	var kept []record
	left := maxMemoryBytes - len("[]\n")
	keep := func(first bool) {
		for _, r := range slices.Backward(records) {
			isFirst := r.Kind == kindPromised || r.Kind == kindProject
			if isFirst != first || len(kept) == maxRecords {
				continue
			}
			left -= size(r)
			if left < 0 {
				return
			}
			kept = append(kept, r)
		}
	}
	keep(true)
	first := len(kept)
	keep(false)
	slices.Reverse(kept[:first])
	slices.Reverse(kept[first:])
	return kept
}

// forgetSessions makes room in the folder for one more session.
func forgetSessions(folder string, now time.Time) {
	entries, _ := files.Named.ReadDir(folder) // without it nothing can be removed
	var sessions []fs.FileInfo
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && filepath.Ext(entry.Name()) == ".json" {
			sessions = append(sessions, info)
		}
	}
	slices.SortStableFunc(sessions, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	var size int64
	for i, info := range sessions {
		size += info.Size()
		if i >= maxSessions-1 || size > maxSessionsSize || now.Sub(info.ModTime()) > maxSessionAge {
			if at, err := files.Named.FindLink(filepath.Join(folder, info.Name())); err == nil {
				_ = at.Remove() // else the next session tries again
			}
		}
	}
}
