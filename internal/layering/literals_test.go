package layering

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestNamesHaveOneHome holds that the names of the protocols' files are only in cue/protocol.cue, from which
// package protocol gets them. Generated files repeat the CUE.
func TestNamesHaveOneHome(t *testing.T) {
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		if name == "internal/protocol" {
			continue
		}
		for _, path := range sourcesOf(t, p.Dir) {
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if ast.IsGenerated(file) {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				for _, fact := range []string{"agent-handoffs", "-report.md", `-report\.md`, "handoff-end"} {
					if strings.Contains(literal.Value, fact) {
						t.Errorf("%s has %q in a text: ask package protocol", path, fact)
					}
				}
				return true
			})
		}
	}
}
