package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// The bounds of a search for the transcripts of a session.
const (
	maxTranscripts = 200
	maxEntries     = 5_000
	// maxBytes are read of all transcripts of a session, and of others to see whose they
	// are.
	maxBytes = 256 << 20
	// perLine is how many bytes a line counts for beside its own: what one takes, however
	// short it is.
	perLine = 256
	// maxHead is how much of a transcript is read to see whose it is.
	maxHead = 1 << 20
)

// Open reads a transcript and those of its session that lie beside it: a ledger of each
// agent, that of the transcript first. The path is a person's or the client's own; of a
// folder, its newest transcript of a session is read. What was not read to the end is
// recorded. heads are what is known already of the transcripts beside it; they may be nil.
func Open(name string, heads *Heads, incomplete *rules.Incomplete) ([]*ledger.Ledger, error) {
	return open(name, maxBytes, heads, incomplete)
}

func open(name string, most int64, heads *Heads, incomplete *rules.Incomplete) ([]*ledger.Ledger, error) {
	if heads == nil {
		heads = &Heads{}
	}
	o := &opener{left: most, kept: text.NewSteps(maxKept), heads: heads}
	info, err := files.Named.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w; name the agent's transcript, or its folder", name, files.Reason(err))
	}
	if info.IsDir() {
		if name, err = o.newest(name); err != nil {
			return nil, err
		}
	}
	own, err := o.ledger(name)
	if err != nil {
		return nil, err
	}
	all := add([]*ledger.Ledger{own}, own.Agents...)
	for _, beside := range around(name, own) {
		if o.over || !o.isBeside(own, beside) {
			continue
		}
		if len(all) > maxTranscripts {
			own.AddGap(ledger.Gap{Why: ledger.Bounded})
			break
		}
		if l, err := o.ledger(beside); err == nil {
			all = add(all, l)
			all = add(all, l.Agents...)
		}
	}
	if o.over {
		own.AddGap(ledger.Gap{Why: ledger.Unread})
		incomplete.Add(rules.KindActions, fmt.Sprintf("the transcripts of the session are longer than %d MiB", most>>20))
		return all, nil
	}
	for _, l := range all {
		for _, gap := range l.Gaps {
			switch gap.Why {
			case ledger.Unread:
				if l.Client == OpenCode {
					incomplete.Add(rules.KindActions, fmt.Sprintf("the transcript %s is longer than %d MiB", filepath.Base(l.Transcript), maxExport>>20))
					continue
				}
				incomplete.Add(rules.KindActions, fmt.Sprintf("line %d of the transcript %s is longer than %d MiB", gap.Line, filepath.Base(l.Transcript), maxLine>>20))
			case ledger.Cut:
				incomplete.Add(rules.KindActions, fmt.Sprintf("the transcript %s is cut off, or no JSON, at line %d", filepath.Base(l.Transcript), gap.Line))
			}
		}
	}
	return all, nil
}

// isBeside reports whether a transcript is of the same session. Copies of one of OpenCode are not.
func (o *opener) isBeside(own *ledger.Ledger, name string) bool {
	head, _ := o.heads.Of(name) // one that cannot be read is of no session
	isCopy := head.Client == OpenCode && head.Agent == own.Agent
	return head.Session == own.Session && !isCopy
}

// add adds ledgers, but not twice.
func add(all []*ledger.Ledger, ledgers ...*ledger.Ledger) []*ledger.Ledger {
	for _, l := range ledgers {
		isSame := func(o *ledger.Ledger) bool {
			return o.Session == l.Session && o.Agent == l.Agent && len(o.Deeds) == len(l.Deeds)
		}
		if len(all) <= maxTranscripts && !slices.ContainsFunc(all, isSame) {
			all = append(all, l)
		}
	}
	return all
}

// opener reads transcripts up to a sum of bytes.
type opener struct {
	left int64
	// kept counts what is kept of them.
	kept *text.Steps
	// heads are those of transcripts that a run has read.
	heads *Heads
	// over is set if there was more.
	over bool
}

// open opens a transcript. What is no regular file is never opened: a pipe may have no
// writer.
func (o *opener) open(name string) (*os.File, error) {
	info, err := files.Named.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a file", name)
	}
	f, err := files.Named.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a file", name)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// counted is a transcript that is read up to the bound of its opener.
type counted struct {
	*opener
	in      io.Reader
	perLine int
}

// count returns a transcript that is counted. A line of an export is no record.
func (o *opener) count(f io.Reader) counted {
	in := bufio.NewReader(f)
	if isExport(in) {
		return counted{o, in, 0}
	}
	return counted{o, in, perLine}
}

func (c counted) Read(p []byte) (int, error) {
	if c.left <= 0 {
		c.over = true
		return 0, io.EOF
	}
	n, err := c.in.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n + c.perLine*bytes.Count(p[:n], []byte("\n")))
	return n, err
}

// ledger reads the transcript at a path of a person or a client.
func (o *opener) ledger(name string) (*ledger.Ledger, error) {
	f, err := o.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := readTranscript(o.count(f), o.kept)
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

// newest returns the transcript of a folder that was changed last, without those of agents
// that were sent out.
func (o *opener) newest(folder string) (string, error) {
	entries, err := files.Named.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var found []os.FileInfo
	for _, e := range entries {
		isTranscript := !strings.HasPrefix(e.Name(), claudeAgentStart) && strings.Contains(filepath.Ext(e.Name()), ".json")
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && isTranscript {
			found = append(found, info)
		}
	}
	slices.SortStableFunc(found, func(x, y os.FileInfo) int { return y.ModTime().Compare(x.ModTime()) })
	for _, info := range found[:min(len(found), maxTranscripts)] {
		name := filepath.Join(folder, info.Name())
		if _, err := o.heads.Of(name); err == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s: no transcript in this folder; name the file, for example the transcript_path of a hook event", folder)
}

// Head is whose a transcript is, by its first records.
type Head struct {
	Client, Session, Agent, Cwd string
}

// Heads are those of the transcripts of a run, each of which is read once: Codex keeps all
// sessions of a day in one folder.
type Heads struct {
	mutex  sync.Mutex
	byPath map[string]Head
}

// Of returns whose a transcript is. The error is ErrUnknown if it is none that is read.
func (h *Heads) Of(name string) (Head, error) {
	h.mutex.Lock()
	head, known := h.byPath[name]
	h.mutex.Unlock()
	if known {
		return head, nil
	}
	head, err := readHead(name)
	if err != nil {
		return head, err
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.byPath == nil {
		h.byPath = map[string]Head{}
	}
	h.byPath[name] = head
	return head, nil
}

func readHead(name string) (Head, error) {
	f, err := new(opener).open(name)
	if err != nil {
		return Head{}, err
	}
	defer f.Close()
	r := newReader(text.NewSteps(maxKept))
	l := r.ledger
	hasMore := func() bool { return (l.Session == "" || l.Cwd == "") && r.line < 50 }
	in := bufio.NewReader(io.LimitReader(f, maxHead))
	if isExport(in) {
		err = r.export(in)
	} else if filepath.Ext(name) != ".json" {
		// else it has no record a line
		err = r.records(in, hasMore)
	}
	if err != nil {
		return Head{}, err
	}
	if r.client == nil || l.Session == "" {
		return Head{}, unknown(f)
	}
	return Head{l.Client, l.Session, l.Agent, l.Cwd}, nil
}
