package layering

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// opening are the functions that stat, open or change the file at a path, by package. internal/files offers
// all of them through its two doors.
var opening = map[string][]string{
	"os": {
		"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "DirFS", "Lchown", "Link", "Lstat", "Mkdir",
		"MkdirAll", "MkdirTemp", "Open", "OpenFile", "OpenInRoot", "OpenRoot", "ReadDir", "ReadFile", "Readlink",
		"Remove", "RemoveAll", "Rename", "Stat", "Symlink", "Truncate", "WriteFile",
	},
	"path/filepath": {"EvalSymlinks", "Glob", "Walk", "WalkDir"},
	"io/ioutil":     {"ReadDir", "ReadFile", "TempDir", "TempFile", "WriteFile"},
}

// direct are the packages that call such functions themselves, with the calls and why a checked tree cannot
// exploit them.
var direct = map[string]struct {
	calls  []string
	reason string
}{
	"internal/files":      {[]string{"*"}, "it is the two doors"},
	"internal/testkit":    {[]string{"*"}, "it serves tests alone"},
	"internal/ruletest":   {[]string{"*"}, "it serves tests alone"},
	"internal/git":        {[]string{"filepath.EvalSymlinks", "os.Lstat", "os.ReadDir", "os.ReadFile", "os.Stat"}, "it finds the git folder and holds it to the tree by rules of its own"},
	"internal/lint":       {[]string{"filepath.EvalSymlinks", "os.Lstat"}, "it makes a baseline's names of paths, and asks whether a file is gone"},
	"internal/config":     {[]string{"os.Lstat"}, "it asks whether a file of a fixed name is there"},
	"internal/audit":      {[]string{"filepath.WalkDir"}, "it looks for transcripts in the user's own folders; a walk follows no link"},
	"internal/failurelog": {[]string{"os.Stat"}, "it asks whether the user has ~/.claude"},
	"internal/hook": {
		[]string{"os.MkdirAll", "os.MkdirTemp", "os.RemoveAll", "os.WriteFile"},
		"what it remembers is in the user's folder for state, and the self-test has a temporary folder of its own",
	},
	"internal/cli": {[]string{"filepath.EvalSymlinks", "filepath.WalkDir"}, "it compares, names and lists paths, and opens none; a walk follows no link"},
}

// TestFilesAreOpenedByTheDoors holds that every package uses internal/files: a path in a checked tree must
// not lead out of it.
func TestFilesAreOpenedByTheDoors(t *testing.T) {
	found := map[string][]string{}
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		for _, file := range sourcesOf(t, p.Dir) {
			found[name] = append(found[name], opens(t, file)...)
		}
	}
	for name, calls := range found {
		for _, call := range calls {
			if may := direct[name].calls; !slices.Contains(may, call) && !slices.Contains(may, "*") {
				t.Errorf("%s calls %s: use files.Named for the path of a person, files.Tree for a name that a tree contains, or give the reason in this test", name, call)
			}
		}
	}
	for name, may := range direct {
		for _, call := range may.calls {
			if call != "*" && !slices.Contains(found[name], call) {
				t.Errorf("%s does not call %s any more: take it out of this test", name, call)
			}
		}
		if may.reason == "" {
			t.Errorf("%s has no reason", name)
		}
	}
}

// sourcesOf returns the files of a folder for every system, without tests.
func sourcesOf(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

// opens returns the functions of opening that a file calls, by its import names.
func opens(t *testing.T, name string) (calls []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]string{}
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		called := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			called = spec.Name.Name
		}
		imported[called] = path
	}
	ast.Inspect(file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := selector.X.(*ast.Ident); ok && slices.Contains(opening[imported[of.Name]], selector.Sel.Name) {
			path := imported[of.Name]
			calls = append(calls, path[strings.LastIndexByte(path, '/')+1:]+"."+selector.Sel.Name)
		}
		return true
	})
	return calls
}
