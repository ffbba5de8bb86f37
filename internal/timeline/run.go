package timeline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/taskfile"
)

// Outcome is how a run ended.
type Outcome string

// The outcomes; the first two are those of results, too. Hidden means that nothing shows the outcome, as after a
// pipe or a command that ran on.
const (
	Succeeded         = Outcome(ledger.Passed)
	Broken            = Outcome(ledger.Failed)
	Ongoing   Outcome = "running"
	Hidden    Outcome = "unknown"
)

// Run is a check, a commit or a deployment that a command ran.
type Run struct {
	runner.Call
	// Words are the command that ran, which a task may have called. Folder is where it ran, "" if unknown.
	Words  []string
	Folder string
	// Outcome is how it ended, Summary what it printed about that.
	Outcome Outcome
	Summary runner.Summary
	// IsEmpty is set if it found nothing to run: it proves nothing, and leaves nothing open.
	IsEmpty bool
	// Event is the event that the run belongs to.
	Event *Event
}

// Command returns the command line of the run.
func (r *Run) Command() string { return r.Event.Deed.Command }

// MayHaveCalled reports whether a run may be of a command: it is of the same program, or of a task or a
// hook, which may have called the command.
func (r *Run) MayHaveCalled(command ledger.Invocation) bool {
	return slices.Contains([]string{"", runner.Of(command.Words).Runner}, r.program())
}

// HasFailed reports whether a run printed that a test failed.
func (r *Run) HasFailed(test string) bool {
	isSign := func(c rune) bool { return c != '_' && !unicode.In(c, unicode.Letter, unicode.Digit) }
	isOfTest := func(line string) bool {
		return strings.Contains(line, "FAIL") && slices.Contains(strings.FieldsFunc(line, isSign), test)
	}
	return slices.ContainsFunc(strings.Split(r.Event.Deed.Output, "\n"), isOfTest)
}

// Mentions reports whether a word is in the run's command or output.
func (r *Run) Mentions(word string) bool {
	said := strings.ToLower(r.Command() + " " + strings.Join(r.Words, " ") + " " + r.Event.Deed.Output)
	return strings.Contains(said, strings.ToLower(word))
}

// builder resolves which runs events contain.
type builder struct {
	tasks *taskfile.Tree
	// redirects are the files that a command writes.
	redirects map[commandKey][]string
	// logs maps the path of a file to the command whose output went there.
	logs map[string]*Event
	// last is the last command.
	last *Event
	// looked is the last output that was looked at, and foundNothing whether it says that there was nothing to look
	// at: a line may have hundreds of runs, which share it.
	looked       string
	foundNothing bool
}

// resolve adds the runs of an event.
func (b *builder) resolve(e *Event) {
	switch e.Deed.Act {
	case ledger.Write:
		b.noteRedirect(e)
	case ledger.Read:
		b.readLog(e)
	case ledger.Run:
		b.lookAt(e)
		b.addRuns(e)
		b.noteLogs(e)
		b.last = e
	}
}

// lookAt sets whether the output of a command says that there was nothing to look at.
func (b *builder) lookAt(e *Event) {
	output := e.Deed.Output
	if output == "" {
		return
	}
	if output != b.looked {
		b.looked = output
		b.foundNothing = runner.FoundNothing(output)
	}
	e.foundNothing = b.foundNothing
}

// notFound is the exit code of a shell that did not find a command (POSIX).
const notFound = 127

// addRuns adds the runs of a command, and notes what else it may have run.
func (b *builder) addRuns(e *Event) {
	d := e.Deed
	if d.Words == nil {
		e.MayRun = true // a tool of a server, or a line that cannot be read
		return
	}
	call := runner.Of(d.Words)
	if call.Idle || d.Exit != nil && *d.Exit == notFound {
		return
	}
	if call.Task && runner.RanNothing(d.Output) && len(e.printed()) == 0 {
		e.addEmpty(call)
		return
	}
	if work, isTask := b.workOf(d); isTask {
		e.addWork(call, work)
		return
	}
	e.MayRun = runner.Encloses(d.Words) && d.Result != ledger.Failed // a failure makes nothing pass
	e.noteBuild(d.Words)
	switch call.Kind {
	case runner.Other:
		if b.tasks != nil && b.tasks.StartsNothing(d) {
			return
		}
		e.addOther()
	case runner.Deploy:
		e.addCall(call)
		e.MayRun = !d.Direct && d.Result != ledger.Failed // many run tests first
	case runner.Format:
		e.addCall(call)
		if summary := runner.Read(runner.Lint, d.Output); summary.Known() { // what it could not fix
			call.Kind = runner.Lint
			e.addRun(call, d.Words, Outcome(summary.Result))
		}
	case runner.Checks:
		e.addChecks()
		if call.Several { // as of tox, whose sessions may hide what they run
			e.MayRun, e.IsShown = true, false
		}
		e.addCall(call)
	case runner.Commit, runner.Push:
		e.addCall(call)
		if runner.HasHooks(d.Output) || len(e.printed()) > 0 {
			e.addChecks()
		}
	default:
		if call.Several {
			e.addSeveral(call)
		} else {
			e.addCall(call)
		}
	}
}

// addSeveral adds the runs of a command that runs checks of several kinds.
func (e *Event) addSeveral(call runner.Call) {
	printed := e.printed()
	if e.Deed.Result == ledger.Failed && len(printed) > 0 {
		e.MayRun = true // any of them may have failed
	} else {
		e.addCall(call)
	}
	e.addPrinted(printed)
}

// noteBuild notes that a command may have built something before it did what it is for.
func (e *Event) noteBuild(words []string) {
	if runner.BuildsFirst(words) || runner.Serves(words) {
		e.MayBe = []runner.Kind{runner.Build, runner.Types}
	}
}

// workOf returns what the tasks called by a command ran, if that is known.
func (b *builder) workOf(d *ledger.Deed) (taskfile.Work, bool) {
	if b.tasks == nil {
		return taskfile.Work{}, false
	}
	return b.tasks.WorkOf(d)
}

// addRun adds a run. If a call names no language, its output shows what it proves. A run that passed has an unknown
// outcome if it found nothing to check, or may have found nothing.
func (e *Event) addRun(call runner.Call, words []string, outcome Outcome) {
	summary := runner.Read(call.Kind, e.Deed.Output)
	if call.Language == "" && len(call.Proves) == 0 {
		call.Proves = summary.Proves
	}
	isEmpty := outcome == Succeeded && summary.Line != "" && !summary.Known() // "[no test files]"
	isCounted := call.Kind == runner.Tests && summary.Known()                 // one of several packages may have none
	isDoubtful := outcome == Succeeded && slices.Contains(Kinds, call.Kind) && !isCounted
	if isEmpty || isDoubtful && (e.foundNothing || runner.MayBeIdle(e.Deed.Command, e.Deed.Output)) {
		outcome = Hidden
	}
	e.Runs = append(e.Runs, Run{Call: call, Words: words, Folder: e.Deed.Folder, Outcome: outcome, Summary: summary, IsEmpty: isEmpty, Event: e})
}

// addEmpty adds the run of a check that found nothing to do.
func (e *Event) addEmpty(call runner.Call) {
	if slices.Contains(Kinds, call.Kind) {
		e.Runs = append(e.Runs, Run{Call: call, Words: e.Deed.Words, Folder: e.Deed.Folder, Outcome: Hidden, IsEmpty: true, Event: e})
	}
}

// addCall adds the run of the event's own command.
func (e *Event) addCall(call runner.Call) { e.addRun(call, e.Deed.Words, outcomeOf(e.Deed)) }

// hasRun reports whether a run of a kind was added.
func (e *Event) hasRun(kind runner.Kind) bool {
	return slices.ContainsFunc(e.Runs, func(r Run) bool { return r.Kind == kind })
}

// outcomeOf returns how the command of a run ended.
func outcomeOf(d *ledger.Deed) Outcome {
	if d.Running {
		return Ongoing
	}
	return cmp.Or(Outcome(d.Result), Hidden)
}

// addChecks adds a run for each summary that a command of several checks printed. If its output is
// complete, it may also have run checks that print nothing when they pass, but no tests: tests always print
// a summary.
func (e *Event) addChecks() {
	d := e.Deed
	printed := e.printed()
	e.addPrinted(printed)
	isShown := d.Result != "" && len(d.Output) < ledger.MaxOutput
	if len(printed) == 0 || !isShown {
		e.MayRun = true
		return
	}
	e.IsShown = true
	isAll := d.Result == ledger.Passed && e.addEchoed()
	if !isAll {
		e.MayBe = untestedKinds
	}
}

// addPrinted adds a run for each of the kinds whose summaries were printed, unless another run explains it.
func (e *Event) addPrinted(printed []runner.Kind) {
	operands := slices.DeleteFunc(slices.Clone(e.Deed.Words[1:]), isOption)
	isOfPart := len(operands) > 1 && runner.Of(e.Deed.Words).Runner == "" // `./run.sh test LedgerTest`
	for _, kind := range printed {
		if !e.hasRun(kind) {
			e.addRun(runner.Call{Kind: kind, Narrow: isOfPart}, e.Deed.Words, e.outcomeBy(runner.Read(kind, e.Deed.Output)))
		}
	}
}

func isOption(word string) bool { return strings.HasPrefix(word, "-") }

// printed returns the kinds of checks whose summaries a command printed. Those of other commands of its line
// may have printed theirs.
func (e *Event) printed() []runner.Kind {
	return slices.DeleteFunc(slices.Clone(Kinds), func(kind runner.Kind) bool {
		return slices.Contains(e.Deed.Beside, string(kind)) || !runner.Read(kind, e.Deed.Output).Known()
	})
}

// addEchoed adds the runs of a passed command that printed only their command lines, and reports whether
// these are all that it ran.
func (e *Event) addEchoed() (isAll bool) {
	commands := runner.Echoed(e.Deed.Output)
	isAll = len(commands) > 0
	for _, words := range commands {
		call := runner.Of(words)
		if call.Kind == runner.Other {
			isAll = false
		} else if !e.hasRun(call.Kind) {
			e.addRun(call, words, Succeeded)
		}
	}
	return isAll
}

// outcomeBy returns the outcome that a summary of a command shows, or else its status.
func (e *Event) outcomeBy(s runner.Summary) Outcome {
	if s.Silent {
		return outcomeOf(e.Deed)
	}
	return Outcome(s.Result)
}

// addOther adds what a program ran that is not a runner. A tool that shows runs of another machine, and a program that
// runs no others, ran nothing here. A program that an interpreter runs chains no commands, unlike a shell script, and its
// name says whether it checks code. Any other program may have run anything; a summary of failed tests that it
// printed is a run.
func (e *Event) addOther() {
	d := e.Deed
	switch {
	case runner.IsRemote(d.Words):
		e.IsRemote = true
	case d.Direct && !runner.RunsChecker(d.Words), runner.Serves(d.Words): // it certainly ran nothing else
	case runner.RunsProgram(d.Words) && len(e.printed()) == 0:
		e.MayHaveChecked = d.Result != ledger.Failed
	case runner.Read(runner.Tests, d.Output).Result == ledger.Failed:
		e.addRun(runner.Call{Kind: runner.Tests}, d.Words, Broken)
	default:
		e.MayRun = d.Result != ledger.Failed // a failure makes nothing pass
	}
}

// isOfRecord reports whether two events are from the same record.
func (e *Event) isOfRecord(other *Event) bool { return e.Agent == other.Agent && e.Line == other.Line }
