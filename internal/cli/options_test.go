package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// TestNoLookup holds that the value of an option is read from the struct that its flag is
// bound to: no method of a cli.Context that takes the name of an option is called.
func TestNoLookup(t *testing.T) {
	byName := lookupMethods()
	if !byName["String"] || !byName["IsSet"] || byName["Args"] {
		t.Fatalf("not the methods that take a name: %v", byName)
	}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, found := range lookups(t, path, nil, byName) {
			t.Errorf("%s: bind the flag to a struct of options", found)
		}
	}
}

// TestLookupIsFound is for the test before it: it would pass if it found nothing.
func TestLookupIsFound(t *testing.T) {
	const source = `package p
func a(c *cli.Context) { _ = c.Bool("x"); _ = c.Args(); _ = func(d *cli.Context) { _ = d.IsSet(name) } }
func b(c other) { _ = c.Bool("x") }`
	found := lookups(t, "p.go", source, lookupMethods())
	if want := []string{"p.go:2:30: c.Bool", "p.go:2:88: d.IsSet"}; !reflect.DeepEqual(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}

// lookupMethods returns the names of the methods of a cli.Context whose first argument is the
// name of an option.
func lookupMethods() map[string]bool {
	names := map[string]bool{}
	context := reflect.TypeFor[*cli.Context]()
	for i := range context.NumMethod() {
		method := context.Method(i)
		if method.Type.NumIn() > 1 && method.Type.In(1).Kind() == reflect.String {
			names[method.Name] = true
		}
	}
	return names
}

// lookups returns the calls of the methods on parameters that are a *cli.Context. source is
// nil to read the file.
func lookups(t *testing.T, path string, source any, methods map[string]bool) (found []string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	for node := range ast.Preorder(file) {
		contexts, body := contextsOf(node)
		if len(contexts) == 0 {
			continue
		}
		for node := range ast.Preorder(body) {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				continue
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !methods[method.Sel.Name] {
				continue
			}
			if of, ok := method.X.(*ast.Ident); ok && contexts[of.Name] {
				found = append(found, files.Position(call.Pos()).String()+": "+of.Name+"."+method.Sel.Name)
			}
		}
	}
	return found
}

// contextsOf returns the names of the parameters of a function that are a *cli.Context, and its
// body; none if the node is not a function.
func contextsOf(node ast.Node) (names map[string]bool, body *ast.BlockStmt) {
	var parameters *ast.FieldList
	switch f := node.(type) {
	case *ast.FuncDecl:
		parameters, body = f.Type.Params, f.Body
	case *ast.FuncLit:
		parameters, body = f.Type.Params, f.Body
	default:
		return nil, nil
	}
	names = map[string]bool{}
	for _, parameter := range parameters.List {
		for _, name := range parameter.Names {
			if isContext(parameter.Type) {
				names[name.Name] = true
			}
		}
	}
	return names, body
}

// isContext reports whether a type is written *cli.Context.
func isContext(e ast.Expr) bool {
	pointer, ok := e.(*ast.StarExpr)
	if !ok {
		return false
	}
	of, ok := pointer.X.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	name, ok := of.X.(*ast.Ident)
	return ok && name.Name == "cli" && of.Sel.Name == "Context"
}

// TestFlagsAreBound holds that every flag of every command has a destination.
func TestFlagsAreBound(t *testing.T) {
	eachCommand(func(line string, command *cli.Command) {
		for _, f := range command.Flags {
			if _, ok := f.(*cli.GenericFlag); ok {
				continue // its value is its destination
			}
			destination := reflect.ValueOf(f).Elem().FieldByName("Destination")
			if !destination.IsValid() || destination.IsNil() {
				t.Errorf("%s --%s is not bound", line, f.Names()[0])
			}
		}
	})
}

// TestParentsOptions holds that an option between a command and its subcommand is the former's.
func TestParentsOptions(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, errs := streamMain(nil, nil, "config", "--config", "missing.yaml", "show")
	if code != ExitClean {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out, errs)
	}
}
