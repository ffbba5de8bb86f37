package evidence

import (
	"math"
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// Receipt is what an agent did up to a moment, as facts, in order. Nothing in it is
// inferred from what the agent says.
type Receipt struct {
	// Steps are all deeds that count.
	Steps []Step
	// Runs are the commands that test, build, check or format code, commit or push.
	Runs []Run
	// Since is the line after which the agent works on what it was told last.
	Since int
	// Missing is why something that the agent did may not be in it, in words; "" if all of
	// it is known.
	Missing string

	// handoff is the file that the agent reports in, "" for a message.
	handoff string
	// told is the line at which somebody told the agent something last.
	told int
	// line is the one up to which it goes.
	line  int
	gaps  []ledger.Gap
	deeds *Deeds
}

// Run is a command that does something with code.
type Run struct {
	Step
	Kind runner.Kind
	// Narrow is set if it looked at a part of the code.
	Narrow bool
	// Outcome is how it ended, by its exit status and by what it printed; "" if neither
	// says.
	Outcome ledger.Result

	index int // among the steps
	// caller has the words of the command that called the task whose run this is, nil if it was
	// not one.
	caller []string
}

// ReceiptOf returns the receipt of what was done before an agent wrote a handoff to a file.
func (d *Deeds) ReceiptOf(handoff string) *Receipt {
	r := d.ReceiptAt(d.writtenAt(handoff))
	r.handoff = handoff
	return r
}

// ReceiptAt returns the receipt of an agent up to a line of its transcript. If the line is a
// message or beyond all lines, what the agents below did until then is in it.
func (d *Deeds) ReceiptAt(line int) *Receipt {
	r := &Receipt{Missing: d.Incomplete(), gaps: d.gaps(line), line: line, deeds: d}
	for _, m := range d.Agent.Messages {
		if m.Line < line {
			r.Since = m.Line
		}
	}
	r.told = r.Since
	for _, told := range d.Agent.Told {
		if told.Line < line {
			r.told = max(r.told, told.Line)
		}
	}
	if !d.ask(4 * d.Size()) {
		r.gaps = append(r.gaps, ledger.Gap{Why: ledger.Bounded})
		return r
	}
	steps := d.steps()
	end := len(steps)
	for end > 0 && (steps[end-1].of != d.Agent || steps[end-1].Line >= line) {
		end--
	}
	for end < len(steps) && steps[end].of != d.Agent && d.isBefore(steps[end], line) {
		end++
	}
	for _, s := range steps[:end] {
		if s.of != d.Agent || s.Line < line {
			r.Steps = append(r.Steps, s)
		}
	}
	for i, s := range r.Steps {
		if s.Act == ledger.Run {
			r.addRun(s, i)
		}
	}
	return r
}

// isBefore reports whether another agent did something before a line of this one's transcript
// that is a message, or beyond all lines.
func (d *Deeds) isBefore(s Step, line int) bool {
	if line == math.MaxInt {
		return true
	}
	i := slices.IndexFunc(d.Agent.Messages, func(m ledger.Message) bool { return m.Line == line })
	return i >= 0 && !s.at.After(d.Agent.Messages[i].Time)
}

// gaps returns the gaps of all that counts up to a line. A compaction after it, or a torn line,
// as the last one of a session that is being written, hides nothing. Those of other agents have no line: when they
// were is not known.
func (d *Deeds) gaps(line int) []ledger.Gap {
	var gaps []ledger.Gap
	for _, l := range d.All() {
		for _, g := range l.Gaps {
			isLater := g.Why == ledger.Torn || g.Why == ledger.Compacted || g.Why == ledger.Unread
			if l == d.Agent && isLater && g.Line > line {
				continue
			}
			if l != d.Agent {
				g.Line = 0
			}
			gaps = append(gaps, g)
		}
	}
	return gaps
}

func (r *Receipt) addRun(s Step, index int) {
	if s.kind != runner.Other {
		r.Runs = append(r.Runs, Run{Step: s, Kind: s.kind, Narrow: runner.IsNarrow(s.Words), Outcome: s.Result, index: index})
	}
	for _, p := range s.parts {
		run := Run{Step: s, Kind: p.kind, Outcome: p.outcome, index: index}
		if p.ran != nil {
			deed := *s.Deed
			deed.Invocation = *p.ran
			run.Deed = &deed
			run.Narrow = runner.IsNarrow(deed.Words)
			run.caller = s.Words
		}
		r.Runs = append(r.Runs, run)
	}
}

// looksAt reports whether a run looks at what is in a file.
func (r *Run) looksAt(file string) bool {
	return runner.IsSource(r.Words, file) && (r.caller == nil || runner.IsSource(r.caller, file))
}

// Summary returns what the run printed at its end.
func (r *Run) Summary() runner.Summary { return runner.Read(r.Kind, r.Output) }

// kindOf returns what a command does with code. A script that prints what test runners do
// has run tests.
func kindOf(d *ledger.Deed) runner.Kind {
	kind := runner.KindOf(d.Words)
	if kind == runner.Other && !d.Direct && runner.Read(runner.Tests, d.Output).Known() {
		return runner.Tests
	}
	return kind
}

// Last returns the last run of a kind of which it is known how it ended, else the last one;
// nil if there is none. A run of another kind that covers this one speaks for it unless it
// failed: a build may have failed at something else than types.
func (r *Receipt) Last(kind runner.Kind) *Run {
	return r.last(func(run *Run) bool {
		return run.Kind == kind || run.Outcome != ledger.Failed && run.covers(kind)
	})
}

// last returns the last run that is meant. One of which it is not known how it ended
// says something only if files were changed before it: else it ended as the one before.
func (r *Receipt) last(isMeant func(*Run) bool) *Run {
	var last *Run
	for i := range slices.Backward(r.Runs) {
		run := &r.Runs[i]
		switch {
		case !isMeant(run):
		case run.Outcome == "" && (run.Kind == runner.Commit || run.Kind == runner.Push):
			return run // another try
		case run.Outcome == "" && last == nil:
			last = run
		case run.Outcome == "":
		case last != nil && r.isChangedBetween(run, last):
			return last
		default:
			return run
		}
	}
	return last
}

// turn returns the runs since the agent was told something.
func (r *Receipt) turn() []Run {
	i := slices.IndexFunc(r.Runs, func(run Run) bool { return run.Line > r.Since })
	if i < 0 {
		return nil
	}
	return r.Runs[i:]
}

// MayTest reports whether something that is not known may have run tests.
func (r *Receipt) MayTest() bool {
	mayTest := func(s Step) bool { return s.Act == ledger.Run && (!s.Direct || s.does(runner.Tests)) }
	return r.Missing != "" || slices.ContainsFunc(r.deeds.steps(), mayTest)
}

// hidden returns why something that bears on a run is not known, in words; "" if nothing is.
// Of a failed run, what came before it and an unknown command that printed nothing of tests
// undo nothing.
func (r *Receipt) hidden(run *Run) string {
	for _, g := range r.gaps {
		isBefore := g.Line > 0 && g.Line < run.Line && (g.Why != ledger.Missing || g.Line <= r.Since)
		if !isBefore {
			return g.Words()
		}
	}
	before := 0
	for _, s := range slices.Backward(r.Steps[:run.index]) {
		if s.Act != ledger.Run {
			continue
		}
		before++
		if before > said().LookedAtBefore {
			break
		}
		if s.Elsewhere {
			return hiddenBy("replaced", s)
		}
	}
	for _, s := range r.Steps[run.index+1:] {
		switch {
		case s.Act != ledger.Run:
		case r.mayBear(s, run):
			return hiddenBy("ended", s)
		case run.Outcome == ledger.Failed && s.Line != run.Line && s.mayEnclose(run.Kind):
			return hiddenBy("enclosed", s)
		}
	}
	return ""
}

// mayBear reports whether a later command may be a run of the same kind, of which it is not
// known how it ended, or after a failed one, show how a run on another machine did.
func (r *Receipt) mayBear(s Step, run *Run) bool {
	isSameKind := s.does(run.Kind)
	if run.Outcome == ledger.Failed && runner.IsRemote(s.Words) {
		return true
	}
	if s.Maybe {
		return s.Words == nil || !s.Direct || isSameKind
	}
	return isSameKind && s.Result == "" && s.Output == ""
}

// mayEnclose reports whether a command may have run one of a kind in a way that nothing else
// shows: in a container or on another machine, as a hook of git, or before the program that it
// ran, which may fail later.
func (r *Step) mayEnclose(kind runner.Kind) bool {
	switch {
	case runner.BuildsFirst(r.Words):
		return kind == runner.Build || kind == runner.Types
	case r.Result == ledger.Failed:
		return false
	case r.kind == runner.Commit, r.kind == runner.Push:
		return runner.HasHooks(r.Output)
	}
	return runner.Encloses(r.Words)
}

// mayHaveRun returns the commands after a run, on other lines, that may have run the same
// again.
func (r *Receipt) mayHaveRun(run *Run) (again []Step) {
	for _, s := range r.Steps[run.index+1:] {
		if s.Act == ledger.Run && s.Line != run.Line && s.mayRun(run.Kind) {
			again = append(again, s)
		}
	}
	return again
}
