package layering

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// public are the packages that other programs import, by their folders.
var public = []string{"rules", "checks", "cue", "teamrules"}

// TestPublicNamesAreDocumented holds that each exported name has a comment that
// begins as Go's comments do.
func TestPublicNamesAreDocumented(t *testing.T) {
	for _, folder := range public {
		for name, comment := range functionsAndTypes(readPackage(t, folder)) {
			if !strings.HasPrefix(comment, name+" ") {
				t.Errorf("%s.%s has no comment that begins with its name", folder, name)
			}
		}
	}
}

func readPackage(t *testing.T, folder string) *doc.Package {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range sourcesOf(t, filepath.Join("..", "..", folder)) {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(fset, files, module+folder)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// functionsAndTypes returns the comments of a package's exported functions and types.
func functionsAndTypes(p *doc.Package) map[string]string {
	comments := map[string]string{}
	functions := p.Funcs
	for _, typ := range p.Types {
		comments[typ.Name] = typ.Doc
		functions = append(functions, typ.Funcs...)
	}
	for _, function := range functions {
		comments[function.Name] = function.Doc
	}
	return comments
}
