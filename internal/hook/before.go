package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/rules"
)

// beforeAgent checks the prompt that an agent is sent out with. The handoffs
// that it tells the agent to read must be fit to be read, and one that it tells
// the agent to write must not be lost with a worktree. Only if the user requires
// a handoff of every agent does a prompt have to name one.
func (w *watch) beforeAgent() (Verdict, error) {
	e := w.event
	if !strings.ContainsAny(strings.TrimSpace(e.Prompt), " \t\r\n") && e.Prompt != "" {
		return Verdict{}, nil // it is encrypted: nobody but the model's provider can read it
	}
	if !w.config.Require && !mayHoldPath(e.Prompt) {
		return Verdict{}, nil
	}
	if err := w.words(); err != nil {
		return Verdict{}, err
	}
	p, err := w.readPrompt(e.Prompt)
	if err != nil {
		return Verdict{}, err
	}
	v, err := w.judgeAll(p.reads, "upstream", "upstream")
	switch {
	case err != nil || p.optedOut:
	case e.Isolated && len(p.writes) > 0:
		v = w.hold(v, "worktree", promptKey(e), w.hook.Say("worktree", w.aboutPrompt()))
	case w.config.Require && len(p.writes) == 0:
		var exempt bool
		if exempt, err = w.isExempt(e.AgentType); err == nil && !exempt {
			v = w.hold(v, "prompt", promptKey(e), w.hook.Say("lacks", w.aboutPrompt()))
		}
	}
	if err == nil && !v.Block && !e.Isolated && !p.optedOut {
		w.promise(p)
	}
	w.save()
	return v, err
}

// aboutPrompt are the values of what is said about a prompt.
func (w *watch) aboutPrompt() rules.Values {
	e := w.event
	session := ""
	if handoff.CheckSession(e.Session) == nil {
		session = " --session " + argument(e.Session)
	}
	return rules.Values{
		"role": argument(handoff.RoleFrom(e.AgentType)), "task": argument(handoff.RoleFrom(e.Task)), "session": session,
	}
}

// isExempt reports whether an agent of this kind may be sent out without a
// handoff, though one is required of every other.
func (w *watch) isExempt(kind string) (bool, error) {
	if err := w.load(); err != nil {
		return false, err
	}
	kind = strings.ToLower(kind)
	return slices.ContainsFunc(slices.Concat(w.hook.Exempt, w.judges.Exempt), func(glob string) bool {
		matches, err := path.Match(strings.ToLower(glob), kind)
		return err == nil && matches
	}), nil
}

// hold blocks for a reason, but not more often than one agent is held; after
// that the user is told.
func (w *watch) hold(v Verdict, stage, key, reason string) Verdict {
	if w.event.StopHookActive || w.remember().blocked(stage, w.event.Session, key) > w.hook.Blocks {
		v.System = join(v.System, w.hook.Say("ungated", rules.Values{"reason": reason}))
		return v
	}
	v.Block, v.Reason = true, cut(join(reason, v.Reason), w.hook.Characters)
	return v
}

// promptKey tells one agent that is sent out from another. The prompt changes
// once it is repaired, so a description is taken if there is one.
func promptKey(e Event) string {
	key := e.Task
	if key == "" {
		key = e.Prompt
	}
	sum := sha256.Sum256([]byte(e.AgentType + "\x00" + key))
	return hex.EncodeToString(sum[:8])
}

// judgeAll blocks for those of some files that are not fit to be read. stage is
// where their blocks are counted, words open what is said.
func (w *watch) judgeAll(paths []string, stage, words string) (Verdict, error) {
	var faults []fault
	for _, path := range paths {
		v, err := w.examine(path, true)
		if err != nil {
			return Verdict{}, err
		}
		if stage == "return" && !v.broken() && v.Format == document.Report && !v.sealed {
			v.sealed = w.judges.Seal != nil && w.judges.Seal(path) == nil
		}
		if !v.unfit() {
			w.remember().passed(stage, w.event.Session, v.Path)
			continue
		}
		faults = append(faults, fault{v, words})
		w.logged(v)
	}
	return w.blockFiles(stage, faults, nil), nil
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
