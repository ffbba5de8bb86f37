package claims

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// listParams say which entries of a list of files claim nothing.
type listParams struct {
	// Unsaid are words beside an entry that is gone, to come, an example or elsewhere, Marks match the
	// same in signs.
	Unsaid wordList        `json:"unsaid"`
	Marks  []*text.Pattern `json:"marks"`
	// States matches the title of a column that says how far the work is, Finished what it says if that
	// is done.
	States   *text.Pattern `json:"states"`
	Finished *text.Pattern `json:"finished"`
}

// isClaimed reports whether an entry is claimed, by what is beside and above it. What another
// language denies or plans cannot be told.
func (p *listParams) isClaimed(pass *rules.Pass, entry *claimedText, note string) bool {
	for _, s := range []string{note, entry.note, entry.above} {
		if s != "" && (p.Unsaid.in(s) || matchesAny(p.Marks, s, pass.Steps())) {
			return false
		}
	}
	besides := entry.besides()
	if hasLetters(besides) && (!isKnownScript(besides) || !isKnownLanguage(pass)) {
		return false
	}
	state, ok := entry.row.cell(func(title string) bool { return p.States.Match(title, pass.Steps()) })
	return !ok || p.Finished.Match(state, pass.Steps())
}

// referenceParams say which files that a handoff names are no claim that the file is there.
type referenceParams struct {
	listParams
	// Never match paths that are of no file of a tree.
	Never []*text.Pattern `json:"never"`
	// Foreign is from how many files in folders that the tree does not have, and none
	// in one that it has, the handoff is about another tree.
	Foreign int `json:"foreign"`
	// Hours is how much earlier than the handoff a file was deleted or renamed that
	// its agent cannot have read.
	Hours int `json:"hours"`
}

// mention is a file that a handoff names.
type mention struct {
	ledger.Reference
	worktree.File
	at      text.Span
	pointer string
	// listed is set for an entry of a list of paths, inSection for one of a section's, changed
	// if it may be gone since.
	listed, inSection, changed bool
}

// maxNamed is how many files of one handoff are looked at: more are not a handoff.
const maxNamed = 400

// mentions returns the files of this tree that a handoff claims to be there, with what
// became of them.
func (p *referenceParams) mentions(pass *rules.Pass) []mention {
	return p.ofThisTree(p.allMentions(pass))
}

// allMentions returns those that may be of another tree, too. Only the hours may differ from rule
// to rule: what else it rests on is the engine's.
func (p *referenceParams) allMentions(pass *rules.Pass) []mention {
	find := func() any { return p.findMentions(pass) }
	return pass.Memo(fmt.Sprintf("mentions, %d hours", p.Hours), find).([]mention)
}

// findMentions returns the entries of a handoff's lists, and the files that its text plainly says
// were made or changed.
func (p *referenceParams) findMentions(pass *rules.Pass) []mention {
	all := p.told(pass)
	lists := claimedLists(pass, schema.ClaimsFiles, schema.ClaimsRead, schema.ClaimsChanged, schema.ClaimsMade, schema.ClaimsPending)
	for _, list := range lists {
		if list.kind == schema.ClaimsPending && p.isOver(pass, list) {
			continue
		}
		changed := list.kind != schema.ClaimsFiles && list.kind != schema.ClaimsRead
		for _, entry := range list.texts {
			r, ok := entry.file()
			if ok && !p.isNever(r.Path, pass) && p.isClaimed(pass, &entry, r.Note) {
				all = append(all, mention{Reference: r, at: entry.at, pointer: entry.pointer, listed: true, inSection: entry.inItem, changed: changed})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b mention) int { return cmp.Compare(a.at.Start, b.at.Start) })
	all = all[:min(len(all), maxNamed)]
	paths := make([]string, len(all))
	for i, m := range all {
		paths[i] = m.Reference.Path
	}
	for i, f := range factsOf(pass).Tree.Files(p.handoff(pass), paths) {
		all[i].File = f
	}
	return all
}

// isOver reports whether the work on a list of files has gone on since: the handoff is
// committed. Git is not asked if all of them are there.
func (p *referenceParams) isOver(pass *rules.Pass, list claimedList) bool {
	var paths []string
	for _, entry := range list.texts[:min(len(list.texts), maxNamed)] {
		if r, ok := entry.file(); ok {
			paths = append(paths, r.Path)
		}
	}
	tree := factsOf(pass).Tree
	isGone := func(f worktree.File) bool { return f.State != worktree.Present }
	return slices.ContainsFunc(tree.Files(p.handoff(pass), paths), isGone) && tree.IsCommitted(pass.Doc.Input.Path)
}

// told returns the files that the text plainly says were made or changed.
func (p *referenceParams) told(pass *rules.Pass) (all []mention) {
	for _, c := range saidIn(pass) {
		r, ok := ledger.ParseReference(c.Path)
		if c.Act == claim.Wrote && c.IsPlain() && !c.IsGone && ok && strings.Contains(r.Path, "/") && !p.isNever(r.Path, pass) {
			all = append(all, mention{Reference: r, at: c.placeOf(pass, c.Path), pointer: c.pointer})
		}
	}
	return all
}

// handoff returns what is known of where the claims come from.
func (p *referenceParams) handoff(pass *rules.Pass) worktree.Handoff {
	h := worktree.Handoff{Path: pass.Doc.Input.Path, Said: saidTime(pass), Work: time.Duration(p.Hours) * time.Hour, IsLive: factsOf(pass).IsLive}
	if pass.Doc.Input.Info != nil {
		h.Changed = pass.Doc.Input.Info.ModTime
	}
	return h
}

// isNever reports whether a path is of no file of a tree. What the folders around this tree are
// called says nothing.
func (p *referenceParams) isNever(path string, pass *rules.Pass) bool {
	return matchesAny(p.Never, factsOf(pass).Tree.FromRoot(path), pass.Steps())
}

// ofThisTree returns the files that are meant to be of this tree. If none that a handoff
// names is one of it, those in folders that it lacks are another's: all of them if they
// are many, else those in text.
func (p *referenceParams) ofThisTree(all []mention) []mention {
	foreign := 0
	for _, m := range all {
		switch nested := strings.Contains(m.File.Path, "/"); {
		case nested && m.State != worktree.Absent && m.State != worktree.Uncertain:
			return all
		case nested && !m.Likely.Folder:
			foreign++
		}
	}
	if foreign >= p.Foreign {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(m mention) bool { return !m.listed && !m.Likely.Folder })
}

// isMissing reports whether a file is beyond doubt meant to be one of the tree, and is
// in no state of it.
func (m *mention) isMissing() bool {
	if m.State != worktree.Absent {
		return false
	}
	nested := strings.Contains(m.File.Path, "/")
	if !m.listed {
		return nested && m.Likely.Top && m.Likely.Extension
	}
	if m.inSection && !m.Likely.Top {
		return false // it may be from another folder
	}
	return m.Likely.Extension || m.Likely.Top && extension.MatchString(m.File.Path)
}

// extension matches that of a file that is the only one of its kind.
var extension = text.MustCompile(`[^/]\.[A-Za-z][A-Za-z0-9]{0,5}$`)

// saidTime returns the time that a handoff gives for itself, the earliest that it can mean:
// without a zone it may be half a day before.
func saidTime(pass *rules.Pass) time.Time {
	const zones = 14 * time.Hour
	data := pass.Doc.Data()
	for _, name := range []string{"timestamp", "created"} {
		said, ok := text.ParseMoment(data.Field(name).Str())
		if ok && said.Zoned {
			return said.At
		}
		if ok {
			return said.At.Add(-zones)
		}
	}
	if at := protocol.TimeOf(data.Field("task_id").Str()); !at.IsZero() && pass.Doc.Spec.IsDated {
		return at
	}
	return time.Time{}
}
