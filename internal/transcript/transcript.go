// Package transcript reads what agents did from their clients' transcripts: it converts the records of each
// client to deeds of a common form. It knows how clients write, but not what is proved.
//
// Begin with Open. clients.go has the table of clients.
package transcript

import (
	"bufio"
	"cmp"
	"errors"
	"hash/maphash"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

// Bounds on what is kept while reading a transcript.
const (
	// maxLine bounds the bytes of a line.
	maxLine   = 16 << 20
	maxCalls  = 5_000
	maxAgents = 500
	maxGaps   = 1_000
	// maxSeen bounds the prompts, the files that they name, and the changes that tools could not make.
	maxSeen = 5_000
	// maxNamedPaths bounds the files named in a call's input.
	maxNamedPaths = 200
	// maxKept bounds the bytes kept of all transcripts of a session. perDeed is the size of a deed without
	// its text.
	maxKept = 32 << 20
	perDeed = 300
	// maxNodes bounds the visited nodes of all command lines of a transcript.
	maxNodes = 2_000_000
)

// MaxMessage bounds the bytes of a message: a model cannot write more at once.
const MaxMessage = 1 << 20

// ErrUnknown is the error for a file that is not a transcript.
var ErrUnknown = errors.New("not the transcript of Claude Code, Codex or OpenCode")

// readTranscript reads a transcript into a ledger. kept counts what is kept of it.
func readTranscript(in io.Reader, kept *text.Steps) (*ledger.Ledger, error) {
	r := newReader(kept)
	if err := r.read(bufio.NewReaderSize(in, 64<<10), func() bool { return true }); err != nil {
		return nil, err
	}
	if r.client == nil {
		return nil, ErrUnknown
	}
	return r.finish(), nil
}

// reader makes a ledger from the records of a transcript.
type reader struct {
	client *client
	ledger *ledger.Ledger
	// agents are the other agents in the transcript, by id.
	agents map[string]*ledger.Ledger
	// calls are those without a result, by id, including background commands.
	calls map[string]*toolCall
	// done are the ids of calls with a result, to recognise copies of records.
	done idSet
	// ids are the ids of records: a compaction refers to one.
	ids     idSet
	prompts map[string]bool
	// fields are the fields of the current record.
	fields jsonRecord
	// said is the last message of each agent, if it has called no tool since.
	said map[*ledger.Ledger]*ledger.Message
	// kept counts the bytes that are kept.
	kept *text.Steps
	// started is set after the record that must come first.
	started bool
	// titleOf is the kind of record that the title is from.
	titleOf titleKind
	// thread is the id at the beginning of a Codex transcript; a forked one has another id later. isCopied is
	// set while its records are copies.
	thread   string
	isCopied bool
	// nodes counts the visited nodes of all command lines.
	nodes *text.Steps
	// stepFrom is the number of deeds at the beginning of an export's message.
	stepFrom int
	// role is the sender of an export's current message. isFinal reports whether its text may end a turn of
	// the agent.
	role    string
	isFinal bool
	// line, time, cwd and agent describe the current record.
	line       int
	time       time.Time
	cwd, agent string
}

func newReader(kept *text.Steps) *reader {
	return &reader{
		ledger: &ledger.Ledger{Deeds: []ledger.Deed{}}, agents: map[string]*ledger.Ledger{}, calls: map[string]*toolCall{},
		done: idSet{}, ids: idSet{}, prompts: map[string]bool{}, fields: jsonRecord{}, said: map[*ledger.Ledger]*ledger.Message{},
		nodes: text.NewSteps(maxNodes), kept: kept,
	}
}

// idSet is a set of hashed ids: a long session has a million.
type idSet map[uint64]struct{}

var idSeed = maphash.MakeSeed()

func (s idSet) add(id string) { s[maphash.String(idSeed, id)] = struct{}{} }

func (s idSet) has(id string) bool {
	_, has := s[maphash.String(idSeed, id)]
	return has
}

// read reads an export, or records, one per line, while more returns true. What follows a line that is too long
// is not read.
func (r *reader) read(in *bufio.Reader, more func() bool) error {
	if isExport(in) {
		return r.export(in)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for more() && lines.Scan() {
		r.line++
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), text.BOM))
		switch {
		case line == "":
		case isRecord(line):
			r.record(line)
		default:
			r.torn(line)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		r.line++
		r.addGap(ledger.Unread)
		return nil
	}
	return lines.Err()
}

func (r *reader) record(raw string) {
	v := r.fields
	clear(v)
	gjson.Parse(raw).ForEach(func(key, value gjson.Result) bool {
		if slices.Contains(recordFields, key.Str) {
			v[key.Str] = value
		}
		return true
	})
	if r.client == nil {
		r.client = clientOf(v)
	}
	if r.client != nil {
		r.ledger.Client = r.client.name
		r.client.take(r, v)
	}
}

// ledgerOf returns the ledger of an agent in the transcript, "" for the main agent.
func (r *reader) ledgerOf(agent string) *ledger.Ledger {
	main := r.ledger
	if slices.Contains([]string{"", main.Agent}, agent) {
		return main
	}
	if l := r.agents[agent]; l != nil {
		return l
	}
	if len(main.Agents) == maxAgents {
		r.addGap(ledger.Bounded)
		return main.Agents[maxAgents-1]
	}
	l := &ledger.Ledger{Client: main.Client, Version: main.Version, Session: main.Session, Agent: agent,
		Parent: cmp.Or(main.Agent, main.Session), Cwd: r.cwd, Began: r.time, Deeds: []ledger.Deed{}}
	main.Agents = append(main.Agents, l)
	r.agents[strings.Clone(agent)] = l
	return l
}

// addGap adds a gap. Each torn record is one; of other gaps of the same kind in a row, one is enough. Beyond the
// bound, the last one covers those before it.
func (r *reader) addGap(why ledger.GapWhy) {
	gaps := r.ledger.Gaps
	isRepeated := len(gaps) > 0 && gaps[len(gaps)-1].Why == why && why != ledger.Torn
	if !isRepeated {
		r.ledger.Gaps = append(gaps[:min(len(gaps), maxGaps-1)], ledger.Gap{Line: r.line, Why: why})
	}
}

// setStamp sets the time of a record, unless its time stamp cannot be read.
func (r *reader) setStamp(stamp string) {
	t, err := time.Parse(time.RFC3339Nano, stamp)
	if err == nil {
		r.setTime(t)
	}
}

// setTime sets the time of a record, and that at which the session began or ended last.
func (r *reader) setTime(t time.Time) {
	r.time = t
	if r.ledger.Began.IsZero() {
		r.ledger.Began = t
	}
	r.ledger.Ended = slices.MaxFunc([]time.Time{r.ledger.Ended, t}, time.Time.Compare)
}

// says takes a message of the record's agent. It ends a turn if no call follows, except one that asks a
// person.
func (r *reader) says(message string) {
	if strings.TrimSpace(message) == "" {
		return
	}
	l := r.ledgerOf(r.agent)
	last := r.said[l]
	if last != nil && !last.IsHeld && strings.HasSuffix(last.Text, message) {
		return // a copy of the record
	}
	r.goesOn(l)
	r.said[l] = &ledger.Message{ID: r.fields.str("uuid"), Line: r.line, Time: r.time, Text: message}
}

// endTurn keeps the last message of an agent: someone answered, or nothing follows.
func (r *reader) endTurn(l *ledger.Ledger) {
	if last := r.said[l]; last != nil {
		last.IsHeld = false
		r.keepSaid(l)
	}
}

// held notes that a hook keeps the turn of the record's agent from ending.
func (r *reader) held() {
	if last := r.said[r.ledgerOf(r.agent)]; last != nil {
		last.IsHeld = true
	}
}

// goesOn drops the last message of an agent, which did not end its turn. If a hook held it, it is kept.
func (r *reader) goesOn(l *ledger.Ledger) {
	if last := r.said[l]; last != nil && last.IsHeld {
		r.keepSaid(l)
	}
	delete(r.said, l)
}

func (r *reader) keepSaid(l *ledger.Ledger) {
	last := r.said[l]
	delete(r.said, l)
	if !r.kept.Take(int64(len(last.ID) + min(len(last.Text), MaxMessage))) {
		return
	}
	last.ID = strings.Clone(last.ID)
	last.Text = strings.Clone(text.Head(last.Text, MaxMessage))
	l.Messages = append(l.Messages, *last)
}

// slashed returns a working folder with forward slashes, like the files in deeds, also on Windows.
func slashed(cwd string) string {
	if protocol.HasDrive(cwd) {
		return protocol.Slashed(cwd)
	}
	return cwd
}

// maxPromptText bounds the bytes of a prompt in a ledger.
const maxPromptText = 1000

// addPrompt adds a prompt of a person.
func (r *reader) addPrompt(said string) {
	l := r.ledgerOf(r.agent)
	if len(l.Prompts) < maxSeen && strings.TrimSpace(said) != "" {
		l.Prompts = append(l.Prompts, ledger.Prompt{Line: r.line, Text: strings.Clone(text.Head(said, maxPromptText))})
	}
}

// prompted ends the agent's turn by a prompt, and adds the files that the prompt names.
func (r *reader) prompted(text string) {
	if strings.TrimSpace(text) != "" {
		r.endTurn(r.ledgerOf(r.agent))
		r.ledgerOf(r.agent).Prompted = r.time
	}
	r.addNamed(text)
}

// addNamed adds the files that a text for the agent names, each once.
func (r *reader) addNamed(text string) {
	for _, p := range ledger.Paths(text) {
		p = ledger.Absolute(r.cwd, p)
		key := r.agent + "\x00" + p
		if !r.prompts[key] && len(r.prompts) < maxSeen && r.kept.Take(int64(len(key))) {
			r.prompts[key] = true
			r.did(r.here(), ledger.Deed{Act: ledger.Seen, Path: p, Name: "prompt"})
		}
	}
}

// finish completes the ledger. Calls without a result may have been carried out.
func (r *reader) finish() *ledger.Ledger {
	for _, id := range slices.Sorted(maps.Keys(r.calls)) {
		r.mayHaveDone(r.calls[id], shell.Ongoing)
	}
	r.dropPrompt()
	for _, l := range append(r.ledger.Agents, r.ledger) {
		r.endTurn(l)
		// The texts are copied, so that their records can be freed. The others are copied already.
		for _, s := range []*string{&l.Version, &l.Session, &l.Agent, &l.AgentType, &l.Parent, &l.Cwd} {
			*s = strings.Clone(*s)
		}
		slices.SortStableFunc(l.Deeds, func(x, y ledger.Deed) int { return cmp.Compare(x.Line, y.Line) })
	}
	return r.ledger
}
