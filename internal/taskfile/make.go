package taskfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var (
	// assignment matches an assignment in a Makefile, including one for a single target.
	assignment = text.MustCompile(`^(?:export +|override +|private +)*[^\s:=#]+ *(?:=|:=|::=|:::=|\?=|\+=|!=)`)
	// unknowable matches a line after which a Makefile may have hidden rules.
	unknowable = text.MustCompile(`^(?:-?include|sinclude|define|\.ONESHELL|\.RECIPEPREFIX|SHELLFLAGS|\.SHELLFLAGS|\$[({](?:eval|call|foreach))\b`)
	// condition matches a line of a conditional.
	condition = text.MustCompile(`^(?:ifn?eq|ifn?def|else|endif)\b`)
	// lineMarks matches the prefix of a recipe line that says how it runs.
	lineMarks = text.MustCompile(`^[-@+ \t]*`)
	// variable matches a variable of make, with nested variables.
	variable = text.MustCompile(`\$(?:[({](?:[^(){}]|[({][^(){}]*[)}])*[)}]|.)`)
)

// parseMakefile returns the rules of a Makefile. No variable is expanded.
func parseMakefile(content string) tasks {
	m := makefile{rules: map[string][]*makeRule{}, parts: text.NewSteps(maxParts)}
	content = strings.ReplaceAll(strings.ReplaceAll(content, "\r\n", "\n"), "\\\n", " ")
	for line := range strings.Lines(content) {
		m.line(strings.TrimRight(line, "\n"))
		if m.isOpen || m.parts.Exceeded() {
			return nil
		}
	}
	return m.tasks()
}

// isAssignment reports whether a line assigns a variable with a name of usual length.
func isAssignment(line string) bool { return assignment.MatchString(line[:min(len(line), 1000)]) }

// makefile is a Makefile that is read line by line.
type makefile struct {
	// rules are the rules by target, all the rules of the file.
	rules map[string][]*makeRule
	all   []*makeRule
	// parts limits the targets, prerequisites and lines.
	parts *text.Steps
	// first is the default target.
	first string
	// isOpen is set if other files may add rules. isPartial is set if there are conditionals or pattern
	// rules: a target may run more than its rules say.
	isOpen, isPartial bool
}

// makeRule is a rule of a Makefile, shared by its targets.
type makeRule struct {
	needs, lines []part
	// isPartial is set if it may run more.
	isPartial bool
}

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
	case !isAssignment(trimmed):
		m.rule(trimmed)
	}
}

// rule takes the first line of a rule.
func (m *makefile) rule(line string) {
	rule := &makeRule{}
	m.all = append(m.all, rule)
	names, needs, _ := strings.Cut(line, ":")
	needs, inline, _ := strings.Cut(strings.TrimPrefix(needs, ":"), ";")
	needs, _, _ = strings.Cut(needs, "#")
	if isAssignment(strings.TrimSpace(needs)) {
		return
	}
	m.isPartial = m.isPartial || strings.Contains(names, "%")
	needed, targets := strings.Fields(needs), strings.Fields(names)
	if strings.ContainsAny(names, "%$") || !m.parts.Take(int64(1+len(needed)+len(targets))) {
		return
	}
	rule.isPartial = strings.ContainsAny(needs, "$*%")
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
	m.recipe(strings.TrimSpace(inline))
}

// recipe takes a recipe line of the last rule.
func (m *makefile) recipe(line string) {
	marks := lineMarks.FindString(line)
	line = line[len(marks):]
	isCommand := line != "" && line[0] != '#'
	if !isCommand || len(m.all) == 0 || !m.parts.Take(1) {
		return
	}
	rule := m.all[len(m.all)-1]
	rule.lines = append(rule.lines, part{line: withoutVariables(line), ignored: strings.Contains(marks, "-")})
}

// tasks returns the targets. The prerequisites of all rules of a target run before its lines. A
// prerequisite that is not a target is an existing file.
func (m *makefile) tasks() tasks {
	for _, rule := range m.all {
		rule.needs = slices.DeleteFunc(rule.needs, func(p part) bool { return m.rules[p.task] == nil })
	}
	found := tasks{}
	for target, rules := range m.rules {
		t := task{partial: m.isPartial}
		for _, rule := range rules {
			t.add(rule.needs...)
			t.partial = t.partial || rule.isPartial
		}
		for _, rule := range rules {
			t.add(rule.lines...)
		}
		found[target] = t
	}
	if t, ok := found[m.first]; ok {
		found[""] = t
	}
	return found
}

// withoutVariables returns a command line with a shell variable in place of each make variable, since their
// values are unknown. `$(MAKE)` is make itself.
func withoutVariables(line string) string {
	return variable.ReplaceAllStringFunc(line, func(found string) string {
		switch found {
		case "$$":
			return "$"
		case "$(MAKE)", "${MAKE}":
			return "make"
		}
		return "$_"
	})
}
