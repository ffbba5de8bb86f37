package timeline

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// Turn is what is known when an agent ends a turn, or writes a handoff.
type Turn struct {
	// Message is what the agent says at the end, nil if there is no message.
	Message   *ledger.Message
	Standings []Standing
	// Changed are the sources that were changed since the agent last ended a turn, and Commits the commits
	// and pushes since then. SessionChanges counts the sources that were changed in the whole session so far.
	Changed        []Change
	SessionChanges int
	Commits        []*Run
	// Ran are the kinds of checks that were run since the agent last ended a turn.
	Ran []runner.Kind
	// Commit, Push and Deploy are the last ones, nil for none.
	Commit, Push, Deploy *Run
	// Agent is the agent whose turn it is.
	Agent *ledger.Ledger

	timeline *Timeline
	end      int // the number of events before it
}

// OfAgent returns the timeline of an agent and the agents that it launched. What others did says nothing about
// its claims.
func (t *Timeline) OfAgent(agent *ledger.Ledger) *Timeline {
	below := t.below(agent)
	own := &Timeline{Agent: agent, Agents: below, known: t.known, session: t}
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

// launchers returns who launched each agent: the main agent for those that no call names, itself among them.
func (t *Timeline) launchers() map[*ledger.Ledger]*ledger.Ledger {
	var main *ledger.Ledger // nil if its transcript is missing
	named := map[string]*ledger.Ledger{}
	for _, l := range t.Agents {
		if l.Agent == "" {
			main = cmp.Or(main, l)
		}
		for i := range l.Deeds {
			if d := &l.Deeds[i]; d.Agent != "" {
				named[d.Agent] = l
			}
		}
	}
	launchers := map[*ledger.Ledger]*ledger.Ledger{}
	for _, l := range t.Agents {
		launchers[l] = cmp.Or(named[l.Agent], main)
	}
	return launchers
}

// below returns an agent and those that it launched, directly or not.
func (t *Timeline) below(agent *ledger.Ledger) []*ledger.Ledger {
	launchers := t.launchers()
	below := []*ledger.Ledger{agent}
	for _, l := range t.Agents {
		if l != agent && slices.Contains(chainOf(l, launchers), agent) {
			below = append(below, l)
		}
	}
	return below
}

// chainOf returns an agent, the agent that launched it, and so on, up to the main agent or a cycle of launches, which
// a transcript may show.
func chainOf(agent *ledger.Ledger, launchers map[*ledger.Ledger]*ledger.Ledger) (chain []*ledger.Ledger) {
	for agent != nil && !slices.Contains(chain, agent) {
		chain = append(chain, agent)
		agent = launchers[agent]
	}
	return chain
}

// Turns returns the turns of the timeline's agent. What it did after its last message is a turn without
// one. A turn goes on after a message that a hook held back.
func (t *Timeline) Turns() []Turn {
	var turns []Turn
	w := t.newWalk()
	isOpen := false
	for i, e := range t.Events {
		if t.isOwnMessage(e) {
			turn := w.turn(i)
			turn.Message = e.Message
			turns = append(turns, turn)
			isOpen = false
		}
		isOpen = isOpen || e.Deed.Act != ""
		w.take(e)
	}
	if isOpen {
		turns = append(turns, w.turn(len(t.Events)))
	}
	return turns
}

// isOwnMessage reports whether an event is a message of the timeline's agent.
func (t *Timeline) isOwnMessage(e *Event) bool { return e.Message != nil && e.Agent == t.Agent }

// TurnAt returns what is known at a line of the transcript of the timeline's agent.
func (t *Timeline) TurnAt(line int) Turn {
	w := t.newWalk()
	end := len(t.Events)
	for i, e := range t.Events {
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

// turn returns what is known after the first events.
func (w *walk) turn(end int) Turn {
	t := Turn{
		Commit: w.last[runner.Commit], Push: w.last[runner.Push], Deploy: w.last[runner.Deploy],
		Standings: w.standings(), Changed: slices.Clone(w.turnChanges), Commits: slices.Clone(w.commits[w.oldCommits:]),
		Ran:   slices.DeleteFunc(slices.Clone(Kinds), func(kind runner.Kind) bool { return !w.ran[kind] }),
		Agent: w.timeline.Agent, timeline: w.timeline, end: end,
	}
	for _, all := range w.all {
		t.SessionChanges += len(all)
	}
	return t
}

// Has reports whether a run took place since the agent last ended a turn.
func (t Turn) Has(run *Run) bool {
	for _, e := range slices.Backward(t.timeline.Events[:t.end]) {
		if t.timeline.isOwnMessage(e) && !e.Message.IsHeld {
			return false
		}
		if e == run.Event {
			return true
		}
	}
	return false
}

// Standing returns the standing of a kind.
func (t Turn) Standing(kind runner.Kind) Standing {
	return Result{Standings: t.Standings}.Standing(kind)
}

// programOf returns the program without its subcommand, such as the first of several tasks.
func programOf(program string) string {
	name, _, _ := strings.Cut(program, " ")
	return name
}

// LastCommand returns the last command before the end of the turn that calls the same program with all of
// the given words, nil for none.
func (t Turn) LastCommand(command ledger.Invocation) *Event {
	commands := t.timeline.index().commands[programOf(command.Program)]
	return t.timeline.last(positionsBefore(t.end, commands), func(d *ledger.Deed) bool { return d.HasWords(command.Words) })
}

// positionsBefore returns the positions, which are in order, that are before an end.
func positionsBefore(end int, positions []int) []int {
	count, _ := slices.BinarySearch(positions, end)
	return positions[:count]
}

// last returns the last event at one of some positions whose deed was certainly done and counts; nil for none.
func (t *Timeline) last(positions []int, counts func(*ledger.Deed) bool) *Event {
	for _, i := range slices.Backward(positions) {
		e := t.Events[i]
		if !e.Deed.Maybe && counts(e.Deed) {
			return e
		}
	}
	return nil
}

// Wrote returns the last event before the end of the turn that certainly changed a file, nil for none.
func (t Turn) Wrote(file string) *Event { return t.timeline.wrote(file, t.end) }

// Wrote returns the last event that certainly changed a file, nil for none.
func (t *Timeline) Wrote(file string) *Event { return t.wrote(file, len(t.Events)) }

func (t *Timeline) wrote(file string, end int) *Event {
	return t.last(positionsBefore(end, t.index().writes[nameOf(file)]), func(d *ledger.Deed) bool { return d.IsOf(file) == ledger.Yes })
}

// nameOf returns the name of a file, in lower case for file systems that ignore it.
func nameOf(file string) string { return strings.ToLower(path.Base(file)) }

// maxEdits bounds the changes that are searched for a name in code.
const maxEdits = 300

// Added returns the last of the latest changes that added a piece of code, such as a name; nil for none.
func (t Turn) Added(code string) *Event {
	edits := positionsBefore(t.end, t.timeline.index().edits)
	return t.timeline.last(edits[max(0, len(edits)-maxEdits):], func(d *ledger.Deed) bool { return d.HasAdded(code) })
}

// minHash is the length of the shortest name that git gives a commit by itself.
const minHash = 7

// beginOf returns the beginning of a hash, by which an index has its commit.
func beginOf(hash string) string { return hash[:min(minHash, len(hash))] }

// Made reports whether git named a commit before the end of the turn by a hash of at least minHash digits.
func (t Turn) Made(hash string) bool {
	i, isKnown := t.timeline.index().commits[beginOf(hash)]
	return isKnown && i < t.end
}

// MayHaveDone reports whether something may have repeated a commit or push after it and before the end of
// the turn; for nil, at any time before that.
func (t Turn) MayHaveDone(run *Run) bool {
	events := t.timeline.Events[:t.end]
	if run != nil {
		at := slices.Index(events, run.Event)
		events = events[at+1:]
	}
	return slices.ContainsFunc(events, func(e *Event) bool {
		return e.mayHaveRun() || slices.Contains(builtin().MakesCommits, e.Deed.Program)
	})
}

// UsedNothing reports whether the agent certainly called no tool, and no one told it about results.
func (t Turn) UsedNothing() bool {
	l := t.Agent
	isTold := slices.ContainsFunc(l.Prompts, func(p ledger.Prompt) bool { return isReport(p.Text) })
	isAction := func(d ledger.Deed) bool { return d.Act != ledger.Seen }
	return l.Calls == 0 && len(l.Gaps) == 0 && !isTold && !slices.ContainsFunc(l.Deeds, isAction)
}

// everything returns the timeline that can rule something out for the turn, and how many of its events
// count: all of the session's, since it does not matter when other agents acted.
func (t Turn) everything() (session *Timeline, end int) {
	session = t.timeline.Counted()
	if len(session.Events) == len(t.timeline.Events) {
		return t.timeline, t.end
	}
	return session, len(session.Events)
}

// MayHide reports whether something unseen may have been done before the end of the turn.
func (t Turn) MayHide() bool {
	session, end := t.everything()
	return session.index().firstHiding < end
}

// isSummary reports whether a text has the summary that a test runner prints at its end.
func isSummary(s string) bool { return runner.Read(runner.Tests, s).Known() }

// mayProve returns the kinds that a run is of, or whose outcome it may prove. Only linters, formatters and compilers
// called by name are known to run no tests.
func (r *Run) mayProve() []runner.Kind {
	if isOfGit(*r) {
		return []runner.Kind{r.Kind}
	}
	mayTest := r.Task || r.Several || slices.Contains(r.Proves, runner.Tests)
	if slices.Contains(untestedKinds, r.Kind) && !mayTest {
		return untestedKinds
	}
	return Kinds
}

// isOfGit reports whether a run is a commit or a push.
func isOfGit(r Run) bool { return slices.Contains([]runner.Kind{runner.Commit, runner.Push}, r.Kind) }

// mayProve returns the kinds that an event ran, or whose outcome its runs may prove.
func (e *Event) mayProve() (kinds []runner.Kind) {
	for i := range e.Runs {
		kinds = append(kinds, e.Runs[i].mayProve()...)
	}
	if slices.Contains(builtin().MakesCommits, e.Deed.Program) {
		kinds = append(kinds, runner.Commit, runner.Push)
	}
	return kinds
}

// NeverWrote reports whether it is certain that nothing in the whole session changed a file before the end
// of the turn.
func (t Turn) NeverWrote(file string) bool {
	session, end := t.everything()
	x := session.index()
	mayBe := func(i int) bool { return i < end && session.Events[i].Deed.IsOf(file) != ledger.No }
	return !t.MayHide() && !slices.ContainsFunc(slices.Concat(x.writes[nameOf(file)], x.globs), mayBe)
}

// Refused reports whether the agent tried and failed to change a file, and only one path of its failed
// attempts matches.
func (t Turn) Refused(file string) bool {
	found := map[string]bool{}
	for _, d := range t.Agent.Refused {
		if d.IsOf(file) == ledger.Yes {
			found[d.Path] = true
		}
	}
	return len(found) == 1
}

// RefusedSince reports whether the agent's tool failed to change a file after one of its own events.
func (t Turn) RefusedSince(file string, e *Event) bool {
	return e.Agent == t.Agent && slices.ContainsFunc(t.Agent.Refused, func(d ledger.Deed) bool {
		return d.Line > e.Line && d.IsOf(file) == ledger.Yes
	})
}

// Succeeded reports whether a commit, a push or a deployment succeeded before the end of the turn; a push, since the
// last commit that succeeded.
func (t Turn) Succeeded(kind runner.Kind) bool {
	counted := []runner.Kind{kind}
	if kind == runner.Push {
		counted = append(counted, runner.Commit)
	}
	for _, e := range slices.Backward(t.timeline.Events[:t.end]) {
		for _, r := range slices.Backward(e.Runs) {
			if r.Outcome == Succeeded && slices.Contains(counted, r.Kind) {
				return r.Kind == kind
			}
		}
	}
	return false
}

// changedSince reports whether a source was changed after a run and before the end of the turn.
func (t Turn) changedSince(r *Run) bool {
	isSource := func(d *ledger.Deed) bool { return runner.LanguageOf(d.Path) != "" }
	last := t.timeline.last(positionsBefore(t.end, t.timeline.index().edits), isSource)
	return last != nil && last.Compare(r.Event) > 0
}

// IsUncommitted reports whether a source was changed after a commit or a push and before the end of the
// turn or, for a push, is in no commit of the session.
func (t Turn) IsUncommitted(r *Run) bool {
	isPush := r.Kind == runner.Push
	return t.changedSince(r) || isPush && t.SessionChanges > 0 && (t.Commit == nil || t.changedSince(t.Commit))
}

// IsBehind reports whether something was committed after the last push.
func (t Turn) IsBehind() bool {
	if t.Commit == nil || t.Push == nil || t.Commit.Outcome != Succeeded {
		return false
	}
	return t.Commit.Event.Compare(t.Push.Event) > 0
}
