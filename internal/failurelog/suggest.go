package failurelog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

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
	// Finding says what the log shows, Sentence what to add to the prompt.
	Finding  string `json:"finding"`
	Sentence string `json:"sentence"`
}

// fault is a fault of a role: a rule that it breaks, and the help that answers it,
// "" for all failures by that rule.
type fault struct{ role, rule, help string }

// Suggest says what to tell which role, first what rests on most failures.
func Suggest(path string, since time.Time, catalogue *rules.Catalogue) ([]Suggestion, Reading, error) {
	roles, faults := map[string]int{}, map[fault]int{}
	reading, err := Read(path, since, func(e Entry) {
		role := e.role()
		roles[role]++
		for f := range e.faults(role, catalogue) {
			faults[f]++
		}
	})
	limits := table.Load[suggestData]("suggest")
	answered := map[fault]bool{}
	for f, n := range faults {
		if n < limits.Entries || n*100 < roles[f.role]*limits.Percent {
			delete(faults, f)
		} else if f.help != "" {
			answered[fault{f.role, f.rule, ""}] = true
		}
	}
	list := []Suggestion{}
	for f, n := range faults {
		if answered[f] { // by its help
			continue
		}
		s := Suggestion{Role: f.role, Rule: f.rule, Entries: n, Of: roles[f.role]}
		what := f.rule
		if r := catalogue.Rule(f.rule); r != nil {
			what = r.Summary
		}
		s.Finding = text.Fill(limits.Words["finding"], rules.Values{
			"role": s.Role, "entries": strconv.Itoa(n), "of": strconv.Itoa(s.Of), "what": what, "rule": s.Rule,
		})
		s.Sentence = cmp.Or(f.help, text.Fill(limits.Words["explain"], rules.Values{"rule": s.Rule}))
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Sentence, b.Sentence))
	})
	return list, reading, err
}

// faults are those of an entry, none if nobody knows its role.
func (e Entry) faults(role string, catalogue *rules.Catalogue) map[fault]bool {
	faults := map[fault]bool{}
	if role == "" {
		return faults
	}
	for rule := range e.rules(catalogue) {
		if rule != "" {
			faults[fault{role, rule, ""}] = true
		}
	}
	for _, f := range e.Findings {
		if f.Help != "" {
			faults[fault{role, clip(f.Rule, maxName), clip(f.Help, maxMessage)}] = true
		}
	}
	return faults
}

// suggestData says when a suggestion is made, and in which words; see
// rules/suggest.cue.
type suggestData struct {
	Entries, Percent int
	// Words are templates, by name.
	Words map[string]string
}

// role is the role of a failure. A line of upstream's has it in the name of the
// file alone: 02-writer-report.md.
func (e Entry) role() string {
	if e.Schema != 0 {
		return clip(e.Role, maxName)
	}
	name := e.File[strings.LastIndexAny(e.File, `/\`)+1:]
	number, rest, _ := strings.Cut(name, "-")
	role, isReport := strings.CutSuffix(rest, "-report.md")
	if _, err := strconv.ParseUint(number, 10, 32); err != nil || !isReport {
		return ""
	}
	return clip(role, maxName)
}

// format is the format of a failure; upstream's are of reports.
func (e Entry) format() string {
	if e.Schema == 0 {
		return "report"
	}
	return clip(e.Format, maxName)
}
