package failurelog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Suggestion is a sentence for the prompts of some roles that rests on the log.
type Suggestion struct {
	Roles []string `json:"roles"`
	Rule  string   `json:"rule"`
	// Entries is the number of failures that it rests on, Of how many the roles have.
	Entries int `json:"entries"`
	Of      int `json:"of"`
	// Finding says what the log shows, Sentence what to add to the prompts.
	Finding  string `json:"finding"`
	Sentence string `json:"sentence"`
}

// fault is a fault of a role: a rule that it breaks, and the help that answers it,
// "" for all failures by that rule.
type fault struct{ role, rule, help string }

// faultCount is how many failures have a fault, and what their messages say, "" if
// they differ.
type faultCount struct {
	entries int
	message string
}

// Suggest says what to tell which role, first what rests on most failures.
func Suggest(path string, since time.Time, catalogue *rules.Catalogue) ([]Suggestion, Reading, error) {
	roles, faults := map[string]int{}, map[fault]faultCount{}
	reading, err := Read(path, since, func(e Entry) {
		role := e.role()
		roles[role]++
		if role == "" {
			return
		}
		for f, message := range e.faults(role, catalogue) {
			n, known := faults[f]
			if known && n.message != message {
				message = ""
			}
			faults[f] = faultCount{n.entries + 1, message}
		}
	})
	limits := table.Load[suggestData]("suggest")
	enough := func(f fault) bool {
		n := faults[f].entries
		return n >= limits.Entries && n*100 >= roles[f.role]*limits.Percent
	}
	answered := map[fault]bool{}
	for f := range faults {
		if f.help != "" && enough(f) {
			answered[fault{f.role, f.rule, ""}] = true
		}
	}
	byHelp := map[fault][]fault{}
	for f := range faults {
		if enough(f) && !answered[f] {
			all := fault{"", f.rule, f.help}
			byHelp[all] = append(byHelp[all], f)
		}
	}
	list := []Suggestion{}
	add := func(group ...fault) {
		s := Suggestion{Rule: group[0].rule}
		message := faults[group[0]].message
		for _, f := range group {
			s.Roles = append(s.Roles, f.role)
			s.Entries += faults[f].entries
			s.Of += roles[f.role]
			if faults[f].message != message {
				message = ""
			}
		}
		slices.Sort(s.Roles)
		s.word(catalogue, message, group[0].help)
		list = append(list, s)
	}
	for _, group := range byHelp {
		if len(group) >= limits.Roles {
			add(group...)
			continue
		}
		for _, f := range group {
			add(f)
		}
	}
	slices.SortFunc(list, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), slices.Compare(a.Roles, b.Roles), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Sentence, b.Sentence))
	})
	return list, reading, err
}

// faults are those of an entry, each with its message.
func (e Entry) faults(role string, catalogue *rules.Catalogue) map[fault]string {
	faults := map[fault]string{}
	for rule := range e.rules(catalogue) {
		if rule != "" {
			faults[fault{role, rule, ""}] = ""
		}
	}
	for _, f := range e.Findings {
		if f.Help != "" {
			faults[fault{role, clip(f.Rule, maxName), clip(f.Help, maxMessage)}] = clip(f.Message, maxMessage)
		}
	}
	return faults
}

// suggestData says when a proposal is made, and in which words; see
// rules/suggest.cue.
type suggestData struct {
	Entries, Percent, Roles int
	// Words are templates, by name.
	Words map[string]string
}

// word writes the texts of a suggestion.
func (s *Suggestion) word(catalogue *rules.Catalogue, message, help string) {
	words := table.Load[suggestData]("suggest").Words
	what := cmp.Or(message, s.Rule)
	if r := catalogue.Rule(s.Rule); r != nil {
		what = cmp.Or(message, r.Summary)
	}
	s.Finding = text.Fill(words["finding"], rules.Values{
		"roles": strings.Join(s.Roles, ", "), "entries": strconv.Itoa(s.Entries), "of": strconv.Itoa(s.Of), "what": what, "rule": s.Rule,
	})
	s.Sentence = sentence(cmp.Or(help, text.Fill(words["explain"], rules.Values{"rule": s.Rule})))
}

// sentence gives a help a capital and a full stop, but not if it begins or ends
// with something that is to be written as it is.
func sentence(help string) string {
	first, _, _ := strings.Cut(help, " ")
	if !strings.ContainsFunc(first, func(r rune) bool { return !unicode.IsLower(r) }) {
		r, size := utf8.DecodeRuneInString(help)
		help = string(unicode.ToUpper(r)) + help[size:]
	}
	if last, _ := utf8.DecodeLastRuneInString(help); unicode.IsLetter(last) || strings.ContainsRune("`\")", last) {
		help += "."
	}
	return help
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
