package source

import (
	"bytes"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/text"
)

// readCUE reads a file of rules and formats. In the body the package and the imports
// are overwritten with spaces, so that every offset stays the same.
func (f *File) readCUE(builtin Builtin) (problems []Problem, read bool) {
	file, problems := f.parseCUE(f.Source.Bytes())
	if problems != nil {
		return problems, false
	}
	c := &cueReader{File: f, builtin: builtin, body: bytes.Clone(f.Source.Bytes())}
	for i := range f.Source.Start() {
		c.body[i] = ' ' // a byte order mark
	}
	var deep bool
	if c.problems, deep = f.refuse(file); deep {
		return c.problems, false
	}
	for _, decl := range file.Decls {
		c.decl(decl)
	}
	f.imports = usedImports(file)
	f.body = string(c.body)
	return c.problems, true
}

func (f *File) parseCUE(data []byte) (*ast.File, []Problem) {
	if at, limit, deep := Nested(data); deep {
		return nil, []Problem{f.refused(Deep, text.At(at), map[string]string{"limit": strconv.Itoa(limit)})}
	}
	file, err := parser.ParseFile(f.Name, data, parser.ParseComments)
	if err == nil {
		return file, nil
	}
	var problems []Problem
	for _, e := range errors.Errors(err) {
		problems = append(problems, f.problem(span(e.Position(), e.Position()), Plain(e), ""))
	}
	return nil, problems
}

// Plain returns a CUE error on one line, without its path and positions.
func Plain(err errors.Error) string {
	message := strings.Join(strings.Fields(err.Error()), " ")
	return strings.TrimPrefix(message, strings.Join(err.Path(), ".")+": ")
}

// cueReader visits the declarations of a CUE file.
type cueReader struct {
	*File
	builtin  Builtin
	body     []byte
	problems []Problem
}

func (c *cueReader) add(at text.Span, message, help string) {
	c.problems = append(c.problems, c.problem(at, message, help))
}

const (
	namedFields     = "only named fields are read at the top of a file of rules"
	namedFieldsHelp = "write each rule under its name: rules: \"team/name\": {...}"
)

// decl reads a declaration at the top of the file.
func (c *cueReader) decl(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.Field:
		c.field(d)
	case *ast.LetClause, *ast.CommentGroup:
	case *ast.EmbedDecl, *ast.Comprehension, *ast.Ellipsis:
		c.add(nodeSpan(decl), namedFields, namedFieldsHelp)
	default: // the package, an import, an attribute
		at := nodeSpan(decl)
		for i := at.Start; i < at.End; i++ {
			if c.body[i] != '\n' && c.body[i] != '\r' {
				c.body[i] = ' '
			}
		}
	}
}

func (c *cueReader) field(d *ast.Field) {
	name, isIdent, err := ast.LabelName(d.Label)
	switch {
	case err != nil:
		c.add(nodeSpan(d.Label), namedFields, namedFieldsHelp)
	case name == "rules" || name == "formats":
		lit, ok := d.Value.(*ast.StructLit)
		if !ok {
			c.add(nodeSpan(d.Value), name+" must be written as fields", "write each entry under its name: "+name+": \"name\": {...}")
			return
		}
		for _, elt := range lit.Elts {
			c.element(name, elt)
		}
	case isIdent && (name[0] == '#' || name[0] == '_'):
		c.tops[name] = nodeSpan(d.Label)
		if name[0] == '#' || len(name) > 1 && name[1] == '#' {
			c.Definitions[name] = nodeSpan(d.Label)
		}
	default:
		c.problems = append(c.problems, c.refused(Other, nodeSpan(d.Label), map[string]string{"name": name}))
	}
}

// element reads a rule or a format.
func (c *cueReader) element(kind string, elt ast.Decl) {
	var d *ast.Field
	switch elt := elt.(type) {
	case *ast.CommentGroup, *ast.Attribute, *ast.LetClause:
		return
	case *ast.Field:
		d = elt
	}
	help := "write each entry under its name, without ? or !: " + kind + ": \"name\": {...}"
	if d == nil {
		c.add(nodeSpan(elt), "only named entries are read in "+kind, help)
		return
	}
	name, _, err := ast.LabelName(d.Label)
	place := Spans{Key: nodeSpan(d.Label), Value: nodeSpan(d.Value)}
	switch {
	case err != nil || d.Constraint != token.ILLEGAL:
		c.add(place.Key, "only named entries are read in "+kind, help)
		return
	case c.builtin(kind, name):
		c.problems = append(c.problems, c.refused(BuiltIn+"-"+kind, place.Key, map[string]string{"name": name}))
		return
	}
	c.entry(kind, name, place)
	c.exprs[key(kind, name)] = append(c.exprs[key(kind, name)], d.Value) // it may be written in parts
	c.index(d.Value, kind, name)
}

// entry adds an entry. CUE merges entries of one name.
func (f *File) entry(kind, name string, place Spans) {
	if _, twice := f.places[key(kind, name)]; twice {
		return
	}
	f.places[key(kind, name)] = place
	f.Entries = append(f.Entries, Entry{Kind: kind, Name: name, Spans: place})
}

// index records the position of each field and item of a literal.
func (f *File) index(value ast.Expr, steps ...string) {
	switch v := value.(type) {
	case *ast.StructLit:
		for _, elt := range v.Elts {
			f.indexField(elt, steps)
		}
	case *ast.ListLit:
		for i, item := range v.Elts {
			f.indexAt(Spans{Value: nodeSpan(item)}, item, append(steps[:len(steps):len(steps)], strconv.Itoa(i)))
		}
	case *ast.ParenExpr:
		f.index(v.X, steps...)
	case *ast.BinaryExpr:
		f.index(v.X, steps...)
		f.index(v.Y, steps...)
	}
}

func (f *File) indexField(elt ast.Decl, steps []string) {
	d, ok := elt.(*ast.Field)
	if !ok {
		return
	}
	if name, _, err := ast.LabelName(d.Label); err == nil {
		place := Spans{Key: nodeSpan(d.Label), Value: nodeSpan(d.Value)}
		f.indexAt(place, d.Value, append(steps[:len(steps):len(steps)], name))
	}
}

func (f *File) indexAt(place Spans, value ast.Expr, steps []string) {
	if _, known := f.places[key(steps...)]; !known {
		f.places[key(steps...)] = place
	}
	f.index(value, steps...)
}

// usedImports returns the imports that the file uses: CUE rejects others at a
// position outside of the file.
func usedImports(file *ast.File) []string {
	used := map[string]bool{}
	ast.Walk(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		_, is := n.(*ast.ImportDecl)
		return !is
	}, nil)
	var imports []string
	for spec := range file.ImportSpecs() {
		if info, err := astImport(spec); err == nil && used[info.ident] {
			imports = append(imports, info.text)
		}
	}
	return imports
}

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

func nodeSpan(n ast.Node) text.Span { return span(n.Pos(), n.End()) }
