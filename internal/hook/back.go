package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	payloads "github.com/handofflint/handofflint/internal/payload"
)

// handback checks an agent's report before it travels to the agent that sent
// it out.
func (c *call) handback() (Verdict, error) {
	v, known, err := c.returns()
	if err == nil && known && !v.Block && c.event.AgentID != "" {
		c.remember().note(record{Kind: kindReturned, Key: c.event.AgentID})
	}
	return v, err
}

// agentStops checks an agent's report when it stops, whatever else runs in the
// session: an agent in the background is itself among what runs. Agents without a
// kind are the host's own. One whose report was handed back already is left alone:
// its last message is another.
func (c *call) agentStops() (Verdict, error) {
	e := c.event
	if e.AgentType == "" || e.AgentID != "" && c.remember().find(kindReturned, e.AgentID) >= 0 {
		return Verdict{}, nil
	}
	v, _, err := c.returns()
	return v, err
}

// returns checks what an agent returns: the handoffs that it says to have
// written, or else the one that it was told to write, and the result signal
// if it was told to end with one. known reports whether it returns any.
func (c *call) returns() (v Verdict, known bool, err error) {
	message := c.event.Message
	order := c.order()
	if !strings.Contains(strings.ToLower(message), "handoff written to") && order == (duty{}) {
		return v, false, nil
	}
	paths, words := c.returned(), "returned"
	if len(paths) == 0 && order.path != "" {
		paths, words = []string{order.path}, "notold"
	}
	v, err = c.checkAll(paths, "return", words)
	agent := cmp.Or(c.event.AgentID, c.event.AgentType)
	switch {
	case err != nil || v.Block || !order.signal:
	case payloads.ParseSignal([]byte(message)).Outcome != payloads.None:
		c.remember().passed("signal", agent)
	default:
		v = c.hold(v, "signal", agent, builtin().Words["nosignal"])
	}
	for _, path := range paths {
		// What does not exist is named at the end of the session.
		if err == nil && !v.Block && c.exists(path) {
			c.remember().forget(kindTold, path)
		}
	}
	return v, true, err
}

// returned are the handoffs that the agent's message names: after "Handoff written
// to" a path in quotes, a link, or the last word of "the file a/b.md".
func (c *call) returned() (paths []string) {
	for _, m := range pattern("returned").FindAllStringSubmatch(c.event.Message, builtin().Listed) {
		said := cmp.Or(m[1], m[2])
		if said != "" && !strings.ContainsRune("`\"", rune(said[0])) && !isOnePath(said) {
			words := strings.Fields(said)
			said = words[len(words)-1]
		}
		if path := trimPath(said); path != "" && !tooLong(path) {
			paths = appendNew(paths, c.absolute(fromHome(strings.TrimSuffix(path, document.DoneSuffix))))
		}
	}
	return paths
}

// duty is what an agent was told to hand back: a handoff, "" if it is not known,
// and whether it is to end with a result signal.
type duty struct {
	path   string
	signal bool
}

// order is what this agent was told: by its own prompt if the transcript
// has it, else by what was remembered when agents of its kind were sent out.
func (c *call) order() (order duty) {
	if text := firstPrompt(c.event.Transcript); text != "" {
		if !mayHoldPath(text) && !strings.Contains(text, "CF-RESULT") {
			return order
		}
		p := c.readPrompt(text)
		order.signal = p.signal
		for _, path := range p.writes {
			if document.FormatByPath(path) == document.Report && p.section {
				order.path = path
			}
		}
		return order
	}
	records := slices.DeleteFunc(c.remember().of(kindTold), func(r record) bool { return r.Agent != c.event.AgentType })
	for _, r := range records {
		if strings.Contains(c.event.Message, filepath.Base(r.Key)) || len(records) == 1 {
			return duty{path: r.Key, signal: r.N > 0}
		}
	}
	order.signal = len(records) > 0 && !slices.ContainsFunc(records, func(r record) bool { return r.N == 0 })
	return order
}

// transcriptLines is how many lines may precede the first message, and
// maxTranscript how much is read of a transcript, in bytes.
const (
	transcriptLines = 16
	maxTranscript   = 8 << 20
)

// firstPrompt is the text of the first message in a transcript: JSON, one object a
// line; "" if it cannot be read.
func firstPrompt(path string) string {
	if path == "" {
		return ""
	}
	at, err := files.Named.Find(path)
	if err != nil {
		return ""
	}
	data, _, _, err := at.Read(maxTranscript)
	if err != nil {
		return ""
	}
	lines := json.NewDecoder(bytes.NewReader(data))
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
