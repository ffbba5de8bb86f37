package evidence

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/taskfile"
)

// Step is a deed of one of the agents.
type Step struct {
	*ledger.Deed
	of *ledger.Ledger
	// kind is what a command does with code, and parts how what it ran ended.
	kind  runner.Kind
	parts []part
	// work is what the tasks ran that a command calls, nil if that is not known.
	work *taskfile.Work
	// at is when it was done, or when what is known of before it.
	at time.Time
}

// steps returns the deeds of all agents in the order of their times; those of one agent are
// in that of its transcript.
func (d *Deeds) steps() []Step {
	d.once.Do(func() {
		for _, l := range d.All() {
			at := l.Began
			for i := range l.Deeds {
				s := Step{Deed: &l.Deeds[i], of: l}
				if s.Act == ledger.Run {
					d.runs++
					s.kind = kindOf(s.Deed)
					d.resolve(&s)
					s.parts = partsOf(&s)
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

// Runs returns how many commands the agents ran.
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
	return r.RunsSame(other) && hasWords(r.Words, other)
}

func hasWords(words []string, other ledger.Invocation) bool {
	return !slices.ContainsFunc(other.Words, func(w string) bool { return !slices.Contains(words, w) })
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
		case s.work != nil: // a task that may run it
			out.Answer = ledger.Unknown
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

// writtenAt returns the line at which a tool wrote a handoff, beyond all lines if none did.
func (d *Deeds) writtenAt(handoff string) int {
	for _, deed := range slices.Backward(d.Agent.Deeds) {
		if handoff != "" && deed.Act == ledger.Write && !deed.Glob && deed.IsOf(handoff) == ledger.Yes {
			return deed.Line
		}
	}
	return math.MaxInt
}
