package failurelog

import (
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// maxCauses bounds how many different helps of one role and rule are told
// apart. More than these differ from file to file.
const maxCauses = 100

// suggester counts what proposals rest on.
type suggester struct {
	catalogue *rules.Catalogue
	helpers   map[string]*rules.Helper
	roles     map[string]int
	formats   map[string]int
	// pairs counts the failures of a role by a rule, causes those of them that
	// one help answers.
	pairs  map[pair]int
	causes map[pair]map[string]*cause
	fired  map[string]bool
}

// cause is how often one help would have answered a role's faults.
type cause struct {
	entries int
	// message is what all of them say, "" where they differ.
	message string
}

func newSuggester(c *rules.Catalogue) *suggester {
	return &suggester{
		catalogue: c, helpers: map[string]*rules.Helper{},
		roles: map[string]int{}, formats: map[string]int{}, fired: map[string]bool{},
		pairs: map[pair]int{}, causes: map[pair]map[string]*cause{},
	}
}

func (s *suggester) add(e Entry) {
	role := roleOf(e)
	s.roles[role]++
	s.formats[formatOf(e)]++
	helps := map[pair]map[string]string{}
	for _, f := range e.Findings {
		p := pair{role, f.Rule}
		if helps[p] == nil {
			helps[p] = map[string]string{}
		}
		helps[p][s.help(f)] = f.Message
	}
	for rule := range e.rules(s.catalogue) {
		for _, name := range rulesNamed(s.catalogue, rule) {
			s.fired[name] = true
		}
		s.pairs[pair{role, clip(rule, maxName)}]++
	}
	for p, messages := range helps {
		s.addCauses(p, messages)
	}
}

func (s *suggester) addCauses(p pair, messages map[string]string) {
	if s.causes[p] == nil {
		s.causes[p] = map[string]*cause{}
	}
	for help, message := range messages {
		c := s.causes[p][help]
		switch {
		case help == "" || c == nil && len(s.causes[p]) >= maxCauses:
			continue
		case c == nil:
			c = &cause{message: message}
			s.causes[p][help] = c
		case c.message != message:
			c.message = ""
		}
		c.entries++
	}
}

// help is what the rule said to a finding, as far as its message tells.
func (s *suggester) help(f Finding) string {
	if len(f.Message) > MaxMessage*4 {
		return "" // no message of ours is so long
	}
	rule := s.catalogue.Rule(f.Rule)
	if rule == nil {
		return ""
	}
	if s.helpers[f.Rule] == nil {
		s.helpers[f.Rule] = rule.Helper()
	}
	return s.helpers[f.Rule].Help(f.Message)
}

// roleOf is the role of a failure. The lines of upstream have it in the name
// of the file alone: 02-writer-report.md.
func roleOf(e Entry) string {
	if e.Role != "" {
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

// formatOf is the format of a failure; upstream's are of reports.
func formatOf(e Entry) string {
	if e.Schema == 0 {
		return "report"
	}
	return e.Format
}
