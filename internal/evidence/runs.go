package evidence

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// CommandRun is a command that an agent ran.
type CommandRun struct {
	*Deed
	// Words are the command without what only runs it, such as `npx` or `python -m`.
	Words []string
	of    *Ledger
}

// Name is the program and, of one that does many things, which of them: "go test".
func (r *CommandRun) Name() string { return programName(r.Words) }

func programName(words []string) string {
	if len(words) > 1 && commands().Manifold[words[0]] && !isFlag(words[1]) {
		return words[0] + " " + words[1]
	}
	return words[0]
}

// CommandWords returns the words of a simple command as they are compared, nil if it
// cannot be read: without quotes, wrappers and assignments.
func CommandWords(command string) []string {
	stmts, ok := parse(command)
	if !ok || len(stmts) == 0 {
		return nil
	}
	call, ok := stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	var out []string
	for _, w := range unwrap((&shell{src: command}).words(call.Args)) {
		out = append(out, w.text)
	}
	out[0] = strings.TrimSuffix(strings.TrimSuffix(path.Base(strings.ReplaceAll(out[0], `\\`, "/")), ".exe"), ".cmd")
	if len(out) > 2 && slices.Contains([]string{"npm", "yarn", "pnpm", "bun"}, out[0]) && out[1] == "run" {
		out = slices.Delete(out, 1, 2)
	}
	return out
}

// Runs are the commands that the agents ran, in the order of their times. Of one agent
// alone it is that of its transcript.
func (d *Deeds) Runs() []CommandRun {
	d.once.Do(func() {
		for _, l := range d.All() {
			for i := range l.Deeds {
				if deed := &l.Deeds[i]; deed.Act == Run {
					d.ordered = append(d.ordered, CommandRun{Deed: deed, Words: CommandWords(deed.Command), of: l})
				}
			}
		}
		slices.SortStableFunc(d.ordered, func(a, b CommandRun) int {
			if a.of == b.of {
				return cmp.Compare(a.Line, b.Line)
			}
			return a.Time.Compare(b.Time)
		})
	})
	return d.ordered
}

// isIndirect reports whether a command may have run others: it is a script, a program
// that runs what a file says, or one of which nothing is known.
func (r *CommandRun) isIndirect() bool {
	if len(r.Words) == 0 {
		return true
	}
	first, _, _ := strings.Cut(r.Command, " ")
	return commands().Indirect[r.Words[0]] || !isKnown(r.Words[0]) || strings.HasSuffix(r.Words[0], ".sh") || strings.HasSuffix(r.Words[0], ".py") ||
		strings.Contains(first, "/") && !strings.Contains(first, "/bin/") && !strings.Contains(first, "/.bin/")
}

// Covers reports whether the command is the one of some words: the same program with each
// of them, in any order.
func (r *CommandRun) Covers(words []string) bool {
	if len(r.Words) == 0 || r.Name() != programName(words) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(r.Words, w) })
}

// Ran answers whether a command was run. Of the same program with other words, or of one
// that a script may have run, nothing is said.
func (d *Deeds) Ran(claimed string) Shown {
	want := CommandWords(claimed)
	if want == nil {
		return Shown{}
	}
	name, out := programName(want), Shown{Answer: No, Looked: len(d.Runs())}
	if !d.Complete() {
		out.Answer = Unknown
	}
	for i := range d.Runs() {
		switch r := &d.Runs()[i]; {
		case r.Covers(want) && !r.Maybe:
			return Shown{Answer: Yes, Deed: r.Deed, Looked: out.Looked}
		case r.isIndirect(), r.Name() == name, namesProgram(r.Command, name), namesProgram(r.Output, name):
			out.Answer = Unknown
		}
	}
	return out
}

// namesProgram reports whether a text has the name of a program, as words: "cargo test" does not
// name go test.
func namesProgram(text, name string) bool {
	isLetter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '-' || c == '_' }
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(name)
		if (start == 0 || !isLetter(text[start-1])) && (end == len(text) || !isLetter(text[end])) {
			return true
		}
		at = end
	}
}

// Tests are the runs of some commands before a handoff was written.
type Tests struct {
	Runs []CommandRun
	// Open says that there may have been another run after the last one, or that it was
	// perhaps not of the files that were handed over.
	Open bool
	// Edits are the files that were certainly changed, all of them and those after the
	// last run, in the order of their times.
	Edits, After []*Deed
	// Undone says that a change before the last run may have been undone after it: the
	// run was of files that were broken on purpose.
	Undone bool
}

// TestsBefore are the runs that match before a handoff was written to a file, or the end.
func (d *Deeds) TestsBefore(handoff string, match func(r *CommandRun) bool) Tests {
	var t Tests
	until := d.written(handoff)
	runs := d.Runs()
	last := -1
	for i := range runs {
		if r := &runs[i]; !until.isAfter(r.Deed, r.of) {
			continue
		} else if match(r) {
			t.Runs = append(t.Runs, *r)
			last = i
		} else if last >= 0 && r.isIndirect() && r.Line != runs[last].Line {
			t.Open = true
		}
		if last == i {
			t.Open = runs[i].of != d.Agent && runs[i].Time.IsZero() || isElsewhere(runs[max(0, i-5):i])
		}
	}
	before := map[string]bool{} // the last run: files that were written, and edits
	for _, l := range d.All() {
		for i := range l.Deeds {
			deed := &l.Deeds[i]
			if deed.Act != Write || !until.isAfter(deed, l) {
				continue
			}
			isGit := strings.HasPrefix(deed.Command, "git ")
			if isGit { // it may have undone changes
				t.After = slices.DeleteFunc(t.After, func(other *Deed) bool { return deed.Covers(other.Path) })
			}
			isAfter := last >= 0 && (moment{runs[last].of, runs[last].Deed}).isBefore(deed, l)
			path := deed.Path + "\x00"
			switch isWith := last >= 0 && runs[last].of == l && runs[last].Line == deed.Line; {
			case isAfter && deed.Was != "":
				t.Undone = t.Undone || before[path+deed.Is+deed.Was]
			case (isAfter || isWith) && isGit:
				t.Undone = t.Undone || len(before) > 0
			case (isAfter || isWith) && (strings.HasPrefix(deed.Command, "mv ") || strings.HasPrefix(deed.Command, "cp ")):
				t.Undone = t.Undone || before[path]
			case !isAfter:
				before[path], before[path+deed.Was+deed.Is] = true, true
			}
			if deed.Maybe || deed.Glob || handoff != "" && deed.IsOf(handoff) == Yes {
				continue
			}
			t.Edits = append(t.Edits, deed)
			if isAfter {
				t.After = append(t.After, deed)
			}
		}
		if last >= 0 && slices.ContainsFunc(l.Gaps, func(g Gap) bool {
			return l != runs[last].of || g.Why == Missing || g.Why == Bounded || g.Line >= runs[last].Line
		}) {
			t.Open = true
		}
	}
	if last < 0 {
		t.Open = !d.Complete() || slices.ContainsFunc(runs, func(r CommandRun) bool { return r.isIndirect() || match(&r) })
	}
	return t
}

// isElsewhere reports whether one of some runs changed the files that are worked on as
// a whole: what follows may be a run of older ones.
func isElsewhere(runs []CommandRun) bool {
	return slices.ContainsFunc(runs, func(r CommandRun) bool {
		return commands().Elsewhere[r.Name()]
	})
}

// moment is a deed in the ledger that has it, as a point in time.
type moment struct {
	of   *Ledger
	deed *Deed
}

// written is when a handoff was written by a tool, a moment without a deed if it is the
// last thing that the agent says.
func (d *Deeds) written(handoff string) moment {
	for i := range slices.Backward(d.Agent.Deeds) {
		if deed := &d.Agent.Deeds[i]; handoff != "" && deed.Act == Write && !deed.Glob && deed.IsOf(handoff) == Yes {
			return moment{d.Agent, deed}
		}
	}
	return moment{of: d.Agent}
}

// isAfter reports whether a moment is after a deed, or may be.
func (m moment) isAfter(deed *Deed, of *Ledger) bool {
	end := m.of.Ended
	if m.deed != nil {
		end = m.deed.Time
		if m.of == of {
			return deed.Line <= m.deed.Line
		}
	}
	return m.of == of || end.IsZero() || deed.Time.IsZero() || !deed.Time.After(end)
}

// isBefore reports whether a moment is certainly before a deed.
func (m moment) isBefore(deed *Deed, of *Ledger) bool {
	if m.of == of {
		return m.deed.Line < deed.Line
	}
	return !m.deed.Time.IsZero() && deed.Time.After(m.deed.Time)
}
