package hook

import (
	"cmp"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	payloads "github.com/handofflint/handofflint/internal/payload"
)

// duty is what an agent was told to hand back.
type duty struct {
	// path is the handoff to write, "" where it is not known.
	path   string
	signal bool
}

// handback judges an agent's report before it travels to the agent that sent
// it out.
func (w *watch) handback() (Verdict, error) {
	v, err := w.returns()
	if err == nil && !v.Block && w.event.AgentID != "" && w.hook != nil {
		w.remember().note(record{Kind: kindReturned, Session: w.event.Session, Key: w.event.AgentID})
	}
	w.save()
	return v, err
}

// agentStops judges an agent's report when it stops, whatever else runs in the
// session: an agent in the background is itself among what runs. Agents without a
// kind are the host's own. One whose report was handed back already is left alone:
// its last message is another. One that goes on because of a hook is not held
// again; the user is told what is wrong then.
func (w *watch) agentStops() (Verdict, error) {
	e := w.event
	if e.AgentType == "" {
		return Verdict{}, nil
	}
	if e.AgentID != "" && w.remember().find(kindReturned, e.Session, e.AgentID) >= 0 {
		return Verdict{}, nil
	}
	v, err := w.returns()
	w.save()
	return v, err
}

// returns judges what an agent returns: the handoffs that it says to have
// written, or else the one that it was told to write, and the result signal
// where it was told to end with one.
func (w *watch) returns() (Verdict, error) {
	message := w.event.Message
	claims := strings.Contains(strings.ToLower(message), "handoff written to")
	records := w.toldRecords()
	if !claims && len(records) == 0 && w.event.Transcript == "" {
		return Verdict{}, nil
	}
	order, known, err := w.order(records)
	if err != nil || !claims && !known {
		return Verdict{}, err
	}
	if err := w.words(); err != nil {
		return Verdict{}, err
	}
	paths, words, err := w.returned(message, order)
	if err != nil {
		return Verdict{}, err
	}
	v, err := w.judgeAll(paths, "return", words)
	if err == nil && order.signal && !v.Block {
		v = w.checkSignal(v, message)
	}
	if err == nil && !v.Block {
		w.settled(paths)
	}
	return v, err
}

// settled forgets the orders that were carried out. One whose report does not exist
// is kept, for the end of the session: the agent was let through without it.
func (w *watch) settled(paths []string) {
	for _, path := range paths {
		if w.exists(path) {
			w.remember().forget(kindTold, w.event.Session, path)
		}
	}
}

// returned are the handoffs to judge, and the words that open what is said
// about them.
func (w *watch) returned(message string, order duty) (paths []string, words string, err error) {
	pattern, err := w.pattern("returned")
	if err != nil {
		return nil, "", err
	}
	for _, m := range pattern.FindAllStringSubmatch(message, w.hook.Listed) {
		if path := returnedPath(cmp.Or(m[1], m[2])); path != "" && !tooLong(path) {
			paths = appendNew(paths, w.absolute(fromHome(strings.TrimSuffix(path, doneSuffix))))
		}
	}
	if len(paths) == 0 && order.path != "" {
		return []string{order.path}, "notold", nil
	}
	return paths, "returned", nil
}

// returnedPath is the path in what follows "Handoff written to": all of it, or the
// last word of "the file a/b.md".
func returnedPath(said string) string {
	if said == "" || strings.ContainsRune("`\"", rune(said[0])) || isOnePath(said) {
		return trimPath(said)
	}
	words := strings.Fields(said)
	return trimPath(words[len(words)-1])
}

// checkSignal blocks a message that lacks the signal it was to end with.
func (w *watch) checkSignal(v Verdict, message string) Verdict {
	if payloads.ParseSignal(message).Outcome != payloads.None {
		w.remember().passed("signal", w.event.Session, w.agent())
		return v
	}
	return w.hold(v, "signal", w.agent(), w.hook.Words["nosignal"])
}

// agent is what an agent is known by.
func (w *watch) agent() string {
	if w.event.AgentID != "" {
		return w.event.AgentID
	}
	return w.event.AgentType
}

// toldRecords are the orders that agents of this kind got in this session.
func (w *watch) toldRecords() []record {
	return slices.DeleteFunc(w.remember().of(kindTold, w.event.Session), func(r record) bool { return r.Agent != w.event.AgentType })
}

// order is what this agent was told: by its own prompt where the transcript
// has it, else by what was remembered when agents of its kind were sent out.
func (w *watch) order(records []record) (duty, bool, error) {
	if text := firstPrompt(w.event.Transcript); text != "" {
		return w.orderInPrompt(text)
	}
	for _, r := range records {
		if strings.Contains(w.event.Message, filepath.Base(r.Key)) || len(records) == 1 {
			return duty{path: r.Key, signal: r.N > 0}, true, nil
		}
	}
	all := len(records) > 0 && !slices.ContainsFunc(records, func(r record) bool { return r.N == 0 })
	return duty{signal: all}, all, nil
}

func (w *watch) orderInPrompt(text string) (duty, bool, error) {
	if !mayHoldPath(text) && !strings.Contains(text, "CF-RESULT") {
		return duty{}, false, nil
	}
	if err := w.words(); err != nil {
		return duty{}, false, err
	}
	p, err := w.readPrompt(text)
	order := duty{signal: p.signal}
	for _, path := range p.writes {
		if document.FormatByPath(path) == document.Report && p.section {
			order.path = path
		}
	}
	return order, order.signal || order.path != "", err
}

// firstPrompt is the text of the first message in a transcript: JSON, one object a
// line. A transcript that cannot be read tells nothing.
func firstPrompt(path string) string {
	if info, err := os.Stat(path); path == "" || err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close() // nothing was written
	lines := json.NewDecoder(io.LimitReader(f, maxTranscript))
	for range transcriptLines {
		var line payload
		if lines.Decode(&line) != nil {
			return ""
		}
		if text := line.text("message.content", "message.content[].text", "content"); text != "" {
			return text
		}
	}
	return ""
}

// transcriptLines is how many lines may stand before the first message, and
// maxTranscript how much is read of a transcript, in bytes.
const (
	transcriptLines = 16
	maxTranscript   = 8 << 20
)
