package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// beforeAgent judges the prompt that an agent is sent out with: it must say
// where the handoff goes and what to return, and the handoffs that it sends
// the agent to must be fit to be read.
func (w *watch) beforeAgent() (Verdict, error) {
	if err := w.words(); err != nil {
		return Verdict{}, err
	}
	e := w.event
	if slices.ContainsFunc(w.hook.ReadOnly, func(kind string) bool { return strings.EqualFold(kind, e.AgentType) }) {
		return Verdict{}, nil
	}
	optout, err := w.pattern("optout")
	if err != nil {
		return Verdict{}, err
	}
	p, err := w.readPrompt(e.Prompt)
	if err != nil {
		return Verdict{}, err
	}
	v, err := w.upstream(p.reads)
	if err == nil && len(p.missing) > 0 && !optout.MatchString(e.Prompt) {
		v, err = w.gate(p, v)
	}
	if err == nil && !v.Block {
		w.promise(p)
	}
	w.save()
	return v, err
}

// gate blocks a prompt that lacks something.
func (w *watch) gate(p prompt, v Verdict) (Verdict, error) {
	missing := make([]string, len(p.missing))
	for i, part := range p.missing {
		missing[i] = w.hook.Parts[part]
	}
	values := rules.Values{"missing": strings.Join(missing, "; "), "agent": text.Quote(w.event.AgentType), "n": strconv.Itoa(w.hook.Blocks)}
	if n := w.remember().blocked("prompt", w.event.Session, promptKey(w.event)); n > w.hook.Blocks {
		v.System = join(v.System, w.hook.Say("ungated", values))
		return v, nil
	}
	lines := []string{w.hook.Say("lacks", values), w.hook.Words["without"]}
	if block := w.readyBlock(p); block != "" {
		lines = append(lines, w.hook.Words["paste"], "", block, "")
	} else {
		lines = append(lines, w.hook.Words["command"])
	}
	if v.Block {
		lines = append(lines, v.Reason)
	}
	v.Block, v.Reason = true, cut(strings.Join(lines, "\n"), w.hook.Characters)
	return v, nil
}

// readyBlock is the section to paste, "" where none can be made; the reason
// then names the command that says why.
func (w *watch) readyBlock(p prompt) string {
	if w.config.Block == nil {
		return ""
	}
	e := w.event
	request := BlockRequest{Cwd: w.cwd(), Session: e.Session, Role: e.AgentType, Task: e.Task, Key: promptKey(e)}
	for _, path := range p.reads {
		request.Reads = append(request.Reads, shown(path))
	}
	block, err := w.config.Block(request)
	if err != nil {
		return ""
	}
	return strings.TrimRight(block, "\n")
}

// promptKey tells one agent that is sent out from another. The prompt changes
// once it is repaired, so a description is taken where there is one.
func promptKey(e Event) string {
	text := e.Task
	if text == "" {
		text = e.Prompt
	}
	sum := sha256.Sum256([]byte(e.AgentType + "\x00" + text))
	return hex.EncodeToString(sum[:8])
}

// upstream judges the handoffs that the agent is sent to read.
func (w *watch) upstream(paths []string) (Verdict, error) {
	return w.judgeAll(paths, "upstream", "upstream")
}

// judgeAll blocks for those of some files that are not fit to be read. kind is
// what is remembered of the others, words are those that open what is said.
func (w *watch) judgeAll(paths []string, kind, words string) (Verdict, error) {
	var faults []fault
	for _, path := range paths {
		v, err := w.examine(path, true)
		if err != nil {
			return Verdict{}, err
		}
		if !v.unfit() {
			w.remember().passed(kind, w.event.Session, v.Path)
			continue
		}
		faults = append(faults, fault{v, words})
		w.logged(v)
	}
	return w.blockFiles(kind, faults, nil), nil
}

// promise remembers what an agent was told to hand back.
func (w *watch) promise(p prompt) {
	w.remember().passed("prompt", w.event.Session, promptKey(w.event))
	for _, path := range p.writes {
		r := record{Kind: kindTold, Session: w.event.Session, Key: path, Agent: w.event.AgentType}
		if p.signal {
			r.N = 1
		}
		w.remember().note(r)
	}
}
