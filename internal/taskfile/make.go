package taskfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var (
	// assignment matches an assignment in a Makefile, including one for a single target.
	assignment = text.MustCompile(`^(?:export +|override +|private +)*([^\s:=#]+?) *(=|:=|::=|:::=|\?=|\+=|!=)`)
	// unknowable matches a line with which a Makefile may have hidden rules.
	unknowable = text.MustCompile(`^(?:-?include|sinclude|define|\.ONESHELL|\.RECIPEPREFIX|SHELLFLAGS|\.SHELLFLAGS|\$[({](?:eval|call|foreach))\b`)
	// condition matches a line of a conditional.
	condition = text.MustCompile(`^(?:ifn?eq|ifn?def|else|endif)\b`)
	// lineMarks matches the prefix of a recipe line that says how it runs.
	lineMarks = text.MustCompile(`^[-@+ \t]*`)
	// variable matches a variable of make, with nested variables.
	variable = text.MustCompile(`\$(?:[({](?:[^(){}]|[({][^(){}]*[)}])*[)}]|.)`)
)

// parseMakefile returns the rules of a Makefile. Of its variables those are expanded whose value is text that
// nothing else in the file sets.
func parseMakefile(content string) tasks {
	m := makefile{rules: map[string][]*makeRule{}, all: []*makeRule{{}}, values: map[string]string{}, parts: text.NewSteps(maxParts)}
	content = strings.ReplaceAll(strings.ReplaceAll(content, "\r\n", "\n"), "\\\n", " ")
	for line := range strings.Lines(content) {
		m.line(strings.TrimRight(line, "\n"))
		if m.isOpen || m.parts.Exceeded() {
			return nil
		}
	}
	return m.tasks()
}

// assigned returns the match of an assignment in a line: the variable and the operator; nil if it is
// something else.
func assigned(line string) []string {
	return assignment.FindStringSubmatch(line[:min(len(line), 1000)])
}

// makefile is a Makefile that is read line by line.
type makefile struct {
	// rules are the rules by target, all the rules of the file, after one for the lines before the first.
	rules map[string][]*makeRule
	all   []*makeRule
	// values are those of variables, unknown for one that may have another.
	values map[string]string
	// parts limits the targets, prerequisites and lines.
	parts *text.Steps
	// first is the default target.
	first string
	// isOpen is set if conditions or other files may change the rules. isPartial is set if there are pattern
	// rules: a target may run more than its rules say.
	isOpen, isPartial bool
}

// makeRule is a rule of a Makefile, shared by its targets.
type makeRule struct {
	needs, lines []part
	// isPartial is set if it may run more.
	isPartial bool
}

// line takes the next line: of a recipe, if it is indented by a tab, else an assignment or the first line of a rule.
func (m *makefile) line(line string) {
	trimmed := strings.TrimSpace(line)
	isBlank := trimmed == "" || trimmed[0] == '#'
	switch {
	case strings.HasPrefix(line, "\t"):
		m.recipe(trimmed)
	case isBlank:
	case condition.MatchString(trimmed):
		m.isPartial = true
	case unknowable.MatchString(trimmed):
		m.isOpen = true
	default:
		if found := assigned(trimmed); found != nil {
			m.assign(found, trimmed[len(found[0]):])
			return
		}
		m.rule(trimmed)
	}
}

// unknown stands for a value of make that is not known: a variable of the shell that nobody sets.
const unknown = "$_"

// maxValue bounds the value of a variable that is expanded, in bytes.
const maxValue = 200

// assign takes an assignment. What a second one may change is unknown, as is a value that has others in it.
func (m *makefile) assign(found []string, value string) {
	name, operator := found[1], found[2]
	value, _, _ = strings.Cut(value, " #")
	value = strings.TrimSpace(value)
	_, isAgain := m.values[name]
	isPlain := operator != "!=" && !strings.ContainsAny(value, "$\\") && len(value) <= maxValue
	if isAgain || m.isPartial || !isPlain {
		value = unknown
	}
	m.parts.Take(1)
	m.values[name] = value
}

// rule takes the first line of a rule.
func (m *makefile) rule(line string) {
	rule := &makeRule{}
	m.all = append(m.all, rule)
	names, needs, _ := strings.Cut(line, ":")
	needs, _, _ = strings.Cut(strings.TrimPrefix(needs, ":"), "#")
	if found := assigned(strings.TrimSpace(needs)); found != nil { // for these targets alone
		m.values[found[1]] = unknown
		return
	}
	needed, targets := strings.Fields(needs), strings.Fields(names)
	m.parts.Take(int64(1 + len(needed) + len(targets)))
	if strings.Contains(names, "%") {
		m.isPartial = true
		return
	}
	rule.isPartial = strings.ContainsAny(needs, "$*%;") // ";" begins a recipe
	for _, need := range needed {
		rule.needs = append(rule.needs, part{task: need})
	}
	for _, target := range targets {
		if strings.HasPrefix(target, ".") {
			continue
		}
		m.first = cmp.Or(m.first, target)
		m.rules[target] = append(m.rules[target], rule)
	}
}

// recipe takes a recipe line of the last rule.
func (m *makefile) recipe(line string) {
	marks := lineMarks.FindString(line)
	m.parts.Take(1)
	rule := m.all[len(m.all)-1]
	rule.lines = append(rule.lines, part{line: line[len(marks):], ignored: strings.Contains(marks, "-")})
}

// tasks returns the targets. The prerequisites of all rules of a target run before its lines, in which
// variables have their values. A prerequisite that is not a target is an existing file.
func (m *makefile) tasks() tasks {
	for _, rule := range m.all {
		rule.needs = slices.DeleteFunc(rule.needs, func(p part) bool { return m.rules[p.task] == nil })
		for i := range rule.lines {
			rule.lines[i].line = variable.ReplaceAllStringFunc(rule.lines[i].line, m.valueOf)
		}
	}
	found := tasks{}
	for target, rules := range m.rules {
		t := task{partial: m.isPartial}
		var lines [][]part
		for _, rule := range rules {
			t.parts = append(t.parts, rule.needs)
			lines = append(lines, rule.lines)
			t.partial = t.partial || rule.isPartial
		}
		t.parts = append(t.parts, lines...)
		found[target] = t
	}
	if t, ok := found[m.first]; ok {
		found[""] = t
	}
	return found
}

// makeOwn are the values of make's own variables.
var makeOwn = map[string]string{"$$": "$", "$(MAKE)": "make", "${MAKE}": "make"}

// valueOf returns the value of a variable that a recipe names, as in `$(GO)`.
func (m *makefile) valueOf(found string) string {
	if value, isOwn := makeOwn[found]; isOwn {
		return value
	}
	value, isKnown := m.values[strings.Trim(found, "${}()")]
	if !isKnown || !m.parts.Take(1) {
		return unknown
	}
	return value
}
