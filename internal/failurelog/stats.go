package failurelog

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Stats are the numbers of a log. An empty name in a list is for lines without one: upstream's have no role,
// for example.
type Stats struct {
	Path string `json:"path"`
	// Entries is the number of failures, Findings of their findings, Skipped of lines that are not entries.
	Entries  int `json:"entries"`
	Findings int `json:"findings"`
	Skipped  int `json:"skipped"`
	// First and Last are the earliest and the latest time, in UTC, or zero if no entry has one.
	First time.Time `json:"first,omitzero"`
	Last  time.Time `json:"last,omitzero"`

	// Rules counts by rule. An error type of upstream that means exactly one rule counts for it; others keep
	// their own names.
	Rules   []Count `json:"rules"`
	Roles   []Count `json:"roles"`
	Formats []Count `json:"formats"`
	// Days counts by day, such as 2026-05-31, in UTC and in chronological order; the other lists begin with
	// the most frequent.
	Days []Count `json:"days"`

	// Latest are the last five failures, latest first.
	Latest []Failure `json:"latest"`

	// Elsewhere is the number of failures of other projects; the numbers above do not include them.
	Elsewhere int `json:"elsewhere"`

	// Files is the number of files that were read; 0 if there is no log.
	Files int `json:"-"`

	faults map[fault]int
}

// Count is how often a name occurs: in failures, and in their findings.
type Count struct {
	Name     string `json:"name"`
	Entries  int    `json:"entries"`
	Findings int    `json:"findings"`
}

// Failure is one failure. Time is in UTC, or zero if the line has none.
type Failure struct {
	Time  time.Time `json:"time,omitzero"`
	File  string    `json:"file"`
	Role  string    `json:"role"`
	Rules []string  `json:"rules"`
}

// maxLatest is the number of failures in Latest.
const maxLatest = 5

// counts maps names to counts.
type counts map[string]Count

func (c counts) add(name string, findings int) {
	c[name] = Count{name, c[name].Entries + 1, c[name].Findings + findings}
}

// ranked returns the most frequent first; ties are sorted by name.
func (c counts) ranked() []Count {
	return slices.SortedFunc(maps.Values(c), func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.Name, b.Name))
	})
}

// Aggregate counts the failures in a log that are not older than since. It leaves out trees outside of
// project, unless project is "" or the line names none. If some files cannot be read, it counts the others.
func Aggregate(path string, since time.Time, project string, catalogue *rules.Catalogue) (Stats, error) {
	s := Stats{Path: path, Latest: []Failure{}, faults: map[fault]int{}}
	byRule, byRole, byFormat, byDay := counts{}, counts{}, counts{}, counts{}
	var err error
	s.Files, s.Skipped, err = Read(path, since, func(e Entry) {
		if project != "" && e.Project != "" && !files.Below(project, filepath.FromSlash(e.Project)) {
			s.Elsewhere++
			return
		}
		e.complete(catalogue)
		n, at := e.Count(), e.Time()
		s.Entries++
		s.Findings += n
		byRole.add(e.Role, n)
		byFormat.add(e.Format, n)
		// A failure counts once for a rule, however many findings it has.
		broken, faults := map[string]int{}, map[fault]bool{}
		for _, f := range e.Findings {
			broken[f.Rule]++
			faults[fault{e.Role, f.Rule, ""}] = true
			if hasHelp(catalogue.Rule(f.Rule), f.Help) {
				faults[fault{e.Role, f.Rule, f.Help}] = true
			}
		}
		for rule, n := range broken {
			byRule.add(rule, n)
		}
		for f := range faults {
			s.faults[f]++
		}
		s.addLatest(Failure{at, e.File, e.Role, slices.Sorted(maps.Keys(broken))})
		if at.IsZero() {
			return
		}
		byDay.add(at.Format(time.DateOnly), n)
		if s.First.IsZero() || at.Before(s.First) {
			s.First = at
		}
		s.Last = slices.MaxFunc([]time.Time{s.Last, at}, time.Time.Compare)
	})
	s.Rules, s.Roles, s.Formats, s.Days = byRule.ranked(), byRole.ranked(), byFormat.ranked(), byDay.ranked()
	slices.SortFunc(s.Days, func(a, b Count) int { return cmp.Compare(a.Name, b.Name) })
	return s, err
}

// addLatest adds a failure to the latest ones. A log of several machines is not in chronological order; with
// equal times, the later line is the later failure.
func (s *Stats) addLatest(f Failure) {
	s.Latest = slices.Insert(s.Latest, 0, f)
	slices.SortStableFunc(s.Latest, func(a, b Failure) int { return b.Time.Compare(a.Time) })
	s.Latest = s.Latest[:min(maxLatest, len(s.Latest))]
}

// complete fills in what a line of upstream's lacks, and bounds the names and texts of any line. Upstream has
// only error types, sometimes not even these, and has the role only in the name of the file.
func (e *Entry) complete(catalogue *rules.Catalogue) {
	if e.Schema == 0 {
		e.Format = "report"
		name, _ := protocol.ReportName(e.File)
		e.Role = name.Role
	}
	e.File, e.Role, e.Format = clip(e.File, maxPath), clip(e.Role, maxName), clip(e.Format, maxName)
	if len(e.Findings) == 0 {
		for _, name := range e.ErrorTypes {
			// content_too_short may mean any of three rules.
			if of := catalogue.Upstream(name); len(of) == 1 {
				name = of[0].Name
			}
			e.Findings = append(e.Findings, Finding{Rule: name})
		}
	}
	if len(e.Findings) == 0 {
		e.Findings = []Finding{{}}
	}
	for i := range e.Findings {
		f := &e.Findings[i]
		f.Rule, f.Help = clip(f.Rule, maxName), clip(f.Help, maxMessage)
	}
}

// Period returns the first and the last day, or "" if no entry has a time.
func (s Stats) Period() string {
	if s.First.IsZero() {
		return ""
	}
	first, last := s.First.Format(time.DateOnly), s.Last.Format(time.DateOnly)
	return strings.TrimSuffix(first+" to "+last, " to "+first)
}

// Suggestion is a sentence for the prompt of a role, based on the log.
type Suggestion struct {
	Role string `json:"role"`
	Rule string `json:"rule"`
	// Entries is the number of failures that it is based on, Of the role's total.
	Entries int `json:"entries"`
	Of      int `json:"of"`
	// Finding is the evidence in the log, Sentence what to add to the prompt.
	Finding  string `json:"finding"`
	Sentence string `json:"sentence"`
}

// fault is a fault of a role: a rule that it violates, and the help for it; "" means all failures of that
// rule.
type fault struct{ role, rule, help string }

// hasHelp reports whether a help is literally one of the rule's. Any other text, in the log of a checked
// tree, could be an order to the agents that get the prompt.
func hasHelp(r *rules.Rule, help string) bool {
	isOf := func(v schema.Variant) bool { return v.Help == help }
	return r != nil && (help == r.Help || slices.ContainsFunc(r.Variants, isOf))
}

// suggestData has the thresholds and the words of suggestions; see rules/facts/suggest.cue.
type suggestData struct {
	Entries, Percent int
	// Words are templates, by name.
	Words map[string]string
}

// Suggest returns what to add to the prompts of roles; suggestions based on the most failures come first.
func (s Stats) Suggest(catalogue *rules.Catalogue) []Suggestion {
	limits := table.Load[suggestData]("suggest")
	ofRole := map[string]int{}
	for _, role := range s.Roles {
		ofRole[role.Name] = role.Entries
	}
	frequent := func(f fault) bool {
		n := s.faults[f]
		return f.role != "" && n >= limits.Entries && n*100 >= ofRole[f.role]*limits.Percent
	}
	answered := map[fault]bool{} // by the suggestion for a help, so that one without a help adds nothing
	for f := range s.faults {
		if f.help != "" && frequent(f) {
			answered[fault{f.role, f.rule, ""}] = true
		}
	}
	list := []Suggestion{}
	for f, n := range s.faults {
		what := wordsAbout(f.rule, catalogue)
		isKnown := what != "" // the rule may be of another version, or another team's
		if !isKnown || answered[f] || !frequent(f) {
			continue
		}
		values := rules.Values{
			"role": f.role, "entries": strconv.Itoa(n), "of": strconv.Itoa(ofRole[f.role]), "what": what, "rule": f.rule, "help": f.help,
		}
		sentence := text.Fill(limits.Words["look"], values)
		if f.help != "" {
			sentence += " " + text.Fill(limits.Words["correct"], values)
		}
		list = append(list, Suggestion{
			Role: f.role, Rule: f.rule, Entries: n, Of: ofRole[f.role],
			Finding:  text.Fill(limits.Words["finding"], values),
			Sentence: sentence,
		})
	}
	slices.SortFunc(list, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Sentence, b.Sentence))
	})
	return list
}

// wordsAbout returns the summary of a rule, or "" for an unknown name. An error type of upstream may mean
// several rules.
func wordsAbout(name string, catalogue *rules.Catalogue) string {
	about := catalogue.Upstream(name)
	if r := catalogue.Rule(name); r != nil {
		about = []*rules.Rule{r}
	}
	var summaries []string
	for _, r := range about {
		summaries = append(summaries, r.Summary)
	}
	return strings.Join(summaries, ", or ")
}
