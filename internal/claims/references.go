package claims

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// listParams are the parameters that tell which entries of a list claim nothing.
type listParams struct {
	// Unsaid are words beside an entry that is gone, planned, an example or elsewhere. Marks match signs
	// for the same.
	Unsaid wordList        `json:"unsaid"`
	Marks  []*text.Pattern `json:"marks"`
	// States matches the title of a column for the progress of work, Finished its value for finished work.
	States   *text.Pattern `json:"states"`
	Finished *text.Pattern `json:"finished"`
}

// isClaimed reports whether an entry is claimed, judging by the text beside and above it. In an unknown
// language nothing is claimed.
func (p *listParams) isClaimed(pass *rules.Pass, entry *claimedText, note string) bool {
	texts := []string{note, entry.note, entry.above}
	isDenied := func(s string) bool { return p.Unsaid.in(s) || matchesAny(p.Marks, s, pass.Steps()) }
	all := strings.Join(texts, " ")
	isKnown := !hasLetters(all) || isKnownScript(all) && isKnownLanguage(pass)
	if !isKnown || slices.ContainsFunc(texts, isDenied) {
		return false
	}
	state, ok := entry.row.cell(func(title string) bool { return p.States.Match(title, pass.Steps()) })
	return !ok || p.Finished.Match(state, pass.Steps())
}

// referenceParams are the parameters that tell which named files need not exist.
type referenceParams struct {
	listParams
	// Never match paths that cannot be files of a tree, Samples made-up paths such as "path/to/file.go".
	Never   []*text.Pattern `json:"never"`
	Samples []*text.Pattern `json:"samples"`
	// Foreign is the minimum number of files in unknown folders for a handoff to be about another tree, if
	// it names no file of this one.
	Foreign int `json:"foreign"`
	// Hours is the minimum time before the handoff at which a deleted or renamed file cannot have been read
	// by its agent.
	Hours int `json:"hours"`
}

// mention is a file that a handoff names.
type mention struct {
	ledger.Reference
	worktree.File
	at      text.Span
	pointer string
	// listed is set for an entry of a list of paths, inSection for one in a section, changed if the file
	// may be gone since.
	listed, inSection, changed bool
}

// maxNamed bounds the files of one handoff: handoffs name fewer.
const maxNamed = 400

// mentions returns the files of this tree that a handoff claims exist, with their state.
func (p *referenceParams) mentions(pass *rules.Pass) []mention {
	return p.ofThisTree(p.allMentions(pass))
}

// allMentions also returns files that may belong to another tree. Only the hours differ between rules; the
// other parameters are the engine's.
func (p *referenceParams) allMentions(pass *rules.Pass) []mention {
	find := func() any { return p.findMentions(pass) }
	return pass.Memo(fmt.Sprintf("mentions, %d hours", p.Hours), find).([]mention)
}

// findMentions returns the entries of a handoff's lists, and the files that its text plainly says were
// created or changed.
func (p *referenceParams) findMentions(pass *rules.Pass) []mention {
	all := p.told(pass)
	lists := claimedLists(pass, schema.ClaimsFiles, schema.ClaimsRead, schema.ClaimsChanged, schema.ClaimsMade, schema.ClaimsPending)
	for _, list := range lists {
		if list.kind == schema.ClaimsPending && p.isOver(pass, list) {
			continue
		}
		changed := !slices.Contains([]string{schema.ClaimsFiles, schema.ClaimsRead}, list.kind)
		for _, entry := range list.texts {
			r, ok := entry.file()
			if ok && !p.isNever(r.Path, pass) && p.isClaimed(pass, &entry, r.Note) {
				all = append(all, mention{Reference: r, at: entry.at, pointer: entry.pointer, listed: true, inSection: entry.inSection, changed: changed})
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
	return slices.DeleteFunc(all, func(m mention) bool { return p.isSample(&m, pass) })
}

// isSample reports whether a path is made up. If its folder is in the tree, only its name counts.
func (p *referenceParams) isSample(m *mention, pass *rules.Pass) bool {
	name := factsOf(pass).Tree.FromRoot(m.Reference.Path)
	if m.Likely.Folder {
		name = path.Base(name)
	}
	return matchesAny(p.Samples, name, pass.Steps())
}

// isOver reports whether the work on a list of files has moved on: the handoff is committed. Git is not
// asked if all of the files exist.
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

// told returns the files that the text plainly says were created or changed.
func (p *referenceParams) told(pass *rules.Pass) (all []mention) {
	for _, c := range saidIn(pass) {
		if c.IsPlain() && strings.Contains(c.Path, "/") && !p.isNever(c.Path, pass) {
			all = append(all, mention{Reference: ledger.Reference{Path: c.Path}, at: c.placeOf(pass, c.Path), pointer: c.pointer, changed: true})
		}
	}
	return all
}

// handoff returns the origin and times of the claims.
func (p *referenceParams) handoff(pass *rules.Pass) worktree.Handoff {
	h := worktree.Handoff{Path: pass.Doc.Input.Path, Said: saidTime(pass), Work: time.Duration(p.Hours) * time.Hour, IsLive: factsOf(pass).IsLive}
	if pass.Doc.Input.Info != nil {
		h.Changed = pass.Doc.Input.Info.ModTime
	}
	return h
}

// isNever reports whether a path cannot be a file of a tree. The names of folders above the tree do not
// count.
func (p *referenceParams) isNever(name string, pass *rules.Pass) bool {
	return matchesAny(p.Never, factsOf(pass).Tree.FromRoot(name), pass.Steps())
}

// ofThisTree returns the files that are meant to be in this tree: all of them, if the tree has or had one that is named
// with its folder. Otherwise, if many are in unknown folders, the handoff is about another tree; if few are, those of
// them in running text are left out.
func (p *referenceParams) ofThisTree(all []mention) []mention {
	foreign := 0
	for _, m := range all {
		if !strings.Contains(m.File.Path, "/") { // any tree may have such a name
			continue
		}
		if !slices.Contains([]worktree.State{worktree.Absent, worktree.Uncertain}, m.State) {
			return all
		}
		if !m.Likely.Folder {
			foreign++
		}
	}
	if foreign >= p.Foreign {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(m mention) bool { return !m.listed && !m.Likely.Folder })
}

// isMissing reports whether a file is certainly meant to be in the tree but never was. A path in running text may be
// anything, one in a list is a file if the tree has its folder or its extension.
func (m *mention) isMissing() bool {
	mayBeElsewhere := m.inSection && !m.Likely.Top
	switch {
	case m.State != worktree.Absent, mayBeElsewhere:
		return false
	case !m.listed:
		return m.Likely.Top && m.Likely.Extension
	}
	return m.Likely.Extension || m.Likely.Top && fileName.MatchString(m.File.Path)
}

// saidTime returns the earliest time that a handoff can mean by its own timestamp: without a zone, it may
// be half a day earlier.
func saidTime(pass *rules.Pass) time.Time {
	const zones = 14 * time.Hour
	data := pass.Doc.Data()
	said, ok := text.ParseMoment(cmp.Or(data.Field("timestamp").Str(), data.Field("created").Str()))
	switch {
	case said.Zoned:
		return said.At
	case ok:
		return said.At.Add(-zones)
	}
	return protocol.TimeOf(data.Field("task_id").Str())
}
