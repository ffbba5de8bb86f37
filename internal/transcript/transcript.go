// Package transcript reads what agents did from the transcripts of their clients: the
// records of each client become the deeds of one form. It knows how clients write, and nothing of
// what is proved.
//
// Open is where to begin, and clients.go has the table of clients.
package transcript

import (
	"bufio"
	"bytes"
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

// The bounds of what is remembered while a transcript is read.
const (
	// maxLine is how much is read of a line, in bytes.
	maxLine = 16 << 20
	// maxDeeds are the deeds that are kept of a transcript.
	maxDeeds  = 20_000
	maxCalls  = 5_000
	maxAgents = 500
	maxGaps   = 1_000
	// maxSeen are the deeds of files that were seen, of one transcript.
	maxSeen = 5_000
	// maxNamedPaths are the files that the input of a call names.
	maxNamedPaths = 200
	// maxKept is how much is kept of all transcripts of a session, in bytes, perDeed what a
	// deed takes beside its text.
	maxKept = 32 << 20
	perDeed = 300
	// maxNodes are the nodes of all command lines of a transcript that are visited.
	maxNodes = 2_000_000
)

// MaxMessage is how much is kept of a message, in bytes: more than a model can write at once.
const MaxMessage = 1 << 20

// ErrUnknown is the error of a file that is not a transcript.
var ErrUnknown = errors.New("not the transcript of Claude Code, Codex or OpenCode")

// readTranscript makes a ledger of a transcript. kept counts what is kept of it.
func readTranscript(in io.Reader, kept *text.Steps) (*ledger.Ledger, error) {
	r := newReader(kept)
	if err := r.read(in, func() bool { return true }); err != nil {
		return nil, err
	}
	if r.client == nil {
		return nil, ErrUnknown
	}
	return r.finish(), nil
}

// reader makes a ledger of the records of a transcript.
type reader struct {
	client *client
	ledger *ledger.Ledger
	// agents are the other ones of the transcript, by their ids.
	agents map[string]*ledger.Ledger
	// calls are those without a result, by their id; a command in the background is one.
	calls map[string]*toolCall
	// done are the ids of calls with a result: a copy of a record is nothing new.
	done idSet
	// ids are those of the records: a compaction names one of them.
	ids     idSet
	prompts map[string]bool
	// fields are those of the record.
	fields jsonRecord
	// said is what each agent said last, if it has called no tool since.
	said map[*ledger.Ledger]*ledger.Message
	// hooked has the agents that a hook has told something since.
	hooked map[*ledger.Ledger]bool
	// kept counts the bytes that are kept.
	kept *text.Steps
	// started is set after the record that has to be the first, spoken after the first one that
	// somebody says.
	started, spoken bool
	// titleOf is the kind of record that the title is from.
	titleOf     titleKind
	deeds, seen int
	// thread is the id that a transcript of Codex begins with: one that is forked has another.
	// copied is set while its records are copies.
	thread string
	copied bool
	// nodes counts what is visited of all command lines.
	nodes *text.Steps
	// stepFrom is how many deeds there were when a message of an export began.
	stepFrom int
	// role is who sends the message of an export whose parts follow, and isFinal reports whether its
	// text may be what an agent says at the end of a turn.
	role    string
	isFinal bool
	// sidechains are the agents whose records are among those of the one that sent them.
	sidechains int
	// readable is the part that can be read of a record that is torn, "" for a whole one, and
	// tornBlock the block of its message that is.
	readable, tornBlock string
	// line, time, cwd and agent are those of the record.
	line       int
	time       time.Time
	cwd, agent string
}

func newReader(kept *text.Steps) *reader {
	return &reader{
		ledger: &ledger.Ledger{Deeds: []ledger.Deed{}}, agents: map[string]*ledger.Ledger{}, calls: map[string]*toolCall{},
		done: idSet{}, ids: idSet{}, prompts: map[string]bool{}, fields: jsonRecord{}, said: map[*ledger.Ledger]*ledger.Message{}, hooked: map[*ledger.Ledger]bool{},
		nodes: text.NewSteps(maxNodes), kept: kept,
	}
}

// idSet is a set of ids, which a long session has a million of.
type idSet map[uint64]struct{}

var idSeed = maphash.MakeSeed()

func (s idSet) add(id string) { s[maphash.String(idSeed, id)] = struct{}{} }

func (s idSet) has(id string) bool {
	_, has := s[maphash.String(idSeed, id)]
	return has
}

// read reads the records of a transcript as long as more of them are wanted.
func (r *reader) read(in io.Reader, more func() bool) error {
	buffered := bufio.NewReaderSize(in, 64<<10)
	if isExport(buffered) {
		return r.export(buffered)
	}
	return r.records(buffered, more)
}

// records reads records, one a line, as long as more of them are wanted.
func (r *reader) records(in *bufio.Reader, more func() bool) error {
	lines := lineReader{in: in}
	for more() {
		line, isWhole, err := lines.next()
		if len(line) == 0 && err != nil {
			return notEOF(err)
		}
		r.line++
		if r.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		line = bytes.TrimSpace(line)
		record := string(line)
		switch {
		case len(line) == 0:
		case isWhole && isRecord(record):
			r.record(record)
		case isWhole:
			r.torn(line, err != nil)
		default:
			r.gap(ledger.Unread)
		}
	}
	return nil
}

// notEOF returns an error unless it is the end of a file.
func notEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// lineReader reads lines up to a bound of their length.
type lineReader struct {
	in   *bufio.Reader
	long []byte
}

// next returns the next line until the one after it is read, and whether it is whole: a line that
// is too long is cut off.
func (l *lineReader) next() (line []byte, isWhole bool, err error) {
	line, err = l.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, true, err
	}
	l.long = append(l.long[:0], line...)
	isWhole = true
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.in.ReadSlice('\n')
		isWhole = isWhole && len(l.long)+len(line) <= maxLine
		if isWhole {
			l.long = append(l.long, line...)
		}
	}
	return l.long, isWhole, err
}

func (r *reader) record(raw string) {
	v := r.fields
	clear(v)
	eachField(raw, func(key, value string) {
		if slices.Contains(recordFields, key) {
			v[key] = gjson.Parse(value)
		}
	})
	if r.readable != "" {
		r.mend(v)
	}
	if r.client == nil {
		r.client = clientOf(v)
	}
	if r.client != nil {
		r.ledger.Client = r.client.name
		r.client.take(r, v)
	}
}

// of returns the ledger of an agent in the transcript, "" for the main one.
func (r *reader) of(agent string) *ledger.Ledger {
	main := r.ledger
	if agent == "" || agent == main.Agent {
		return main
	}
	if l := r.agents[agent]; l != nil {
		return l
	}
	if len(main.Agents) == maxAgents {
		r.gap(ledger.Bounded)
		return main.Agents[maxAgents-1]
	}
	l := &ledger.Ledger{Client: main.Client, Version: main.Version, Session: main.Session, Agent: agent,
		Parent: cmp.Or(main.Agent, main.Session), Cwd: r.cwd, Began: r.time, Deeds: []ledger.Deed{}}
	main.Agents = append(main.Agents, l)
	r.agents[strings.Clone(agent)] = l
	return l
}

// gap adds a gap. Each torn record is one; of another kind in a row, and beyond the bound, one is
// enough.
func (r *reader) gap(why ledger.GapWhy) {
	gaps, gap := r.ledger.Gaps, ledger.Gap{Line: r.line, Why: why}
	last := len(gaps) - 1
	switch {
	case last < 0 || gaps[last].Why != why:
		r.ledger.Gaps = append(gaps, gap)
	case why != ledger.Torn || gaps[last] == gap:
	case len(gaps) < maxGaps:
		r.ledger.Gaps = append(gaps, gap)
	default:
		gaps[last] = gap // nothing before it counts after it
	}
}

// at takes the time of a record.
func (r *reader) at(stamp string) {
	t, err := time.Parse(time.RFC3339Nano, stamp)
	if err == nil {
		r.atTime(t)
	}
}

func (r *reader) atTime(t time.Time) {
	r.time = t
	if r.ledger.Began.IsZero() {
		r.ledger.Began = t
	}
	if t.After(r.ledger.Ended) {
		r.ledger.Ended = t
	}
}

// says notes what the agent of the record says. It ends a turn if no call follows but one
// that asks a person.
func (r *reader) says(message string) {
	if strings.TrimSpace(message) == "" {
		return
	}
	l := r.of(r.agent)
	if r.readable != "" {
		delete(r.said, l) // how it ends is not known
		return
	}
	last := r.said[l]
	if last != nil && !r.hooked[l] && strings.HasSuffix(last.Text, message) {
		return // a copy of the record
	}
	delete(r.hooked, l)
	r.goesOn(l)
	r.said[l] = &ledger.Message{ID: r.fields.str("uuid"), Line: r.line, Time: r.time, Text: message}
}

// endTurn keeps what an agent said last: somebody told it something, or nothing follows.
func (r *reader) endTurn(l *ledger.Ledger) {
	if last := r.said[l]; last != nil {
		last.IsHeld = false
		r.keepSaid(l)
	}
}

// held notes that a hook tells the agent something; isStop is set if it does not let the turn end.
func (r *reader) held(isStop bool) {
	l := r.of(r.agent)
	r.hooked[l] = true
	if last := r.said[l]; last != nil && isStop {
		last.IsHeld = true
	}
}

// goesOn drops what an agent said last, unless a hook held it there: it did not end its turn.
func (r *reader) goesOn(l *ledger.Ledger) {
	if last := r.said[l]; last != nil && last.IsHeld {
		r.keepSaid(l)
	}
	delete(r.said, l)
}

// keepSaid keeps what an agent said last.
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

// slashed returns a working folder as deeds name files: with slashes, also on Windows.
func slashed(cwd string) string {
	if strings.Contains(cwd, `\`) && protocol.HasDrive(cwd) {
		return protocol.Slashed(cwd)
	}
	return cwd
}

// keepLedger copies the texts of a ledger from the records that they are a part of.
func keepLedger(l *ledger.Ledger) {
	for _, s := range []*string{&l.Version, &l.Session, &l.Agent, &l.AgentType, &l.Parent, &l.Cwd} { // the others are copies
		*s = strings.Clone(*s)
	}
}

// maxTold is how much is kept of what a person told an agent, in bytes.
const maxTold = 1000

// told notes what a person told the agent.
func (r *reader) told(said string) {
	l := r.of(r.agent)
	if len(l.Told) < maxSeen {
		l.Told = append(l.Told, ledger.Told{Line: r.line, Text: strings.Clone(text.Head(said, maxTold))})
	}
}

// prompted notes that the agent was told something, and adds the files that a prompt names.
func (r *reader) prompted(text string) {
	if strings.TrimSpace(text) != "" {
		r.endTurn(r.of(r.agent))
		r.of(r.agent).Prompted = r.time
	}
	for _, p := range ledger.Paths(text) {
		p = ledger.Absolute(r.cwd, p)
		key := r.agent + "\x00" + p
		if !r.prompts[key] && len(r.prompts) < maxSeen && r.kept.Take(int64(len(key))) {
			r.prompts[key] = true
			r.did(r.here(), ledger.Deed{Act: ledger.Seen, Path: p, Name: "prompt"})
		}
	}
}

// finish completes the ledger. Calls without a result may have done what they were to do.
func (r *reader) finish() *ledger.Ledger {
	for _, id := range slices.Sorted(maps.Keys(r.calls)) {
		r.mayHaveDone(r.calls[id], shell.Ongoing)
	}
	r.dropPrompt()
	for _, l := range append(r.ledger.Agents, r.ledger) {
		r.endTurn(l)
		keepLedger(l)
		slices.SortStableFunc(l.Deeds, func(x, y ledger.Deed) int { return cmp.Compare(x.Line, y.Line) })
	}
	return r.ledger
}
