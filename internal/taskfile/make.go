package taskfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var (
	// assignment matches the assignment of a variable in a Makefile, also of one target alone.
	assignment = text.MustCompile(`^(?:export +|override +|private +)*[^\s:=#]+ *(?:=|:=|::=|:::=|\?=|\+=|!=)`)
	// unknowable matches a line after which a Makefile may have other rules than it shows.
	unknowable = text.MustCompile(`^(?:-?include|sinclude|define|\.ONESHELL|\.RECIPEPREFIX|SHELLFLAGS|\.SHELLFLAGS|\$[({](?:eval|call|foreach))\b`)
	// condition matches a line that says under which condition others hold.
	condition = text.MustCompile(`^(?:ifn?eq|ifn?def|else|endif)\b`)
	// lineMarks matches what is before a line of a recipe and says how it is run.
	lineMarks = text.MustCompile(`^[-@+ \t]*`)
	// variable matches a variable of make, in the brackets of which may be others.
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

// isAssignment reports whether a line assigns a variable, whose name is not long.
func isAssignment(line string) bool { return assignment.MatchString(line[:min(len(line), 1000)]) }

// makefile is one that is read line by line.
type makefile struct {
	// rules are those of each target, and all of them.
	rules map[string][]*makeRule
	all   []*makeRule
	// parts counts targets, needs and lines.
	parts *text.Steps
	// first is the target that runs if none is named.
	first string
	// isOpen is set if files that are not read may have rules, too, isPartial if there are
	// conditions, or rules for patterns: a target may run more than its rules say.
	isOpen, isPartial bool
}

// makeRule is a rule of a Makefile. Its targets share it.
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

// recipe takes a line that the last rule runs.
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

// tasks returns the targets: what a target needs runs before its own lines, whichever rule says
// so. What is needed and no target is a file that is there.
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

// withoutVariables returns a command line of a Makefile with a variable of the shell in the
// place of each of make, whose values are not known. `$(MAKE)` is make itself.
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
