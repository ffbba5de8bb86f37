package source

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// yamlLimits bounds a YAML source.
var yamlLimits = document.Limits{Depth: maxDepth, Values: 20_000}

// Patterns are the keys whose value is a pattern. In YAML, every string in it
// is CUE.
var Patterns = []string{"when", "must", "schema", "advice", "recognised"}

// readYAML converts the entries of a YAML file to CUE.
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

// faults converts parse errors, whose words are the catalogue's, to problems.
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
		place := Spans{Key: item.Key, Value: item.Value}
		if kind == "formats" && y.builtin(kind, item.Name) {
			y.add(item.Key, takenFormat(item.Name), takenFormatHelp)
		}
		if y.builtin(kind, item.Name) || y.setting(kind, item.Name, nodeKeys(item), place) {
			continue
		}
		y.entry(kind, item.Name, place)
		y.nodes[key(kind, item.Name)] = item
		y.write(kind + ": " + quote(item.Name) + ": ")
		y.node(item, kind, item.Name)
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

// node writes a value, a pattern if its key is one of Patterns and not a
// parameter.
func (y *yamlReader) node(n *document.Node, steps ...string) {
	start := y.out.Len()
	switch n.Kind {
	case document.Object:
		y.write("{\n")
		for _, item := range n.Items {
			step := y.field(item, item.Name, steps)
			y.write(quote(item.Name) + ": ")
			if slices.Contains(Patterns, item.Name) && !slices.Contains(steps, "params") {
				y.pattern(item, false, step...)
			} else {
				y.node(item, step...)
			}
			y.write("\n")
		}
		y.write("}")
	case document.List:
		y.write("[\n")
		for i, item := range n.Items {
			y.node(item, y.item(item, i, steps)...)
			y.write(",\n")
		}
		y.write("]")
	case document.String:
		y.write(quote(n.Text))
	default:
		y.scalar(n)
	}
	y.segments = append(y.segments, segment{start: start, end: y.out.Len(), at: n.Value})
}

// scalar writes a value that is the same in YAML and CUE.
func (y *yamlReader) scalar(n *document.Node) {
	if n.Kind == document.Null {
		y.write("null")
		return
	}
	y.write(n.Text)
}

// field records the position of a field and returns its path.
func (y *yamlReader) field(n *document.Node, name string, steps []string) []string {
	step := append(steps[:len(steps):len(steps)], name)
	y.places[key(step...)] = Spans{Key: n.Key, Value: n.Value}
	return step
}

// item records the position of a list item and returns its path.
func (y *yamlReader) item(n *document.Node, i int, steps []string) []string {
	step := append(steps[:len(steps):len(steps)], strconv.Itoa(i))
	y.places[key(step...)] = Spans{Value: n.Value}
	return step
}

// library maps the names by which patterns refer to CUE's packages to their
// paths.
var library = map[string]string{
	"list": "list", "math": "math", "net": "net", "regexp": "regexp", "strconv": "strconv",
	"strings": "strings", "struct": "struct", "time": "time", "uuid": "uuid",
}

// uses records the packages that an expression refers to.
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
