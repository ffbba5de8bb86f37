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
)

// fillTeamValues gives the words of a team's own rule a value for every name that
// they may have: nobody has seen them with every violation, and {values} in a
// message helps nobody.
func (t *docCheck) fillTeamValues(p pattern, v constraint.Violation, values Values) {
	if node := t.valueAt(p.at, v); node != nil {
		pointer := pointerOf(p.at)
		values["field"] = FieldName(strings.TrimPrefix(pointer, "/data"))
		values["name"], values["value"] = lastStep(pointer), nodeText(node)
	}
	values["field"] = cmp.Or(values["field"], "the handoff")
	values["got"] = cmp.Or(values["got"], "nothing")
	values["value"] = cmp.Or(values["value"], "nothing")
	values["values"] = cmp.Or(values["values"], strings.TrimPrefix(values["want"], "one of "))
}

// valueAt is the value that a rule's `at` names within the one that breaks its
// pattern, nil where it names none: of two fields that do not go together CUE
// tells no more than the object that both are in.
func (t *docCheck) valueAt(at string, v constraint.Violation) *document.Node {
	if at == "" || at == "end" || v.Kind == constraint.Missing || !strings.HasPrefix(pointerOf(at)+"/", v.Pointer+"/") {
		return nil
	}
	return t.doc.Root.Lookup(splitPath(at)...)
}

// teamFrontMatter gives the rule about front matter words for a format of a
// team's own: its own speak of reports.
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

// unknownName is how CUE says that a name stands for nothing.
var unknownName = regexp.MustCompile(`^reference "([^"]+)" not found$`)

// helpFor is what helps against an error of CUE, "" where nothing more can be
// said. A name that stands for nothing is mostly a text without its quotes,
// which in YAML has two pairs of them.
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
	if f.InYAML() {
		text = "'" + text + "'"
	}
	return fill(r.contract.words[words].Help, Values{"text": text})
}
