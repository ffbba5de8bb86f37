package claims

import (
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/timeline"
)

// shown is the answer to a question about what was done.
type shown struct {
	answer ledger.Answer
	// For a No, deed is the nearest action, nil if none is near, and looked is the number of actions of the
	// kind that were examined.
	deed   *ledger.Deed
	looked int
}

// apart is the nearness of an action of another kind.
const apart = -1

// stepBytes is the number of bytes of a command or its output that cost as much to search as examining an
// action.
const stepBytes = 64

// search examines the actions of some agents. see reports whether an action shows what is asked, and how
// near it comes. The answer is No only if no such action can be hidden.
func (f *Facts) search(agents []*ledger.Ledger, see func(*ledger.Deed) (shows ledger.Answer, nearness int)) shown {
	found := shown{answer: ledger.No}
	if slices.ContainsFunc(agents, func(l *ledger.Ledger) bool { return len(l.Gaps) > 0 }) {
		found.answer = ledger.Unknown
	}
	nearest := 0
	for _, l := range agents {
		for i := range l.Deeds {
			deed := &l.Deeds[i]
			if !f.look(1 + (len(deed.Command)+len(deed.Output))/stepBytes) {
				return shown{answer: ledger.Unknown}
			}
			shows, nearness := see(deed)
			if shows == ledger.Yes || found.answer == ledger.No { // a Yes decides, else an Unknown
				found.answer = shows
			}
			if nearness != apart {
				found.looked++
			}
			if nearness > nearest {
				found.deed = deed
				nearest = nearness
			}
		}
	}
	if found.answer != ledger.No {
		return shown{answer: found.answer}
	}
	return found
}

// did answers a question about the agents that count for a handoff.
func (f *Facts) did(see func(*ledger.Deed) (ledger.Answer, int)) shown {
	return f.search(f.Timeline.Counted().Agents, see)
}

// hasRead answers whether one of the agents that count for a handoff was shown or created a file, or
// something below a folder.
func (f *Facts) hasRead(name string) shown { return f.read(f.Timeline.Counted().Agents, name) }

// read is hasRead for the given agents.
func (f *Facts) read(agents []*ledger.Ledger, name string) shown {
	return f.search(agents, func(deed *ledger.Deed) (ledger.Answer, int) {
		answer, nearness := deed.IsOf(name), apart
		switch deed.Act {
		case ledger.Read:
			nearness = deed.Nearness(name)
		case ledger.Run:
			if ledger.Mentions(deed.Command, name) || ledger.Mentions(deed.Output, name) {
				return ledger.Unknown, nearness
			}
		}
		if deed.IsAnyChange() {
			return ledger.No, nearness
		}
		isVague := deed.Maybe || deed.Act == ledger.Seen
		if isVague && answer == ledger.Yes {
			return ledger.Unknown, nearness
		}
		return answer, nearness
	})
}

// readLines answers whether lines of a file may have been shown to the agents: No or Unknown. For a No, the result has
// the read that begins last.
func (f *Facts) readLines(name string, lines ledger.Range) shown {
	return f.did(func(deed *ledger.Deed) (ledger.Answer, int) {
		same := deed.IsOf(name)
		if same == ledger.No || deed.IsAnyChange() {
			return ledger.No, apart
		}
		isBeside := deed.From > lines.To || deed.To > 0 && deed.To < lines.From
		if isBeside && same == ledger.Yes && !deed.Maybe {
			return ledger.No, deed.From // as its nearness
		}
		return ledger.Unknown, apart
	})
}

// wrote answers whether one of the agents may have created, changed or removed a file, or something below a
// folder.
func (f *Facts) wrote(name string) shown {
	return f.did(func(deed *ledger.Deed) (ledger.Answer, int) {
		if !deed.IsChange() {
			return ledger.No, apart
		}
		return deed.IsOf(name), deed.Nearness(name)
	})
}

// used answers whether a skill may have been used: by a tool, by a command of the user, or by reading its
// file.
func (f *Facts) used(skill string) shown {
	want := skillName(skill)
	return f.did(func(deed *ledger.Deed) (ledger.Answer, int) {
		isUsed, nearness := false, apart
		switch deed.Act {
		case ledger.Skill:
			name := skillName(deed.Name)
			isUsed = strings.HasSuffix("-"+name, "-"+want) || strings.HasSuffix("-"+want, "-"+name)
			nearness = deed.Line
		case ledger.Read, ledger.Seen:
			isUsed = skillName(deed.Path) == want
		}
		if isUsed {
			return ledger.Yes, nearness
		}
		return ledger.No, nearness
	})
}

// skillName returns the comparable name of a skill. For a SKILL.md it is the name of the folder.
func skillName(s string) string {
	s = strings.TrimSuffix(strings.ReplaceAll(s, `\`, "/"), "/")
	if dir, file := path.Split(s); strings.EqualFold(file, "SKILL.md") {
		s = path.Clean(dir)
	}
	s = strings.TrimSuffix(path.Base(s), ".md")
	s = s[strings.LastIndexByte(s, ':')+1:]
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(s))
}

// ran answers whether a program may have been run, also by a script or by another program: No or Unknown.
func (f *Facts) ran(program string) shown {
	return f.did(func(deed *ledger.Deed) (ledger.Answer, int) {
		if deed.Act != ledger.Run {
			return ledger.No, apart
		}
		isOther := deed.Program != program && deed.Direct
		if isOther && !hasWord(deed.Command, program) && !hasWord(deed.Output, program) {
			return ledger.No, 0
		}
		return ledger.Unknown, 0
	})
}

// wordCharacters are those of the names of programs and files.
const wordCharacters = "0123456789_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// hasWord reports whether a text contains a word or phrase.
func hasWord(s, word string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(word)
		before, after := s[max(start-1, 0):start], s[end:min(end+1, len(s))]
		if !strings.ContainsAny(before, wordCharacters) && !strings.ContainsAny(after, wordCharacters) {
			return true
		}
		from = end
	}
}

// runs returns the number of commands that the agents who count for a handoff ran.
func (f *Facts) runs() int {
	runs := 0
	for _, l := range f.Timeline.Counted().Agents {
		for i := range l.Deeds {
			if l.Deeds[i].Act == ledger.Run {
				runs++
			}
		}
	}
	return runs
}

// turn returns what was known when the agent wrote a handoff.
func (f *Facts) turn(handoff string) timeline.Turn { return f.Timeline.TurnAt(f.writtenAt(handoff)) }

// writtenAt returns the line at which a tool wrote a handoff, or math.MaxInt.
func (f *Facts) writtenAt(handoff string) int {
	for _, deed := range slices.Backward(f.Timeline.Agent.Deeds) {
		if deed.Act == ledger.Write && !deed.Glob && deed.IsOf(handoff) == ledger.Yes {
			return deed.Line
		}
	}
	return math.MaxInt
}

// changed returns the files that the agent itself certainly changed with a tool before the handoff, and did
// not remove. For the main agent they begin with its first change of a listed file, since a session can
// have many tasks; a launched agent has one. It returns nil if changes may have been undone, or are not all
// known.
func (f *Facts) changed(handoff string, isListed func(*ledger.Deed) bool) []*ledger.Deed {
	agent := f.Timeline.Agent
	mayUndo := func(d ledger.Deed) bool { return d.Path == ledger.Anything && strings.HasPrefix(d.Command, "git ") }
	if agent.HasGap(ledger.Bounded) || slices.ContainsFunc(agent.Deeds, mayUndo) {
		return nil
	}
	var changed []*ledger.Deed
	end := f.writtenAt(handoff)
	begun := agent.Agent != ""
	for i := range agent.Deeds {
		deed := &agent.Deeds[i]
		isPattern := deed.Act == ledger.Write && deed.Glob
		if !deed.IsChange() || isPattern || deed.Line > end {
			continue
		}
		if !f.look(1 + len(changed)) {
			return nil
		}
		changed = slices.DeleteFunc(changed, func(other *ledger.Deed) bool { return deed.Covers(other.Path) })
		begun = begun || isListed(deed)
		isByTool := deed.Act == ledger.Write && !deed.Maybe && deed.Command == ""
		if begun && isByTool {
			changed = append(changed, deed)
		}
	}
	return changed
}

// began returns when the first of the agents began, if the transcripts show that.
func (f *Facts) began() (time.Time, bool) {
	began := f.Timeline.Agent.Began
	for _, l := range f.Timeline.Counted().Agents {
		if l.HasGap(ledger.NoStart) || l.HasGap(ledger.Compacted) {
			return time.Time{}, false
		}
		if !l.Began.IsZero() && l.Began.Before(began) {
			began = l.Began
		}
	}
	return began, !began.IsZero()
}

// wasThere reports whether a file may have existed before the agents wrote it: one of them read it.
func (f *Facts) wasThere(name string) bool {
	isRead := func(deed ledger.Deed) bool { return deed.Act == ledger.Read && deed.IsOf(name) != ledger.No }
	return slices.ContainsFunc(f.Timeline.Counted().Agents, func(l *ledger.Ledger) bool { return slices.ContainsFunc(l.Deeds, isRead) })
}
