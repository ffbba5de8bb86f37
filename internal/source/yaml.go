package source

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/parser"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// yamlLimits bounds a YAML source.
var yamlLimits = document.Limits{Depth: maxDepth, Values: 20_000}

// Patterns are the keys whose value is a pattern. In YAML, a text there is
// CUE; anything else is the very value that is wanted.
var Patterns = []string{"when", "must", "schema", "advice", "recognised"}

// readYAML writes the entries of a YAML file as CUE.
func (f *File) readYAML(builtin Builtin) (problems []Problem, read bool) {
	root, src, faults := document.ParseYAML(f.Source.Bytes(), yamlLimits)
	f.Source = src
	if len(faults) > 0 {
		return f.faults(faults), false
	}
	y := &yamlReader{File: f, builtin: builtin, imports: map[string]bool{}}
	f.segments = []segment{}
	for _, kind := range kinds {
		if node := root.Field(kind); node != nil {
			y.kind(kind, node)
		}
	}
	f.body = y.out.String()
	for path := range y.imports {
		f.imports = append(f.imports, strconv.Quote(path))
	}
	slices.Sort(f.imports)
	if len(y.problems) == 0 {
		file, problems := f.parseCUE([]byte(f.body))
		if problems != nil {
			return problems, true
		}
		y.problems, _ = f.refuse(file)
	}
	return y.problems, true
}

// faults are what the parser could not read. Their words are the catalogue's.
func (f *File) faults(faults []document.Fault) []Problem {
	var problems []Problem
	for _, fault := range faults {
		p := f.problem(fault.Span, "", "")
		p.Fault = &fault
		problems = append(problems, p)
	}
	return problems
}

// yamlReader writes a YAML tree as CUE.
type yamlReader struct {
	*File
	builtin  Builtin
	out      strings.Builder
	imports  map[string]bool
	problems []Problem
}

func (y *yamlReader) add(at text.Span, message, help string) {
	y.problems = append(y.problems, y.problem(at, message, help))
}

func (y *yamlReader) kind(kind string, node *document.Node) {
	if node.Kind != document.Object {
		if node.Kind != document.Null {
			y.add(node.Value, kind+" must be a mapping, this is a "+node.Kind.String(), "write each entry under its name")
		}
		return
	}
	for _, item := range node.Items {
		place := Place{Key: item.Key, Value: item.Value}
		if kind == "formats" && y.builtin(kind, item.Name) {
			y.add(item.Key, takenFormat(item.Name), takenFormatHelp)
		}
		if y.builtin(kind, item.Name) || y.setting(kind, item.Name, nodeKeys(item), place) {
			continue
		}
		y.entry(kind, item.Name, place)
		y.nodes[key(kind, item.Name)] = item
		y.write(kind + ": " + quote(item.Name) + ": ")
		y.node(item, false, kind, item.Name)
		y.write("\n")
	}
}

// nodeKeys is settingKeys for YAML.
func nodeKeys(n *document.Node) []string {
	keys := []string{}
	switch n.Kind {
	case document.Object:
		for _, item := range n.Items {
			keys = append(keys, item.Name)
		}
		return keys
	case document.List, document.Null:
		return nil
	}
	return []string{"severity"}
}

func (y *yamlReader) write(s string) { y.out.WriteString(s) }

func quote(s string) string { return literal.String.Quote(s) }

// node writes a value. Within a pattern, text is CUE.
func (y *yamlReader) node(n *document.Node, pattern bool, steps ...string) {
	start := y.out.Len()
	switch n.Kind {
	case document.Object:
		y.write("{\n")
		for _, item := range n.Items {
			y.places[key(append(steps, item.Name)...)] = Place{Key: item.Key, Value: item.Value}
			y.write(quote(item.Name) + ": ")
			y.node(item, !pattern && slices.Contains(Patterns, item.Name), append(steps[:len(steps):len(steps)], item.Name)...)
			y.write("\n")
		}
		y.write("}")
	case document.List:
		y.write("[\n")
		for i, item := range n.Items {
			y.places[key(append(steps, strconv.Itoa(i))...)] = Place{Value: item.Value}
			y.node(item, pattern, append(steps[:len(steps):len(steps)], strconv.Itoa(i))...)
			y.write(",\n")
		}
		y.write("]")
	case document.String:
		if pattern {
			y.expression(n)
		} else {
			y.write(quote(n.Text))
		}
	case document.Null:
		y.write("null")
	default:
		y.write(n.Text)
	}
	y.segments = append(y.segments, segment{start, y.out.Len(), n.Value})
}

// expression writes a text that is CUE: an expression, or fields. It is parsed
// by itself first, so that it cannot reach beyond its place.
func (y *yamlReader) expression(n *document.Node) {
	if expr, err := parser.ParseExpr(y.Name, n.Text); err == nil {
		y.uses(expr)
		y.write(bracketed(n.Text))
		return
	}
	file, problems := y.parseCUE([]byte(n.Text))
	if problems != nil {
		p := problems[0]
		line := ""
		if strings.Count(strings.TrimSpace(n.Text), "\n") > 0 {
			line = " in line " + strconv.Itoa(strings.Count(n.Text[:min(len(n.Text), offsetOf(n.Text, p))], "\n")+1) + " of this text"
		}
		y.add(n.Value, "this is no CUE"+line+": "+p.Message, "in YAML a pattern is a text of CUE, such as: data: status!: \"done\"")
		return
	}
	for _, decl := range file.Decls {
		if _, ok := decl.(*ast.ImportDecl); ok {
			y.add(n.Value, "a pattern in YAML has no imports", "use a package such as strings by its name: it is imported for you")
			return
		}
	}
	y.uses(file)
	y.write("{\n" + n.Text + "\n}")
}

// bracketed is an expression in parentheses, or, since these take no line end
// before they close, in braces where it ends in a comment.
func bracketed(expr string) string {
	expr = strings.TrimSpace(expr)
	if last := expr[strings.LastIndexByte(expr, '\n')+1:]; strings.Contains(last, "//") {
		return "{\n" + expr + "\n}"
	}
	return "(" + expr + ")"
}

// offsetOf is where in a text a problem stands that was made from it. The
// problem's own place is one in the source, which has other lines.
func offsetOf(text string, p Problem) int { return min(p.offset, len(text)) }

// library are the packages of CUE that patterns use, by the names that they
// are referred to by.
var library = map[string]string{
	"list": "list", "math": "math", "net": "net", "regexp": "regexp", "strconv": "strconv",
	"strings": "strings", "struct": "struct", "time": "time", "uuid": "uuid",
}

// uses notes the packages that an expression refers to.
func (y *yamlReader) uses(n ast.Node) {
	ast.Walk(n, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := selector.X.(*ast.Ident); ok && id.Node == nil && library[id.Name] != "" {
			y.imports[library[id.Name]] = true
		}
		return true
	}, nil)
}
