package evidence

import (
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// Deeds are what is known of the agent that wrote a handoff: its own ledger, and those of
// the other agents of its session. By leaves those that count.
type Deeds struct {
	Agent *Ledger
	// Around are the other ledgers of the session's tree.
	Around []*Ledger

	agents  *agents // nil if there is nothing beside these
	once    sync.Once
	ordered []Step
	runs    int
}

// Shown is the answer to a question about deeds.
type Shown struct {
	Answer Answer
	// Deed shows a Yes; for a No it is the nearest one, nil if none is near.
	Deed *Deed
	// Looked is how many deeds of the kind were looked at.
	Looked int
}

// stepBytes are the bytes of a command or its output that cost about as much to search as
// to look at a deed.
const stepBytes = 64

// search goes through the deeds of the session. see answers whether a deed shows what is
// asked, and says how near it comes: -1 if it is not of the kind that is looked for. The
// answer is No only if nothing can hide a deed.
func (d *Deeds) search(see func(*Deed) (shows Answer, nearness int)) Shown {
	out, nearest := Shown{Answer: No}, 0
	if !d.Complete() {
		out.Answer = Unknown
	}
	var shown *Deed
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
			if shows == Yes {
				shown = deed
			} else if shows == Unknown {
				out.Answer = Unknown
			}
		}
	}
	if shown != nil {
		out.Answer, out.Deed = Yes, shown
	} else if out.Answer == Unknown {
		out.Deed = nil
	}
	return out
}

// Read answers whether a file, or something below a folder, was shown to one of the
// agents, or made by one.
func (d *Deeds) Read(name string) Shown {
	return d.search(func(deed *Deed) (Answer, int) {
		nearness := -1
		if deed.Act == Read {
			nearness = deed.nearness(name)
		}
		switch same := deed.IsOf(name); {
		case deed.Act == Run && !mentions(deed.Command, name) && !mentions(deed.Output, name), deed.isAnyChange():
			return No, nearness
		case deed.Act == Run, same == Yes && (deed.Maybe || deed.Act == Seen):
			return Unknown, nearness
		default:
			return same, nearness
		}
	})
}

// ReadLines answers whether some lines of a file were among those that the agents were
// shown; a No has a read that comes near.
func (d *Deeds) ReadLines(name string, from, to int) Shown {
	return d.search(func(deed *Deed) (Answer, int) {
		same := deed.IsOf(name)
		isPart := deed.Act == Read && same == Yes && !deed.Maybe && deed.From > 0
		switch {
		case deed.Act == Run, same == No, deed.isAnyChange():
			return No, -1
		case isPart && (deed.From > to || deed.To > 0 && deed.To < from):
			return No, deed.From
		case isPart, deed.Act == Read && deed.Whole, deed.Act == Write && same == Yes:
			return Yes, -1
		}
		return Unknown, -1
	})
}

// ReadWhole answers whether all of a file was shown that was read. Reads that may add up
// to all of it leave that open, and so does one of the first lines if the file may have
// no more: lines returns how many it has, 0 if that is not known.
func (d *Deeds) ReadWhole(name string, lines func() int) Shown {
	out := d.search(func(deed *Deed) (Answer, int) {
		same := deed.IsOf(name)
		switch {
		case deed.Act == Run, deed.Act == Seen, same == No, deed.isAnyChange():
			return No, -1
		case deed.Whole, deed.Act == Write:
			return Yes, -1
		case deed.Act == Read && same == Yes && deed.From > 0 && deed.To > 0 && (deed.From > 1 || deed.more || deed.To < lines()):
			return No, 1
		}
		return Unknown, -1
	})
	if out.Answer == No && out.Looked > 1 {
		out.Answer = Unknown
	}
	return out
}

// Wrote answers whether one of the agents made, changed or removed a file, or one below a
// folder.
func (d *Deeds) Wrote(name string) Shown {
	return d.search(func(deed *Deed) (Answer, int) {
		same := deed.IsOf(name)
		switch {
		case deed.Act != Write && deed.Act != Delete:
			return No, -1
		case deed.Path == Anything:
			return Unknown, -1
		case same == Yes && deed.Maybe:
			same = Unknown
		}
		return same, deed.nearness(name)
	})
}

// Changed are the files that the agent itself certainly changed with a tool for a
// handoff, and left there: from its first change of a file that is listed, for one
// session can have many tasks, to the handoff. Those of an agent that was sent out are of
// one task. It is nil if something may have undone changes, or was not kept.
func (d *Deeds) Changed(handoff string, isListed func(*Deed) bool) []*Deed {
	var changed []*Deed
	if slices.ContainsFunc(d.Agent.Gaps, func(g Gap) bool { return g.Why == Bounded }) {
		return nil
	}
	line := d.writtenAt(handoff)
	begun := d.Agent.Agent != ""
	for i := range d.Agent.Deeds {
		deed := &d.Agent.Deeds[i]
		if deed.Path == Anything && strings.HasPrefix(deed.Command, "git ") {
			return nil
		}
		if deed.Act != Write && deed.Act != Delete || deed.Act == Write && deed.Glob || deed.Line > line {
			continue
		}
		if !d.ask(1 + len(changed)) {
			return nil
		}
		changed = slices.DeleteFunc(changed, func(other *Deed) bool { return deed.Covers(other.Path) })
		begun = begun || isListed(deed)
		if begun && deed.Act == Write && !deed.Maybe && !deed.Glob && deed.Command == "" {
			changed = append(changed, deed)
		}
	}
	return changed
}

// Used answers whether a skill was used: by a tool, by a command of the user, or by
// reading its file.
func (d *Deeds) Used(skill string) Shown {
	want := skillName(skill)
	return d.search(func(deed *Deed) (Answer, int) {
		name, nearness := "", -1
		switch deed.Act {
		case Skill:
			name, nearness = skillName(deed.Name), deed.Line
		case Read, Seen:
			name = skillName(deed.Path)
		}
		isPart := deed.Act == Skill && (strings.HasSuffix(name, "-"+want) || strings.HasSuffix(want, "-"+name))
		switch {
		case name != want && !isPart:
			return No, nearness
		case deed.Act == Seen, deed.Maybe:
			return Unknown, nearness
		}
		return Yes, nearness
	})
}

// skillName is the name of a skill as it is compared: of its file that of its folder.
func skillName(s string) string {
	s = strings.TrimSuffix(strings.ReplaceAll(s, `\`, "/"), "/")
	if dir, file := path.Split(s); strings.EqualFold(file, "SKILL.md") {
		s = path.Clean(dir)
	}
	s = strings.TrimSuffix(path.Base(s), ".md")
	s = s[strings.LastIndexByte(s, ':')+1:]
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(s))
}

// Began is when the first of the agents began, if the transcripts show that.
func (d *Deeds) Began() (time.Time, bool) {
	began := d.Agent.Began
	for _, l := range d.All() {
		if slices.ContainsFunc(l.Gaps, func(g Gap) bool { return g.Why == NoStart || g.Why == Compacted }) {
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
	return slices.ContainsFunc(d.steps(), func(s Step) bool { return s.Act == Read && s.IsOf(name) != No })
}

// IsOf answers whether a deed is about a file, or about one below a folder of that name.
// Paths of other machines and of other work trees are the same by their ends.
func (d *Deed) IsOf(name string) Answer {
	switch {
	case d.Path == "":
		return No
	case d.Path == Anything:
		return Unknown
	case d.Glob:
		return d.mayMatch(name)
	}
	return sameFile(d.Path, name)
}

// mayMatch answers whether the pattern of a deed may match a file.
func (d *Deed) mayMatch(name string) Answer {
	folder, last := path.Split(d.Path)
	if last == Anything {
		above := path.Base(folder)
		if strings.ContainsAny(above, "*?[{") || !strings.Contains(name, "/") || strings.Contains(slashed(name)+"/", slashed(above)+"/") {
			return Unknown
		}
		return No
	}
	if strings.Contains(last, Anything) || mayMatch(last, path.Base(name)) {
		return Unknown
	}
	return No
}

// sameFile answers whether two paths are of one file, or the second one of a folder above
// the first.
func sameFile(file, name string) Answer {
	base := path.Base(name)
	if !strings.EqualFold(path.Base(file), base) && !strings.Contains(file, "/"+base+"/") && !strings.HasPrefix(file, base+"/") {
		return No // most files, at little cost
	}
	a, b := slashed(file), slashed(name)
	switch {
	case strings.HasSuffix(a, b), strings.HasSuffix(b, a), strings.Contains(a, b+"/"):
		return Yes
	case path.Base(a) != path.Base(b):
		return No
	case path.Base(path.Dir(a)) == path.Base(path.Dir(b)):
		return Yes
	case strings.HasPrefix(name, "/"):
		return Unknown
	}
	return No
}

// slashed is a path in lower case with a slash before each of its names.
func slashed(name string) string {
	return "/" + strings.ToLower(strings.Trim(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/"))
}

// mentions reports whether a text has a path that may be of a file.
func mentions(text, name string) bool {
	base := path.Base(name)
	for at := 0; len(base) > 2; {
		i := strings.Index(text[at:], base)
		if i < 0 {
			break
		}
		end := at + i + len(base)
		start := strings.LastIndexAny(text[:at+i], " \t\n\"'`(=:<>,;|&") + 1
		if sameFile(text[start:end], name) != No {
			return true
		}
		at = end
	}
	return false
}

// nearness is how near the path of a deed is to another one: 2 with the same name, 1 in a
// folder of the same name.
func (d *Deed) nearness(name string) int {
	switch {
	case d.Glob:
		return 0
	case path.Base(d.Path) == path.Base(name):
		return 2
	case path.Base(path.Dir(d.Path)) == path.Base(path.Dir(name)):
		return 1
	}
	return 0
}

// isAnyChange reports whether a deed may have changed any file, which shows none.
func (d *Deed) isAnyChange() bool { return d.Path == Anything && d.Act != Read }
