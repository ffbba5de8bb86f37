package rules

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/source"
)

// entry is an entry of a source: its CUE value, and a tree with positions in
// the source, without patterns.
type entry struct {
	source.Entry
	file  *customSource
	value cue.Value
	node  *document.Node
	// broken holds the pointers of values that CUE could not evaluate. They
	// have been reported.
	broken failures
}

// title returns the entry's name for a problem.
func (e *entry) title() string { return strings.TrimSuffix(e.Kind, "s") + " " + e.Name }

func (e *entry) at(path ...string) source.Spans {
	return e.file.Spans(append([]string{e.Kind, e.Name}, path...)...)
}

// field returns a value of the entry by path.
func (e *entry) field(path ...string) *document.Node { return e.node.Lookup(path...) }

// readEntries builds the trees of all entries.
func (r *customReader) readEntries() {
	for _, f := range r.custom.files {
		for _, e := range f.Entries {
			x := &entry{Entry: e, file: f, value: f.entry(r.root, e.Kind, e.Name), broken: failures{}}
			if f.unsound {
				x.readLiteral()
			} else {
				x.node = r.node(x, x.value, "", nil)
			}
			r.entries = append(r.entries, x)
		}
	}
}

// readLiteral builds the tree from the syntax.
func (e *entry) readLiteral() {
	node, unknown := e.file.Literal(e.Kind, e.Name)
	for pointer := range unknown {
		e.broken[pointer] = struct{}{}
	}
	e.node = withoutPatterns(node, nil)
}

// withoutPatterns replaces each pattern in a tree with null.
func withoutPatterns(n *document.Node, path []string) *document.Node {
	bare := *n
	if isPattern(path) {
		bare.Kind, bare.Items = document.Null, nil
		return &bare
	}
	bare.Items = nil
	for _, item := range n.Items {
		bare.Items = append(bare.Items, withoutPatterns(item, append(path[:len(path):len(path)], item.Name)))
	}
	return &bare
}

// node builds a tree from a value. A value that is incomplete or an error is
// reported and becomes null.
func (r *customReader) node(e *entry, v cue.Value, pointer string, path []string) *document.Node {
	place := e.at(path...)
	n := &document.Node{Kind: document.Null, Key: place.Key, Value: place.Value}
	if len(path) > 0 {
		n.Name = path[len(path)-1]
	}
	if isPattern(path) {
		return n
	}
	v, _ = v.Default()
	kind := v.Kind()
	switch {
	case v.Err() != nil && len(e.names(path)) > 0:
		r.writtenFields(e, n, v, pointer, path)
	case v.Err() != nil:
		e.broken[pointer] = struct{}{} // reported by evaluationProblems
	case kind == cue.StructKind:
		r.object(e, n, v, pointer, path)
	case kind == cue.ListKind:
		r.list(e, n, v, pointer, path)
	case kind == cue.BottomKind:
		e.broken[pointer] = struct{}{}
		r.add(e.file.Problem(place.Value, FieldName(pointer)+" of "+e.title()+" has no value: it only says of what kind one is", "write the value itself; only "+strings.Join(source.Patterns, ", ")+" take patterns"))
	default:
		scalarNode(n, v, kind)
	}
	return n
}

// isPattern reports whether a path leads to a pattern, which is not descended
// into: a key of the entry, of a variant or of a profile that takes one.
func isPattern(path []string) bool {
	if len(path) == 0 || path[0] == "params" {
		return false
	}
	return slices.Contains(source.Patterns, path[len(path)-1])
}

// names returns the fields that the source writes at a value of the entry.
func (e *entry) names(path []string) []string {
	names := e.file.Names(append([]string{e.Kind, e.Name}, path...)...)
	slices.Sort(names)
	return names
}

// writtenFields builds a tree of a struct that CUE takes for an error because
// one of its fields is, field by field.
func (r *customReader) writtenFields(e *entry, n *document.Node, v cue.Value, pointer string, path []string) {
	n.Kind = document.Object
	for _, name := range e.names(path) {
		step := append(path[:len(path):len(path)], name)
		field := v.LookupPath(cue.MakePath(cue.Str(name)))
		n.Items = append(n.Items, r.node(e, field, document.PointerStep(pointer, name), step))
	}
}

func (r *customReader) object(e *entry, n *document.Node, v cue.Value, pointer string, path []string) {
	n.Kind = document.Object
	fields, err := v.Fields()
	if err != nil {
		return
	}
	for fields.Next() {
		name := fields.Selector().Unquoted()
		step := append(path[:len(path):len(path)], name)
		n.Items = append(n.Items, r.node(e, fields.Value(), document.PointerStep(pointer, name), step))
	}
}

func (r *customReader) list(e *entry, n *document.Node, v cue.Value, pointer string, path []string) {
	n.Kind = document.List
	items, err := v.List()
	if err != nil {
		return
	}
	for i := 0; items.Next(); i++ {
		step := strconv.Itoa(i)
		n.Items = append(n.Items, r.node(e, items.Value(), pointer+"/"+step, append(path[:len(path):len(path)], step)))
		n.Items[i].Name = ""
	}
}

// scalarNode fills a node from a scalar, by way of JSON, which CUE and
// documents share.
func scalarNode(n *document.Node, v cue.Value, kind cue.Kind) {
	switch kind {
	case cue.StringKind:
		n.Kind = document.String
		n.Text, _ = v.String()
	case cue.BoolKind:
		b, _ := v.Bool()
		n.Kind, n.Text = document.Bool, strconv.FormatBool(b)
	case cue.IntKind, cue.FloatKind, cue.NumberKind:
		raw, _ := v.MarshalJSON()
		n.Kind, n.Text = document.Int, string(raw)
		if kind != cue.IntKind {
			n.Kind = document.Float
		}
	}
}

// checkContract reports violations of a contract; prefix is the tree's pointer
// in the entry.
func (r *customReader) checkContract(checker *constraint.Checker, e *entry, n *document.Node, prefix string) {
	for _, v := range checker.Check(n) {
		pointer := prefix + v.Pointer
		if e.broken.covers(pointer) {
			continue
		}
		r.violation(e, v, pointer)
	}
}

// violation reports one violation with words from custom.cue.
func (r *customReader) violation(e *entry, v constraint.Violation, pointer string) {
	values := violationValues(v, pointer)
	values["entry"] = e.title()
	if values["field"] == "" {
		values["field"] = "the value"
	}
	at := v.Span
	if v.Kind == constraint.Missing {
		at = e.Key
	}
	words, ok := r.contract.words[r.wordsFor(v, values)]
	if !ok {
		words = r.contract.words["pattern"]
	}
	r.add(e.file.Problem(at, fill(words.Message, values), fill(words.Help, values)))
}

// wordsFor returns the name of the words for a violation.
func (r *customReader) wordsFor(v constraint.Violation, values Values) string {
	switch v.Kind {
	case constraint.NotAllowed:
		if near := NearName(values["name"], v.Allowed); near != "" {
			values["similar"] = near
			return "misspelt"
		}
	case constraint.Enum:
		values["values"] = strings.Join(NearFirst(v.Node.Text, v.Allowed), ", ")
		if near := NearName(v.Node.Text, v.Allowed); near != "" {
			values["similar"] = near
			return "enum-near"
		}
	case constraint.Mismatch:
		return "type"
	case constraint.Bound, constraint.Length:
		return "pattern"
	}
	return v.Kind.String()
}
