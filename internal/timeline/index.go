package timeline

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// index finds the events of a timeline.
type index struct {
	// commands are the positions of commands by program, writes those of changes by name of file, in order.
	commands, writes map[string][]int
	// edits are the positions of changes, commits those of commits that succeeded.
	edits, commits []int
	// globs are the positions of changes of files that a pattern names.
	globs []int
	// hides is the first event that may have done something unseen, runs the first that ran a kind or may
	// have proved it.
	hides int
	runs  map[runner.Kind]int
}

func (t *Timeline) index() *index {
	t.indexes.Do(func() { t.indexed = t.newIndex() })
	return t.indexed
}

func (t *Timeline) newIndex() *index {
	x := &index{commands: map[string][]int{}, writes: map[string][]int{}, hides: len(t.Events), runs: map[runner.Kind]int{}}
	for i := range t.Events {
		e := &t.Events[i]
		if e.mayHide() {
			x.hides = min(x.hides, i)
		}
		for _, kind := range e.mayProve() {
			if _, isKnown := x.runs[kind]; !isKnown {
				x.runs[kind] = i
			}
		}
		isCommit := func(r Run) bool { return r.Kind == runner.Commit && r.Outcome == Succeeded }
		if slices.ContainsFunc(e.Runs, isCommit) {
			x.commits = append(x.commits, i)
		}
		switch {
		case e.Deed == nil:
		case e.Deed.Act == ledger.Run:
			program := programOf(e.Deed.Program)
			x.commands[program] = append(x.commands[program], i)
		case e.Deed.Act == ledger.Write && e.Deed.Glob:
			x.globs = append(x.globs, i)
		case e.Deed.Act == ledger.Write:
			name := strings.ToLower(path.Base(e.Deed.Path))
			x.writes[name] = append(x.writes[name], i)
			x.edits = append(x.edits, i)
		}
	}
	return x
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
	first, isRun := x.runs[kind]
	return x.hides >= end && (!isRun || first >= end)
}

// mayHide reports whether an event may have done something that nothing shows.
func (e *Event) mayHide() bool {
	if e.MayRun || len(e.MayBe) > 0 || e.IsProgram || e.IsRemote || e.Gap != "" {
		return true
	}
	if e.Prompt != nil {
		return isReport(e.Prompt.Text) || isSummary(e.Prompt.Text)
	}
	if e.Deed == nil {
		return false
	}
	d := e.Deed
	isReadByTool := d.Act == ledger.Read && d.Command == ""
	showsLog := isReadByTool && slices.Contains(builtin().Logs, path.Ext(d.Path)) || len(e.Runs) == 0 && isSummary(d.Output)
	return showsLog || d.User || d.Act == ledger.Skill || e.hasFailedUnseen()
}
