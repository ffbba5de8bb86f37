package evidence

import (
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// part is a run that was part of a command, and how it ended. ran is how it was called, nil if
// that is not known.
type part struct {
	kind    runner.Kind
	outcome ledger.Result
	ran     *ledger.Invocation
}

// checking are the kinds of commands that look at code and change none of it by hand.
var checking = []runner.Kind{runner.Tests, runner.Types, runner.Lint, runner.Build}

// resolve adds what the tasks ran that a command calls, by the files that define them: present
// ones that are older than the command. A name that says what a task does counts all the same.
// One that says nothing stands for what the task runs if that is certainly nothing but checks:
// then none of its other commands can be why it failed.
func (d *Deeds) resolve(s *Step) {
	if d.agents == nil || d.agents.tasks == nil {
		return
	}
	work, ok := d.agents.tasks.WorkOf(s.Deed)
	if !ok {
		return
	}
	s.work = &work
	kinds := s.kindsOfWork()
	isAllChecks := work.Complete && len(kinds) > 0 && !slices.ContainsFunc(kinds, func(k runner.Kind) bool { return !slices.Contains(checking, k) })
	switch {
	case s.kind == runner.Other && isAllChecks && len(kinds) == 1:
		s.kind = kinds[0]
	case s.kind == runner.Other && isAllChecks:
		s.kind = runner.Checks
	}
	if work.Complete {
		deed := *s.Deed
		deed.Direct = true
		s.Deed = &deed
	}
}

// kindsOfWork returns the kinds of the commands of the tasks, Other among them.
func (r *Step) kindsOfWork() (kinds []runner.Kind) {
	for _, run := range r.work.Runs {
		if kind := runner.KindOf(run.Words); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// partsOf returns how the parts ended that a command ran, by what they printed: hooks of git,
// or what a task for all checks does. Of another command only what went well counts: a build
// may run the tests. What a task certainly ran went well if the task did.
func partsOf(s *Step) (parts []part) {
	runsAll := s.kind == runner.Commit || s.kind == runner.Push || s.kind == runner.Checks
	known := map[runner.Kind]bool{s.kind: s.work == nil}
	for _, ran := range []runner.Kind{runner.Lint, runner.Tests, runner.Types} {
		if ran == s.kind {
			continue
		}
		summary := runner.Read(ran, s.Output)
		if summary.Known() && (runsAll || summary.Result == ledger.Passed) {
			parts = append(parts, part{kind: ran, outcome: summary.Result})
			known[ran] = true
		}
	}
	if s.work == nil || s.Result == ledger.Failed || s.Maybe {
		return parts
	}
	for _, run := range s.work.Runs {
		kind := runner.KindOf(run.Words)
		if kind != runner.Other && !known[kind] && run.Result == ledger.Passed {
			parts = append(parts, part{kind, s.Result, &run.Invocation})
		}
	}
	return parts
}

// does reports whether a command does what a run of a kind does, or may do it as a task.
func (r *Step) does(kind runner.Kind) bool {
	if r.work == nil {
		return runner.Covers(r.kind, r.Words, kind)
	}
	isOfTask := func(run ledger.Deed) bool { return runner.Covers(runner.KindOf(run.Words), run.Words, kind) }
	return r.kind == kind || slices.ContainsFunc(r.work.Runs, isOfTask) || !r.work.Complete && runner.Covers(r.kind, r.Words, kind)
}

// mayRun reports whether a command of no kind may have run what a run of a kind does.
func (r *Step) mayRun(kind runner.Kind) bool {
	return r.kind == runner.Other && (!r.Direct || r.does(kind))
}

// formats reports whether a command runs a formatter.
func (r *Step) formats() bool {
	return r.kind == runner.Format || r.work != nil && slices.Contains(r.kindsOfWork(), runner.Format)
}

// taskHasWords reports whether a task that a command calls certainly ran another command.
func (r *Step) taskHasWords(other ledger.Invocation) bool {
	return r.work != nil && r.Result == ledger.Passed && slices.ContainsFunc(r.work.Runs, func(run ledger.Deed) bool {
		return run.Result == ledger.Passed && run.Program == other.Program && len(other.Words) > 0 && hasWords(run.Words, other)
	})
}

// covers reports whether a run does what one of a kind does. Of a task for all checks whose
// text is known, that is what the task runs.
func (r *Run) covers(kind runner.Kind) bool {
	if r.work != nil && r.work.Complete && r.Kind == runner.Checks {
		return r.does(kind)
	}
	return runner.Covers(r.Kind, r.Words, kind)
}
