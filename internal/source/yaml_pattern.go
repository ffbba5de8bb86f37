package source

import (
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// A pattern in YAML is a string of CUE, or a mapping or list of such strings:
// `schema: {a: string}` requires a string, and the literal word needs quotes
// within the string. What could be meant either way is refused.

// pattern writes a pattern; inner means that it is part of one.
func (y *yamlReader) pattern(n *document.Node, inner bool, steps ...string) {
	start := y.out.Len()
	switch n.Kind {
	case document.Object:
		y.write("{\n")
		for _, item := range n.Items {
			y.patternField(item, steps)
		}
		y.write("}")
	case document.List:
		y.write("[\n")
		for i, item := range n.Items {
			y.patternItem(item, y.item(item, i, steps))
		}
		y.write("]")
	case document.String:
		if y.shallow(n) && (!inner || y.clear(n)) {
			y.expression(n, inner)
		}
	default:
		y.scalar(n)
	}
	y.segments = append(y.segments, segment{start: start, end: y.out.Len(), at: n.Value})
}

// shallow reports whether a string can be parsed, and reports one that nests
// too deep.
func (y *yamlReader) shallow(n *document.Node) bool {
	at, limit, deep := Nested([]byte(n.Text))
	if deep {
		y.problems = append(y.problems, y.tooDeep(y.within(n, at), limit))
	}
	return !deep
}

// patternField writes a field of a mapping. Its key may have CUE's marks, or
// open the struct.
func (y *yamlReader) patternField(n *document.Node, steps []string) {
	if n.Name == "..." && (n.Kind == document.Null || n.Text == "") {
		y.write("...\n")
		return
	}
	name, mark := n.Name, ""
	if last := len(name) - 1; last > 0 && strings.ContainsAny(name[last:], "!?") {
		name, mark = name[:last], name[last:]
	}
	start := y.out.Len()
	y.write(label(name) + mark)
	y.segments = append(y.segments, segment{start: start, end: y.out.Len(), at: n.Key})
	y.write(": ")
	y.pattern(n, true, y.field(n, name, steps)...)
	y.write("\n")
}

// patternItem writes an item of a list. One that begins with ... stands for any
// number of them.
func (y *yamlReader) patternItem(n *document.Node, steps []string) {
	if rest, open := strings.CutPrefix(n.Text, "..."); open && n.Kind == document.String {
		y.write("...")
		item := *n
		item.Text = rest
		if n = &item; strings.TrimSpace(rest) == "" {
			y.write("\n")
			return
		}
	}
	y.pattern(n, true, steps...)
	y.write(",\n")
}

// label returns a name by which other fields can refer to it, unless that hides
// another name they may mean.
func label(name string) string {
	if !ast.IsValidIdent(name) || strings.HasPrefix(name, "_") || strings.HasPrefix(name, "#") ||
		library[name] != "" || slices.Contains(predeclared, name) || slices.Contains(functions, name) {
		return quote(name)
	}
	return name
}

// predeclared are the types that CUE has names for, functions its other names
// (https://cuelang.org/docs/reference/spec/#predeclared-identifiers).
var (
	predeclared = []string{
		"string", "bytes", "bool", "int", "float", "number", "rune", "null", "true", "false",
		"uint", "uint8", "uint16", "uint32", "uint64", "uint128", "int8", "int16", "int32", "int64", "int128", "float32", "float64",
	}
	functions = []string{"len", "close", "and", "or", "div", "mod", "quo", "rem", "error", "matchN", "matchIf", "self"}
)

// clear reports whether a string within a pattern is unambiguous, and reports
// one that is not.
func (y *yamlReader) clear(n *document.Node) bool {
	literally := "'" + quote(n.Text) + "'"
	if strings.TrimSpace(n.Text) == "" {
		y.add(n.Value, "this text is empty, and so no CUE", "write "+literally+" for the text, or remove the field")
		return false
	}
	expr, err := parser.ParseExpr(y.Name, n.Text)
	if err != nil {
		return true // reported by expression
	}
	switch x := expr.(type) {
	case *ast.BasicLit:
		if x.Kind != token.STRING {
			y.add(n.Value, fmt.Sprintf("%s is a text in YAML, and none in CUE", quote(n.Text)), "write "+x.Value+" without quotes, or "+literally+" for the text")
			return false
		}
	case *ast.Ident:
		if slices.Contains(functions, x.Name) {
			y.add(n.Value, x.Name+" is a function of CUE", "write "+literally+" for the text")
			return false
		}
	}
	return true
}

// expression writes a string that is CUE: an expression, or fields; within a
// mapping, an expression with the attributes of its field. It is parsed alone
// first, so that it cannot reach beyond its place.
func (y *yamlReader) expression(n *document.Node, inner bool) {
	if expr, err := parser.ParseExpr(y.Name, n.Text); err == nil {
		y.uses(expr)
		y.bracketed(n)
		return
	}
	if inner && y.attributed(n) {
		return
	}
	file, problems := y.parseCUE([]byte(n.Text))
	if problems != nil {
		p := problems[0]
		y.add(y.within(n, p.offset), "not valid CUE: "+p.Message, y.wayOut(n, inner))
		return
	}
	for _, decl := range file.Decls {
		if _, ok := decl.(*ast.ImportDecl); ok {
			y.add(y.within(n, decl.Pos().Offset()), "a pattern in YAML has no imports", "use a package such as strings by its name: it is imported for you")
			return
		}
	}
	y.uses(file)
	y.text(n, "{\n", n.Text, "\n}")
}

// wayOut returns the help for a string that is not CUE.
func (y *yamlReader) wayOut(n *document.Node, inner bool) string {
	if inner && !strings.Contains(n.Text, "\n") {
		return "in YAML a text in a pattern is CUE; for this very text write '" + quote(n.Text) + "'"
	}
	return "in YAML a pattern is a text of CUE, such as: data: status!: \"done\""
}

// attributed writes an expression with attributes after it, `#Text @rule(a/b)`.
func (y *yamlReader) attributed(n *document.Node) bool {
	const head = "x: "
	if !strings.Contains(n.Text, "@") {
		return false
	}
	file, err := parser.ParseFile(y.Name, head+n.Text)
	if err != nil || len(file.Decls) != 1 {
		return false
	}
	field, ok := file.Decls[0].(*ast.Field)
	if !ok || len(field.Attrs) == 0 {
		return false
	}
	y.uses(field.Value)
	y.text(n, "", n.Text, "")
	return true
}

// bracketed writes an expression in parentheses, or in braces if it ends in a
// comment, since parentheses allow no line end before they close.
func (y *yamlReader) bracketed(n *document.Node) {
	expr := strings.TrimSpace(n.Text)
	if last := expr[strings.LastIndexByte(expr, '\n')+1:]; strings.Contains(last, "//") {
		y.text(n, "{\n", expr, "\n}")
		return
	}
	y.text(n, "(", expr, ")")
}

// text writes a part of a scalar's text between two others, and records the
// position of each of its bytes in the source.
func (y *yamlReader) text(n *document.Node, before, part, after string) {
	y.write(before)
	start := y.out.Len()
	y.write(part)
	lead := max(strings.Index(n.Text, part), 0)
	y.segments = append(y.segments, segment{start: start, end: y.out.Len(), at: n.Value, bytes: y.aligned(n)[lead:]})
	y.write(after)
}

// within returns the position of an offset into a scalar's text.
func (y *yamlReader) within(n *document.Node, offset int) text.Span {
	return text.At(y.aligned(n)[min(max(offset, 0), len(n.Text))])
}

func (y *yamlReader) aligned(n *document.Node) []int {
	return align(y.Source.Slice(n.Value), n.Text, n.Value.Start)
}
