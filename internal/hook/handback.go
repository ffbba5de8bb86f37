package hook

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	payloads "github.com/handofflint/handofflint/internal/payload"
)

// agentReturns checks what an agent returns, before it travels to the agent that sent
// it out or when the agent stops, whatever else runs in the session: an agent in the
// background is itself among what runs. It checks the handoffs that the agent says to
// have written, or else the one that it was told to write, and the result signal if it
// was told to end with one.
func (c *call) agentReturns() (Verdict, error) {
	e := c.event
	stops := e.Name == SubagentStop
	// Agents without a kind are the host's own. One whose report was handed back
	// is left alone when it stops: its last message is another.
	if stops && (e.AgentType == "" || e.AgentID != "" && c.remember().find(kindReturned, e.AgentID) != (record{})) {
		return Verdict{}, nil
	}
	due := c.due()
	if !strings.Contains(strings.ToLower(e.Message), "handoff written to") && due == (record{}) {
		return Verdict{}, nil
	}
	paths, words := c.returned(), "returned"
	if len(paths) == 0 && due.Key != "" {
		paths, words = []string{due.Key}, "notold"
	}
	v, err := c.checkAll(paths, "return", words)
	if err != nil {
		return v, err
	}
	agent := cmp.Or(e.AgentID, e.AgentType)
	switch {
	case v.Block || !due.Signal:
	case payloads.ParseSignal([]byte(e.Message)).Outcome == payloads.None:
		v = c.hold(v, "signal", agent, builtin().Words["nosignal"])
	default:
		c.remember().forget(kindBlocked+"signal", agent)
	}
	if v.Block {
		return v, nil
	}
	for _, path := range paths {
		// What does not exist is named at the end of the session.
		if c.exists(path) {
			c.remember().forget(kindPromised, path)
		}
	}
	if !stops && e.AgentID != "" {
		c.remember().note(record{Kind: kindReturned, Key: e.AgentID})
	}
	return v, nil
}

// returned are the handoffs that the agent's message names: after "Handoff written
// to" a path in quotes, a link, or the last word of "the file a/b.md".
func (c *call) returned() (paths []string) {
	for _, m := range pattern("returned").FindAllStringSubmatch(c.event.Message, builtin().Listed) {
		named := cmp.Or(m[1], m[2])
		if named != "" && !strings.ContainsRune("`\"", rune(named[0])) && !isOnePath(named) {
			words := strings.Fields(named)
			named = words[len(words)-1]
		}
		if path := trimPath(named); path != "" && !tooLong(path) {
			paths = appendNew(paths, c.absolute(fromHome(strings.TrimSuffix(path, document.DoneSuffix))))
		}
	}
	return paths
}

// due is what this agent was told to hand back: the path of a handoff, "" if it is not
// known, and whether it is to end with a result signal; by its own prompt if the
// transcript has it, else by what was remembered when agents of its kind were sent out.
func (c *call) due() (due record) {
	if prompt := firstPrompt(c.event.Transcript); prompt != "" {
		if !mayHoldPath(prompt) && !strings.Contains(prompt, "CF-RESULT") {
			return due
		}
		p := c.readPrompt(prompt)
		due.Signal = p.signal
		for _, path := range p.writes {
			if document.FormatByPath(path) == document.Report && p.section {
				due.Key = path
			}
		}
		return due
	}
	promised := slices.DeleteFunc(c.remember().of(kindPromised), func(r record) bool { return r.Agent != c.event.AgentType })
	for _, r := range promised {
		if len(promised) == 1 || strings.Contains(c.event.Message, filepath.Base(r.Key)) {
			return r
		}
	}
	return due
}

// transcriptLines is how many lines may precede the first message, and
// maxTranscript how much is read of a transcript, in bytes.
const (
	transcriptLines = 16
	maxTranscript   = 8 << 20
)

// firstPrompt is the text of the first message in a transcript: JSON, one object a
// line; "" if it cannot be read.
func firstPrompt(path string) (prompt string) {
	if path == "" {
		return ""
	}
	data, _, err := files.Named.ReadFile(path, maxTranscript)
	if err != nil {
		return ""
	}
	lines := 0
	gjson.ForEachLine(string(data), func(line gjson.Result) bool {
		prompt = first(line, "message.content", "message.content.#.text", "content")
		lines++
		return prompt == "" && lines < transcriptLines
	})
	return prompt
}
