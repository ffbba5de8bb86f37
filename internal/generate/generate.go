// Package generate evaluates the built-in CUE and writes it as Go: the table of package table, and the facts
// of packages protocol and text, so that the program needs no evaluator. Only tests and `go generate` use it.
package generate

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/ast/astutil"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/schema/compile"
)

// contract is the file that defines formats and rules. Every entry is checked against it, but it is not part
// of the table: after unification, an entry would no longer show what it leaves out.
const contract = "rule.cue"

// Go returns the Go source of the table of the CUE files in folders. The first folder has the schemas of the
// formats.
func Go(folders ...fs.FS) ([]byte, error) {
	c, table, err := tableOf(folders)
	if err != nil {
		return nil, err
	}
	return c.write(table)
}

// Data returns the values of the CUE files in folders that are neither rules nor formats, as JSON, by name.
func Data(folders ...fs.FS) (map[string][]byte, error) {
	c, _, err := tableOf(folders)
	if err != nil {
		return nil, err
	}
	return c.data, nil
}

// tableOf returns the table of the CUE files in folders, and its compiler.
func tableOf(folders []fs.FS) (*compiler, *schema.Table, error) {
	whole, err := evaluate(parse(folders, ""))
	if err == nil {
		err = whole.Validate()
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the sources break their contract: %w", err)
	}
	values, err := evaluate(parse(folders, contract))
	if err != nil {
		return nil, nil, err
	}
	files, _ := parse(folders, contract) // again, since evaluating a tree changes it
	for _, f := range files {
		if err := interpolate(f, values); err != nil {
			return nil, nil, err
		}
	}
	c := &compiler{data: map[string][]byte{}}
	var refusals []compile.Refusal
	c.Source, refusals = compile.Trusted(files...)
	if err := refused(refusals); err != nil {
		return nil, nil, err
	}
	table, err := c.table(values)
	if err != nil {
		return nil, nil, err
	}
	for i := range table.Formats {
		f := &table.Formats[i]
		f.Source, err = standalone(folders[0], string(f.Name))
		if err != nil {
			return nil, nil, err
		}
	}
	return c, table, nil
}

// parse parses the CUE files of folders, except one.
func parse(folders []fs.FS, without string) (files []*ast.File, err error) {
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.cue")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if name == without {
				continue
			}
			source, err := fs.ReadFile(folder, name)
			if err != nil {
				return nil, err
			}
			file, err := parser.ParseFile(name, source, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
	}
	return files, nil
}

// evaluate evaluates CUE files as one package.
func evaluate(files []*ast.File, err error) (cue.Value, error) {
	if err != nil {
		return cue.Value{}, err
	}
	instance := build.NewContext().NewInstance("", nil)
	for _, file := range files {
		if err := instance.AddSyntax(file); err != nil {
			return cue.Value{}, err
		}
	}
	value := cuecontext.New().BuildInstance(instance)
	return value, value.Err()
}

// interpolate replaces the interpolations in a file by their values.
func interpolate(file *ast.File, values cue.Value) (err error) {
	astutil.Apply(file, func(c astutil.Cursor) bool {
		x, ok := c.Node().(*ast.Interpolation)
		if !ok || err != nil {
			return err == nil
		}
		var source []byte
		source, err = format.Node(x)
		if err != nil {
			return false
		}
		var text string
		//lint:ignore SA1019 a scope has to be of the context that compiles.
		v := values.Context().CompileBytes(source, cue.Scope(values), cue.ImportPath(values.BuildInstance().ID()))
		text, err = v.String()
		if err == nil {
			c.Replace(ast.NewString(text))
		}
		return false
	}, nil)
	return err
}

// standalone returns a format's schema as a self-contained CUE file: its own file, followed by the shared
// definitions.
func standalone(sources fs.FS, name string) (string, error) {
	source, err := fs.ReadFile(sources, name+".cue")
	if err != nil {
		return "", err
	}
	shared, err := fs.ReadFile(sources, "text.cue")
	_, body, _ := strings.Cut(string(shared), "package handofflint\n")
	return string(source) + body, err
}

// compiler reads the values of the sources as CUE evaluates them, and compiles patterns.
type compiler struct {
	*compile.Source
	// data are the values that are neither rules nor formats, as JSON, by name.
	data map[string][]byte
}

// located is an error with its path in the sources.
type located struct{ error }

// at adds the path of a value to an error that has none.
func at(v cue.Value, err error) error {
	if _, known := err.(located); known || err == nil {
		return err
	}
	return located{fmt.Errorf("at %s: %w", v.Path(), err)}
}

// node compiles the expression of a value.
func (c *compiler) node(v cue.Value) (*schema.Node, error) {
	source := v.Source()
	if f, ok := source.(*ast.Field); ok {
		source = f.Value
	}
	expr, ok := source.(ast.Expr)
	if !ok {
		return nil, at(v, errors.New("written in several places"))
	}
	n, refusals := c.Node(expr)
	return n, at(v, refused(refusals))
}

// refused returns an error for the compiler's refusals.
func refused(refusals []compile.Refusal) error {
	var all []error
	for _, r := range refusals {
		all = append(all, fmt.Errorf("%s: refused: %s %s", r.Pos, r.Reason, r.Values["name"]))
	}
	return errors.Join(all...)
}
