package evidence

import (
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/timeline"
)

// Deeds are what is known of the agent that wrote a handoff: its own ledger, and those of
// the other agents of its session. By leaves those that count.
type Deeds struct {
	Agent *ledger.Ledger
	// Around are the other ledgers of the session's tree.
	Around []*ledger.Ledger

	// below are the agent's ledger and those of the agents that it sent out, nil if these
	// are all.
	below  []*ledger.Ledger
	agents *agents // nil if there is nothing beside these
	whole  sync.Once
	made   *timeline.Timeline
}

// Shown is the answer to a question about deeds.
type Shown struct {
	Answer ledger.Answer
	// Deed shows a Yes; for a No it is the nearest one, or nil if none is near.
	Deed *ledger.Deed
	// Looked is how many deeds of the kind were looked at.
	Looked int
}

// stepBytes are the bytes of a command or its output that cost about as much to search as
// to look at a deed.
const stepBytes = 64

// search goes through the deeds of the session. see answers whether a deed shows what is
// asked, and says how near it comes: -1 if it is not of the kind that is looked for. The
// answer is No only if nothing can hide a deed.
func (d *Deeds) search(see func(*ledger.Deed) (shows ledger.Answer, nearness int)) Shown {
	out, nearest := Shown{Answer: ledger.No}, 0
	if !d.Complete() {
		out.Answer = ledger.Unknown
	}
	var shown *ledger.Deed
	for _, l := range d.All() {
		for i := range l.Deeds {
			deed := &l.Deeds[i]
			if !d.ask(1 + (len(deed.Command)+len(deed.Output))/stepBytes) {
				return Shown{}
			}
			shows, nearness := see(deed)
			if nearness >= 0 {
				out.Looked++
			}
			if nearness > nearest {
				out.Deed, nearest = deed, nearness
			}
			if shows == ledger.Yes {
				shown = deed
			} else if shows == ledger.Unknown {
				out.Answer = ledger.Unknown
			}
		}
	}
	if shown != nil {
		out.Answer, out.Deed = ledger.Yes, shown
	} else if out.Answer == ledger.Unknown {
		out.Deed = nil
	}
	return out
}

// Read answers whether a file, or something below a folder, was shown to one of the
// agents, or made by one.
func (d *Deeds) Read(name string) Shown {
	return d.search(func(deed *ledger.Deed) (ledger.Answer, int) {
		nearness := -1
		if deed.Act == ledger.Read {
			nearness = deed.Nearness(name)
		}
		switch same := deed.IsOf(name); {
		case deed.Act == ledger.Run && !ledger.Mentions(deed.Command, name) && !ledger.Mentions(deed.Output, name), deed.IsAnyChange():
			return ledger.No, nearness
		case deed.Act == ledger.Run, same == ledger.Yes && (deed.Maybe || deed.Act == ledger.Seen):
			return ledger.Unknown, nearness
		default:
			return same, nearness
		}
	})
}

// ReadLines answers whether some lines of a file were among those that the agents were
// shown; a No has a read that comes near.
func (d *Deeds) ReadLines(name string, from, to int) Shown {
	return d.search(func(deed *ledger.Deed) (ledger.Answer, int) {
		same := deed.IsOf(name)
		isPart := deed.Act == ledger.Read && same == ledger.Yes && !deed.Maybe && deed.From > 0
		switch {
		case deed.Act == ledger.Run, same == ledger.No, deed.IsAnyChange():
			return ledger.No, -1
		case isPart && (deed.From > to || deed.To > 0 && deed.To < from):
			return ledger.No, deed.From
		case isPart, deed.Act == ledger.Read && deed.Whole, deed.Act == ledger.Write && same == ledger.Yes:
			return ledger.Yes, -1
		}
		return ledger.Unknown, -1
	})
}

// Wrote answers whether one of the agents made, changed or removed a file, or one below a
// folder.
func (d *Deeds) Wrote(name string) Shown {
	return d.search(func(deed *ledger.Deed) (ledger.Answer, int) {
		same := deed.IsOf(name)
		switch {
		case deed.Act != ledger.Write && deed.Act != ledger.Delete:
			return ledger.No, -1
		case deed.Path == ledger.Anything:
			return ledger.Unknown, -1
		case same == ledger.Yes && deed.Maybe:
			same = ledger.Unknown
		}
		return same, deed.Nearness(name)
	})
}

// Changed returns the files that the agent itself certainly changed with a tool for a
// handoff, and left there: from its first change of a file that is listed, for one
// session can have many tasks, to the handoff. Those of an agent that was sent out are of
// one task. It is nil if something may have undone changes, or was not kept.
func (d *Deeds) Changed(handoff string, isListed func(*ledger.Deed) bool) []*ledger.Deed {
	var changed []*ledger.Deed
	if slices.ContainsFunc(d.Agent.Gaps, func(g ledger.Gap) bool { return g.Why == ledger.Bounded }) {
		return nil
	}
	line := d.writtenAt(handoff)
	begun := d.Agent.Agent != ""
	for i := range d.Agent.Deeds {
		deed := &d.Agent.Deeds[i]
		if deed.Path == ledger.Anything && strings.HasPrefix(deed.Command, "git ") {
			return nil
		}
		if deed.Act != ledger.Write && deed.Act != ledger.Delete || deed.Act == ledger.Write && deed.Glob || deed.Line > line {
			continue
		}
		if !d.ask(1 + len(changed)) {
			return nil
		}
		changed = slices.DeleteFunc(changed, func(other *ledger.Deed) bool { return deed.Covers(other.Path) })
		begun = begun || isListed(deed)
		if begun && deed.Act == ledger.Write && !deed.Maybe && !deed.Glob && deed.Command == "" {
			changed = append(changed, deed)
		}
	}
	return changed
}

// Used answers whether a skill was used: by a tool, by a command of the user, or by
// reading its file.
func (d *Deeds) Used(skill string) Shown {
	want := skillName(skill)
	return d.search(func(deed *ledger.Deed) (ledger.Answer, int) {
		name, nearness := "", -1
		switch deed.Act {
		case ledger.Skill:
			name, nearness = skillName(deed.Name), deed.Line
		case ledger.Read, ledger.Seen:
			name = skillName(deed.Path)
		}
		isPart := deed.Act == ledger.Skill && (strings.HasSuffix(name, "-"+want) || strings.HasSuffix(want, "-"+name))
		switch {
		case name != want && !isPart:
			return ledger.No, nearness
		case deed.Act == ledger.Seen, deed.Maybe:
			return ledger.Unknown, nearness
		}
		return ledger.Yes, nearness
	})
}

// skillName returns the name of a skill as it is compared: of its file that of its folder.
func skillName(s string) string {
	s = strings.TrimSuffix(strings.ReplaceAll(s, `\`, "/"), "/")
	if dir, file := path.Split(s); strings.EqualFold(file, "SKILL.md") {
		s = path.Clean(dir)
	}
	s = strings.TrimSuffix(path.Base(s), ".md")
	s = s[strings.LastIndexByte(s, ':')+1:]
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(s))
}

// Began returns when the first of the agents began, if the transcripts show that.
func (d *Deeds) Began() (time.Time, bool) {
	began := d.Agent.Began
	for _, l := range d.All() {
		if slices.ContainsFunc(l.Gaps, func(g ledger.Gap) bool { return g.Why == ledger.NoStart || g.Why == ledger.Compacted }) {
			return time.Time{}, false
		}
		if !l.Began.IsZero() && l.Began.Before(began) {
			began = l.Began
		}
	}
	return began, !began.IsZero()
}

// WasThere reports whether a file may have been there before the agents wrote it: one of
// them read it.
func (d *Deeds) WasThere(name string) bool {
	return slices.ContainsFunc(d.All(), func(l *ledger.Ledger) bool {
		return slices.ContainsFunc(l.Deeds, func(deed ledger.Deed) bool { return deed.Act == ledger.Read && deed.IsOf(name) != ledger.No })
	})
}
