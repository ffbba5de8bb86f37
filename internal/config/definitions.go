package config

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/parser"

	schema "github.com/handofflint/handofflint/cue"
)

// A team's rules may refer to the definitions of the schemas, such as #Text.
// Nothing else in these files concerns a configuration.

// withDefinitions adds the definitions of the schemas to a file. A hidden field
// of the file wins over theirs.
func withDefinitions(file *ast.File) (*build.Instance, error) {
	instance := build.NewContext().NewInstance("", nil)
	taken := namesIn(file)
	sources, err := definitionFiles()
	if err != nil {
		return nil, err
	}
	for _, name := range sources {
		definitions, err := definitionsOf(name, taken)
		if err != nil {
			return nil, err
		}
		if err := instance.AddSyntax(definitions); err != nil {
			return nil, err
		}
	}
	return instance, instance.AddSyntax(inPackage(file))
}

// inPackage moves a file into the schemas' package, whatever package it
// declares: names are shared only within a package.
func inPackage(file *ast.File) *ast.File {
	file.Decls = slices.DeleteFunc(file.Decls, isPackage)
	file.Decls = slices.Insert(file.Decls, 0, ast.Decl(&ast.Package{Name: ast.NewIdent("handofflint")}))
	return file
}

func isPackage(d ast.Decl) bool {
	_, is := d.(*ast.Package)
	return is
}

// definitionFiles are the schemas' files without the contracts.
var definitionFiles = sync.OnceValues(func() ([]string, error) {
	names, err := fs.Glob(schema.Sources, "*.cue")
	return slices.DeleteFunc(names, func(name string) bool { return name == contractFile || name == "rule.cue" }), err
})

// definitionsOf returns the definitions and hidden fields of a schema file,
// without those whose names are taken. It parses the file each time, since
// building a package modifies its syntax.
func definitionsOf(name string, taken map[string]bool) (*ast.File, error) {
	data, err := fs.ReadFile(schema.Sources, name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(name, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		switch d.(type) {
		case *ast.Package, *ast.ImportDecl:
			return false
		case *ast.Field:
			label := nameOf(d)
			return !isDefinition(label) || taken[label]
		}
		return true
	})
	return file, nil
}

// isDefinition reports whether a name is a definition or a hidden field.
func isDefinition(name string) bool {
	return strings.HasPrefix(name, "#") || strings.HasPrefix(name, "_")
}

// nameOf returns the name of a field, "" for any other declaration.
func nameOf(d ast.Decl) string {
	field, ok := d.(*ast.Field)
	if !ok {
		return ""
	}
	name, _, err := ast.LabelName(field.Label)
	if err != nil {
		return ""
	}
	return name
}

func namesIn(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range file.Decls {
		if name := nameOf(d); name != "" {
			names[name] = true
		}
	}
	return names
}

// refuseNames reports definitions with the name of one of the schemas'.
func (s *source) refuseNames(file *ast.File) bool {
	before := len(s.problems)
	sources, _ := definitionFiles() // evaluation reports its errors
	for _, name := range sources {
		definitions, err := definitionsOf(name, nil)
		if err != nil {
			continue
		}
		ours := namesIn(definitions)
		for _, d := range file.Decls {
			if label := nameOf(d); strings.HasPrefix(label, "#") && ours[label] {
				s.add("cue-taken", s.span(d.(*ast.Field).Label), "name", label, "other", "#Team"+label[1:])
			}
		}
	}
	return len(s.problems) > before
}
