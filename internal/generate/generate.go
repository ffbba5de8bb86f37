// Package generate evaluates the built-in CUE and writes what it says as Go: the
// table of package table, so that the program needs no evaluator. It is for tests
// and `go generate` alone.
package generate

import (
	"fmt"
	"io/fs"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"

	"github.com/handofflint/handofflint/internal/schema"
)

// contract is the file that defines formats and rules. Every entry is checked
// against it, but it is not part of the table: unified with it, an entry would no
// longer say what it leaves out.
const contract = "rule.cue"

// Go returns the Go source of the table of the CUE files in some folders, the first
// of which has the schemas of the formats.
func Go(folders ...fs.FS) ([]byte, error) {
	whole, err := evaluate(folders, "", nil)
	if err == nil {
		err = whole.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("the sources break their contract: %w", err)
	}
	sources, err := evaluate(folders, contract, nil)
	if err != nil {
		return nil, err
	}
	c := &compiler{shared: map[string]*schema.Node{}}
	table, err := c.table(sources)
	if err != nil {
		return nil, err
	}
	for i := range table.Formats {
		f := &table.Formats[i]
		if f.Source, err = standalone(folders[0], string(f.Name)); err != nil {
			return nil, err
		}
	}
	return c.write(table)
}

// evaluate evaluates the CUE files of folders as one package, without one of them,
// each as a function leaves it.
func evaluate(folders []fs.FS, without string, edit func(*ast.File)) (cue.Value, error) {
	instance := build.NewContext().NewInstance("", nil)
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.cue")
		if err != nil {
			return cue.Value{}, err
		}
		for _, name := range names {
			if name == without {
				continue
			}
			source, err := fs.ReadFile(folder, name)
			if err != nil {
				return cue.Value{}, err
			}
			file, err := parser.ParseFile(name, source, parser.ParseComments)
			if err != nil {
				return cue.Value{}, err
			}
			if edit != nil {
				edit(file)
			}
			if err := instance.AddSyntax(file); err != nil {
				return cue.Value{}, err
			}
		}
	}
	value := cuecontext.New().BuildInstance(instance)
	return value, value.Err()
}
