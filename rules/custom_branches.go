package rules

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// A pattern matches a whole document, whose top-level fields are fixed. One
// that asks for any other field never matches, or always: its rule is dead or
// fires for every file.

// branches are the fields of a document's top-level objects, from custom.cue.
type branches struct {
	File []string `json:"file"`
	// Body is keyed by built-in format, or by the form of a team's format.
	Body map[string][]string `json:"body"`
}

var branchNames = []string{"data", "body", "file"}

// topField is a field at the top of a pattern or of one of its branches.
type topField struct {
	name  string
	at    Span
	value cue.Value
}

// checkBranches checks the top of a pattern and the branches with known fields;
// formats are the formats it applies to. It reports nothing unless all of the
// pattern can be resolved.
func (r *customReader) checkBranches(e *entry, formats []string, path ...string) {
	v := e.value
	for _, step := range path {
		v = v.LookupPath(cue.MakePath(cue.Str(step)))
	}
	if !v.Exists() || v.Err() != nil || e.file.unsound {
		return
	}
	for _, part := range partsOf(v, path) {
		r.checkPattern(e, formats, part)
	}
}

// part is a pattern and its path.
type part struct {
	value cue.Value
	path  []string
}

// partsOf returns the patterns in a list, or the single one that a value is.
func partsOf(v cue.Value, path []string) []part {
	items, err := v.List()
	if err != nil {
		return []part{{v, path}}
	}
	var out []part
	for i := 0; items.Next(); i++ {
		out = append(out, part{items.Value(), append(path[:len(path):len(path)], strconv.Itoa(i))})
	}
	return out
}

func (r *customReader) checkPattern(e *entry, formats []string, p part) {
	at, name := e.at(p.path...).Value, pathName(p.path)
	top, _ := r.topFields(e, p.value, 0)
	switch {
	case p.value.IncompleteKind()&cue.StructKind == 0:
		r.report(e, "no-object", at, Values{"field": name, "got": schema.WithArticles(p.value.IncompleteKind().String())})
	case r.matchesAnyObject(e, p.value), len(top) == 1 && top[0].name == "data" && r.matchesAnyObject(e, top[0].value):
		r.report(e, "nothing-asked", at, Values{"field": name})
	}
	for _, f := range top {
		values := Values{"field": pathName(p.path), "name": f.name, "values": strings.Join(branchNames, ", ")}
		switch {
		case !slices.Contains(branchNames, f.name):
			r.reportNear(e, "branch", f.at, values, branchNames)
		case f.name == "file":
			r.checkBranch(e, f, values, r.contract.branches.File)
		case f.name == "body":
			r.checkBody(e, f, values, formats)
		}
	}
}

// matchesAnyObject reports whether a value accepts every object.
func (r *customReader) matchesAnyObject(e *entry, v cue.Value) bool {
	kind := v.IncompleteKind()
	if kind == cue.TopKind {
		return true
	}
	fields, sound := r.topFields(e, v, 0)
	return kind == cue.StructKind && len(fields) == 0 && sound && !v.IsClosed()
}

// checkBody reports a pattern on the Markdown of formats of which none is
// Markdown.
func (r *customReader) checkBody(e *entry, f topField, values Values, formats []string) {
	var known []string
	for _, name := range formats {
		fields, ok := r.contract.branches.Body[r.formName(name)]
		if !ok {
			return // reported as an unknown format
		}
		known = append(known, fields...)
	}
	if len(known) == 0 {
		values["formats"] = strings.Join(formats, ", ")
		r.report(e, "no-body", f.at, values)
		return
	}
	slices.Sort(known)
	r.checkBranch(e, f, values, slices.Compact(known))
}

// formName returns the name under which custom.cue describes the body of a
// format.
func (r *customReader) formName(format string) string {
	for _, e := range r.entries {
		if e.Kind == "formats" && e.Name == format {
			return e.field("form").Str()
		}
	}
	return format
}

// checkBranch checks the fields that a pattern asks of a branch.
func (r *customReader) checkBranch(e *entry, branch topField, values Values, known []string) {
	fields, _ := r.topFields(e, branch.value, 0)
	for _, f := range fields {
		if !slices.Contains(known, f.name) {
			more := Values{"field": values["field"], "branch": branch.name, "name": f.name, "values": strings.Join(known, ", ")}
			r.reportNear(e, "branch-field", f.at, more, known)
		}
	}
}

// topFields returns the fields that a value requires or forbids, from all
// operands of a conjunction or disjunction. If sound, there are no others.
func (r *customReader) topFields(e *entry, v cue.Value, depth int) (out []topField, sound bool) {
	if depth > deepest {
		return nil, false
	}
	if op, args := v.Expr(); op == cue.AndOp || op == cue.OrOp {
		sound = true
		for _, arg := range args {
			fields, all := r.topFields(e, arg, depth+1)
			out, sound = append(out, fields...), sound && all
		}
		return out, sound
	} else if op != cue.NoOp && op != cue.SelectorOp {
		return nil, false
	}
	fields, err := v.Fields(cue.Optional(true), cue.Patterns(true))
	for err == nil && fields.Next() {
		if fields.Selector().LabelType() != cue.StringLabel || fields.Selector().ConstraintType() == cue.PatternConstraint {
			return nil, false
		}
		out = append(out, topField{fields.Selector().Unquoted(), r.fieldAt(e, fields.Value()), fields.Value()})
	}
	return out, err == nil
}

// fieldAt returns the position of a field, the entry's if it comes from a
// built-in definition.
func (r *customReader) fieldAt(e *entry, v cue.Value) Span {
	pos := v.Pos()
	if field, ok := v.Source().(*ast.Field); ok {
		pos = field.Label.Pos()
	}
	if pos.Filename() == e.file.label && pos.Offset() >= e.file.offset {
		return e.file.At(pos.Offset() - e.file.offset)
	}
	return e.Key
}

// report adds a problem of an entry with words from custom.cue.
func (r *customReader) report(e *entry, words string, at Span, values Values) {
	values["entry"] = e.title()
	w := r.contract.words[words]
	r.add(e.file.Problem(at, fill(w.Message, values), fill(w.Help, values)))
}

// reportNear is report, with the words for a misspelling if one of names is
// near.
func (r *customReader) reportNear(e *entry, words string, at Span, values Values, names []string) {
	if near := NearName(values["name"], names); near != "" {
		values["similar"] = near
		words += "-near"
	}
	r.report(e, words, at, values)
}

// pathName returns a path within an entry as people write it.
func pathName(path []string) string {
	pointer := ""
	for _, step := range path {
		pointer = document.PointerStep(pointer, step)
	}
	return FieldName(pointer)
}
