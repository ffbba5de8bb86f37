package timeline

import (
	"path"
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// index finds the events of a timeline.
type index struct {
	// commands are the positions of commands by program, writes those of changes by name of file, in order.
	commands, writes map[string][]int
	// edits are the positions of all changes in writes. commits are the first positions of commits by the beginning of their
	// hashes.
	edits   []int
	commits map[string]int
	// globs are the positions of changes of files that a pattern names.
	globs []int
	// firstHiding is the first event that may have done something unseen, firstRuns the first that ran a kind or may
	// have proved it.
	firstHiding int
	firstRuns   map[runner.Kind]int
}

func (t *Timeline) index() *index {
	t.indexes.Do(func() { t.indexed = t.newIndex() })
	return t.indexed
}

// newIndex returns the index of all events.
func (t *Timeline) newIndex() *index {
	x := &index{commands: map[string][]int{}, writes: map[string][]int{}, firstRuns: map[runner.Kind]int{}, commits: map[string]int{}}
	for i, e := range t.Events {
		d := e.Deed
		switch d.Act {
		case ledger.Run:
			program := programOf(d.Program)
			x.commands[program] = append(x.commands[program], i)
		case ledger.Write:
			x.addWrite(d, i)
		}
	}
	x.firstHiding = slices.IndexFunc(t.Events, (*Event).mayHide)
	if x.firstHiding < 0 {
		x.firstHiding = len(t.Events)
	}
	for i, e := range slices.Backward(t.Events) { // the first of each stays
		for _, kind := range e.mayProve() {
			x.firstRuns[kind] = i
		}
		for _, run := range e.Runs {
			if hash := run.hash(); hash != "" {
				x.commits[beginOf(hash)] = i
			}
		}
	}
	return x
}

func (x *index) addWrite(d *ledger.Deed, at int) {
	if d.Glob {
		x.globs = append(x.globs, at)
		return
	}
	name := nameOf(d.Path)
	x.writes[name] = append(x.writes[name], at)
	x.edits = append(x.edits, at)
}

// NeverRan reports whether it is certain that nothing in the whole session ran a kind before the end of the
// turn.
func (t Turn) NeverRan(kind runner.Kind) bool {
	session, end := t.everything()
	return session.neverRan(kind, end)
}

// RanNone is NeverRan for the agent and those that it launched alone.
func (t Turn) RanNone(kind runner.Kind) bool { return t.timeline.neverRan(kind, t.end) }

// NeverRan reports whether it is certain that nothing ever ran a kind.
func (t *Timeline) NeverRan(kind runner.Kind) bool { return t.neverRan(kind, len(t.Events)) }

// neverRan is NeverRan for the first events, up to end.
func (t *Timeline) neverRan(kind runner.Kind, end int) bool {
	x := t.index()
	first, isRun := x.firstRuns[kind]
	return x.firstHiding >= end && (!isRun || first >= end)
}

// mayHaveRun reports whether an event may have run anything.
func (e *Event) mayHaveRun() bool {
	return e.MayRun || e.MayHaveChecked || e.Gap != "" || e.Deed.User
}

// mayHide reports whether an event may have done something that nothing shows, or shows a run that is not in the
// transcript: by its output, by a log that was read, or by what a person says.
func (e *Event) mayHide() bool {
	d := e.Deed
	isSkill := d.Act == ledger.Skill // it may run commands
	if e.mayHaveRun() || e.IsRemote || len(e.MayBe) > 0 || isSkill {
		return true
	}
	hasFailed := d.Result == ledger.Failed && !d.Direct // it proves nothing, but may have run checks
	if len(e.Runs) == 0 && (hasFailed || isSummary(d.Output)) {
		return true
	}
	isReadByTool := d.Act == ledger.Read && d.Command == "" // what a command reads is in its output
	isLog := isReadByTool && slices.Contains(builtin().Logs, path.Ext(d.Path))
	return isLog || e.IsReport || isSummary(e.Prompt)
}
