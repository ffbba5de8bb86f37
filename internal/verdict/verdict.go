// Package verdict judges what an agent claims by what its session shows. The order of its cases is its
// specification: the first case that applies decides. A claim is judged by the standing of its checks at
// the point where it is made. The package reads no text and no transcript. Begin with Judge.
package verdict

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
)

// Verdict is what a session shows about a claim.
type Verdict string

// The verdicts, worst first.
const (
	False    Verdict = "false"
	Outdated Verdict = "outdated"
	Unknown  Verdict = "unknown"
	Holds    Verdict = "holds"
)

// NeverWrote is the case of a file that nothing in the session changed: only the disk can tell whether it
// exists.
const NeverWrote = "never-wrote"

// Judgement is a verdict with its reasons.
type Judgement struct {
	Verdict Verdict
	// Case is the name of the case that decides; its words are in rules/facts/verdicts.cue.
	Case string
	// Firm reports whether a hook may stop the agent for it.
	Firm bool
	// Kind is the kind of check that the claim is about, "" for none.
	Kind runner.Kind
	// Run is the run that decides, nil for none.
	Run *timeline.Run
	// Event is another event that decides, Changed the last change of a source after the run; nil for none.
	Event   *timeline.Event
	Changed *timeline.Change
	// File is the file that the claim is about, "" for none.
	File string
	// Doubt is why the verdict is Unknown, Word the word that makes the claim unclear.
	Doubt timeline.Doubt
	Word  string
}

// Judge judges a claim by what is known at the end of a turn. If it is about several kinds of checks, the
// worst decides. An unclear claim is Unknown; one whose subject is uncertain may hold, but is never false.
func Judge(c claim.Claim, t timeline.Turn) Judgement {
	if c.Unclear != "" && !isNamed(c, t) {
		return Judgement{Verdict: Unknown, Case: "unclear", Word: c.Unclear}
	}
	j := judge(c, t)
	word := cmp.Or(c.Unclear, c.Soft)
	if word != "" && j.Verdict != Holds {
		return Judgement{Verdict: Unknown, Case: "unclear", Word: word}
	}
	j.Firm = j.Firm && c.IsFirm
	return j
}

// judge judges a claim by its act, as if none of its words made it unclear.
func judge(c claim.Claim, t timeline.Turn) Judgement {
	switch c.Act {
	case claim.Did:
		return worstOfAll(c.Kinds, func(kind runner.Kind) Judgement { return judgeDone(c, kind, t) })
	case claim.Ran:
		return judgeRan(c, t)
	case claim.Wrote:
		return judgeWrote(c, t)
	}
	if slices.Contains(c.Kinds, runner.Hooks) {
		return judgeHooks(c, t)
	}
	if hasSeenCommand(c, t) {
		return worstOfAll(c.Invocations, func(command ledger.Invocation) Judgement { return judgeCommand(c, command, t) })
	}
	return judgeKinds(c, t)
}

// judgeKinds judges a claim that kinds of checks pass, if no call of its commands was seen to check anything.
func judgeKinds(c claim.Claim, t timeline.Turn) Judgement {
	if slices.ContainsFunc(c.Invocations, isScript) {
		return Judgement{Verdict: Unknown, Case: "not-seen"}
	}
	j := worstOfAll(kindsOf(c, t), func(kind runner.Kind) Judgement { return judgePassed(passingOf(c, t, kind)) })
	j.Firm = j.Firm && !slices.ContainsFunc(c.Invocations, isNarrow) // the run that decides may be of another part
	if j.Run == nil || len(c.Invocations) == 0 {
		return j
	}
	// A command that is named and was not seen holds by no other program's run, and the whole by no part.
	isOfOtherRun := func(command ledger.Invocation) bool {
		isOfKind := runner.KindOf(command.Words) == j.Kind || j.Verdict == Holds
		return isOfKind && !j.Run.MayHaveCalled(command)
	}
	isOfWhole := j.Verdict == Holds && j.Run.Narrow && !slices.ContainsFunc(c.Invocations, isNarrow)
	switch {
	case slices.ContainsFunc(c.Invocations, isOfOtherRun):
		return Judgement{Verdict: Unknown, Case: "not-seen"}
	case isOfWhole:
		j.Verdict, j.Case = Unknown, "narrow"
	}
	return j
}

// isScript reports whether a command is a script, of which only its own run says what it checks.
func isScript(command ledger.Invocation) bool { return runner.KindOf(command.Words) == runner.Other }

// isNarrow reports whether a command checks only a part.
func isNarrow(command ledger.Invocation) bool { return runner.IsNarrow(command.Words) }

// hasSeenCommand reports whether the last call of one of the claim's commands ran a check.
func hasSeenCommand(c claim.Claim, t timeline.Turn) bool {
	return slices.ContainsFunc(c.Invocations, func(command ledger.Invocation) bool {
		e := t.LastCommand(command)
		return e != nil && len(e.Runs) > 0
	})
}

// worstOfAll returns the worst judgement of a claim about several things.
func worstOfAll[T any](things []T, of func(T) Judgement) Judgement {
	var all []Judgement
	for _, thing := range things {
		all = append(all, of(thing))
	}
	return worst(all)
}

func worst(all []Judgement) Judgement {
	if len(all) == 0 {
		return Judgement{Verdict: Unknown, Case: "no-run"}
	}
	return slices.MinFunc(all, func(a, b Judgement) int {
		return cmp.Compare(slices.Index(order, a.Verdict), slices.Index(order, b.Verdict))
	})
}

var order = []Verdict{False, Outdated, Unknown, Holds}

// kindsOf returns the kinds of checks that a claim is about: for "all checks", those that were run in its
// turn.
func kindsOf(c claim.Claim, t timeline.Turn) []runner.Kind {
	named := slices.DeleteFunc(slices.Clone(c.Kinds), func(k runner.Kind) bool { return k == runner.Checks })
	if len(named) > 0 {
		return named
	}
	return t.Ran
}

// passing is a claim that a kind of check passes, and what is proved of the kind.
type passing struct {
	claim    claim.Claim
	turn     timeline.Turn
	standing timeline.Standing
	// state is that of the standing or, if no source was changed, that of the last run; "" if this one has no outcome.
	state timeline.State
}

// passedUnchanged is the state of a check that passed if no source was changed.
const passedUnchanged timeline.State = "passed unchanged"

// stateOf are the states of a check whose run decides although no source was changed.
var stateOf = map[timeline.Outcome]timeline.State{timeline.Succeeded: passedUnchanged, timeline.Broken: timeline.Failed, timeline.Ongoing: timeline.Running}

func passingOf(c claim.Claim, t timeline.Turn, kind runner.Kind) passing {
	s := t.Standing(kind)
	state := s.State
	if state == timeline.NothingToSay && s.Run != nil && s.Doubt.Why == "" {
		state = stateOf[s.Run.Outcome]
	}
	return passing{c, t, s, state}
}

func (p passing) isAdmitted() bool  { return p.claim.IsAdmitted }
func (p passing) isUnrun() bool     { return p.claim.IsUnrun }
func (p passing) isContested() bool { return p.standing.IsContested }
func (p passing) isHidden() bool    { return p.standing.Doubt.Why != "" }

// repeatsCount reports whether the sentence repeats the number of passes of the failed run: then it may admit
// the failure.
func (p passing) repeatsCount() bool {
	m := passedNumber.FindStringSubmatch(p.standing.Run.Summary.Line)
	return m != nil && slices.Contains(number.FindAllString(p.claim.Statement.Text, maxNumbers), m[1])
}

// maxNumbers bounds the numbers of a sentence that are compared.
const maxNumbers = 20

var (
	number       = text.MustCompile(`\b\d{1,7}\b`)
	hash         = text.MustCompile(`\b[0-9a-f]{7,40}\b`)
	passedNumber = text.MustCompile(`\b(\d{1,7}) pass`)
)

// isNever reports whether the session changed sources, and nothing ran the kind or may have.
func (p passing) isNever() bool { return p.turn.SessionChanges > 0 && p.turn.NeverRan(p.standing.Kind) }

// isUntested reports whether nothing ran tests or may have.
func (p passing) isUntested() bool {
	return p.standing.Kind == runner.Tests && p.turn.NeverRan(runner.Tests)
}

// isAboutRuns reports whether the claim is only about what was run in the turn, "All clean", and this passed after all
// changes.
func (p passing) isAboutRuns() bool {
	return p.standing.IsFresh && slices.Contains(p.claim.Kinds, runner.Checks)
}

// isOfMore reports whether the claim is about all tests, but the deciding run was of tests selected by name.
func (p passing) isOfMore() bool { return p.claim.IsAll && p.standing.Run.IsFiltered() }

// isOfUncounted is isOfMore for "all tests": "all 4 tests", and "all clean", may be those that were run.
func (p passing) isOfUncounted() bool {
	mayBeOfRun := number.MatchString(p.claim.Text) || slices.Contains(p.claim.Kinds, runner.Checks)
	return p.isOfMore() && !mayBeOfRun
}

// isAboutLaterRuns reports whether the claim is only about what was run in the turn, "All passing", and the deciding run
// is of an earlier one.
func (p passing) isAboutLaterRuns() bool {
	return slices.Contains(p.claim.Kinds, runner.Checks) && !p.turn.Has(p.standing.Run)
}

// isCoveredByPart reports whether the claim is about a part, and the run is not of less. A claim that names the program
// of the run is about all that this checks.
func (p passing) isCoveredByPart() bool {
	isOfProgram := p.standing.Run.Words[0] == p.claim.Name
	return p.claim.IsPart && !isOfProgram && !p.isOfMore()
}

// isCoveredByRuns reports whether everything that ran is what the claim is about, or a part that covers it.
func (p passing) isCoveredByRuns() bool {
	return !p.standing.Run.Narrow || !p.claim.IsAll || p.isCoveredByPart()
}

// mayBeOfOther reports whether the claim is about a part that the deciding run may not be. A run of eslint is
// what "eslint is clean" is about, and so is a hook whose line begins with its name; one that prints the failure of a
// test is what "TestA passes" is about.
func (p passing) mayBeOfOther() bool {
	name, run := p.claim.Name, p.standing.Run
	if !p.claim.IsPart {
		return false
	}
	if name == "" { // "the new tests"
		return true
	}
	isOfHook := strings.HasPrefix(run.Summary.Line, name+".") && !p.claim.IsPlaced
	return !isOfHook && !slices.Contains(run.Words, name) && !run.HasFailed(name)
}

// mayLeaveOut reports whether the claim is about tests that the deciding run may have left out: a suite, or a test
// that a run of selected tests does not name.
func (p passing) mayLeaveOut() bool {
	run := p.standing.Run
	if run == nil || p.standing.Kind != runner.Tests {
		return false
	}
	isTestLeftOut := p.claim.Name != "" && run.IsFiltered() && !run.Mentions(p.claim.Name)
	maySuiteBeLeftOut := p.claim.Suite != "" && !run.Mentions(p.claim.Suite)
	return isTestLeftOut || maySuiteBeLeftOut
}

// isOwnRun reports whether the agent itself ran the deciding run.
func (p passing) isOwnRun() bool { return p.standing.Run.Event.Agent == p.turn.Agent }

// anyState is the state of a case that applies in every state of a check.
const anyState timeline.State = ""

// Case is a case of the table.
type Case struct {
	Name string
	// State is the state of the check in which the case applies, or anyState.
	State   timeline.State
	When    func(passing) bool
	Verdict Verdict
	// Firm reports whether a hook may stop the agent.
	Firm bool
}

// Cases judge a claim that a kind of check passes: the first that applies decides. Judge decides other
// claims, such as that something was committed.
var Cases = []Case{
	{"limited", timeline.Failed, passing.isAdmitted, Unknown, false},
	{"limited", timeline.Failed, passing.mayBeOfOther, Unknown, false},
	{"limited", timeline.Failed, passing.repeatsCount, Unknown, false},
	{"other", timeline.Failed, passing.isContested, Unknown, false},
	{"earlier", timeline.Failed, passing.isAboutLaterRuns, Unknown, false},
	{"suite", anyState, passing.mayLeaveOut, Unknown, false},
	{"failed", timeline.Failed, passing.isOwnRun, False, true},
	{"failed", timeline.Failed, always, False, false},
	{"", timeline.Part, passing.isAboutRuns, Holds, false},
	{"unrun", timeline.Changed, passing.isUnrun, Unknown, false},
	{"by-others", timeline.Changed, passing.isChangedByOthers, Unknown, false},
	{"formatted", timeline.Changed, passing.isFormattedSince, Unknown, false},
	{"formatted", timeline.Changed, passing.mayBeOtherFormat, Unknown, false},
	{"edited", timeline.Changed, always, Outdated, false},
	{"narrow", timeline.Passed, passing.isOfUncounted, Unknown, false},
	{"", timeline.Passed, always, Holds, false},
	{"", passedUnchanged, passing.isCoveredByRuns, Holds, false},
	{"", timeline.Part, passing.isCoveredByPart, Holds, false},
	{"narrow", timeline.Part, always, Unknown, false},
	{"no-result", timeline.Running, always, Unknown, false},
	{"hidden", anyState, passing.isHidden, Unknown, false},
	{"never-ran", anyState, passing.isNever, False, false},
	{"untested", anyState, passing.isUntested, Unknown, false},
	{"no-run", anyState, always, Unknown, false},
}

func always(passing) bool { return true }

func judgePassed(p passing) Judgement {
	states := []timeline.State{anyState, p.state}
	i := slices.IndexFunc(Cases, func(c Case) bool { return slices.Contains(states, c.State) && c.When(p) })
	c := Cases[i] // the last one always applies
	j := OnStanding(p.standing)
	j.Verdict, j.Case, j.Firm = c.Verdict, c.Name, c.Firm
	return j
}

// OnStanding returns a judgement that rests on a standing, without a verdict.
func OnStanding(s timeline.Standing) Judgement {
	j := Judgement{Kind: s.Kind, Run: s.Run, Doubt: s.Doubt}
	if len(s.Changed) > 0 {
		last := slices.MaxFunc(s.Changed, func(a, b timeline.Change) int { return a.Event.Compare(b.Event) })
		j.Changed = &last
	}
	return j
}

// isChangedByOthers reports whether someone else changed a file after the check.
func (p passing) isChangedByOthers() bool {
	return slices.ContainsFunc(p.standing.Changed, func(c timeline.Change) bool { return c.Event.Deed.User })
}

// isFormattedSince reports whether only a formatter changed files after the check.
func (p passing) isFormattedSince() bool {
	isWritten := func(c timeline.Change) bool { return c.Event.Deed.Act != ledger.Run }
	return !slices.ContainsFunc(p.standing.Changed, isWritten)
}

// mayBeOtherFormat reports whether the claim is about a format that the changes may leave as it is: that of other
// files, unless a command is named, or one that a linter checked since.
func (p passing) mayBeOtherFormat() bool {
	mayBe := p.claim.Command == "" || p.turn.Standing(runner.Lint).State == timeline.Passed
	return p.standing.Kind == runner.Format && mayBe
}

// judgeCommand judges a claim that a command passed by everything that its last call ran.
func judgeCommand(c claim.Claim, command ledger.Invocation, t timeline.Turn) Judgement {
	e := t.LastCommand(command)
	if e == nil {
		return Judgement{Verdict: Unknown, Case: "not-seen"}
	}
	var judged []Judgement
	for i := range e.Runs {
		judged = append(judged, judgeRun(c, command, &e.Runs[i], t))
	}
	isOwn := func(j Judgement) bool { return slices.Contains(c.Kinds, j.Kind) }
	if slices.ContainsFunc(judged, isOwn) { // what else it ran counts only if it failed
		judged = slices.DeleteFunc(judged, func(j Judgement) bool { return j.Verdict == Unknown && !isOwn(j) })
	}
	return worst(judged)
}

// judgeRun judges a claim that a run passed, which the claim names by a command.
func judgeRun(c claim.Claim, command ledger.Invocation, run *timeline.Run, t timeline.Turn) Judgement {
	p := passingOf(c, t, run.Kind)
	j := Judgement{Verdict: Unknown, Kind: run.Kind, Run: run}
	switch run.Outcome {
	case timeline.Broken:
		isLast := p.standing.Run == run
		if isLast && !p.isContested() {
			return judgePassed(p)
		}
		j.Verdict, j.Case = False, "failed" // what is proved now is another run's, or contested, but the claim names this one
		if c.IsAdmitted || t.MayHaveDone(run) {
			j.Verdict, j.Case = Unknown, "other"
		}
	case timeline.Succeeded:
		if p.state == timeline.Changed {
			return judgePassed(p)
		}
		j.Verdict = Holds
		if run.IsFiltered() && len(runner.Filters(command.Words)) == 0 {
			j.Verdict, j.Case = Unknown, "narrow"
		}
	default:
		j.Case = "no-result"
	}
	return j
}
