package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Bounds of the search for a session's transcripts.
const (
	maxTranscripts = 200
	maxEntries     = 5_000
	// maxBytes bounds the bytes read of all transcripts of a session, and of others to identify them.
	maxBytes = 256 << 20
	// perLine is the cost of a line in addition to its bytes.
	perLine = 256
	// maxHead bounds the bytes of a transcript that are read to identify its session, maxHeadLines the lines.
	maxHead      = 1 << 20
	maxHeadLines = 50
)

// Open reads a transcript and those of its session beside it, and returns a ledger for each agent, that of
// the transcript first. The path comes from a person or the client. What was not fully read is recorded in
// incomplete. heads caches what is known of other transcripts; it may be nil.
func Open(name string, heads *Heads, incomplete *rules.Incomplete) ([]*ledger.Ledger, error) {
	return open(name, maxBytes, heads, incomplete)
}

func open(name string, most int64, heads *Heads, incomplete *rules.Incomplete) ([]*ledger.Ledger, error) {
	o := &opener{left: most, kept: text.NewSteps(maxKept), heads: cmp.Or(heads, &Heads{})}
	if _, err := files.Named.Stat(name); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w; name the agent's transcript", name, files.Reason(err))
	}
	own, err := o.ledger(name)
	if err != nil {
		return nil, err
	}
	all := addNew([]*ledger.Ledger{own}, own.Agents...)
	for _, beside := range around(name, own) {
		if o.over || !o.isBeside(own, beside) {
			continue
		}
		if len(all) > maxTranscripts {
			own.AddGap(ledger.Gap{Why: ledger.Bounded})
			break
		}
		if l, err := o.ledger(beside); err == nil {
			all = addNew(all, l)
			all = addNew(all, l.Agents...)
		}
	}
	if o.over {
		own.AddGap(ledger.Gap{Why: ledger.Unread})
		incomplete.Add(rules.KindActions, fmt.Sprintf("the transcripts of the session are longer than %d MiB", most>>20))
		return all, nil
	}
	addUnread(all, incomplete)
	return all, nil
}

// addUnread records which transcripts were not read to their ends.
func addUnread(ledgers []*ledger.Ledger, incomplete *rules.Incomplete) {
	for _, l := range ledgers {
		name := filepath.Base(l.Transcript)
		for _, gap := range l.Gaps {
			if gap.Why == ledger.Unread {
				incomplete.Add(rules.KindActions, fmt.Sprintf("the transcript %s is cut off, no JSON or too long at line %d", name, gap.Line))
			}
		}
	}
}

// isBeside reports whether a transcript belongs to the same session. A copy of an OpenCode export does not.
func (o *opener) isBeside(own *ledger.Ledger, name string) bool {
	head, _ := o.heads.Of(name) // an unreadable one belongs to no session
	isCopy := head.Client == OpenCode && head.Agent == own.Agent
	return head.Session == own.Session && !isCopy
}

// addNew adds ledgers of a session but for copies: one agent may be in several transcripts, and is taken to be the same
// where it did as much.
func addNew(all []*ledger.Ledger, ledgers ...*ledger.Ledger) []*ledger.Ledger {
	for _, l := range ledgers {
		isSame := func(o *ledger.Ledger) bool {
			return o.Agent == l.Agent && len(o.Deeds) == len(l.Deeds)
		}
		if !slices.ContainsFunc(all, isSame) {
			all = append(all, l)
		}
	}
	return all
}

// opener reads transcripts up to a total number of bytes.
type opener struct {
	left int64
	// kept counts the bytes that are kept.
	kept *text.Steps
	// heads identifies the transcripts of a run.
	heads *Heads
	// over is set if the bound was exceeded.
	over bool
}

// openFile opens a transcript, which must be a regular file.
func openFile(name string) (*os.File, error) {
	f, err := files.Named.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a file", name)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// counted is a transcript that is read up to the opener's bound.
type counted struct {
	*opener
	in io.Reader
}

func (c counted) Read(p []byte) (int, error) {
	if c.left <= 0 {
		c.over = true
		return 0, io.EOF
	}
	n, err := c.in.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n + perLine*bytes.Count(p[:n], []byte("\n")))
	return n, err
}

// ledger reads the transcript at a path from a person or a client.
func (o *opener) ledger(name string) (*ledger.Ledger, error) {
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := readTranscript(counted{o, f}, o.kept)
	if errors.Is(err, ErrUnknown) {
		err = unknown(f)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, agent := range append(l.Agents, l) {
		agent.Transcript = name
	}
	return l, nil
}

// Head identifies a transcript by its first records.
type Head struct {
	Client, Session, Agent, Cwd string
}

// Heads caches the heads of transcripts, so that each is read once: Codex keeps all sessions of a day in
// one folder.
type Heads struct{ byPath sync.Map }

// Of returns the head of a transcript. The error is ErrUnknown if it is not a transcript that is read.
func (h *Heads) Of(name string) (Head, error) {
	if known, ok := h.byPath.Load(name); ok {
		return known.(Head), nil
	}
	head, err := readHead(name)
	if err == nil {
		h.byPath.Store(name, head)
	}
	return head, err
}

func readHead(name string) (Head, error) {
	f, err := openFile(name)
	if err != nil {
		return Head{}, err
	}
	defer f.Close()
	r := newReader(text.NewSteps(maxKept))
	l := r.ledger
	hasMore := func() bool { return (l.Session == "" || l.Cwd == "") && r.line < maxHeadLines }
	in := bufio.NewReader(io.LimitReader(f, maxHead))
	if filepath.Ext(name) != ".json" || isExport(in) { // other .json files are not records
		err = r.read(in, hasMore)
	}
	if err != nil {
		return Head{}, err
	}
	if l.Session == "" {
		return Head{}, unknown(f)
	}
	return Head{l.Client, l.Session, l.Agent, l.Cwd}, nil
}
