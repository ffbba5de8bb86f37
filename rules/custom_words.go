package rules

import (
	"cmp"
	"maps"
	"regexp"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/literal"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// fillTeamValues gives the words of a team's rule a value for every name: an
// unfilled {values} in a message helps nobody.
func (t *docCheck) fillTeamValues(p pattern, v constraint.Violation, values Values) {
	if node := t.valueAt(p.at, v); node != nil {
		pointer := pointerOf(p.at)
		values["field"] = FieldName(strings.TrimPrefix(pointer, "/data"))
		values["name"], values["value"] = document.LastStep(pointer), schema.NodeText(node)
	}
	values["field"] = cmp.Or(values["field"], "the handoff")
	values["got"] = cmp.Or(values["got"], "nothing")
	values["value"] = cmp.Or(values["value"], "nothing")
	values["values"] = cmp.Or(values["values"], strings.TrimPrefix(values["want"], "one of "))
}

// valueAt returns the value that a rule's `at` names within the one that breaks
// its pattern, nil if it names none: for two fields that contradict each other
// CUE reports only the object around them.
func (t *docCheck) valueAt(at string, v constraint.Violation) *document.Node {
	if at == "" || at == "end" || v.Kind == constraint.Missing || !strings.HasPrefix(pointerOf(at)+"/", v.Pointer+"/") {
		return nil
	}
	return t.doc.Root.Lookup(splitPath(at)...)
}

// teamFrontMatter gives the front matter rule words for a team's format: its
// own mention reports.
func (j *ruleSet) teamFrontMatter(root cue.Value, format string, skeleton bool) error {
	rule := j.rules[ruleFrontMatter]
	variants, err := readWords(lookup(root, "custom.front-matter"))
	if rule == nil || err != nil {
		return err
	}
	in, how := reading(root), ""
	if skeleton {
		how = fill(in.text("custom.skeleton"), Values{"format": format})
	}
	rule.Variants = maps.Clone(rule.Variants)
	for name, words := range variants {
		words.Help = fill(words.Help, Values{"new": how})
		rule.Variants[name] = words
	}
	return in.err
}

// unknownName matches CUE's error for an undefined name.
var unknownName = regexp.MustCompile(`^reference "([^"]+)" not found$`)

// helpFor returns the help for an error of CUE, "" if there is none. An
// undefined name is mostly text without its quotes, of which YAML needs two
// pairs.
func (r *customReader) helpFor(f *customSource, problem string) string {
	m := unknownName.FindStringSubmatch(problem)
	if m == nil {
		return ""
	}
	words := "reference"
	if strings.HasPrefix(m[1], "#") {
		words = "definition"
	}
	text := literal.String.Quote(m[1])
	return fill(r.contract.words[words].Help, Values{"text": text})
}
