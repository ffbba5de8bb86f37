package claims

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// chain returns the reports of a session that were read, by their numbers.
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

// maxCompared bounds how often a rule compares reports of a session with each other: their
// facts, words and deeds.
const maxCompared = 20_000_000

// comparisons counts what a rule compares. When it is exceeded, nothing is said about the
// chain.
type comparisons struct {
	steps *text.Steps
	pass  *rules.Pass
}

func newComparisons(pass *rules.Pass) comparisons {
	return comparisons{text.NewSteps(maxCompared), pass}
}

// take counts n comparisons, and reports whether they are within the bound.
func (c comparisons) take(n int) bool {
	if c.steps.Take(int64(n)) {
		return true
	}
	factsOf(c.pass).Incomplete.Add(rules.KindChain, "a session has more reports than are compared with each other")
	return false
}

// unreadUpstream reports an earlier report that is named by an agent that did not open
// it.
func unreadUpstream(_ *struct{}, pass *rules.Pass) {
	deeds := factsOf(pass).Deeds
	if deeds == nil || !deeds.Complete() {
		return
	}
	members, compared := chain(pass), newComparisons(pass)
	for i, m := range members {
		for _, upstream := range members[:i] {
			if !compared.take(1 + len(m.Chain.Cites)) {
				return
			}
			j := slices.IndexFunc(m.Chain.Cites, func(f *rules.Fact) bool { return upstream.IsNamedBy(f) })
			if j < 0 || upstream.Sequence.Number() == m.Sequence.Number() {
				continue
			}
			if !compared.take(deeds.Size()) {
				return
			}
			if looked, unread := neverOpened(deeds, m.Path, upstream.Path); unread {
				pass.Report(rules.Report{Member: m, Fact: m.Chain.Cites[j], Values: rules.Values{
					"other": path.Base(upstream.Path), "looked": text.Count(looked, "read"),
				}})
			}
		}
	}
}

// neverOpened reports whether the agent that wrote one report did not open another one,
// nor anyone but its writer, and how often those have read a file. Who wrote what has
// to be certain.
func neverOpened(deeds *evidence.Deeds, report, upstream string) (looked int, unread bool) {
	var writers, others []*ledger.Ledger
	folder := path.Base(path.Dir(upstream))
	for _, l := range deeds.All() {
		searched := func(d ledger.Deed) bool { return d.Act == ledger.Run && strings.Contains(d.Command, folder) }
		if slices.ContainsFunc(l.Deeds, searched) {
			return 0, false
		}
		wrote := func(name string) bool {
			return slices.ContainsFunc(l.Deeds, func(d ledger.Deed) bool { return d.Act == ledger.Write && d.IsOf(name) != ledger.No })
		}
		switch here, there := wrote(report), wrote(upstream); {
		case here && there:
			return 0, false
		case here:
			writers = append(writers, l)
		case !there:
			others = append(others, l)
		}
	}
	if len(writers) != 1 || len(writers)+len(others) == len(deeds.All()) {
		return 0, false
	}
	shown := (&evidence.Deeds{Agent: writers[0], Around: others}).Read(upstream)
	return shown.Looked, shown.Answer == ledger.No
}

type droppedItemParams struct {
	Least   int      `json:"least"`
	Share   float64  `json:"share"`
	Letters int      `json:"letters"`
	Common  []string `json:"common"`
	Spared  []string `json:"spared"`
}

// droppedItem reports a next action of which no later report has more than a few words.
func droppedItem(p *droppedItemParams, pass *rules.Pass) {
	members, compared := chain(pass), newComparisons(pass)
	for i, m := range members {
		for _, item := range m.Chain.Actions {
			said := strings.ToLower(item.Value)
			later := members[i+1:]
			if !compared.take(len(later) * (1 + strings.Count(said, " "))) {
				return
			}
			next := addressee(said, later, m.Sequence.Number())
			if next == nil || slices.ContainsFunc(p.Spared, func(s string) bool { return strings.Contains(said, s) }) {
				continue
			}
			if about := p.about(item.Value, next); len(about) >= p.Least && !p.mentioned(about, later) {
				pass.Report(rules.Report{Member: m, Fact: item, Values: rules.Values{
					"text": secret.Quote(item.Value), "other": path.Base(next.Path),
				}})
			}
		}
	}
}

// addressee returns the later report of the agent that an item, in lower case, names, or if it names
// none, the one with the next number; nil if that is not there or not the only one.
func addressee(item string, later []*rules.Member, number int) *rules.Member {
	var named, next []*rules.Member
	for _, m := range later {
		if m.IsAddressedBy(item) {
			named = append(named, m)
		}
		if m.Sequence.Number() == number+1 {
			next = append(next, m)
		}
	}
	switch {
	case len(named) > 0:
		return named[0]
	case len(next) == 1:
		return next[0]
	}
	return nil
}

// about returns the words that say what an item is about, each once.
func (p *droppedItemParams) about(item string, next *rules.Member) []string {
	var about []string
	for _, word := range text.Tokens(strings.ToLower(item)) {
		if len(word) >= p.Letters && !slices.Contains(p.Common, word) && !slices.Contains(about, word) && !strings.Contains(next.Chain.Role, word) {
			about = append(about, word)
		}
	}
	return about
}

// mentioned reports whether more than a few of the words are in the later reports.
func (p *droppedItemParams) mentioned(words []string, later []*rules.Member) bool {
	found := 0
	for _, word := range words {
		if slices.ContainsFunc(later, func(m *rules.Member) bool { return m.Chain.Mentions(word) }) {
			found++
		}
	}
	return float64(found) > p.Share*float64(len(words))
}

// loop reports a report whose agent wrote the same one before another agent was at work.
func loop(_ *struct{}, pass *rules.Pass) {
	members := chain(pass)
	for i := 2; i < len(members); i++ {
		first, between, last := members[i-2], members[i-1], members[i]
		if last.Chain.Role == "" || last.Chain.Role != first.Chain.Role || last.Chain.Role == between.Chain.Role {
			continue
		}
		report := func(what string, was, is *rules.Fact) bool {
			if was == nil || is == nil || was.Value != is.Value {
				return false
			}
			pass.Report(rules.Report{Member: last, Fact: is, Values: rules.Values{
				"role": secret.Quote(last.Chain.Role), "between": secret.Quote(between.Chain.Role), "what": what, "other": path.Base(first.Path),
			}})
			return true
		}
		if !report("section 1", first.Deliverable, last.Deliverable) {
			report("section 5", first.Chain.Next, last.Chain.Next)
		}
	}
}

type conflictParams struct {
	Spared []string `json:"spared"`
}

// conflict reports an artifact that an earlier report has, too, if neither names the
// other.
func conflict(p *conflictParams, pass *rules.Pass) {
	compared := newComparisons(pass)
	claiming := map[string][]*rules.Member{} // by the paths of artifacts
	for _, m := range chain(pass) {
		var own []string
		for _, file := range m.Chain.Artifacts {
			if !compared.take(len(m.Chain.Actions) + len(m.Chain.Artifacts)) {
				return
			}
			if !p.claims(m, file) {
				continue
			}
			name := path.Clean(file.Value)
			own = append(own, name)
			for _, earlier := range claiming[name] {
				if !compared.take(len(m.Chain.Cites) + len(earlier.Chain.Cites)) {
					return
				}
				if strangers(earlier, m) {
					pass.Report(rules.Report{Member: m, Fact: file, Values: rules.Values{
						"file": secret.Quote(file.Value), "other": path.Base(earlier.Path),
					}})
					break
				}
			}
		}
		for _, name := range own {
			claiming[name] = append(claiming[name], m)
		}
	}
}

// claims reports whether a report has a file as its own work, and does not hand it over.
func (p *conflictParams) claims(m *rules.Member, file *rules.Fact) bool {
	handed := func(item *rules.Fact) bool { return strings.Contains(item.Value, path.Base(file.Value)) }
	return !slices.ContainsFunc(m.Chain.Actions, handed) && slices.ContainsFunc(m.Chain.Artifacts, func(f *rules.Fact) bool {
		spared := func(word string) bool { return strings.Contains(strings.ToLower(f.Line()), word) }
		return path.Clean(f.Value) == path.Clean(file.Value) && !slices.ContainsFunc(p.Spared, spared)
	})
}

// strangers reports whether two reports are by different agents and neither names the
// other: by its file, its number, its role or a word of it.
func strangers(a, b *rules.Member) bool {
	names := func(m, other *rules.Member) bool {
		return m.Chain.Names(path.Base(other.Path)) ||
			slices.ContainsFunc(m.Chain.Cites, func(f *rules.Fact) bool { return other.IsNamedBy(f) }) ||
			slices.ContainsFunc(text.Tokens(other.Chain.Role), func(word string) bool {
				return !slices.Contains(text.Tokens(m.Chain.Role), word) && m.Chain.Mentions(word)
			})
	}
	return a.Chain.Role != "" && b.Chain.Role != "" && a.Chain.Role != b.Chain.Role && !names(a, b) && !names(b, a)
}
