package layering

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// public are the packages that other programs can import, by their folders; "." is the library.
var public = []string{".", "rules", "checks", "cue", "teamrules"}

// TestPublicNamesAreDocumented holds that each exported name has a comment that begins with the name.
func TestPublicNamesAreDocumented(t *testing.T) {
	for _, folder := range public {
		for name, comment := range functionsAndTypes(readPackage(t, folder)) {
			if !strings.HasPrefix(comment, name+" ") {
				t.Errorf("%s.%s has no comment that begins with its name", folder, name)
			}
		}
	}
}

// TestLibraryHasTypesOfItsOwn holds that the documentation of the library has no alias, and names only
// packages of Go's library.
func TestLibraryHasTypesOfItsOwn(t *testing.T) {
	p := readPackage(t, ".")
	if len(p.Types) == 0 {
		t.Fatal("there is no library")
	}
	for _, name := range foreignNames(p) {
		t.Errorf("the documentation of the library has %s", name)
	}
}

// foreignNames returns the aliases, and the names of packages of modules, in the documentation of a package.
func foreignNames(p *doc.Package) (names []string) {
	isGo := map[string]bool{}
	for _, name := range p.Imports {
		first, _, _ := strings.Cut(name, "/")
		isGo[path.Base(name)] = !strings.Contains(first, ".")
	}
	for _, declared := range declarations(p) {
		ast.Inspect(declared, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if n.Assign.IsValid() {
					names = append(names, "the alias "+n.Name.Name)
				}
			case *ast.SelectorExpr:
				if of, isName := n.X.(*ast.Ident); isName && !isGo[of.Name] {
					names = append(names, of.Name+"."+n.Sel.Name)
				}
			}
			return true
		})
	}
	return names
}

// declarations returns the code in the documentation of a package: no bodies of functions, and no unexported
// fields.
func declarations(p *doc.Package) (list []ast.Node) {
	values, functions := append(p.Consts, p.Vars...), p.Funcs
	for _, typ := range p.Types {
		list = append(list, typ.Decl)
		values = append(append(values, typ.Consts...), typ.Vars...)
		functions = append(append(functions, typ.Funcs...), typ.Methods...)
	}
	for _, v := range values {
		list = append(list, v.Decl)
	}
	for _, f := range functions {
		list = append(list, f.Decl)
	}
	return list
}

// TestForeignNames holds that foreignNames finds what the library must not have.
func TestForeignNames(t *testing.T) {
	const source = `package a

import (
	"time"

	"example.com/a/internal/b"
)

type Alias = b.Type

type Named b.Type

type Struct struct {
	When   time.Time
	Field  []*b.Type
	hidden b.Type
}

func (Struct) Method(b.Type) time.Duration { return b.None }

const Value = b.None

func Make() (s Struct, err b.Error) { return b.Make() }

func hidden(b.Type) {}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.NewFromFiles(fset, []*ast.File{file}, "example.com/a")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"b.Error", "b.None", "b.Type", "b.Type", "b.Type", "b.Type", "the alias Alias"}
	if got := foreignNames(p); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("%q", got)
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
