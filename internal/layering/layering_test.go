// Package layering holds the test that imports run one way.
package layering

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/handofflint/handofflint/"

// allowed says which packages of this module a package may import, by its
// path within the module. A package that is not listed is a failure: whoever
// adds one decides where it stands.
var allowed = map[string][]string{
	"cue":                     {},
	"internal/text":           {},
	"internal/files":          {},
	"internal/document":       {"internal/files", "internal/text"},
	"internal/examples":       {"internal/files", "rules", "internal/lint"},
	"rules":                   {"cue", "internal/document", "internal/files", "internal/near", "internal/schema", "internal/table", "internal/teamrules", "internal/text"},
	"checks":                  {"rules", "internal/document", "internal/text"},
	"internal/payload":        {"internal/document", "internal/text", "internal/files", "rules"},
	"internal/failurelog":     {"internal/files", "rules", "internal/text"},
	"internal/report":         {"rules", "internal/text"},
	"internal/lint":           {"rules", "internal/document", "internal/files", "internal/text"},
	"internal/config":         {"internal/document", "internal/files", "internal/lint", "internal/report", "internal/schema", "internal/table", "internal/text", "rules"},
	"internal/ruletest":       {},
	"internal/hook":           {"internal/table", "internal/files", "rules", "internal/lint", "internal/handoff", "internal/document", "internal/failurelog", "internal/payload", "internal/text"},
	"internal/layout":         {},
	"internal/ruledoc":        {"internal/config", "internal/document", "internal/layout", "rules", "internal/text"},
	"internal/handoff":        {"checks", "internal/document", "internal/files", "internal/text", "rules"},
	"internal/cli":            {"checks", "cue", "internal/config", "internal/handoff", "internal/payload", "internal/document", "internal/examples", "internal/failurelog", "internal/files", "internal/hook", "internal/text", "internal/layout", "internal/lint", "internal/report", "internal/ruledoc", "rules"},
	"cmd/handofflint":         {"internal/cli"},
	"internal/integration":    {},
	"internal/layering":       {},
	"internal/schema":         {"internal/document", "internal/text"},
	"internal/schema/compile": {"internal/schema", "internal/table", "internal/document", "internal/text"},
	"internal/table":          {"internal/schema"},
	"internal/near":           {"internal/document", "internal/schema", "internal/table", "internal/text"},
	"internal/generate":       {"internal/schema", "internal/document"},
	"internal/teamrules":      {"internal/files", "internal/near", "internal/schema", "internal/schema/compile", "internal/table", "internal/document", "internal/text"},
	"internal/testkit":        {}, // for tests: in no list of what a package may import
}

// mayUseCUE are the packages that may import CUE: internal/generate its evaluator, the
// others its parser.
var mayUseCUE = []string{"rules", "internal/generate", "internal/schema/compile", "internal/teamrules"}

// silent are the packages that must not touch files or print: a check sees
// what its Pass hands it.
var silent = []string{"checks"}

type listed struct {
	Dir, ImportPath string
	Imports         []string
}

func TestImportsRunOneWay(t *testing.T) {
	packages := listPackages(t)
	if len(packages) < 10 {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	for _, p := range packages {
		name := strings.TrimPrefix(p.ImportPath, module)
		may, known := allowed[name]
		if !known {
			t.Errorf("package %s is not in the table of layers", name)
		}
		for _, imported := range p.Imports {
			checkImport(t, name, imported, may)
		}
	}
}

// The program parses a team's CUE and never evaluates it.
func TestProgramHasNoEvaluator(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", module+"cmd/handofflint").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, name := range strings.Fields(string(out)) {
		if name == "cuelang.org/go/cue" || strings.HasPrefix(name, "cuelang.org/go/internal/core/adt") || name == module+"internal/generate" {
			t.Errorf("the program links %s", name)
		}
	}
}

func checkImport(t *testing.T, name, imported string, may []string) {
	t.Helper()
	if own, inside := strings.CutPrefix(imported, module); inside && !slices.Contains(may, own) {
		t.Errorf("%s must not import %s", name, own)
	}
	if strings.HasPrefix(imported, "cuelang.org/go") && !slices.Contains(mayUseCUE, name) {
		t.Errorf("%s must not import %s: a Node of internal/schema has what CUE says", name, imported)
	}
	if imported == "github.com/gofrs/flock" && name != "internal/files" {
		t.Errorf("%s must not import %s: internal/files takes locks", name, imported)
	}
	if slices.Contains(silent, name) && slices.Contains([]string{"os", "io/fs", "os/exec", "net", "net/http", "log"}, imported) {
		t.Errorf("%s must not import %s", name, imported)
	}
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=Dir,ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	var packages []listed
	for {
		var p listed
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
