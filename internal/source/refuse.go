package source

import (
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Bounds of a source's nesting and of the operands in an expression: far more
// than people write, far less than overflows a stack.
const (
	maxDepth    = 100
	maxOperands = 5000
)

// The kinds of what a source may not contain. custom.cue has the words, under
// "refused-" and the kind.
const (
	Import    = "import"    // name
	Function  = "function"  // name
	Attribute = "attribute" // name
	Deep      = "deep"      // limit
	Operands  = "operands"  // limit
	Pattern   = "pattern"   // problem
	Large     = "large"     // limit; a pattern
	Misplaced = "misplaced" // name; a pattern, in YAML
	Formats   = "formats"   // in YAML
	Other     = "other"     // name; a field at the top that is not a rule or a format
	BuiltIn   = "builtin"   // name; a rule or a format
)

// RefusedRule is the rule of a Problem's fault of one of these kinds, its
// variant.
const RefusedRule = "source"

// Refused is one thing in a CUE file that a source may not contain.
type Refused struct {
	// Kind is one of the above, Values fill in its words.
	Kind   string
	Values map[string]string
	// Node is its position.
	Node ast.Node
}

// Refuse finds what a source in CUE may not contain: it is data, so it reads no
// files, and uses of CUE's library only what asks something of a value. The file is not evaluated.
func Refuse(file *ast.File) []Refused {
	r := &refuser{packages: map[string]string{}}
	ast.Walk(file, r.enter, r.leave)
	return r.found
}

// refuse reports what the source may not contain, and records the rules that fields
// of schemas name; deep means that the file cannot be read further.
func (f *File) refuse(file *ast.File) (problems []Problem, deep bool) {
	for _, r := range Refuse(file) {
		problems = append(problems, f.refused(r.Kind, nodeSpan(r.Node), r.Values))
		deep = deep || r.Kind == Deep || r.Kind == Operands
	}
	ast.Walk(file, func(n ast.Node) bool {
		if a, ok := n.(*ast.Attribute); ok {
			if name, body := a.Split(); name == "rule" {
				f.Rules = append(f.Rules, Entry{Kind: "rules", Name: strings.Trim(body, "\" "), Spans: Spans{Value: nodeSpan(a)}})
			}
		}
		return true
	}, nil)
	return problems, deep
}

// refused is the problem of something that a source may not have.
func (f *File) refused(kind string, at text.Span, values map[string]string) Problem {
	p := f.problem(at, "", "")
	p.Fault = &document.Fault{Rule: RefusedRule, Variant: kind, Values: values}
	return p
}

// refuser walks a file.
type refuser struct {
	depth, operands int
	packages        map[string]string // what is imported: the path by the local name
	found           []Refused
}

func (r *refuser) add(kind string, n ast.Node, name, value string) {
	r.found = append(r.found, Refused{Kind: kind, Values: map[string]string{name: value}, Node: n})
}

func (r *refuser) enter(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		r.imported(n)
	case *ast.SelectorExpr:
		r.selected(n)
	case *ast.Attribute:
		r.attribute(n)
	case *ast.UnaryExpr:
		r.pattern(n)
	case *ast.BinaryExpr:
		if r.operands++; r.operands == maxOperands {
			r.add(Operands, n, "limit", strconv.Itoa(maxOperands))
		}
		return r.operands < maxOperands
	}
	if nests(n) {
		if r.depth++; r.depth == maxDepth {
			r.add(Deep, n, "limit", strconv.Itoa(maxDepth))
		}
		if r.depth >= maxDepth {
			r.depth-- // a node that is not entered is not left either
			return false
		}
	}
	return true
}

func (r *refuser) leave(n ast.Node) {
	if nests(n) {
		r.depth--
	}
}

// nests reports whether a node adds a level.
func nests(n ast.Node) bool {
	switch n.(type) {
	case *ast.StructLit, *ast.ListLit, *ast.ParenExpr, *ast.UnaryExpr, *ast.CallExpr, *ast.Comprehension, *ast.IndexExpr:
		return true
	}
	return false
}

// functions are what may be used of CUE's library, by package: what asks something
// of a value. Others can take forever, such as bits.Lsh(1, 100000000000), and no
// bound of time stops them halfway.
var functions = map[string][]string{
	"list":    {"MinItems", "MaxItems", "UniqueItems"},
	"regexp":  {"Valid"},
	"strings": {"MinRunes", "MaxRunes"},
}

// imported refuses packages that no function may be used of, used or not.
func (r *refuser) imported(spec *ast.ImportSpec) {
	info, err := astImport(spec)
	if err != nil || functions[info.path] == nil {
		r.add(Import, spec, "name", spec.Path.Value)
		return
	}
	r.packages[info.ident] = info.path
}

// selected refuses other functions of a package that is imported.
func (r *refuser) selected(n *ast.SelectorExpr) {
	x, ok := n.X.(*ast.Ident)
	if !ok || r.packages[x.Name] == "" {
		return
	}
	if name, _, _ := ast.LabelName(n.Sel); !slices.Contains(functions[r.packages[x.Name]], name) {
		r.add(Function, n, "name", x.Name+"."+name)
	}
}

// attribute refuses attributes that read files.
func (r *refuser) attribute(a *ast.Attribute) {
	switch name, _ := a.Split(); name {
	case "embed", "extern", "if":
		r.add(Attribute, a, "name", name)
	}
}

// pattern compiles a literal regular expression: CUE itself only does so when
// it meets a string.
func (r *refuser) pattern(n *ast.UnaryExpr) {
	lit, ok := n.X.(*ast.BasicLit)
	if n.Op != token.MAT && n.Op != token.NMAT || !ok || lit.Kind != token.STRING {
		return
	}
	source, err := literal.Unquote(lit.Value)
	if err != nil {
		return
	}
	switch _, err := text.CompilePattern(source); {
	case errors.As(err, new(*text.TooManyInstructions)):
		r.add(Large, lit, "limit", strconv.Itoa(text.MaxInstructions))
	case err != nil:
		r.add(Pattern, lit, "problem", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
}

// importInfo is an import: its path, its local name, and its source.
type importInfo struct{ path, ident, text string }

func astImport(spec *ast.ImportSpec) (importInfo, error) {
	full, err := literal.Unquote(spec.Path.Value)
	info := importInfo{path: full, text: spec.Path.Value}
	pkg, name, named := strings.Cut(full, ":")
	info.path, info.ident = pkg, path.Base(pkg)
	if named {
		info.ident = name
	}
	if spec.Name != nil {
		info.ident = spec.Name.Name
		info.text = info.ident + " " + info.text
	}
	return info, err
}
