package evidence

import (
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// Deeds are what is known of the agent that wrote a handoff: its own ledger, those of
// the agents that it sent out, and of those above it.
type Deeds struct {
	Agent *Ledger
	// Around are the other ledgers of the session's tree.
	Around []*Ledger

	once    sync.Once
	ordered []CommandRun
}

// Shown is the answer to a question about deeds.
type Shown struct {
	Answer Answer
	// Deed shows a Yes; for a No it is the nearest one, nil if none is near.
	Deed *Deed
	// Looked is how many deeds of the kind were looked at.
	Looked int
}

// answer is No only if nothing can hide a deed.
func (d *Deeds) answer(yes, maybe *Deed, near *nearest, looked int) Shown {
	switch {
	case yes != nil:
		return Shown{Answer: Yes, Deed: yes, Looked: looked}
	case maybe != nil || !d.Complete():
		return Shown{Looked: looked}
	}
	return Shown{Answer: No, Deed: near.deed, Looked: looked}
}

// Read answers whether a file, or something below a folder, was shown to one of the
// agents, or made by one.
func (d *Deeds) Read(name string) Shown {
	var yes, maybe *Deed
	near, looked := nearest{to: name}, 0
	for _, l := range d.All() {
		for i := range l.Deeds {
			deed := &l.Deeds[i]
			same := No
			if deed.Act != Run {
				same = deed.IsOf(name)
			}
			switch {
			case deed.Act == Run:
				if yes == nil && maybe == nil && (mentions(deed.Command, name) || mentions(deed.Output, name)) {
					maybe = deed
				}
			case deed.Path == Anything && deed.Act != Read:
			case same == Yes && !deed.Maybe && deed.Act != Seen:
				yes = deed
			case same != No:
				maybe = deed
			}
			if deed.Act == Read {
				looked++
				near.offer(deed)
			}
		}
	}
	return d.answer(yes, maybe, &near, looked)
}

// ReadLines answers whether some lines of a file were among those that the agents were
// shown; a No has the read that comes nearest.
func (d *Deeds) ReadLines(name string, from, to int) Shown {
	var yes, maybe, near *Deed
	looked := 0
	for _, l := range d.All() {
		for i := range l.Deeds {
			deed := &l.Deeds[i]
			same := deed.IsOf(name)
			switch {
			case deed.Act == Run || deed.Path == Anything && deed.Act != Read || same == No:
			case deed.Act == Read && same == Yes && !deed.Maybe && deed.From > 0:
				looked++
				if near = deed; deed.From <= to && (deed.To == 0 || from <= deed.To) {
					yes = deed
				}
			case deed.Act == Read && deed.Whole, deed.Act == Write && same == Yes:
				yes = deed
			default:
				maybe = deed
			}
		}
	}
	return d.answer(yes, maybe, &nearest{deed: near}, looked)
}

// ReadWhole answers whether all of a file was shown that was read. Reads that may add up
// to all of it leave that open.
func (d *Deeds) ReadWhole(name string) Shown {
	var yes, maybe, part *Deed
	parts := 0
	for _, l := range d.All() {
		for i := range l.Deeds {
			deed := &l.Deeds[i]
			same := deed.IsOf(name)
			switch {
			case deed.Act == Run || deed.Path == Anything && deed.Act != Read || same == No || deed.Act == Seen:
			case deed.Whole || deed.Act == Write:
				yes = deed
			case deed.Act == Read && same == Yes && deed.From > 0 && deed.To > 0:
				part = deed
				parts++
			default:
				maybe = deed
			}
		}
	}
	if parts > 1 {
		maybe = part
	}
	return d.answer(yes, maybe, &nearest{deed: part}, parts)
}

// Wrote answers whether one of the agents made, changed or removed a file, or one below a
// folder.
func (d *Deeds) Wrote(name string) Shown {
	var yes, maybe *Deed
	near, looked := nearest{to: name}, 0
	for _, l := range d.All() {
		for i := range l.Deeds {
			deed := &l.Deeds[i]
			if deed.Act != Write && deed.Act != Delete {
				continue
			}
			switch same := deed.IsOf(name); {
			case same == Yes && !deed.Maybe:
				yes = deed
			case same != No:
				maybe = deed
			}
			if deed.Path != Anything {
				looked++
				near.offer(deed)
			}
		}
	}
	return d.answer(yes, maybe, &near, looked)
}

// Changed are the files that the agent itself certainly changed with a tool for a
// handoff, and left there: from its first change of a file that is listed, for one
// session can have many tasks, to the handoff. Those of an agent that was sent out are of
// one task. It is nil if something may have undone changes.
func (d *Deeds) Changed(handoff string, isListed func(*Deed) bool) []*Deed {
	var changed []*Deed
	until := d.written(handoff)
	begun := d.Agent.Agent != ""
	for i := range d.Agent.Deeds {
		deed := &d.Agent.Deeds[i]
		if deed.Path == Anything && strings.HasPrefix(deed.Command, "git ") {
			return nil
		}
		if deed.Act != Write && deed.Act != Delete || deed.Act == Write && deed.Glob || !until.isAfter(deed, d.Agent) {
			continue
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
	var yes, maybe *Deed
	near, looked := nearest{}, 0
	want := skillName(skill)
	for _, l := range d.All() {
		for i := range l.Deeds {
			deed := &l.Deeds[i]
			name := ""
			switch deed.Act {
			case Skill:
				looked++
				name, near.deed = skillName(deed.Name), deed
			case Read, Seen:
				name = skillName(deed.Path)
			}
			if name != want && !(deed.Act == Skill && (strings.HasSuffix(name, "-"+want) || strings.HasSuffix(want, "-"+name))) {
				continue
			}
			if deed.Act == Seen || deed.Maybe {
				maybe = deed
			} else {
				yes = deed
			}
		}
	}
	return d.answer(yes, maybe, &near, looked)
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
	for _, l := range d.All() {
		if slices.ContainsFunc(l.Deeds, func(deed Deed) bool { return deed.Act == Read && deed.IsOf(name) != No }) {
			return true
		}
	}
	return false
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
	if last == "**" {
		if above := path.Base(folder); strings.ContainsAny(above, "*?[{") || !strings.Contains(name, "/") || slices.Contains(steps(name), above) {
			return Unknown
		}
		return No
	}
	if ok, err := doublestar.Match(last, path.Base(name)); ok || err != nil {
		return Unknown
	}
	return No
}

// sameFile answers whether two paths are of one file, or the second one of a folder above
// the first.
func sameFile(file, name string) Answer {
	if base := path.Base(name); !strings.EqualFold(path.Base(file), base) && !strings.Contains(file, "/"+base+"/") && !strings.HasPrefix(file, base+"/") {
		return No // most files, at little cost
	}
	a, b := steps(file), steps(name)
	same := 0
	for same < len(a) && same < len(b) && strings.EqualFold(a[len(a)-1-same], b[len(b)-1-same]) {
		same++
	}
	switch {
	case same == len(a) || same == len(b), same >= 2:
		return Yes
	case len(b) < len(a) && isBelow(a[:len(a)-1], b):
		return Yes
	case same == 1 && strings.HasPrefix(name, "/"):
		return Unknown
	}
	return No
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

// steps are the names in a path.
func steps(name string) []string {
	return strings.FieldsFunc(path.Clean(strings.ReplaceAll(name, `\`, "/")), func(r rune) bool { return r == '/' })
}

// isBelow reports whether the steps of a folder are among those of another.
func isBelow(folder, steps []string) bool {
	for at := 0; at+len(steps) <= len(folder); at++ {
		if slices.EqualFunc(folder[at:at+len(steps)], steps, strings.EqualFold) {
			return true
		}
	}
	return false
}

// nearest keeps the deed whose path is nearest to one: with the same name, or in the same
// folder.
type nearest struct {
	to   string
	deed *Deed
	rank int
}

func (n *nearest) offer(deed *Deed) {
	rank := 0
	switch {
	case deed.Glob:
	case path.Base(deed.Path) == path.Base(n.to):
		rank = 2
	case path.Base(path.Dir(deed.Path)) == path.Base(path.Dir(n.to)):
		rank = 1
	}
	if rank > n.rank {
		n.deed, n.rank = deed, rank
	}
}
