package generate

import (
	"io/fs"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"
)

// standalone returns a format's schema as one CUE file that needs no other one, with
// the definition of its object.
func standalone(sources fs.FS, name string) (string, error) {
	head := []ast.Decl{&ast.Package{Name: ast.NewIdent("handofflint")}}
	var body []ast.Decl
	imported := map[string]bool{}
	for _, name := range []string{name + ".cue", "text.cue"} { // the second has what formats share
		source, err := fs.ReadFile(sources, name)
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
