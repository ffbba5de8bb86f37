// Package compile turns a team's CUE into schema.Nodes. The CUE is parsed and never
// evaluated: what is not in the subset is refused, with its position and what to
// write instead. So nothing in a file can loop, explode or read.
package compile

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// The bounds of a file. They are counts, so that a file gets the same verdict on
// every machine, and far more than people write.
const (
	// MaxBytes is the size of a file.
	MaxBytes = 64 << 10
	// maxDepth bounds brackets and the labels of a chain `a: b: c`, consecutive
	// operators, and references that lead to references.
	maxDepth = 64
	// maxBranches bounds a union. Constants and kinds are one branch together.
	maxBranches = 32
	// maxOperands bounds a chain of `|`, maxTerms what is asked of one value.
	maxOperands, maxTerms = 1000, 100
	// maxSteps bounds the values that a file compiles to, and maxInner how deep they
	// are: a few lines of definitions can ask for exponentially many.
	maxSteps, maxInner = 50_000, 1000
	// A regular expression, and a character of a name that is matched against one,
	// cost more than other values.
	patternSteps, matchSteps = 250, 4
	// maxRefusals bounds the list of mistakes.
	maxRefusals = 100
)

// Source is a team's CUE file, parsed. It is not safe for concurrent use.
type Source struct {
	file *ast.File
	// definitions are the declarations of top-level definitions and hidden fields.
	definitions map[string][]*ast.Field
	builtin     map[string]*schema.Node
	rules       []Name

	refusals []Refusal
	// refused are the offsets of all refusals: one at a position is enough.
	refused map[int]bool

	// compiled are the Nodes of definitions and hidden fields. Those in open refer to
	// themselves and have nothing but their kinds yet, and neither have copies of them.
	compiled map[string]*schema.Node
	open     map[*schema.Node]bool
	copies   []nodeCopy
	// unions are those whose branches have to be told apart.
	unions []nodeAt
	// unclosed are the objects of the current definition that are closed because of it
	// alone: joined with each other, they allow each other's fields.
	unclosed map[*schema.Node]bool
	steps    int
	// depth counts the definitions around the one that is compiled, merging the merges.
	depth, merging int
}

// Refusal is something that a file may not contain.
type Refusal struct {
	At text.Span
	// Reason names the words in rules/custom.cue: "refused-" and the reason.
	Reason string
	// Values fill the words.
	Values map[string]string
}

// Field is a named field of a struct.
type Field struct {
	Name  string
	Key   text.Span
	Value ast.Expr
}

// Name is a name that the file contains, with its position.
type Name struct {
	Text string
	At   text.Span
}

// Parse reads a file. builtin are the definitions that it may refer to beside its
// own. The source is nil if the file cannot be read at all; otherwise its entries
// can be read although something is refused. A refusal is reported once, by the
// first method that comes upon it.
func Parse(data []byte, builtin []schema.Definition) (*Source, []Refusal) {
	if len(data) > MaxBytes {
		return nil, []Refusal{{Reason: "bytes", Values: limit(MaxBytes)}}
	}
	if refusal := scan(data); refusal != nil {
		return nil, []Refusal{*refusal}
	}
	file, err := parser.ParseFile("", data, parser.ParseComments)
	if err != nil {
		var refusals []Refusal
		for _, e := range errors.Errors(err) {
			at := span(e.Position(), e.Position())
			refusals = append(refusals, Refusal{At: at, Reason: "syntax", Values: map[string]string{"problem": plain(e)}})
		}
		return nil, refusals
	}
	s := newSource()
	s.file = file
	for _, d := range builtin {
		s.builtin[d.Name] = d.Node
	}
	s.readFile()
	return s, s.taken()
}

func newSource() *Source {
	return &Source{
		definitions: map[string][]*ast.Field{}, builtin: map[string]*schema.Node{}, refused: map[int]bool{},
		compiled: map[string]*schema.Node{}, open: map[*schema.Node]bool{}, unclosed: map[*schema.Node]bool{},
	}
}

// readFile refuses what is at the top of a file and cannot be there, and compiles the
// definitions, used or not.
func (s *Source) readFile() {
	for _, decl := range s.file.Decls {
		switch d := decl.(type) {
		case *ast.CommentGroup, *ast.Package:
		case *ast.ImportDecl:
			for _, spec := range d.Specs {
				if packageOf(spec) == "" {
					s.refuse(spec, "import", named(spec.Path.Value))
				}
			}
		case *ast.Field:
			name, isIdent, err := ast.LabelName(d.Label)
			switch {
			case err != nil || d.Constraint != token.ILLEGAL:
				s.refuse(d.Label, "names", nil)
			case isIdent && isReferable(name):
				s.definitions[name] = append(s.definitions[name], d)
				if len(d.Attrs) > 0 && !isDefinition(name) {
					s.refuse(d.Attrs[0], "hidden", named(name))
				}
			}
		case *ast.Attribute:
			s.refuse(d, "attribute", named(d.Name()))
		case *ast.EmbedDecl, *ast.Ellipsis:
			s.refuse(d, "names", nil)
		default:
			s.refuseSyntax(d, "expression")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.definitions)) {
		if s.compiled[name] == nil {
			s.define(name, nil)
		}
	}
	s.finish()
}

// Fields returns the top-level fields that are not definitions, in order. Fields
// that are repeated are merged.
func (s *Source) Fields() []Field {
	var found fieldList
	for _, decl := range s.file.Decls {
		if f, ok := decl.(*ast.Field); ok {
			if name, isIdent, err := ast.LabelName(f.Label); err == nil && !(isIdent && isReferable(name)) {
				found.add(name, f)
			}
		}
	}
	return found.fields
}

// Names returns what a reference may lead to, sorted: the definitions and hidden
// fields of the file, and the built-in definitions.
func (s *Source) Names() []string {
	var names []string
	for name := range s.definitions {
		names = append(names, name)
	}
	for name := range s.builtin {
		if s.definitions[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Rules returns the rules that fields name with @rule.
func (s *Source) Rules() []Name { return s.rules }

// Span returns the position of an expression.
func (s *Source) Span(expr ast.Expr) text.Span { return spanOf(expr) }

// refuse adds a refusal, unless there is one at the same position already.
func (s *Source) refuse(n ast.Node, reason string, values map[string]string) {
	at := spanOf(n)
	if s.refused[at.Start] || len(s.refused) >= maxRefusals {
		return
	}
	s.refused[at.Start] = true
	s.refusals = append(s.refusals, Refusal{At: at, Reason: reason, Values: values})
}

// taken returns the refusals that were not returned before.
func (s *Source) taken() []Refusal {
	taken := s.refusals
	s.refusals = nil
	slices.SortStableFunc(taken, func(a, b Refusal) int { return a.At.Start - b.At.Start })
	return taken
}

func named(name string) map[string]string { return map[string]string{"name": name} }
func limit(n int) map[string]string       { return map[string]string{"limit": strconv.Itoa(n)} }

// isReferable reports whether a name is one of a definition or a hidden field.
func isReferable(name string) bool { return name[0] == '#' || name[0] == '_' && len(name) > 1 }

// isDefinition reports whether what a name leads to is closed.
func isDefinition(name string) bool { return name[0] == '#' || strings.HasPrefix(name, "_#") }

func span(from, to token.Pos) text.Span {
	s := text.Span{}
	if from.IsValid() {
		s = text.At(from.Offset())
	}
	if to.IsValid() && to.Offset() > s.Start {
		s.End = to.Offset()
	}
	return s
}

func spanOf(n ast.Node) text.Span {
	if x, ok := n.(*ast.BottomLit); ok {
		return span(x.Pos(), x.Pos().Add(len("_|_")))
	}
	return span(n.Pos(), n.End())
}

// plain returns an error of the parser on one line, without its path.
func plain(err errors.Error) string {
	message := strings.Join(strings.Fields(err.Error()), " ")
	return strings.TrimPrefix(message, strings.Join(err.Path(), ".")+": ")
}
