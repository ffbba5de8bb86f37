package timeline

import (
	"math"
	"path"
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// Turn is what is known when an agent ends a turn, or writes a handoff.
type Turn struct {
	// Message is what it says at the end, nil if it is not asked for one.
	Message   *ledger.Message
	Standings []Standing
	// Changed are the sources that were changed since the agent last ended a turn, and Commits the
	// commits and pushes since.
	Changed []Change
	Commits []*Run
	// Ran are the kinds of checks that were run since the agent last ended a turn.
	Ran []runner.Kind
	// Commit and Push are the last ones, nil for none.
	Commit, Push *Run
	// Agent is the one whose turn it is.
	Agent *ledger.Ledger

	timeline *Timeline
	end      int // how many events come before it
}

// Of returns the timeline of an agent and of those that it launched. What others did says nothing
// about what it claims.
func (t *Timeline) Of(agent *ledger.Ledger) *Timeline {
	below := t.below(agent)
	own := &Timeline{Agent: agent, Agents: below, known: t.known}
	isBelow := map[*ledger.Ledger]bool{}
	for _, l := range below {
		isBelow[l] = true
	}
	for _, e := range t.Events {
		if isBelow[e.Agent] {
			own.Events = append(own.Events, e)
		}
	}
	return own
}

// below returns an agent and those that it launched, directly or not. Of one whose launch does not
// say it, the main agent is taken for the one that launched it.
func (t *Timeline) below(agent *ledger.Ledger) []*ledger.Ledger {
	launched := map[string]*ledger.Ledger{}
	for _, l := range t.Agents {
		for i := range l.Deeds {
			if d := &l.Deeds[i]; d.Act == ledger.Send && d.Agent != "" {
				launched[d.Agent] = l
			}
		}
	}
	main := t.Agent
	if i := slices.IndexFunc(t.Agents, func(l *ledger.Ledger) bool { return l.Agent == "" }); i >= 0 {
		main = t.Agents[i]
	}
	below := []*ledger.Ledger{agent}
	isBelow := map[*ledger.Ledger]bool{agent: true}
	for range t.Agents { // as deep as they can launch each other
		before := len(below)
		for _, l := range t.Agents {
			by := launched[l.Agent]
			if by == nil && l != main {
				by = main
			}
			if !isBelow[l] && by != nil && isBelow[by] {
				isBelow[l] = true
				below = append(below, l)
			}
		}
		if len(below) == before {
			break
		}
	}
	return below
}

// Turns returns the ends of the turns of the timeline's agent, in their order. What it did after its
// last message is a turn without one. Where a hook held it, its turn went on.
func (t *Timeline) Turns() []Turn {
	var turns []Turn
	w := t.walk()
	isOpen := false
	for i := range t.Events {
		e := &t.Events[i]
		if e.Message != nil && e.Agent == t.Agent {
			turn := w.turn(i)
			turn.Message = e.Message
			turns = append(turns, turn)
			isOpen = false
		}
		isOpen = isOpen || e.Deed != nil
		w.take(e)
	}
	if isOpen {
		turns = append(turns, w.turn(len(t.Events)))
	}
	return turns
}

// TurnAt returns what is known at a line of the transcript of the timeline's agent.
func (t *Timeline) TurnAt(line int) Turn {
	w := t.walk()
	end := len(t.Events)
	for i := range t.Events {
		e := &t.Events[i]
		if e.Agent == t.Agent && e.order() >= line {
			end = i
			break
		}
		w.take(e)
	}
	return w.turn(end)
}

// End returns what is known at the end.
func (t *Timeline) End() Turn { return t.TurnAt(math.MaxInt) }

// turn returns what is known after so many events.
func (w *walk) turn(end int) Turn {
	t := Turn{
		Standings: w.standings(), Changed: slices.Clone(w.fresh), Commits: slices.Clone(w.commits[w.ended:]),
		Agent: w.timeline.Agent, timeline: w.timeline, end: end,
	}
	for _, kind := range Kinds {
		if w.ran[kind] {
			t.Ran = append(t.Ran, kind)
		}
	}
	for _, run := range w.commits {
		if run.Kind == runner.Commit {
			t.Commit = run
		} else {
			t.Push = run
		}
	}
	return t
}

// Of returns the standing of a kind.
func (t Turn) Of(kind runner.Kind) Standing { return Result{Standings: t.Standings}.Of(kind) }

// index are the events of a timeline by what they are looked for.
type index struct {
	// commands are those of commands by their programs, writes those of changes by the names of
	// files, both in their order.
	commands, writes map[string][]int
}

// index returns the index, made at the first call.
func (t *Timeline) index() *index {
	if t.indexed != nil {
		return t.indexed
	}
	x := &index{commands: map[string][]int{}, writes: map[string][]int{}}
	for i := range t.Events {
		e := &t.Events[i]
		switch {
		case e.Deed == nil:
		case e.Deed.Act == ledger.Run:
			x.commands[e.Deed.Program] = append(x.commands[e.Deed.Program], i)
			for _, run := range e.Runs {
				if len(run.Words) > 0 && run.Words[0] != e.Deed.Program {
					x.commands[run.Words[0]] = append(x.commands[run.Words[0]], i)
				}
			}
		case e.Deed.Act == ledger.Write && !e.Deed.Glob:
			name := path.Base(e.Deed.Path)
			x.writes[name] = append(x.writes[name], i)
		}
	}
	t.indexed = x
	return x
}

// LastCommand returns the last command before the end of the turn that calls the same program with
// each of some words, nil for none.
func (t Turn) LastCommand(command ledger.Invocation) *Event {
	for _, i := range slices.Backward(t.timeline.index().commands[command.Program]) {
		e := &t.timeline.Events[i]
		if i < t.end && !e.Deed.Maybe && hasWords(e.Deed.Words, command.Words) {
			return e
		}
	}
	return nil
}

// hasWords reports whether a command has each of some words.
func hasWords(words, some []string) bool {
	return !slices.ContainsFunc(some, func(word string) bool { return !slices.Contains(words, word) })
}

// Wrote returns the first event before the end of the turn that certainly changed a file, nil for
// none.
func (t Turn) Wrote(file string) *Event {
	for _, i := range t.timeline.index().writes[path.Base(file)] {
		e := &t.timeline.Events[i]
		if i < t.end && !e.Deed.Maybe && e.Deed.IsOf(file) == ledger.Yes {
			return e
		}
	}
	return nil
}

// MayHaveDone reports whether something may have done what a commit or a push would have, after it
// and before the end of the turn; at any time for nil.
func (t Turn) MayHaveDone(run *Run) bool {
	isAfter := run == nil
	for i := range t.timeline.Events[:t.end] {
		e := &t.timeline.Events[i]
		isSuspect := e.MayRun || e.Gap != "" || e.Deed != nil && (e.Deed.User || slices.Contains(builtin().MakesCommits, e.Deed.Program))
		if isAfter && isSuspect {
			return true
		}
		isAfter = isAfter || run != nil && e.Deed == run.Event.Deed
	}
	return false
}

// MayHaveRun reports whether something before the end of the turn may have run what nothing shows.
func (t Turn) MayHaveRun() bool {
	return slices.ContainsFunc(t.timeline.Events[:t.end], func(e Event) bool {
		return e.MayRun || e.IsRemote || e.Gap != "" || e.Deed != nil && (e.Deed.User || e.hasFailedUnseen())
	})
}

// hasFailedUnseen reports whether a command failed of which it is not known what it runs: it made
// nothing good, and may have run checks.
func (e *Event) hasFailedUnseen() bool {
	d := e.Deed
	isUnknown := d.Act == ledger.Run && !d.Direct && len(e.Runs) == 0 && d.Words != nil
	return isUnknown && d.Result == ledger.Failed && runner.Of(d.Words).Kind == runner.Other
}

// HasRun reports whether something of a kind was run before the end of the turn.
func (t Turn) HasRun(kind runner.Kind) bool {
	return slices.ContainsFunc(t.timeline.Events[:t.end], func(e Event) bool {
		return slices.ContainsFunc(e.Runs, func(r Run) bool { return r.Kind == kind })
	})
}

// Succeeded reports whether a commit or a push went through before the end of the turn.
func (t Turn) Succeeded(kind runner.Kind) bool {
	return slices.ContainsFunc(t.timeline.Events[:t.end], func(e Event) bool {
		return slices.ContainsFunc(e.Runs, func(r Run) bool { return r.Kind == kind && r.Outcome == Succeeded })
	})
}

// IsBehind reports whether something was committed after the last push.
func (t Turn) IsBehind() bool {
	if t.Commit == nil || t.Push == nil || t.Commit.Outcome != Succeeded {
		return false
	}
	return t.Commit.Event.Agent == t.Push.Event.Agent && t.Commit.Event.Line > t.Push.Event.Line
}
