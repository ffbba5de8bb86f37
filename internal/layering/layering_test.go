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

// library is the package for other programs, at the root of the module; module is the prefix of the other
// import paths.
const (
	library = "github.com/handofflint/handofflint"
	module  = library + "/"
)

// layers are the packages of the program, by their paths within the module. A package may import those of the
// layers above it. A package that is not listed is a failure: whoever adds one decides on its layer.
var layers = [][]string{
	{"cue", "internal/text"},
	{"internal/files", "internal/terminal"},
	{"internal/git", "internal/protocol", "internal/receipt"},
	{"internal/document"},
	{"internal/schema"},
	{"internal/table"},
	{"internal/near", "internal/secret", "internal/skeleton", "internal/tools"},
	{"internal/schema/compile"},
	{"rules"},
	{"checks", "internal/ledger", "teamrules"},
	{"internal/runner", "internal/worktree"},
	{"internal/shell"},
	{"internal/claim", "internal/taskfile", "internal/transcript"},
	{"internal/timeline"},
	{"internal/verdict"},
	{"internal/claims", "internal/lint", "internal/report", "internal/failurelog"},
	{"internal/audit", "internal/config", "internal/handoff", "internal/payload"},
	{"internal/hook", "internal/lsp"},
	{"internal/cli"},
	{"cmd/handofflint", library},
}

// apart are packages that no package of the program imports: they generate its table, or are for tests.
var apart = []string{"internal/generate", "internal/integration", "internal/layering", "internal/ledger/ledgertest", "internal/ruletest", "internal/testkit", "internal/timeline/timelinetest"}

// mayUseCUE are the packages that may import CUE: internal/generate its evaluator, the
// others its parser.
var mayUseCUE = []string{"internal/generate", "internal/schema/compile", "teamrules"}

// silent are the packages that must not touch files or print: a check sees only its Pass.
var silent = []string{"checks", "internal/claims"}

// strangers are what a package must not know: libraries, and packages below it in layers that would tell it
// where its data comes from.
var strangers = map[string][]string{
	"internal/ledger":     {"github.com/tidwall/gjson", "mvdan.cc/sh", "os/exec", module + "internal/git"},
	"internal/shell":      {"github.com/tidwall/gjson", "os/exec", module + "internal/git"},
	"internal/worktree":   {"github.com/tidwall/gjson", "mvdan.cc/sh"},
	"internal/transcript": {"mvdan.cc/sh", "os/exec", module + "internal/git", module + "internal/worktree"},
	"internal/timeline":   {"github.com/tidwall/gjson", "mvdan.cc/sh", "os/exec", module + "internal/git", module + "internal/shell"},
}

type listed struct {
	Dir, ImportPath string
	Imports         []string
}

func TestImportsRunOneWay(t *testing.T) {
	layer := map[string]int{}
	for i, names := range layers {
		for _, name := range names {
			layer[name] = i
		}
	}
	packages := listPackages(t)
	if len(packages) < 10 {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	for _, p := range packages {
		name := strings.TrimPrefix(p.ImportPath, module)
		own, known := layer[name]
		if !known && !slices.Contains(apart, name) {
			t.Errorf("package %s is in no layer", name)
		}
		for _, imported := range p.Imports {
			checkImport(t, name, imported)
			other, inside := strings.CutPrefix(imported, module)
			at, listed := layer[other]
			if inside && known && (!listed || at >= own) {
				t.Errorf("%s must not import %s: its layer is not above", name, other)
			}
		}
	}
}

// The program parses a team's CUE and never evaluates it.
func TestProgramHasNoEvaluator(t *testing.T) {
	for _, name := range dependencies(t, "cmd/handofflint") {
		if name == "cuelang.org/go/cue" || strings.HasPrefix(name, "cuelang.org/go/internal/core/adt") || name == module+"internal/generate" {
			t.Errorf("the program links %s", name)
		}
	}
}

// So the engine fits into a browser, and other programs that use it start fast.
func TestEngineHasNoCUE(t *testing.T) {
	for _, name := range dependencies(t, "checks") {
		if strings.HasPrefix(name, "cuelang.org/") {
			t.Errorf("the engine links %s", name)
		}
	}
}

// Evidence is a layer above the engine: a program that uses only the engine links no shell parser, starts no
// program and reads no transcript.
func TestEngineHasNoEvidence(t *testing.T) {
	ofEvidence := []string{"claims", "evidence", "git", "ledger", "shell", "transcript", "worktree"}
	for _, engine := range []string{"rules", "checks"} {
		for _, name := range dependencies(t, engine) {
			own, _ := strings.CutPrefix(name, module+"internal/")
			switch {
			case name == "os/exec", strings.HasPrefix(name, "mvdan.cc/sh"), strings.HasPrefix(name, "github.com/tidwall/"), slices.Contains(ofEvidence, own):
				t.Errorf("%s links %s", engine, name)
			}
		}
	}
}

// dependencies returns the packages that a package of the program links.
func dependencies(t *testing.T, name string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", module+name).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.Fields(string(out))
}

func checkImport(t *testing.T, name, imported string) {
	t.Helper()
	if strings.HasPrefix(imported, "cuelang.org/go") && !slices.Contains(mayUseCUE, name) {
		t.Errorf("%s must not import %s: a Node of internal/schema has what CUE says", name, imported)
	}
	if imported == "github.com/gofrs/flock" && name != "internal/files" {
		t.Errorf("%s must not import %s: internal/files takes locks", name, imported)
	}
	if imported == library {
		t.Errorf("%s must not import %s: it is for other programs", name, imported)
	}
	for _, foreign := range strangers[name] {
		if imported == foreign || strings.HasPrefix(imported, foreign+"/") {
			t.Errorf("%s must not import %s", name, imported)
		}
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
