package source

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/text"
)

// Suspects returns the offsets of what may take CUE long, in the order of the
// file: comprehensions, calls that build long lists or strings, disjunctions
// that multiply, and strings built from many others. CUE does not say what it
// was evaluating when it was stopped.
func Suspects(file *ast.File) []int {
	var found []int
	ast.Walk(file, func(n ast.Node) bool {
		if suspect(n) {
			found = append(found, n.Pos().Offset())
		}
		return true
	}, nil)
	slices.Sort(found)
	return slices.Compact(found)
}

func suspect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ForClause:
		return true
	case *ast.CallExpr:
		selector, ok := n.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		name, _, err := ast.LabelName(selector.Sel)
		return err == nil && (name == "Range" || name == "Repeat")
	case *ast.BinaryExpr:
		return n.Op == token.AND && chooses(n.X) && chooses(n.Y)
	case *ast.Interpolation:
		return len(n.Elts) > 4 // two expressions, and the strings around them
	}
	return false
}

// chooses reports whether an expression contains a disjunction.
func chooses(expr ast.Expr) bool {
	found := false
	ast.Walk(expr, func(n ast.Node) bool {
		if x, ok := n.(*ast.BinaryExpr); ok && x.Op == token.OR {
			found = true
		}
		return !found
	}, nil)
	return found
}

// maxLines is how many lines are named: nobody reads more.
const maxLines = 3

// Lines names the lines of the first of some offsets: "line 3", "lines 3, 7 and
// 9", "" for none.
func Lines(src *text.Source, offsets []int) string {
	var lines []string
	for _, at := range offsets {
		if line := strconv.Itoa(src.Pos(at).Line); !slices.Contains(lines, line) && len(lines) < maxLines {
			lines = append(lines, line)
		}
	}
	switch last := len(lines) - 1; last {
	case -1:
		return ""
	case 0:
		return "line " + lines[0]
	default:
		return "lines " + strings.Join(lines[:last], ", ") + " and " + lines[last]
	}
}

// Suspects names the lines of the source that may take CUE long, as Lines does.
func (f *File) Suspects() string {
	file, problems := f.parseCUE([]byte(f.body))
	if problems != nil {
		return ""
	}
	return Lines(f.Source, Suspects(file))
}
