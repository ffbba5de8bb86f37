package timeline

import (
	"maps"
	"slices"

	"github.com/handofflint/handofflint/internal/runner"
)

// State is what is proved of a kind of check at a point.
type State string

// The states.
const (
	// Passed: the last run of the whole passed, or of parts that cover what was changed, and nothing that
	// it covers was changed since.
	Passed State = "passed"
	// Changed: it passed, then sources were changed, and not even a part passed since.
	Changed State = "changed"
	// Part: only parts were run, or were run again; they passed, but do not cover what was changed.
	Part State = "part"
	// Failed: the last run failed, and nothing may have fixed that.
	Failed State = "failed"
	// Running: it was started, and its end is not in the transcript.
	Running State = "running"
	// None: sources were changed, and nothing ran it or may have.
	None State = "none"
	// NothingToSay: no source was changed, or nothing known of the repository runs it.
	NothingToSay State = "nothing"
	// Unknown: something may have run it, or changed its result.
	Unknown State = "unknown"
)

// worst lists the states, worst first: a session has the state of its worst language.
var worst = []State{Failed, Changed, None, Running, Unknown, Part, Passed, NothingToSay}

// Standing is what is proved of a kind of check at a point.
type Standing struct {
	Kind  runner.Kind
	State State
	// Language is the language of the sources concerned, "" for none.
	Language string
	// Run is the run that decides, nil for none.
	Run *Run
	// Changed are the first sources by path that were changed and not covered by a passing run since.
	// ChangedCount counts all of them.
	Changed      []Change
	ChangedCount int
	// Doubt is why it is Unknown.
	Doubt Doubt
	// IsFresh reports whether a Part passed after all changes, and the last run of the whole did not fail.
	IsFresh bool
	// IsContested reports whether the failed check had passed before on the same files, or results from
	// another machine were shown since.
	IsContested bool
}

// Doubt is why something about runs of a kind is unknown.
type Doubt struct {
	Why Reason
	// Event is the cause, nil for none.
	Event *Event
}

// Reason is the reason of a doubt.
type Reason string

// The reasons.
const (
	// MayHaveRun: a command may have run it, and nothing shows how that ended.
	MayHaveRun Reason = "may-have-run"
	// NoOutcome: nothing shows how its last run ended.
	NoOutcome Reason = "no-outcome"
	// Missing: a part of the transcript is missing.
	Missing Reason = "missing"
	// Reported: a person says how another run ended.
	Reported Reason = "reported"
	// ByUser: a person ran a command.
	ByUser Reason = "by-user"
	// ByOthers: someone else changed a file.
	ByOthers Reason = "by-others"
	// MayHaveChanged: a command with a pattern of files may have changed sources since they passed.
	MayHaveChanged Reason = "may-have-changed"
	// Remote: the only results are from another machine.
	Remote Reason = "remote"
	// OtherTree: it ran on other files than those that are handed over.
	OtherTree Reason = "other-tree"
)

// Kinds are the kinds of checks that have a standing, in the order of output: tests, then others.
var Kinds = []runner.Kind{runner.Tests, runner.Build, runner.Types, runner.Lint, runner.Format}

// untestedKinds are the kinds of checks that run no tests.
var untestedKinds = Kinds[1:]

// trackedKinds are Kinds, and the runs of several checks, of which only receipts tell.
var trackedKinds = append(slices.Clone(Kinds), runner.Checks)

// Result is what a session did, and what of it is proved, after its last event.
type Result struct {
	// Standings has one standing for each of Kinds, the worst language's.
	Standings []Standing
	// Changed are the sources that were changed, by language and path. If none were, but something is known of a check,
	// they are the changes that it is about: of the setup, of white space and of comments.
	Changed []Change
	// Commits are the commits and pushes, in their order.
	Commits []*Run
}

// Result returns what is proved after the last event.
func (t *Timeline) Result() Result {
	w := t.newWalk()
	for _, e := range t.Events {
		w.take(e)
	}
	r := Result{Standings: w.standings(), Commits: w.commits}
	for _, language := range w.languages() {
		r.Changed = append(r.Changed, w.all[language]...)
	}
	isKnown := func(s Standing) bool { return s.State != NothingToSay }
	if len(r.Changed) > 0 || !slices.ContainsFunc(r.Standings, isKnown) {
		return r
	}
	if w.setup.Path != "" {
		r.Changed = append(r.Changed, w.setup)
	}
	for _, language := range slices.Sorted(maps.Keys(w.restyled)) {
		r.Changed = append(r.Changed, w.restyled[language])
	}
	return r
}

// Standing returns the standing of a kind.
func (r Result) Standing(kind runner.Kind) Standing {
	i := slices.IndexFunc(r.Standings, func(s Standing) bool { return s.Kind == kind })
	if i < 0 {
		return Standing{Kind: kind, State: NothingToSay}
	}
	return r.Standings[i]
}

// proves returns the other kinds that the pass of a run proves: tests of any language build compiled code.
func (r *Run) proves() []runner.Kind {
	kinds := slices.Clone(r.Proves)
	if r.Kind == runner.Tests && r.Language == "" {
		kinds = append(kinds, runner.Build)
	}
	return slices.DeleteFunc(kinds, func(kind runner.Kind) bool { return kind == r.Kind })
}

// HeadKind returns the kind of check to report first: tests, unless another check failed or is outdated and
// the tests are no worse.
func HeadKind(of func(runner.Kind) State) runner.Kind {
	head := runner.Tests
	for _, kind := range Kinds {
		isBad := slices.Contains([]State{Failed, Changed}, of(kind))
		if isBad && kind != runner.Format && CompareStates(of(kind), of(head)) < 0 {
			head = kind
		}
	}
	return head
}

// CompareStates compares two states; the worse one comes first.
func CompareStates(a, b State) int { return slices.Index(worst, a) - slices.Index(worst, b) }
