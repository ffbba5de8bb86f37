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

// compilePatterns compiles every pattern of a rule to report those that fail.
func (r *customReader) compilePatterns(e *entry) {
	r.compileCase(e)
	for _, v := range variantsOf(e) {
		r.compileCase(e, "variants", v.Name)
	}
}

// compileCase compiles the two patterns of a rule or variant. A pattern on a
// list item has no branches.
func (r *customReader) compileCase(e *entry, path ...string) {
	for _, name := range []string{"when", "must"} {
		at := append(path[:len(path):len(path)], name)
		if r.compilePattern(e, at...) != nil && e.field("each") == nil {
			r.checkBranches(e, r.formatsOf(e), at...)
		}
	}
}

func (r *customReader) formatsOf(e *entry) []string {
	var names []string
	for _, n := range texts(e.field("formats")) {
		names = append(names, n.Text)
	}
	return names
}

// compilePattern compiles the value at a path of the entry, nil if there is
// none or it fails.
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

// deepest bounds the search for contradictions: a definition may refer to
// itself.
const deepest = 8

// contradictions reports the fields of a pattern that no value can satisfy. CUE
// ignores them if they are optional. A forbidden field, `a?: _|_`, is not one,
// nor is a field that depends on the data, `b: >a`.
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

// patternsAt compiles a pattern, or each pattern of a list.
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
