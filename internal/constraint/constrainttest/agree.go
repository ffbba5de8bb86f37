package constrainttest

import (
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// Require marks every regular field within the file's definitions, and within
// fields of the given names, as required: `a: int` becomes `a!: int`. The file
// then says in CUE what a Checker takes the unmarked one to say, and CUE can
// be asked for a verdict on it.
func Require(f *ast.File, names ...string) {
	for _, d := range f.Decls {
		requireIn(d, names, false)
	}
}

func requireIn(n ast.Node, names []string, inside bool) {
	ast.Walk(n, func(n ast.Node) bool {
		f, ok := n.(*ast.Field)
		if !ok {
			return true
		}
		name, _, err := ast.LabelName(f.Label)
		isDefinition := err == nil && strings.HasPrefix(name, "#")
		if inside && err == nil && isRegular(f, name) {
			f.Constraint = token.NOT
		}
		requireIn(f.Value, names, inside || isDefinition || contains(names, name))
		return false
	}, nil)
}

func isRegular(f *ast.Field, name string) bool {
	_, isIdent := f.Label.(*ast.Ident)
	hidden := isIdent && (strings.HasPrefix(name, "_") || strings.HasPrefix(name, "#"))
	return f.Constraint == token.ILLEGAL && !hidden
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// Verdict is CUE's own judgement of a node by a value from a file that went
// through Require: nil where it accepts it.
func Verdict(required cue.Value, n *document.Node) error {
	data := cuecontext.New().CompileString(JSON(n))
	return required.Unify(data).Validate(cue.Concrete(true))
}

// Agrees fails the test where a checker and CUE judge a node differently, or
// where the checker's own answers contradict each other. required is the
// checker's value from a file that went through Require. It returns whether
// the node is accepted.
func Agrees(t testing.TB, required cue.Value, c *constraint.Checker, n *document.Node) bool {
	t.Helper()
	err := Verdict(required, n)
	if got := c.Match(n); got != (err == nil) {
		t.Errorf("%s\naccepted: %t, but CUE says: %v", JSON(n), got, err)
	}
	found := c.Check(n)
	if (len(found) == 0) != (err == nil) {
		t.Errorf("%s\nviolations: %+v, but CUE says: %v", JSON(n), found, err)
	}
	seen := map[[2]string]bool{}
	for _, v := range found {
		id := [2]string{v.Kind.String() + v.Pointer, v.Want}
		if seen[id] {
			t.Errorf("%s\ntwice: %+v", JSON(n), v)
		}
		seen[id] = true
		holdsTogether(t, n, v)
	}
	return err == nil
}

// holdsTogether checks one violation against the document that it is about.
func holdsTogether(t testing.TB, root *document.Node, v constraint.Violation) {
	t.Helper()
	at := follow(root, v.Pointer)
	switch {
	case v.Kind == constraint.Missing && at != nil:
		t.Errorf("%s\n%s is said to be missing", JSON(root), v.Pointer)
	case v.Kind != constraint.Missing && at != v.Node:
		t.Errorf("%s\n%s does not lead to the node of %+v", JSON(root), v.Pointer, v)
	case v.Want == "" && v.Kind != constraint.NotAllowed:
		t.Errorf("%s\nno words for what is wanted: %+v", JSON(root), v)
	}
}

// follow is the node that an RFC 6901 pointer leads to, nil for none.
func follow(n *document.Node, pointer string) *document.Node {
	if pointer == "" {
		return n
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for _, step := range strings.Split(pointer[1:], "/") {
		n = n.Lookup(unescape.Replace(step))
	}
	return n
}
