package layering

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/constant"
	"go/doc"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// public are the packages that other programs import, by their folders.
var public = []string{"rules", "checks", "cue", "teamrules"}

// internalUse opens the paragraph of a doc comment that takes a name out of
// the stable API.
const internalUse = "\nInternal: "

// surface is a public package as the compiler and as a reader see it.
type surface struct {
	types *types.Package
	docs  map[string]string // the comment of each exported name, "Type.Method" included
}

// TestPublicTypesHaveNames holds that a program outside of this module can name
// every type that the public packages hand to it or ask of it: one of an
// internal package needs an alias in rules, its constants included.
func TestPublicTypesHaveNames(t *testing.T) {
	surfaces := loadSurfaces(t)
	named := aliases(surfaces["rules"].types)
	if len(named) < 10 {
		t.Fatalf("package rules has only %d aliases", len(named))
	}
	for _, folder := range public {
		s := surfaces[folder]
		// types of rules are reached from the other packages, too
		maps.Copy(s.docs, surfaces["rules"].docs)
		walk := &walker{seen: map[types.Type]bool{}, docs: s.docs, visit: func(from string, n *types.TypeName) {
			if hidden(n) && named[n] == nil {
				t.Errorf("%s: %s uses %s.%s, which only this module can name: give it an alias in rules/types.go, or say in the comment that it is %q", folder, from, n.Pkg().Name(), n.Name(), strings.TrimSpace(internalUse))
			}
		}}
		walk.scope(s.types)
	}
	checkConstants(t, surfaces["rules"].types, named)
}

// TestPublicNamesAreDocumented holds that each exported name has a comment that
// begins as Go's comments do.
func TestPublicNamesAreDocumented(t *testing.T) {
	for folder, s := range loadSurfaces(t) {
		for _, name := range s.types.Scope().Names() {
			object := s.types.Scope().Lookup(name)
			if _, isConst := object.(*types.Const); isConst || !object.Exported() {
				continue
			}
			if !strings.HasPrefix(s.docs[name], name+" ") {
				t.Errorf("%s.%s has no comment that begins with its name", folder, name)
			}
		}
	}
}

// aliases are the names in a package for types of internal packages, by the
// type that each stands for.
func aliases(p *types.Package) map[*types.TypeName]*types.TypeName {
	found := map[*types.TypeName]*types.TypeName{}
	for _, name := range p.Scope().Names() {
		alias, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || !alias.Exported() || !alias.IsAlias() {
			continue
		}
		if named, ok := types.Unalias(alias.Type()).(*types.Named); ok && hidden(named.Obj()) {
			found[named.Obj()] = alias
		}
	}
	return found
}

// hidden says whether a type stands in an internal package of this module.
func hidden(n *types.TypeName) bool {
	return n.Pkg() != nil && strings.HasPrefix(n.Pkg().Path(), module+"internal/")
}

// checkConstants holds that the constants of a type with an alias have names in
// the package of the alias as well.
func checkConstants(t *testing.T, p *types.Package, named map[*types.TypeName]*types.TypeName) {
	for origin := range named {
		for _, c := range constantsOf(origin.Pkg(), origin) {
			same := func(other *types.Const) bool { return constant.Compare(c.Val(), token.EQL, other.Val()) }
			if !slices.ContainsFunc(constantsOf(p, origin), same) {
				t.Errorf("rules has no name for %s.%s", c.Pkg().Name(), c.Name())
			}
		}
	}
}

func constantsOf(p *types.Package, of *types.TypeName) (found []*types.Const) {
	for _, name := range p.Scope().Names() {
		c, ok := p.Scope().Lookup(name).(*types.Const)
		if ok && c.Exported() && types.Identical(c.Type(), of.Type()) {
			found = append(found, c)
		}
	}
	return found
}

// loadSurfaces reads the public packages: their types from what the compiler
// has exported, their comments from the sources.
func loadSurfaces(t *testing.T) map[string]surface {
	t.Helper()
	exports := exportFiles(t)
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	compiled := importer.ForCompiler(token.NewFileSet(), "gc", lookup)
	surfaces := map[string]surface{}
	for path := range exports {
		folder, own := strings.CutPrefix(path, module)
		if !own {
			continue
		}
		// Of a package that only others import not all is read: its constants
		// are missing. So each one is imported.
		p, err := compiled.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(public, folder) {
			surfaces[folder] = surface{types: p, docs: comments(t, folder)}
		}
	}
	return surfaces
}

// exportFiles are the compiler's files about the public packages and all that
// they import, by import path.
func exportFiles(t *testing.T) map[string]string {
	t.Helper()
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for _, folder := range public {
		args = append(args, module+folder)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	files := map[string]string{}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p struct{ ImportPath, Export string }
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		files[p.ImportPath] = p.Export
	}
}

// comments are the comments of a package's exported names.
func comments(t *testing.T, folder string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", folder, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s has no files: %v", folder, err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
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
	return commentsOf(p)
}

func commentsOf(p *doc.Package) map[string]string {
	docs := map[string]string{}
	functions := slices.Clone(p.Funcs)
	values := slices.Concat(p.Consts, p.Vars)
	for _, typ := range p.Types {
		docs[typ.Name] = typ.Doc
		functions = append(functions, typ.Funcs...)
		values = slices.Concat(values, typ.Consts, typ.Vars)
		for _, method := range typ.Methods {
			docs[typ.Name+"."+method.Name] = method.Doc
		}
	}
	for _, function := range functions {
		docs[function.Name] = function.Doc
	}
	for _, value := range values {
		for _, name := range value.Names {
			docs[name] = value.Doc
		}
	}
	return docs
}
