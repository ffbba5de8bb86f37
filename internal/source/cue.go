package source

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// kinds are the keys of a source that are read.
var kinds = []string{"rules", "formats"}

func isKind(name string) bool { return name == kinds[0] || name == kinds[1] }

// readCUE keeps a team's rules and formats of a CUE file and overwrites all
// else with spaces, so that every offset stays the same.
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
	f.defined = definedRules(file)
	for _, decl := range file.Decls {
		c.decl(decl)
	}
	f.imports = c.usedImports(file)
	f.body = string(c.body)
	return c.problems, true
}

func (f *File) parseCUE(data []byte) (*ast.File, []Problem) {
	if at, limit, deep := Nested(data); deep {
		return nil, []Problem{f.tooDeep(text.At(at), limit)}
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

// tooDeep returns the problem for a file that nests too deep to be parsed.
func (f *File) tooDeep(at text.Span, limit int) Problem {
	p := f.problem(at, "", "")
	p.Fault = &document.Fault{Rule: RefusedRule, Variant: Deep, Values: map[string]string{"limit": strconv.Itoa(limit)}}
	return p
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

// decl keeps or blanks a declaration at the top of the file.
func (c *cueReader) decl(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.Field:
		c.field(d)
	case *ast.LetClause, *ast.CommentGroup:
	case *ast.EmbedDecl, *ast.Comprehension, *ast.Ellipsis:
		c.add(nodeSpan(decl), "only named fields are read at the top of a source", "write each rule under its name: rules: \"team/name\": {...}")
	default:
		c.blank(decl)
	}
}

func (c *cueReader) field(d *ast.Field) {
	name, isIdent, err := ast.LabelName(d.Label)
	switch {
	case err != nil:
		c.add(nodeSpan(d.Label), "only named fields are read at the top of a source", "write each rule under its name: rules: \"team/name\": {...}")
	case isKind(name):
		c.kind(name, d)
	case isIdent && (name[0] == '#' || name[0] == '_'):
		c.tops[name] = nodeSpan(d.Label)
		if name[0] == '#' || len(name) > 1 && name[1] == '#' {
			c.Definitions[name] = nodeSpan(d.Label)
		}
	default:
		c.blank(d)
	}
}

// kind reads `rules` or `formats`.
func (c *cueReader) kind(kind string, d *ast.Field) {
	lit, ok := d.Value.(*ast.StructLit)
	if !ok {
		c.add(nodeSpan(d.Value), kind+" must be written as fields", "write each entry under its name: "+kind+": \"name\": {...}")
		return
	}
	kept := 0
	for _, elt := range lit.Elts {
		if c.element(kind, elt) {
			kept++
		}
	}
	if kept == 0 {
		c.blank(d)
	}
}

// element reads a declaration in `rules` or `formats`, and reports whether it
// was kept.
func (c *cueReader) element(kind string, elt ast.Decl) bool {
	switch elt.(type) {
	case *ast.CommentGroup, *ast.Attribute:
		return false
	case *ast.LetClause:
		return true
	}
	d, ok := elt.(*ast.Field)
	if !ok {
		c.add(nodeSpan(elt), "only named entries are read in "+kind, "write each entry under its name: "+kind+": \"name\": {...}")
		return false
	}
	name, _, err := ast.LabelName(d.Label)
	if err != nil || d.Constraint != token.ILLEGAL {
		c.add(nodeSpan(d.Label), "only named entries are read in "+kind, "write each entry under its name, without ? or !: "+kind+": \"name\": {...}")
		return false
	}
	place := Spans{Key: nodeSpan(d.Label), Value: nodeSpan(d.Value)}
	if kind == "formats" && c.builtin(kind, name) {
		c.add(place.Key, takenFormat(name), takenFormatHelp)
	}
	if c.builtin(kind, name) || c.setting(kind, name, settingKeys(d.Value), place) {
		c.blank(d)
		return false
	}
	c.entry(kind, name, place)
	c.remember(kind, name, d.Value)
	c.index(d.Value, kind, name)
	return true
}

// entry adds an entry. CUE merges entries of one name.
func (f *File) entry(kind, name string, place Spans) {
	if _, twice := f.places[key(kind, name)]; twice {
		return
	}
	f.places[key(kind, name)] = place
	f.Entries = append(f.Entries, Entry{Kind: kind, Name: name, Spans: place})
}

// setting adds an entry that only sets something of a rule; keys are its
// fields, nil if it is not an object.
func (f *File) setting(kind, name string, keys []string, place Spans) bool {
	if kind != "rules" || !onlySets(keys) || f.defined[name] {
		return false
	}
	f.Settings = append(f.Settings, Setting{Name: name, Spans: place})
	return true
}

// onlySets reports whether an entry with these keys is a setting. One without
// keys is an entry still to be written.
func onlySets(keys []string) bool {
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(k string) bool { return k != "severity" && k != "params" })
}

// definedRules returns the rules that a file defines. A rule may have several
// declarations, one of them with only a severity.
func definedRules(file *ast.File) map[string]bool {
	defined := map[string]bool{}
	for _, decl := range file.Decls {
		outer, ok := decl.(*ast.Field)
		if !ok {
			continue
		}
		lit, ok := outer.Value.(*ast.StructLit)
		if name, _, err := ast.LabelName(outer.Label); !ok || err != nil || name != "rules" {
			continue
		}
		for _, elt := range lit.Elts {
			if d, ok := elt.(*ast.Field); ok && !onlySets(settingKeys(d.Value)) {
				name, _, _ := ast.LabelName(d.Label)
				defined[name] = true
			}
		}
	}
	return defined
}

// settingKeys returns the names of a struct's fields. A string is a severity.
func settingKeys(value ast.Expr) []string {
	switch v := value.(type) {
	case *ast.BasicLit:
		return []string{"severity"}
	case *ast.StructLit:
		keys := []string{}
		for _, elt := range v.Elts {
			name := ""
			if d, ok := elt.(*ast.Field); ok {
				name, _, _ = ast.LabelName(d.Label)
			}
			keys = append(keys, name)
		}
		return keys
	}
	return nil
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

// blank overwrites a declaration and the comma after it with spaces.
func (c *cueReader) blank(n ast.Node) {
	at := nodeSpan(n)
	end := at.End
	for end < len(c.body) && (c.body[end] == ' ' || c.body[end] == '\t') {
		end++
	}
	if end < len(c.body) && c.body[end] == ',' {
		at.End = end + 1
	}
	for i := at.Start; i < min(at.End, len(c.body)); i++ {
		if c.body[i] != '\n' && c.body[i] != '\r' {
			c.body[i] = ' '
		}
	}
}

// usedImports returns the imports used by what was kept: CUE rejects unused
// ones.
func (c *cueReader) usedImports(file *ast.File) []string {
	kept, err := parser.ParseFile(c.Name, c.body)
	if err != nil {
		return nil
	}
	used := map[string]bool{}
	ast.Walk(kept, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	}, nil)
	var imports []string
	for spec := range file.ImportSpecs() {
		info, err := astImport(spec)
		if err == nil && used[info.ident] {
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
