// Package generate evaluates the built-in CUE and writes what it says as Go: the
// table of package table, so that the program needs no evaluator. It is for tests
// and `go generate` alone.
package generate

import (
	"fmt"
	"io/fs"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"

	"github.com/handofflint/handofflint/internal/schema"
)

//go:generate go test -count=1 -run ^TestTable$ . -update

// contract is the file that defines formats and rules. Every entry is checked
// against it, but it is not part of the table: unified with it, an entry would no
// longer say what it leaves out.
const contract = "rule.cue"

// Load evaluates the CUE files of folders as one package, without those that are
// to be skipped.
func Load(skip func(name string) bool, folders ...fs.FS) (cue.Value, error) {
	instance := build.NewContext().NewInstance("", nil)
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.cue")
		if err != nil {
			return cue.Value{}, err
		}
		for _, name := range names {
			if skip(name) {
				continue
			}
			source, err := fs.ReadFile(folder, name)
			if err != nil {
				return cue.Value{}, err
			}
			file, err := parser.ParseFile(name, source, parser.ParseComments)
			if err == nil {
				err = instance.AddSyntax(file)
			}
			if err != nil {
				return cue.Value{}, fmt.Errorf("load %s: %w", name, err)
			}
		}
	}
	value := cuecontext.New().BuildInstance(instance)
	return value, value.Err()
}

// Go returns the Go source of the table of the sources in some folders.
func Go(folders ...fs.FS) ([]byte, error) {
	whole, err := Load(func(string) bool { return false }, folders...)
	if err == nil {
		err = whole.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("the sources break their contract: %w", err)
	}
	value, err := Load(func(name string) bool { return name == contract }, folders...)
	if err != nil {
		return nil, err
	}
	c := &compiler{shared: map[string]*schema.Node{}, names: map[*schema.Node]string{}}
	table, err := c.table(value)
	if err != nil {
		return nil, err
	}
	return c.write(table)
}
