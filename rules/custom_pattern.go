package rules

import (
	"errors"
	"strconv"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/source"
	"github.com/handofflint/handofflint/internal/text"
)

// compilePatterns compiles every pattern of a rule, to see whether it can be.
func (r *customReader) compilePatterns(e *entry) {
	r.compileCase(e)
	for _, v := range variantsOf(e) {
		r.compileCase(e, "variants", v.Name)
	}
}

// compileCase compiles the two patterns of a rule or variant. Over an item of a
// list they have no branches.
func (r *customReader) compileCase(e *entry, path ...string) {
	for _, name := range []string{"when", "must"} {
		at := append(path[:len(path):len(path)], name)
		if r.compilePattern(e, at...) != nil && e.field("each") == nil {
			r.checkBranches(e, r.formatsOf(e), at...)
		}
	}
}

// formatsOf are the formats of a rule.
func (r *customReader) formatsOf(e *entry) []string {
	var names []string
	for _, n := range texts(e.field("formats")) {
		names = append(names, n.Text)
	}
	return names
}

// compilePattern compiles the value at a path of the entry, nil where there is
// none or it cannot be.
func (r *customReader) compilePattern(e *entry, path ...string) *constraint.Checker {
	v := e.value
	for _, step := range path {
		v = v.LookupPath(cue.MakePath(cue.Str(step)))
	}
	return r.compileValue(e, v, path...)
}

func (r *customReader) compileValue(e *entry, v cue.Value, path ...string) *constraint.Checker {
	if !v.Exists() {
		return nil
	}
	if r.contradictions(e, v, 0, append([]string{e.Kind, e.Name}, path...)) {
		return nil
	}
	checker, err := constraint.Compile(v)
	if err == nil {
		return checker
	}
	if errors.As(err, new(*text.TooManyInstructions)) {
		at := e.at(path...).Value
		r.report(e, "refused-"+source.Large, at, Values{"limit": strconv.Itoa(text.MaxInstructions)})
		return nil
	}
	if inner := v.Validate(); inner != nil {
		err = inner
	}
	r.evaluation(err, e.file, append([]string{e.Kind, e.Name}, path...))
	return nil
}

// deepest is how deep patterns are searched for contradictions: a definition
// may refer to itself.
const deepest = 8

// contradictions files the fields of a pattern that no value can satisfy. CUE
// passes over them where they need not be there. A field that is forbidden,
// `a?: _|_`, is none, nor is one that waits for the data, `b: >a`.
func (r *customReader) contradictions(e *entry, v cue.Value, depth int, steps []string) bool {
	if depth > deepest {
		return false
	}
	fields, err := v.Fields(cue.Optional(true))
	found := false
	for err == nil && fields.Next() {
		field := fields.Value()
		inner := append(steps[:len(steps):len(steps)], fields.Selector().Unquoted())
		switch err := field.Err(); {
		case err != nil && strings.Contains(err.Error(), "explicit error (_|_ literal)"):
		case err != nil && field.Validate() != nil:
			r.evaluation(err, e.file, inner)
			found = true
		default:
			found = r.contradictions(e, field, depth+1, inner) || found
		}
	}
	return found
}

// patternsAt compiles a pattern, or each of a list of patterns.
func (r *customReader) patternsAt(e *entry, path ...string) []*constraint.Checker {
	v := e.value
	for _, step := range path {
		v = v.LookupPath(cue.MakePath(cue.Str(step)))
	}
	if v.IncompleteKind() != cue.ListKind {
		if c := r.compileValue(e, v, path...); c != nil {
			return []*constraint.Checker{c}
		}
		return nil
	}
	var out []*constraint.Checker
	items, err := v.List()
	for err == nil && items.Next() {
		if c := r.compileValue(e, items.Value(), path...); c != nil {
			out = append(out, c)
		}
	}
	return out
}
