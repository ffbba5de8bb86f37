package audit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
)

// Facts are what a session did, and what of it is proved at its end.
type Facts struct {
	// Changed are the sources that were changed, Commits the commits and pushes.
	Changed []Change `json:"changed"`
	Commits []Run    `json:"commits"`
	// Standings has one for each kind of check of which there is something to say, the worst
	// language's.
	Standings []Standing `json:"standings"`
}

// Standing is what is proved of a kind of check.
type Standing struct {
	// Kind is "tests", "build", "types", "lint" or "format".
	Kind  runner.Kind    `json:"kind"`
	State timeline.State `json:"state"`
	// Language is that of the sources that it is about.
	Language string `json:"language,omitempty"`
	// Run is the run that decides, nil for none.
	Run *Run `json:"run,omitempty"`
	// Changed are the first sources that no run has looked at since they were changed, and
	// ChangedCount is how many there are.
	Changed      []Change `json:"changed,omitempty"`
	ChangedCount int      `json:"changed_count,omitempty"`
	// Doubt is why the state is unknown, in words.
	Doubt string `json:"doubt,omitempty"`
}

// Run is a command that checked code, committed or pushed.
type Run struct {
	Command
	// Outcome is "passed", "failed", "running" or "unknown".
	Outcome timeline.Outcome `json:"outcome"`
	// Exit is the exit code, nil if it is not known.
	Exit *int `json:"exit,omitempty"`
	// Printed is the line that says how it ended, "" for none.
	Printed string `json:"printed,omitempty"`
	// output is the end of what it printed, runner the name of the program's row, commit the name of a
	// run that a commit is or its hooks ran; "" for none.
	output, runner, commit string
}

// Change is a change of a file, and the record that shows it.
type Change struct {
	File string `json:"file"`
	Path string `json:"path"`
	Line int    `json:"line"`

	isDeleted bool
}

// factsOf returns the facts of a timeline.
func factsOf(t *timeline.Timeline) Facts {
	r := t.Result()
	f := Facts{Changed: changesOf(t, r.Changed), Commits: []Run{}}
	for _, run := range r.Commits {
		f.Commits = append(f.Commits, runOf(run))
	}
	f.Standings = standingsOf(t, r.Standings)
	return f
}

// standingsOf returns those of which there is something to say.
func standingsOf(t *timeline.Timeline, standings []timeline.Standing) []Standing {
	list := []Standing{}
	for _, s := range standings {
		if s.State == timeline.NothingToSay {
			continue
		}
		of := Standing{Kind: s.Kind, State: s.State, Language: s.Language, Changed: changesOf(t, s.Changed), ChangedCount: s.ChangedCount, Doubt: s.Doubt.Words()}
		if s.Run != nil {
			run := runOf(s.Run)
			of.Run = &run
		}
		list = append(list, of)
	}
	return list
}

func changesOf(t *timeline.Timeline, changes []timeline.Change) []Change {
	list := []Change{}
	for _, c := range changes {
		file := strings.TrimPrefix(c.Path, strings.TrimSuffix(t.Agent.Cwd, "/")+"/")
		list = append(list, Change{secret.Mask(file), c.Event.Agent.Transcript, c.Event.Line, c.Event.Deed.Act == ledger.Delete})
	}
	return list
}

func runOf(r *timeline.Run) Run {
	d := r.Event.Deed
	run := Run{
		Command: Command{Path: r.Event.Agent.Transcript, Line: r.Event.Line, Command: text.Shorten(text.Fold(secret.Mask(d.Command)), maxText), Result: d.Result},
		Outcome: r.Outcome, Printed: secret.Mask(r.Summary.Line), output: d.Output, runner: r.Runner, commit: r.Event.CommitName(r.Kind),
	}
	if len(r.Event.Runs) == 1 {
		run.Exit = d.Exit
	}
	return run
}

// of returns the standing of a kind.
func (f Facts) of(kind runner.Kind) Standing {
	i := slices.IndexFunc(f.Standings, func(s Standing) bool { return s.Kind == kind })
	if i < 0 {
		return Standing{Kind: kind, State: timeline.NothingToSay}
	}
	return f.Standings[i]
}

// headline returns the standing that a reader has to know of first.
func (f Facts) headline() Standing {
	return f.of(timeline.HeadKind(func(kind runner.Kind) timeline.State { return f.of(kind).State }))
}

// hasNothingOpen reports whether nothing that a reader has to know of is open.
func (f Facts) hasNothingOpen() bool {
	return slices.Contains([]timeline.State{timeline.Passed, timeline.Part, timeline.Unknown, timeline.NothingToSay}, f.headline().State)
}

// notPushed returns the last push if it was refused, nil if not.
func (f Facts) notPushed() *Run {
	for _, run := range slices.Backward(f.Commits) {
		if strings.Contains(run.Command.Command, "push") {
			if run.Outcome == timeline.Broken {
				return &run
			}
			return nil
		}
	}
	return nil
}

// urgency compares sessions: those with a failed check at their end come first, then those that a hook
// would have stopped, those with a false claim, and the others by what is not proved. Of equals, the
// latest comes first.
func urgency(a, b *Session) int {
	first := func(isUrgent func(*Session) bool) int {
		switch {
		case isUrgent(a) == isUrgent(b):
			return 0
		case isUrgent(a):
			return -1
		}
		return 1
	}
	return cmp.Or(
		first(func(s *Session) bool { return s.Facts.headline().State == timeline.Failed }),
		first((*Session).wouldStop),
		first((*Session).saysFalse),
		timeline.CompareStates(a.Facts.headline().State, b.Facts.headline().State),
		first(func(s *Session) bool { return s.Facts.notPushed() != nil }),
		b.Ended.Compare(a.Ended),
	)
}
