package evidence

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
)

// Step is a deed of one of the agents.
type Step struct {
	*ledger.Deed
	of *ledger.Ledger
	// at is when it was done, or when what is known of before it.
	at time.Time
}

// steps are the deeds of all agents in the order of their times; those of one agent are
// in that of its transcript.
func (d *Deeds) steps() []Step {
	d.once.Do(func() {
		for _, l := range d.All() {
			at := l.Began
			for i := range l.Deeds {
				s := Step{Deed: &l.Deeds[i], of: l}
				if s.Act == ledger.Run {
					d.runs++
				}
				if s.Time.After(at) {
					at = s.Time
				}
				s.at = at
				d.ordered = append(d.ordered, s)
			}
		}
		slices.SortStableFunc(d.ordered, func(a, b Step) int { return a.at.Compare(b.at) })
	})
	return d.ordered
}

// Runs is how many commands the agents ran.
func (d *Deeds) Runs() int {
	d.steps()
	return d.runs
}

// RunsSame reports whether the command runs the same program as another one.
func (r *Step) RunsSame(other ledger.Invocation) bool {
	return len(r.Words) > 0 && r.Program == other.Program
}

// HasWords reports whether the command is another one: the same program with each of its
// words, in any order.
func (r *Step) HasWords(other ledger.Invocation) bool {
	return r.RunsSame(other) && !slices.ContainsFunc(other.Words, func(w string) bool { return !slices.Contains(r.Words, w) })
}

// Ran answers whether a command was run. Of the same program with other words, or of one
// that a script may have run, nothing is said.
func (d *Deeds) Ran(want ledger.Invocation) Shown {
	if len(want.Words) == 0 {
		return Shown{}
	}
	name, out := want.Program, Shown{Answer: ledger.No, Looked: d.Runs()}
	if !d.Complete() {
		out.Answer = ledger.Unknown
	}
	for _, s := range d.steps() {
		if !d.ask(1 + (len(s.Command)+len(s.Output))/stepBytes) {
			return Shown{}
		}
		switch {
		case s.Act != ledger.Run:
		case s.HasWords(want) && !s.Maybe:
			return Shown{Answer: ledger.Yes, Deed: s.Deed, Looked: out.Looked}
		case out.Answer == ledger.Unknown:
		case !s.Direct, s.Program == name, hasWord(s.Command, name), hasWord(s.Output, name):
			out.Answer = ledger.Unknown
		}
	}
	return out
}

// hasWord reports whether a text has a word, or words.
func hasWord(s, word string) bool {
	isLetter := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] == '_' || '0' <= s[i] && s[i] <= '9' || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z')
	}
	for at := 0; word != ""; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			break
		}
		if !isLetter(at+i-1) && !isLetter(at+i+len(word)) {
			return true
		}
		at += i + len(word)
	}
	return false
}

// Tests are the runs of some commands before a handoff was written.
type Tests struct {
	Runs []Step
	// Open is set if there may have been another run after the last one, or that it was
	// perhaps not of the files that were handed over.
	Open bool
	// Edits are the files that were certainly changed, all of them and those after the
	// last run, in the order of their times.
	Edits, After []*ledger.Deed
	// Undone is set if a change before the last run may have been undone after it: the
	// run was of files that were broken on purpose.
	Undone bool
}

// TestsBefore are the runs that match before a handoff was written to a file, or the end.
func (d *Deeds) TestsBefore(handoff string, match func(*Step) bool) Tests {
	var t Tests
	var runs []*Step
	if !d.ask(4 * d.Size()) {
		return Tests{Open: true}
	}
	steps := d.before(handoff)
	last := -1
	for i := range steps {
		s := &steps[i]
		switch {
		case s.Act != ledger.Run:
			continue
		case match(s):
			t.Runs, last = append(t.Runs, *s), i
			// After a command that changed all files, it may be a run of older ones.
			t.Open = s.of != d.Agent && s.Time.IsZero() ||
				slices.ContainsFunc(runs[max(0, len(runs)-5):], func(r *Step) bool { return r.Elsewhere })
		case last >= 0 && !s.Direct && s.Line != steps[last].Line:
			t.Open = true
		}
		runs = append(runs, s)
	}
	first := slices.IndexFunc(steps, func(s Step) bool { return len(t.Runs) > 0 && s.Deed == t.Runs[0].Deed })
	before := map[string]int{} // the last run: when files were written, and edits made
	for i, s := range steps {
		if s.Act == ledger.Delete { // a file that is gone again was not handed over
			t.After = slices.DeleteFunc(t.After, func(other *ledger.Deed) bool { return s.Covers(other.Path) })
		}
		if s.Act != ledger.Write {
			continue
		}
		isGit := strings.HasPrefix(s.Command, "git ")
		isCopy := strings.HasPrefix(s.Command, "mv ") || strings.HasPrefix(s.Command, "cp ")
		if isGit { // it may have undone changes
			t.After = slices.DeleteFunc(t.After, func(other *ledger.Deed) bool { return s.Covers(other.Path) })
		}
		isWith := last >= 0 && steps[last].of == s.of && steps[last].Line == s.Line
		isAfter := last >= 0 && !isWith && i > last && (steps[last].of == s.of || s.Time.After(steps[last].Time))
		path := s.Path + "\x00"
		undone, isUndone := 0, false
		switch {
		case isAfter && s.Was != "":
			undone, isUndone = before[path+s.Is+s.Was]
		case (isAfter || isWith) && isGit:
			isUndone = len(before) > 0
		case (isAfter || isWith) && isCopy:
			undone, isUndone = before[path]
		case !isAfter:
			before[path], before[path+s.Was+s.Is] = i, i
		}
		t.Undone = t.Undone || isUndone
		if s.Maybe || s.Glob || handoff != "" && s.IsOf(handoff) == ledger.Yes {
			continue
		}
		t.Edits = append(t.Edits, s.Deed)
		// What is as it was when tests ran before needs no other run.
		if isAfter && d.isInside(s) && !(isUndone && undone > first) {
			t.change(s.Deed, isCopy)
		}
	}
	if last < 0 {
		mayTest := func(s Step) bool { return s.Act == ledger.Run && (!s.Direct || match(&s)) }
		t.Open = !d.Complete() || slices.ContainsFunc(d.steps(), mayTest)
		return t
	}
	for _, l := range d.All() {
		t.Open = t.Open || slices.ContainsFunc(l.Gaps, func(g ledger.Gap) bool {
			return l != steps[last].of || g.Why == ledger.Missing || g.Why == ledger.Bounded || g.Line >= steps[last].Line
		})
	}
	return t
}

// change adds a change after the last run, or removes the one that it undoes. A file that is
// copied over one that was changed may be the old one.
func (t *Tests) change(d *ledger.Deed, isCopy bool) {
	for i, earlier := range slices.Backward(t.After) {
		switch {
		case earlier.Path != d.Path:
			continue
		case isCopy, d.Was != "" && d.Was == earlier.Is && d.Is == earlier.Was:
			t.After = slices.Delete(t.After, i, i+1)
			return
		case d.Was != "" && d.Was == earlier.Is: // both are one change
			both := *d
			both.Was = earlier.Was
			t.After[i] = &both
			return
		}
	}
	t.After = append(t.After, d)
}

// isInside reports whether a step is about a file below the folder that its agent, or the
// one that wrote the handoff, began in. Other files are not handed over.
func (d *Deeds) isInside(s Step) bool {
	for _, l := range []*ledger.Ledger{d.Agent, s.of} {
		if !ledger.IsAbsolute(s.Path) || l.Cwd == "" || strings.HasPrefix(s.Path, strings.TrimSuffix(l.Cwd, "/")+"/") {
			return true
		}
	}
	return false
}

// before are the steps up to a handoff, or all if it is the last thing that the agent says.
func (d *Deeds) before(handoff string) []Step {
	steps, line := d.steps(), d.writtenAt(handoff)
	end := len(steps)
	for end > 0 && (steps[end-1].of != d.Agent || steps[end-1].Line > line) {
		end--
	}
	if line == math.MaxInt { // the others may have gone on until then
		for end < len(steps) && !steps[end].at.After(d.Agent.Ended) {
			end++
		}
		return steps[:end:end]
	}
	return slices.DeleteFunc(slices.Clone(steps[:end]), func(s Step) bool { return s.of == d.Agent && s.Line > line })
}

// writtenAt is the line at which a tool wrote a handoff, beyond all lines if none did.
func (d *Deeds) writtenAt(handoff string) int {
	for _, deed := range slices.Backward(d.Agent.Deeds) {
		if handoff != "" && deed.Act == ledger.Write && !deed.Glob && deed.IsOf(handoff) == ledger.Yes {
			return deed.Line
		}
	}
	return math.MaxInt
}
