package prompt

import (
	"fmt"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/handofflint/handofflint/rules"
)

// reference is a place where a template asks for something below .Deps by
// names that it writes out: {{index .Deps "a" "Handoff"}}, {{.Deps.a.Handoff}}.
type reference struct {
	offset int
	path   []string // the dependency's name, and what is asked of it
	test   bool     // an `if` or `with` asks whether the dependency is there
}

// What a dependency has, and its handoff.
var (
	dependencyKeys = []string{"Handoff", "Name", "Outputs", "Results"}
	handoffKeys    = []string{"Data", "Detail", "Summary", "Version"}
)

// check says which name a template asks for in vain, nil where each is there.
// A dependency whose presence the template tests may be missing.
func (t *Template) check(dependencies []Dependency) error {
	var names, optional []string
	for _, d := range dependencies {
		names = append(names, d.Name)
	}
	for _, ref := range t.refs {
		if ref.test {
			optional = append(optional, ref.path[0])
		}
	}
	for _, ref := range t.refs {
		if words := ref.fault(names, optional); words != "" {
			return t.errorAt(t.start(ref), words)
		}
	}
	return nil
}

// start is where a reference begins. The parser has the second field of a chain
// for its place.
func (t *Template) start(ref reference) int {
	before := string(t.source.Bytes()[:t.offset(ref.offset)])
	before = strings.TrimSuffix(before, ".Deps")
	return len(strings.TrimSuffix(before, "$"))
}

// fault is what is wrong with a reference, "" where nothing is.
func (r reference) fault(names, optional []string) string {
	name := r.path[0]
	switch {
	case !slices.Contains(names, name) && !slices.Contains(optional, name):
		return fmt.Sprintf("it asks for the dependency %s, which no --dep names%s; add --dep NAME=FILE for it", rules.Quote(name), rules.DidYouMeanOne(name, names))
	case len(r.path) > 1 && !slices.Contains(dependencyKeys, r.path[1]):
		return fmt.Sprintf("a dependency has no %s%s; it has %s", rules.Quote(r.path[1]), rules.DidYouMeanOne(r.path[1], dependencyKeys), strings.Join(dependencyKeys, ", "))
	case len(r.path) > 2 && r.path[1] == "Handoff" && !slices.Contains(handoffKeys, r.path[2]):
		return fmt.Sprintf("a handoff has no %s%s; it has %s", rules.Quote(r.path[2]), rules.DidYouMeanOne(r.path[2], handoffKeys), strings.Join(handoffKeys, ", "))
	}
	return ""
}

// references lists the references of a template, where the dot or $ is known to
// be what the template was run with: not in a named template, and for the dot
// not in `range` and `with`.
func references(t *template.Template) []reference {
	if t.Tree == nil {
		return nil
	}
	s := &scan{}
	s.list(t.Root, true)
	return s.refs
}

type scan struct{ refs []reference }

// list reads a list of nodes; root says that the dot is the root.
func (s *scan) list(list *parse.ListNode, root bool) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			s.pipe(n.Pipe, root)
		case *parse.TemplateNode:
			s.pipe(n.Pipe, root)
		case *parse.IfNode:
			s.branch(&n.BranchNode, root, root, true)
		case *parse.WithNode:
			s.branch(&n.BranchNode, root, false, true)
		case *parse.RangeNode:
			s.branch(&n.BranchNode, root, false, false)
		}
	}
}

// branch reads a branch; inside says that the dot is the root in its list too.
func (s *scan) branch(n *parse.BranchNode, root, inside, test bool) {
	from := len(s.refs)
	s.pipe(n.Pipe, root)
	for i := range s.refs[from:] {
		s.refs[from+i].test = test && len(s.refs[from+i].path) == 1
	}
	s.list(n.List, inside)
	s.list(n.ElseList, root)
}

func (s *scan) pipe(pipe *parse.PipeNode, root bool) {
	if pipe == nil {
		return
	}
	for _, command := range pipe.Cmds {
		if s.index(command, root) {
			continue
		}
		for _, arg := range command.Args {
			s.argument(arg, root)
		}
	}
}

func (s *scan) argument(arg parse.Node, root bool) {
	if pipe, ok := arg.(*parse.PipeNode); ok {
		s.pipe(pipe, root)
		return
	}
	if path, ok := fieldPath(arg, root); ok && len(path) > 0 {
		s.add(arg, path)
	}
}

// index reads {{index .Deps "a" "Handoff"}} up to the first argument that is
// not written out.
func (s *scan) index(command *parse.CommandNode, root bool) bool {
	if len(command.Args) < 3 || command.Args[0].String() != "index" {
		return false
	}
	path, ok := fieldPath(command.Args[1], root)
	if !ok {
		return false
	}
	for _, arg := range command.Args[2:] {
		word, isString := arg.(*parse.StringNode)
		if !isString {
			break
		}
		path = append(path, word.Text)
	}
	if len(path) > 0 {
		s.add(command, path)
	}
	return true
}

func (s *scan) add(n parse.Node, path []string) {
	s.refs = append(s.refs, reference{offset: int(n.Position()), path: path})
}

// fieldPath is what an argument asks for below .Deps or $.Deps. ok is false
// where it is something else.
func fieldPath(arg parse.Node, root bool) (path []string, ok bool) {
	var names []string
	switch n := arg.(type) {
	case *parse.FieldNode:
		if root {
			names = n.Ident
		}
	case *parse.VariableNode:
		if n.Ident[0] == "$" {
			names = n.Ident[1:]
		}
	}
	if len(names) == 0 || names[0] != "Deps" {
		return nil, false
	}
	return slices.Clone(names[1:]), true
}
