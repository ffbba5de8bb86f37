// Package compile turns a team's CUE into schema.Nodes. The CUE is parsed, never evaluated: syntax outside of
// the subset is rejected, with its position and what to write instead. So nothing in a file can loop, explode
// or read. Package teamrules knows what a rule or a format must have. Start with Parse.
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

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// The bounds of a file. They are counts, so that a file gets the same verdict on every machine, and far more
// than people write.
const (
	// MaxBytes is the maximum size of a file.
	MaxBytes = 64 << 10
	// maxDepth bounds brackets, the labels of a chain `a: b: c`, consecutive operators, and chains of
	// references in plain data.
	maxDepth = 64
	// maxBranches bounds a union. Constants and kinds together are one branch.
	maxBranches = 32
	// maxOperands bounds a chain of `|` or `&`.
	maxOperands = 1000
	// maxSteps bounds the values that a file compiles to, and maxInner their depth: a few lines of
	// definitions can require exponentially many.
	maxSteps, maxInner = 50_000, 1000
	// A regular expression, and a character of a name that is matched against one, cost more than other
	// values.
	patternSteps, matchSteps = 250, 4
	// maxRefusals bounds the list of mistakes.
	maxRefusals = 100
)

// Source is a parsed CUE file. It is not safe for concurrent use.
type Source struct {
	decls []ast.Decl
	// fields are the other fields at the top.
	fields fieldList
	// definitions are the declarations of top-level definitions and hidden fields, names their names in order.
	definitions map[string]*ast.Field
	names       []string
	builtin     map[string]*schema.Node
	rules       []Name
	// patterns are the expressions at nodes of the data.
	patterns map[*document.Node]ast.Expr
	// trusted means that the sources are handofflint's own: they may have any size, and attributes that a
	// team's may not.
	trusted bool

	refusals []Refusal
	// refused are the positions of all refusals: one per position is enough.
	refused map[token.Pos]bool

	// compiled are the Nodes of definitions and hidden fields, open those being compiled.
	compiled map[string]*schema.Node
	open     map[*schema.Node]bool
	// draft is the innermost definition's, never nil.
	draft *draft
	steps int
	// merging counts the merges around the current one.
	merging int
}

// draft is a definition that is being compiled. Its Node refers to itself, and has only its kinds so far.
type draft struct {
	// depth counts the definitions around it.
	depth int
	// joinable are the objects that are closed only because of the definition: joined with each other, they
	// allow each other's fields.
	joinable map[*schema.Node]bool
}

// Refusal is something that a file may not contain.
type Refusal struct {
	At  text.Span
	Pos token.Pos
	// Reason names the words in rules/custom.cue: "refused-" and the reason.
	Reason string
	// Values fill in the words.
	Values map[string]string
}

// Name is a name that the file contains, with its position.
type Name struct {
	Text string
	At   text.Span
}

// Parse parses a file. builtin are the definitions that it may refer to besides its own. The source is nil if
// the file cannot be parsed at all; otherwise its entries can be read despite refusals. A refusal is returned
// once, by the first method that finds it.
func Parse(data []byte, builtin []schema.Definition) (*Source, []Refusal) {
	if len(data) > MaxBytes {
		return nil, []Refusal{{Reason: "bytes", Values: limitValue(MaxBytes)}}
	}
	if refusal := checkNesting(data); refusal != nil {
		return nil, []Refusal{*refusal}
	}
	file, err := parser.ParseFile("", data, parser.ParseComments)
	if err != nil {
		var refusals []Refusal
		for _, e := range errors.Errors(err) {
			at := span(e.Position(), e.Position())
			refusals = append(refusals, Refusal{At: at, Reason: "syntax", Values: map[string]string{"problem": messageOf(e)}})
		}
		return nil, refusals
	}
	s := newSource(file)
	for _, d := range builtin {
		s.builtin[d.Name] = d.Node
	}
	s.readFile()
	return s, s.takeRefusals()
}

// Trusted reads handofflint's own sources, which are one package and may have any size.
func Trusted(files ...*ast.File) (*Source, []Refusal) {
	s := newSource(files...)
	s.trusted = true
	s.readFile()
	return s, s.takeRefusals()
}

func newSource(files ...*ast.File) *Source {
	s := &Source{
		definitions: map[string]*ast.Field{}, builtin: map[string]*schema.Node{}, refused: map[token.Pos]bool{},
		patterns: map[*document.Node]ast.Expr{}, compiled: map[string]*schema.Node{}, open: map[*schema.Node]bool{}, draft: &draft{joinable: map[*schema.Node]bool{}},
	}
	for _, f := range files {
		s.decls = append(s.decls, f.Decls...)
	}
	return s
}

// readFile keeps the fields at the top of a file, refuses other declarations, and compiles definitions, used or not.
func (s *Source) readFile() {
	for _, decl := range s.decls {
		switch d := decl.(type) {
		case *ast.CommentGroup, *ast.Package:
		case *ast.ImportDecl:
			s.checkImports(d)
		case *ast.Field:
			s.addTopField(d)
		case *ast.EmbedDecl, *ast.Ellipsis:
			s.refuse(d, "fields", nil)
		default:
			s.refuseOther(d, "expression")
		}
	}
	if s.trusted {
		return // definitions of only plain data are never compiled
	}
	for _, name := range s.names {
		s.reference(ast.NewIdent(name), unclosed)
	}
}

// checkImports refuses imports under another name, and of packages that nothing here uses.
func (s *Source) checkImports(d *ast.ImportDecl) {
	for _, spec := range d.Specs {
		if spec.Name != nil || !slices.Contains(packages, spec.Path.Value) {
			s.refuse(spec, "import", nameValue(spec.Path.Value))
		}
	}
}

// addTopField adds a field at the top of the file to the definitions, or to the other fields.
func (s *Source) addTopField(f *ast.Field) {
	name, isIdent, err := ast.LabelName(f.Label)
	switch {
	case err != nil, f.Constraint != token.ILLEGAL:
		s.refuse(f.Label, "fields", nil)
	case !isIdent, !isReferable(name):
		s.fields.add(name, f)
	case s.definitions[name] != nil:
		s.refuse(f.Label, "repeated", nameValue(name))
	default:
		s.definitions[name] = f
		s.names = append(s.names, name)
	}
}

// Names returns the names that a reference may use, sorted: the definitions and hidden fields of the file,
// and the built-in definitions.
func (s *Source) Names() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(s.definitions)), maps.Keys(s.builtin))
	slices.Sort(names)
	return slices.Compact(names)
}

// Rules returns the rules that fields name with @rule.
func (s *Source) Rules() []Name { return s.rules }

// refuse adds a refusal, unless the position has one already.
func (s *Source) refuse(n ast.Node, reason string, values map[string]string) {
	if s.refused[n.Pos()] || len(s.refusals) >= maxRefusals {
		return
	}
	s.refused[n.Pos()] = true
	s.refusals = append(s.refusals, Refusal{At: spanOf(n), Pos: n.Pos(), Reason: reason, Values: values})
}

// takeRefusals returns the new refusals, sorted, and clears them.
func (s *Source) takeRefusals() []Refusal {
	taken := s.refusals
	s.refusals = nil
	slices.SortStableFunc(taken, func(a, b Refusal) int { return a.At.Start - b.At.Start })
	return taken
}

func nameValue(name string) map[string]string { return map[string]string{"name": name} }
func limitValue(n int) map[string]string      { return map[string]string{"limit": strconv.Itoa(n)} }

// isReferable reports whether a name is a definition's or a hidden field's.
func isReferable(name string) bool { return name[0] == '#' || name[0] == '_' && len(name) > 1 }

// isDefinition reports whether a name is a definition's, whose value is closed.
func isDefinition(name string) bool { return name[0] == '#' || strings.HasPrefix(name, "_#") }

func span(from, to token.Pos) text.Span {
	return text.Span{Start: from.Offset(), End: max(from.Offset(), to.Offset())}
}

func spanOf(n ast.Node) text.Span {
	if x, ok := n.(*ast.BottomLit); ok {
		return span(x.Pos(), x.Pos().Add(len("_|_")))
	}
	return span(n.Pos(), n.End())
}

// messageOf returns a parser error on one line, without its path.
func messageOf(err errors.Error) string {
	message := text.Fold(err.Error())
	return strings.TrimPrefix(message, strings.Join(err.Path(), ".")+": ")
}
