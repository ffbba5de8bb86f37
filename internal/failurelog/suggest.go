package failurelog

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Suggestion is a sentence for the prompt of a role that rests on the log.
type Suggestion struct {
	Role string `json:"role"`
	Rule string `json:"rule"`
	// Entries is the number of failures that it rests on, Of how many the role has.
	Entries int `json:"entries"`
	Of      int `json:"of"`
	// Finding is the evidence in the log, Sentence what to add to the prompt.
	Finding  string `json:"finding"`
	Sentence string `json:"sentence"`
}

// fault is a fault of a role: a rule that it breaks, and the help that answers it,
// "" for all failures by that rule.
type fault struct{ role, rule, help string }

// suggestData is when a suggestion is made, and in which words; see rules/suggest.cue.
type suggestData struct {
	Entries, Percent int
	// Words are templates, by name.
	Words map[string]string
}

// Suggest returns what to add to the prompts of roles, first what rests on most failures.
func (s Stats) Suggest(catalogue *rules.Catalogue) []Suggestion {
	limits := table.Load[suggestData]("suggest")
	ofRole := map[string]int{}
	for _, role := range s.Roles {
		ofRole[role.Name] = role.Entries
	}
	frequent := func(f fault) bool {
		n := s.faults[f]
		return f.role != "" && f.rule != "" && n >= limits.Entries && n*100 >= ofRole[f.role]*limits.Percent
	}
	answered := map[fault]bool{} // by a help
	for f := range s.faults {
		if f.help != "" && frequent(f) {
			answered[fault{f.role, f.rule, ""}] = true
		}
	}
	list := []Suggestion{}
	for f, n := range s.faults {
		if !frequent(f) || answered[f] {
			continue
		}
		what := f.rule
		if r := catalogue.Rule(f.rule); r != nil {
			what = r.Summary
		}
		values := rules.Values{
			"role": f.role, "entries": strconv.Itoa(n), "of": strconv.Itoa(ofRole[f.role]), "what": what, "rule": f.rule,
		}
		list = append(list, Suggestion{
			Role: f.role, Rule: f.rule, Entries: n, Of: ofRole[f.role],
			Finding:  text.Fill(limits.Words["finding"], values),
			Sentence: cmp.Or(f.help, text.Fill(limits.Words["explain"], values)),
		})
	}
	slices.SortFunc(list, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Sentence, b.Sentence))
	})
	return list
}
