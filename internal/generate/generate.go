// Package generate evaluates the built-in CUE and writes it as Go: the table of package table, and the facts
// of packages protocol and text, so that the program needs no evaluator. Only tests and `go generate` use it.
package generate

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/ast/astutil"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/schema/compile"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// contract is the file that defines formats and rules. Every entry is checked against it, but it is not part
// of the table: after unification, an entry would no longer show what it leaves out.
const contract = "rule.cue"

// Data is the folder of the values that are neither rules nor formats.
const Data = "internal/table/data"

// Files returns what is generated of the CUE files in folders, by path in the module. The first folder has the
// schemas of the formats.
func Files(folders ...fs.FS) (map[string][]byte, error) {
	c, err := readSources(folders)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for name, text := range c.data {
		files[Data+"/"+name+".json"] = text
	}
	files["internal/table/table.go"], err = c.writeTable()
	if err != nil {
		return nil, err
	}
	var facts struct {
		Protocol protocol.Facts
		Secrets  secret.Facts
		Runners  runner.Facts
		Hollow   checks.Hollow
	}
	patterns, patternsErr := c.patterns()
	err = errors.Join(c.values.Decode(&facts), c.addFormats(&facts.Protocol), patternsErr)
	if err != nil {
		return nil, err
	}
	facts.Hollow.Phrases = text.PhrasesOf(facts.Hollow.Phrases)
	facts.Hollow.Orders = text.PhrasesOf(facts.Hollow.Orders)
	for _, file := range []struct {
		name, variable string
		value          any
	}{
		{"internal/protocol/facts.go", "Builtin", facts.Protocol},
		{"internal/secret/facts.go", "facts", facts.Secrets},
		{"internal/runner/facts.go", "facts", facts.Runners},
		{"internal/text/known.go", "known", patterns},
		{"checks/hollow.go", "hollow", facts.Hollow},
	} {
		files[file.name], err = goSource(path.Base(path.Dir(file.name)), file.variable, file.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.name, err)
		}
	}
	return files, nil
}

// readSources reads the CUE files in folders.
func readSources(folders []fs.FS) (*compiler, error) {
	whole, err := evaluate(parse(folders, ""))
	if err == nil {
		err = whole.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("the sources break their contract: %w", err)
	}
	c := &compiler{data: map[string][]byte{}, table: &schema.Table{}}
	c.values, err = evaluate(parse(folders, contract))
	if err != nil {
		return nil, err
	}
	files, _ := parse(folders, contract) // again, since evaluating a tree changes it
	for _, f := range files {
		if err := interpolate(f, c.values); err != nil {
			return nil, err
		}
	}
	var refusals []compile.Refusal
	c.Source, refusals = compile.Trusted(files...)
	if err := errors.Join(errorOf(refusals), c.addTable()); err != nil {
		return nil, err
	}
	for i := range c.table.Formats {
		f := &c.table.Formats[i]
		f.Source, err = standalone(folders[0], string(f.Name))
		if err != nil {
			return nil, err
		}
	}
	return c, nil
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
	values cue.Value
	table  *schema.Table
	// data are the values that are neither rules nor formats, as JSON, by name.
	data map[string][]byte
}

// located is an error with its path in the sources.
type located struct{ error }

// withPath adds the path of a value to an error that has none.
func withPath(v cue.Value, err error) error {
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
		return nil, withPath(v, errors.New("written in several places"))
	}
	n, refusals := c.Node(expr)
	return n, withPath(v, errorOf(refusals))
}

// errorOf returns an error for the compiler's refusals.
func errorOf(refusals []compile.Refusal) error {
	var all []error
	for _, r := range refusals {
		all = append(all, fmt.Errorf("%s: refused: %s %s", r.Pos, r.Reason, r.Values["name"]))
	}
	return errors.Join(all...)
}
