package taskfile

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var (
	// assignment matches the assignment of a variable in a Makefile, also of one target alone.
	assignment = text.MustCompile(`^(?:export +|override +|private +)*[^\s:=#]+ *(?:=|:=|::=|:::=|\?=|\+=|!=)`)
	// unknowable matches a line after which a Makefile may have other rules than it shows.
	unknowable = text.MustCompile(`^(?:-?include|sinclude|\.ONESHELL|\.RECIPEPREFIX|SHELLFLAGS|\.SHELLFLAGS|\$[({](?:eval|call|foreach))\b`)
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
	if m.conditions > 0 || m.isVerbatim {
		return nil
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
	// conditions is how many conditions the line is under.
	conditions int
	// isVerbatim is set between define and endef, isOpen if files that are not read may have
	// rules, too, hasPatterns if there are rules for patterns.
	isVerbatim, isOpen, hasPatterns bool
}

// makeRule is a rule of a Makefile. Its targets share it.
type makeRule struct {
	needs, lines []part
	// isPartial is set if it may run more.
	isPartial bool
}

func (m *makefile) line(line string) {
	trimmed := strings.TrimSpace(line)
	first, _, _ := strings.Cut(trimmed, " ")
	switch {
	case m.isVerbatim:
		m.isVerbatim = first != "endef"
	case strings.HasPrefix(line, "\t"):
		m.recipe(trimmed)
	case trimmed == "", strings.HasPrefix(trimmed, "#"):
	case first == "define":
		m.isVerbatim = true
	case first == "ifeq", first == "ifneq", first == "ifdef", first == "ifndef", strings.HasPrefix(first, "ifeq("), strings.HasPrefix(first, "ifneq("):
		m.conditions++
	case first == "else":
	case first == "endif":
		m.conditions = max(0, m.conditions-1)
	case unknowable.MatchString(trimmed):
		m.isOpen = true
	case isAssignment(trimmed):
	default:
		m.rule(trimmed)
	}
}

// rule begins a rule.
func (m *makefile) rule(line string) {
	if !m.parts.Take(1) {
		return
	}
	rule := &makeRule{isPartial: m.conditions > 0}
	m.all = append(m.all, rule)
	names, needs, found := strings.Cut(line, ":")
	if !found {
		return
	}
	needs, inline, _ := strings.Cut(strings.TrimPrefix(needs, ":"), ";")
	needs, _, _ = strings.Cut(needs, "#")
	if isAssignment(strings.TrimSpace(needs)) {
		return
	}
	isPattern := strings.Contains(names, "%")
	m.hasPatterns = m.hasPatterns || isPattern
	if isPattern || strings.Contains(names, "$") {
		return
	}
	for need := range strings.FieldsSeq(needs) {
		if !m.parts.Take(1) {
			return
		}
		if need == "|" {
			continue
		}
		if strings.ContainsAny(need, "$*%") {
			rule.isPartial = true
			continue
		}
		rule.needs = append(rule.needs, part{task: need})
	}
	for target := range strings.FieldsSeq(names) {
		if !m.parts.Take(1) {
			return
		}
		if strings.HasPrefix(target, ".") {
			continue
		}
		if m.first == "" {
			m.first = target
		}
		m.rules[target] = append(m.rules[target], rule)
	}
	if inline = strings.TrimSpace(inline); inline != "" {
		m.recipe(inline)
	}
}

// recipe adds a command line to the rule that is read.
func (m *makefile) recipe(line string) {
	isIgnored := false
	for line != "" && strings.ContainsRune("@-+ \t", rune(line[0])) {
		isIgnored = isIgnored || line[0] == '-'
		line = line[1:]
	}
	if line == "" || line[0] == '#' || len(m.all) == 0 || !m.parts.Take(1) {
		return
	}
	rule := m.all[len(m.all)-1]
	rule.lines = append(rule.lines, part{line: withoutVariables(line), ignored: isIgnored})
	rule.isPartial = rule.isPartial || m.conditions > 0
}

// tasks returns the targets: what a target needs runs before its own lines, whichever rule says
// so. What is needed and no target is a file that is there. If rules for patterns may make it, a
// target that needs one is known in part.
func (m *makefile) tasks() tasks {
	for _, rule := range m.all {
		count := len(rule.needs)
		rule.needs = slices.DeleteFunc(rule.needs, func(p part) bool { return m.rules[p.task] == nil })
		rule.isPartial = rule.isPartial || m.hasPatterns && len(rule.needs) < count
	}
	found := tasks{}
	for target, rules := range m.rules {
		t := task{}
		isEmpty := true
		for _, rule := range rules {
			t.add(rule.needs...)
			t.partial = t.partial || rule.isPartial
			isEmpty = isEmpty && len(rule.needs)+len(rule.lines) == 0
		}
		for _, rule := range rules {
			t.add(rule.lines...)
		}
		t.partial = t.partial || m.hasPatterns && isEmpty
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
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		if line[i] != '$' || i+1 == len(line) {
			b.WriteByte(line[i])
			continue
		}
		i++
		switch line[i] {
		case '$':
			b.WriteByte('$')
		case '(', '{':
			end := closing(line, i)
			if strings.HasPrefix(line[i+1:], "MAKE") && end == i+len("MAKE")+1 {
				b.WriteString("make")
			} else {
				b.WriteString("$_")
			}
			i = end
		default:
			b.WriteString("$_")
		}
	}
	return b.String()
}

// closing returns the index of the bracket that closes the one at an index, or of the last
// byte.
func closing(line string, at int) int {
	depth := 0
	for i := at; i < len(line); i++ {
		switch line[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return len(line) - 1
}
