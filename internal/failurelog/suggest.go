package failurelog

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// Suggestion is a proposal that rests on the log. Nothing follows it by
// itself: a person decides.
type Suggestion struct {
	// Kind is "prompt" for one role, "shared" for what several roles have in
	// common, "silent" for rules that never fire.
	Kind  string   `json:"kind"`
	Roles []string `json:"roles,omitempty"`
	// Rules is the rule, or those that are silent.
	Rules  []string `json:"rules"`
	Format string   `json:"format,omitempty"`
	// Entries is the number of failures that it rests on, Of how many there are
	// of the role, the roles or the format.
	Entries int `json:"entries"`
	Of      int `json:"of"`
	// Finding says what the log shows, Proposal what to do about it.
	Finding  string `json:"finding"`
	Proposal string `json:"proposal"`
}

// Suggest walks over a log and proposes what to change: first what several
// roles share, then what one role gets wrong, then the rules that never fire;
// within each what rests on most failures. The proposals hold for what could
// be read; the error is the reader's.
func Suggest(r *Reader, catalogue *rules.Catalogue) ([]Suggestion, error) {
	s := newSuggester(catalogue)
	for e := range r.Entries() {
		s.add(e)
	}
	return s.finish(), r.Err()
}

// draft is a proposal for one role: the failures that one help answers, or
// with no help those of a rule.
type draft struct {
	pair
	entries       int
	message, help string
}

func (s *suggester) finish() []Suggestion {
	groups := map[draft][]draft{}
	for _, d := range s.drafts() {
		subject := draft{pair: pair{rule: d.rule}, help: d.help}
		groups[subject] = append(groups[subject], d)
	}
	var shared, single []Suggestion
	for _, group := range groups {
		if len(group) >= s.catalogue.Suggest.Roles {
			shared = append(shared, s.shared(group))
			continue
		}
		for _, d := range group {
			single = append(single, s.prompt(d))
		}
	}
	return slices.Concat(mostFirst(shared), mostFirst(single), s.silent())
}

func mostFirst(list []Suggestion) []Suggestion {
	slices.SortFunc(list, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), slices.Compare(a.Roles, b.Roles),
			slices.Compare(a.Rules, b.Rules), cmp.Compare(a.Proposal, b.Proposal))
	})
	return list
}

// enough says whether a proposal can rest on so many failures of so many.
func (s *suggester) enough(entries, of int) bool {
	limits := s.catalogue.Suggest
	return entries >= limits.Entries && entries*100 >= of*limits.Percent
}

// drafts are the proposals for one role each.
func (s *suggester) drafts() []draft {
	var out []draft
	for p, entries := range s.pairs {
		of := s.roles[p.role]
		if p.role == "" || p.rule == "" || !s.enough(entries, of) {
			continue
		}
		answered := false
		for help, c := range s.causes[p] {
			if s.enough(c.entries, of) {
				out = append(out, draft{p, c.entries, c.message, help})
				answered = true
			}
		}
		if !answered {
			out = append(out, draft{pair: p, entries: entries})
		}
	}
	return out
}

func (s *suggester) prompt(d draft) Suggestion {
	of := s.roles[d.role]
	return Suggestion{
		Kind: "prompt", Roles: []string{d.role}, Rules: []string{d.rule}, Entries: d.entries, Of: of,
		Finding: s.words("prompt", rules.Values{
			"role": d.role, "entries": strconv.Itoa(d.entries), "of": strconv.Itoa(of),
			"what": s.what(d), "rule": d.rule,
		}),
		Proposal: s.tell("tell", d),
	}
}

// shared joins the drafts for several roles, which differ in nothing else.
func (s *suggester) shared(group []draft) Suggestion {
	j := Suggestion{Kind: "shared", Rules: []string{group[0].rule}}
	common := group[0]
	for _, d := range group {
		j.Roles = append(j.Roles, d.role)
		j.Entries += d.entries
		j.Of += s.roles[d.role]
		if d.message != common.message {
			common.message = ""
		}
	}
	slices.Sort(j.Roles)
	j.Finding = s.words("shared", rules.Values{
		"roles": strings.Join(j.Roles, ", "), "entries": strconv.Itoa(j.Entries), "of": strconv.Itoa(j.Of),
		"what": s.what(common), "rule": common.rule,
	})
	j.Proposal = s.tell("tellAll", common)
	return j
}

func (s *suggester) words(name string, values rules.Values) string {
	return rules.Fill(s.catalogue.Suggest.Words[name], values)
}

// what says what is wrong: what all messages say, else the rule's summary.
func (s *suggester) what(d draft) string {
	if r := s.catalogue.Rule(d.rule); d.message == "" && r != nil {
		return r.Summary
	}
	return cmp.Or(d.message, d.rule)
}

// tell is the proposal to tell agents the help, or what explains the rule.
func (s *suggester) tell(words string, d draft) string {
	help := cmp.Or(d.help, s.words("explain", rules.Values{"rule": d.rule}))
	return s.words(words, rules.Values{"help": help})
}

// silent are the rules of a format that the log has often enough and that
// never fired in it.
func (s *suggester) silent() []Suggestion {
	var out []Suggestion
	for _, format := range slices.Sorted(maps.Keys(s.formats)) {
		of, names := s.formats[format], s.unfired(format)
		if of < s.catalogue.Suggest.Silent || len(names) == 0 {
			continue
		}
		out = append(out, Suggestion{
			Kind: "silent", Rules: names, Format: format, Of: of,
			Finding: s.words("silent", rules.Values{
				"entries": strconv.Itoa(of), "format": format, "rules": strings.Join(names, ", "),
			}),
			Proposal: s.words("look", nil),
		})
	}
	return out
}

// unfired are the rules of a format that never fired, less those that are off
// or cannot be.
func (s *suggester) unfired(format string) []string {
	var names []string
	for _, r := range s.catalogue.Rules {
		if !r.Fixed && r.Severity != rules.Off && !s.fired[r.Name] && isFor(r, format) {
			names = append(names, r.Name)
		}
	}
	return names
}

func isFor(r *rules.Rule, format string) bool {
	for _, f := range r.Formats {
		if string(f) == format {
			return true
		}
	}
	return false
}
