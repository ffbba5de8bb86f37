package rules

import (
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"

	schema "github.com/handofflint/handofflint/cue"
)

// SchemaSource returns a format's schema as one CUE file that needs no other one,
// with the definition of its object, "#Report"; for a team's format the source that
// defines it:
//
//	handofflint schema context > context.cue
//	cue vet -d '#Context' context.cue handoff.json
//
// It returns an error if there is no such format.
func (c *Catalogue) SchemaSource(name string) (string, error) {
	f := c.Format(name)
	if f == nil {
		return "", fmt.Errorf("unknown format %q", name)
	}
	if f.entry.Team != nil {
		return f.entry.Team.Source, nil
	}
	head := []ast.Decl{&ast.Package{Name: ast.NewIdent("handofflint")}}
	var body []ast.Decl
	imported := map[string]bool{}
	for _, name := range []string{name + ".cue", "text.cue"} { // the second has what formats share
		source, err := schema.Sources.ReadFile(name)
		if err != nil {
			return "", err
		}
		file, err := parser.ParseFile(name, source, parser.ParseComments)
		if err != nil {
			return "", err
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.Package, *ast.CommentGroup:
			case *ast.ImportDecl:
				if path := d.Specs[0].Path.Value; !imported[path] {
					imported[path] = true
					head = append(head, d)
				}
			case *ast.Field:
				if label, _, _ := ast.LabelName(d.Label); label == "formats" { // for the catalogue; its comment is about the format
					ast.SetComments(head[0], ast.Comments(d))
				} else {
					body = append(body, d)
				}
			}
		}
	}
	out, err := format.Node(&ast.File{Decls: append(head, body...)})
	return string(out), err
}
