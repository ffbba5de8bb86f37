package claims

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// chain returns the reports of a session that were read, sorted by number.
func chain(pass *rules.Pass) []*rules.Member {
	var members []*rules.Member
	for i := range pass.Session.Members {
		if m := &pass.Session.Members[i]; m.Chain != nil && m.Sequence != nil {
			members = append(members, m)
		}
	}
	slices.SortStableFunc(members, func(a, b *rules.Member) int { return cmp.Compare(a.Sequence.Number(), b.Sequence.Number()) })
	return members
}

// maxCompared bounds the comparisons of a session's reports with each other and with what was done. Beyond
// it, the chain is not judged.
const maxCompared = 20_000_000

// unreadUpstream reports an earlier report that an agent names but did not open.
func unreadUpstream(_ *struct{}, pass *rules.Pass) {
	facts := factsOf(pass)
	if facts.Timeline == nil || facts.Timeline.Counted().Incomplete() != "" {
		return
	}
	steps := text.NewSteps(maxCompared)
	take := func(n int) bool {
		within := steps.Take(int64(n))
		if !within {
			facts.Incomplete.Add(rules.KindChain, "a session has more reports than are compared with each other")
		}
		return within
	}
	members := chain(pass)
	for i, m := range members {
		for _, upstream := range members[:i] {
			if !take(1 + len(m.Chain.Cites)) {
				return
			}
			j := slices.IndexFunc(m.Chain.Cites, func(f *rules.Fact) bool { return upstream.IsNamedBy(f) })
			if j < 0 || upstream.Sequence.Number() == m.Sequence.Number() {
				continue
			}
			if !take(len(facts.Timeline.Counted().Events)) {
				return
			}
			looked, isUnread := facts.neverOpened(m.Path, upstream.Path)
			if isUnread {
				pass.Report(rules.Report{Member: m, Fact: m.Chain.Cites[j], Values: rules.Values{
					"other": path.Base(upstream.Path), "looked": text.Count(looked, "read"),
				}})
			}
		}
	}
}

// neverOpened reports whether only its writer opened an upstream report, or no one: the author of the
// report did not, nor did other agents. looked counts the reads by these. Who wrote what must be certain.
func (f *Facts) neverOpened(report, upstream string) (looked int, isUnread bool) {
	agents := f.Timeline.Counted().Agents
	folder := path.Base(path.Dir(upstream))
	hasSearched := func(l *ledger.Ledger) bool { // a command on the folder may have shown the report
		return slices.ContainsFunc(l.Deeds, func(d ledger.Deed) bool { return strings.Contains(d.Command, folder) })
	}
	readers := withoutWriters(agents, upstream)
	hasWriter := len(readers) < len(agents)
	reportHasOneWriter := len(agents)-len(withoutWriters(agents, report)) == 1
	reportIsByReader := len(readers)-len(withoutWriters(readers, report)) == 1 // not by a writer of upstream, who knows it
	isCertain := hasWriter && reportHasOneWriter && reportIsByReader
	if !isCertain || slices.ContainsFunc(agents, hasSearched) {
		return 0, false
	}
	shown := f.read(readers, upstream)
	return shown.looked, shown.answer == ledger.No
}

// withoutWriters returns the agents that certainly did not write a file.
func withoutWriters(agents []*ledger.Ledger, name string) []*ledger.Ledger {
	mayWrite := func(d ledger.Deed) bool { return d.Act == ledger.Write && d.IsOf(name) != ledger.No }
	return slices.DeleteFunc(slices.Clone(agents), func(l *ledger.Ledger) bool { return slices.ContainsFunc(l.Deeds, mayWrite) })
}
