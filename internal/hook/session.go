package hook

import (
	"bytes"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

// Session is what the hooks remember of a host's session between events. Every list has its newest items
// last. No finding depends on it.
type Session struct {
	// Projects are the roots of the projects that the session works in.
	Projects []string `json:"projects,omitempty"`
	// Configuration belongs to the folder in which the session started, nil until known.
	Configuration *Configuration `json:"configuration,omitempty"`
	// Promises are the handoffs that agents were launched to write.
	Promises []Promise `json:"promises,omitempty"`
	// Others are the types of running agents that were launched with nothing to write.
	Others []string `json:"others,omitempty"`
	// Agents are agents that were sent a further message, or have handed something back.
	Agents []Agent `json:"agents,omitempty"`
	// Files are the files of events.
	Files []File `json:"files,omitempty"`
	// Blocks count how often the hook has blocked.
	Blocks []Block `json:"blocks,omitempty"`
	// HeldTurns are the turns, by Event.turn, whose end the hook has blocked.
	HeldTurns []string `json:"held_turns,omitempty"`
	// Claims are claims of final messages that agents were stopped for.
	Claims []Claim `json:"claims,omitempty"`
	// Notices are lines that the user has not seen yet.
	Notices []string `json:"notices,omitempty"`
	// Answers are the answers of the last seconds: the hooks may be installed twice.
	Answers []answeredEvent `json:"answers,omitempty"`
}

// Configuration is the state of a folder's configuration.
type Configuration struct {
	Folder string `json:"folder"`
	// Digest identifies everything that was read for it, "" for none.
	Digest string `json:"digest,omitempty"`
	// Absent reports whether the tree had none when the session started.
	Absent bool `json:"absent,omitempty"`
}

// Promise is a handoff that an agent was launched to write. It is forgotten when the handoff passes.
type Promise struct {
	Path string `json:"path"`
	// AgentType and AgentID are the agent, as far as known.
	AgentType string `json:"agent_type,omitempty"`
	AgentID   string `json:"agent_id,omitempty"`
	// Call is the id of the call that will launch the agent, "" once launched: the user or another tool's
	// hook may refuse the call.
	Call string `json:"call,omitempty"`
	// There reports whether the file existed at the launch, Deleted whether an agent has deleted it since.
	There   bool         `json:"there,omitempty"`
	Deleted bool         `json:"deleted,omitempty"`
	State   promiseState `json:"state,omitempty"`
}

// promiseState is the known state of a promise's agent.
type promiseState string

const (
	// atWork means that no end of the agent was seen.
	atWork promiseState = ""
	// ended means that the agent has ended without the handoff.
	ended promiseState = "ended"
	// givenUp means that the handoff was released or deleted, and is no longer expected.
	givenUp promiseState = "given up"
)

// Agent is what is remembered of an agent with an id.
type Agent struct {
	ID string `json:"id"`
	// Due is the handoff that the last message to it asks for, "" for none; nil if there was no message.
	Due *string `json:"due,omitempty"`
	// Returned reports whether it has handed back a report that passed.
	Returned bool `json:"returned,omitempty"`
	// Fault is what is wrong with its handback, Account what the main agent has not yet been told about it.
	Fault   string `json:"fault,omitempty"`
	Account string `json:"account,omitempty"`
}

// File is what is remembered of a file.
type File struct {
	Path string `json:"path"`
	// Seen is the version of the file when a tool of the session last wrote it, "" for never; see version.
	Seen string `json:"seen,omitempty"`
	// Released and Doubted are the last texts for the user: that it was let through with faults, and that
	// its claims are contradicted.
	Released string `json:"released,omitempty"`
	Doubted  string `json:"doubted,omitempty"`
	// Outside reports whether the user was told that it is outside of the trees and not checked.
	Outside bool `json:"outside,omitempty"`
	// Mentioned are fingerprints of the findings that its writer was told.
	Mentioned []string `json:"mentioned,omitempty"`
}

// blockStage is where something is blocked.
type blockStage string

const (
	onWrite    blockStage = "write"
	onUpstream blockStage = "upstream"
	onPrompt   blockStage = "prompt"
	onWorktree blockStage = "worktree"
	onReturn   blockStage = "return"
	onStop     blockStage = "stop"
	onTimeout  blockStage = "timeout"
)

// Block counts how often something was blocked at a stage.
type Block struct {
	Stage blockStage `json:"stage"`
	// Subject is a path, an agent or the name of an event.
	Subject string `json:"subject"`
	Count   int    `json:"count"`
}

// Claim is a claim of a final message, masked and shortened.
type Claim struct {
	Turn string `json:"turn"`
	Text string `json:"text"`
	// Told is what the user was told when the agent insisted.
	Told string `json:"told,omitempty"`
}

// answeredEvent is an event that was answered, and when.
type answeredEvent struct {
	// Event is the hash of the event, "" if it was not answered.
	Event string    `json:"event"`
	At    time.Time `json:"at"`
}

// find returns the matching item of a list, or the zero value.
func find[T any](list []T, isMeant func(T) bool) (item T) {
	if i := slices.IndexFunc(list, isMeant); i >= 0 {
		item = list[i]
	}
	return item
}

// maxRemembered bounds the items of a list. The oldest is forgotten first.
const maxRemembered = 500

// touch moves the matching item of a list to the end and returns it. If there is none, it adds item.
func touch[T any](list *[]T, isMeant func(T) bool, item T) *T {
	if i := slices.IndexFunc(*list, isMeant); i >= 0 {
		item = (*list)[i]
		*list = slices.Delete(*list, i, i+1)
	}
	*list = (*list)[max(0, len(*list)-maxRemembered+1):]
	*list = append(*list, item)
	return &(*list)[len(*list)-1]
}

func ofPath(path string) func(File) bool       { return func(f File) bool { return f.Path == path } }
func ofID(id string) func(Agent) bool          { return func(a Agent) bool { return a.ID == id } }
func promiseOf(path string) func(Promise) bool { return func(p Promise) bool { return p.Path == path } }

func blockOf(stage blockStage, subject string) func(Block) bool {
	return func(b Block) bool { return b.Stage == stage && b.Subject == subject }
}

func claimOf(c Claim) func(Claim) bool {
	return func(other Claim) bool { return other.Turn == c.Turn && other.Text == c.Text }
}

func (s *Session) file(path string) File { return find(s.Files, ofPath(path)) }

// editFile returns a file's entry for a change.
func (s *Session) editFile(path string) *File { return touch(&s.Files, ofPath(path), File{Path: path}) }

// agent returns an agent's entry, the zero value for an agent without an id.
func (s *Session) agent(id string) Agent { return find(s.Agents, ofID(id)) }

// editAgent returns an agent's entry for a change.
func (s *Session) editAgent(id string) *Agent { return touch(&s.Agents, ofID(id), Agent{ID: id}) }

// setPromise replaces the promise for the same path.
func (s *Session) setPromise(p Promise) { *touch(&s.Promises, promiseOf(p.Path), p) = p }

func (s *Session) blocks(stage blockStage, subject string) int {
	return find(s.Blocks, blockOf(stage, subject)).Count
}

func (s *Session) addBlock(stage blockStage, subject string) {
	touch(&s.Blocks, blockOf(stage, subject), Block{Stage: stage, Subject: subject}).Count++
}

func (s *Session) dropBlocks(stage blockStage, subject string) {
	s.Blocks = slices.DeleteFunc(s.Blocks, blockOf(stage, subject))
}

// isAnswered reports whether another call for the same event has answered. began is the start of this call.
func (s *Session) isAnswered(event string, began time.Time) bool {
	return slices.ContainsFunc(s.Answers, func(a answeredEvent) bool { return a.Event == event && isNear(a.At, began) })
}

// isNear reports whether a call that began at a time may be a second one for an event answered at another
// time.
func isNear(answered, began time.Time) bool {
	return began.Sub(answered) < time.Duration(builtin().Again)*time.Second
}

// memory is the stored session and this call's changes. Each change is applied twice: in memory, and again
// under the lock to what the file holds by then.
type memory struct {
	Session
	store   store
	name    string
	before  []byte // the encoded session before changes
	changes []func(*Session)
	// lost is why changes cannot be stored, nil if they can.
	lost error
}

// openSession reads what is remembered of a session. Its id may be any text.
func openSession(id string, getenv func(string) string) *memory {
	m := &memory{name: fileName("session", id)}
	m.store, m.lost = openStore(getenv)
	if m.lost == nil {
		m.store.read(m.name, &m.Session)
	}
	m.before = encode(&m.Session)
	return m
}

// change makes a change. change must use no part of the session but its argument.
func (m *memory) change(change func(*Session)) {
	change(&m.Session)
	m.changes = append(m.changes, change)
}

// save applies the changes to the file of a session that works in a folder, and adds the answer to the
// event, unless it has none. If another call for the same event has answered at about the same time, it changes
// nothing and returns true. began is the start of this call.
func (m *memory) save(folder string, answer answeredEvent, began time.Time) (isAnswered bool, err error) {
	isChanged := !bytes.Equal(encode(&m.Session), m.before)
	if m.lost != nil || !isChanged && answer.Event == "" {
		return false, m.lost
	}
	fresh := &Session{}
	err = m.store.update(m.name, fresh, func() {
		if answer.Event != "" && fresh.isAnswered(answer.Event, began) {
			isAnswered = true
			return
		}
		for _, change := range m.changes {
			change(fresh)
		}
		if answer.Event != "" {
			isOld := func(other answeredEvent) bool { return !isNear(other.At, answer.At) }
			fresh.Answers = append(slices.DeleteFunc(fresh.Answers, isOld), answer)
		}
		fresh.Projects = text.AppendNew(fresh.Projects, projectOf(folder))
	})
	return isAnswered, err
}

// usedByOthers returns the files in other sessions that were in use since a time.
func (m *memory) usedByOthers(since time.Time) (paths []string) {
	if m.lost != nil {
		return nil
	}
	for _, info := range m.store.list() {
		if info.Name() == m.name || info.ModTime().Before(since) {
			continue
		}
		other := Session{}
		m.store.read(info.Name(), &other)
		for _, p := range other.Promises {
			paths = append(paths, p.Path)
		}
		for _, f := range other.Files {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// remembered returns what is remembered of the session, read on first use.
func (c *call) remembered() *memory {
	if c.session == nil {
		c.session = openSession(c.event.Session, c.config.Getenv)
	}
	return c.session
}

func (c *call) remember(change func(*Session)) { c.remembered().change(change) }
