package evidence

import (
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/handofflint/handofflint/internal/text"
)

// Step is a deed of one of the agents.
type Step struct {
	*Deed
	// Words are those of a command that ran without what only runs it, such as `npx` or
	// `python -m`.
	Words []string
	of    *Ledger
	// indirect is set if the command may have run others.
	indirect bool
	// at is when it was done, or when what is known of before it.
	at time.Time
}

// Name is the program and, of one that does many things, which of them: "go test".
func (r *Step) Name() string { return programName(r.Words) }

func programName(words []string) string {
	switch {
	case len(words) == 0:
		return ""
	case len(words) > 1 && commands().Manifold.has(words[0]) && !isFlag(words[1]):
		return words[0] + " " + words[1]
	}
	return words[0]
}

// CommandWords returns the words of a simple command as they are compared, nil if it
// cannot be read: without quotes, wrappers and assignments. Its work counts as steps of
// the text that has the command.
func CommandWords(command string, steps *text.Steps) []string {
	if !steps.Take(commandSteps + byteSteps*int64(len(command))) {
		return nil
	}
	stmts, ok := parse(command)
	if !ok || len(stmts) == 0 {
		return nil
	}
	call, ok := stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	sh := newShell(command, nil)
	args := unwrap(sh.words(call))
	if sh.over {
		return nil
	}
	return compared(args)
}

// The steps that parsing a command line costs: one is some nanoseconds.
const (
	commandSteps = 500
	byteSteps    = 10
)

// steps are the deeds of all agents in the order of their times; those of one agent are
// in that of its transcript.
func (d *Deeds) steps() []Step {
	d.once.Do(func() {
		for _, l := range d.All() {
			at := l.Began
			for i := range l.Deeds {
				s := Step{Deed: &l.Deeds[i], of: l}
				if s.Act == Run {
					s.Words = s.words
					s.indirect = s.isIndirect()
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

// isIndirect reports whether a command may have run others: it is a script, a program
// that runs what a file says, or one of which nothing is known.
func (r *Step) isIndirect() bool {
	if len(r.Words) == 0 {
		return true
	}
	if isEnvironment(r.Words) {
		return false
	}
	first, _, _ := strings.Cut(r.Command, " ")
	isScript := strings.Contains(first, "/") && !strings.Contains(first, "/bin/") && !strings.Contains(first, "/.bin/")
	return isScript || commands().Indirect.has(r.Words[0]) || !isKnown(r.Words[0]) || slices.Contains([]string{".sh", ".py"}, path.Ext(r.Words[0]))
}

// RunsSame reports whether the command runs the same program as some words.
func (r *Step) RunsSame(words []string) bool {
	return len(r.Words) > 0 && r.Name() == programName(words)
}

// HasWords reports whether the command is the one of some words: the same program with each
// of them, in any order.
func (r *Step) HasWords(words []string) bool {
	return r.RunsSame(words) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(r.Words, w) })
}

// Ran answers whether a command with some words was run. Of the same program with other words, or of one
// that a script may have run, nothing is said.
func (d *Deeds) Ran(want []string) Shown {
	if len(want) == 0 {
		return Shown{}
	}
	name, out := programName(want), Shown{Answer: No, Looked: d.Runs()}
	if !d.Complete() {
		out.Answer = Unknown
	}
	for _, s := range d.steps() {
		if !d.ask(1 + (len(s.Command)+len(s.Output))/stepBytes) {
			return Shown{}
		}
		switch {
		case s.Act != Run:
		case s.HasWords(want) && !s.Maybe:
			return Shown{Answer: Yes, Deed: s.Deed, Looked: out.Looked}
		case out.Answer == Unknown:
		case s.indirect, s.Name() == name, hasWord(s.Command, name), hasWord(s.Output, name):
			out.Answer = Unknown
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
	Edits, After []*Deed
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
		case s.Act != Run:
			continue
		case match(s):
			t.Runs, last = append(t.Runs, *s), i
			// After a command that changed all files, it may be a run of older ones.
			t.Open = s.of != d.Agent && s.Time.IsZero() ||
				slices.ContainsFunc(runs[max(0, len(runs)-5):], func(r *Step) bool { return commands().Elsewhere.has(r.Name()) })
		case last >= 0 && s.indirect && s.Line != steps[last].Line:
			t.Open = true
		}
		runs = append(runs, s)
	}
	first := slices.IndexFunc(steps, func(s Step) bool { return len(t.Runs) > 0 && s.Deed == t.Runs[0].Deed })
	before := map[string]int{} // the last run: when files were written, and edits made
	for i, s := range steps {
		if s.Act == Delete { // a file that is gone again was not handed over
			t.After = slices.DeleteFunc(t.After, func(other *Deed) bool { return s.Covers(other.Path) })
		}
		if s.Act != Write {
			continue
		}
		isGit := strings.HasPrefix(s.Command, "git ")
		isCopy := strings.HasPrefix(s.Command, "mv ") || strings.HasPrefix(s.Command, "cp ")
		if isGit { // it may have undone changes
			t.After = slices.DeleteFunc(t.After, func(other *Deed) bool { return s.Covers(other.Path) })
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
		if s.Maybe || s.Glob || handoff != "" && s.IsOf(handoff) == Yes {
			continue
		}
		t.Edits = append(t.Edits, s.Deed)
		// What is as it was when tests ran before needs no other run.
		if isAfter && d.isInside(s) && !(isUndone && undone > first) {
			t.change(s.Deed, isCopy)
		}
	}
	if last < 0 {
		mayTest := func(s Step) bool { return s.Act == Run && (s.indirect || match(&s)) }
		t.Open = !d.Complete() || slices.ContainsFunc(d.steps(), mayTest)
		return t
	}
	for _, l := range d.All() {
		t.Open = t.Open || slices.ContainsFunc(l.Gaps, func(g Gap) bool {
			return l != steps[last].of || g.Why == Missing || g.Why == Bounded || g.Line >= steps[last].Line
		})
	}
	return t
}

// change adds a change after the last run, or removes the one that it undoes. A file that is
// copied over one that was changed may be the old one.
func (t *Tests) change(d *Deed, isCopy bool) {
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
	for _, l := range []*Ledger{d.Agent, s.of} {
		if !IsAbsolute(s.Path) || l.Cwd == "" || strings.HasPrefix(s.Path, strings.TrimSuffix(l.Cwd, "/")+"/") {
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
		if handoff != "" && deed.Act == Write && !deed.Glob && deed.IsOf(handoff) == Yes {
			return deed.Line
		}
	}
	return math.MaxInt
}
