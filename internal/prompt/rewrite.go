package prompt

import (
	"cmp"
	"fmt"
	"text/template"
	"text/template/parse"
)

// bound puts the counting into a template: into the body of every loop and
// every named template, and `given` behind every condition.
func bound(t *template.Template) {
	for _, each := range t.Templates() {
		if each.Tree == nil || each.Root == nil {
			continue
		}
		walk(each.Root, boundNode)
		if each.Name() != t.Name() {
			each.Root.Nodes = prepend(each.Root, callFunction)
		}
	}
}

func boundNode(n parse.Node) {
	boundPipe(pipeOf(n))
	switch n := n.(type) {
	case *parse.RangeNode:
		n.List.Nodes = prepend(n.List, stepFunction)
	case *parse.IfNode:
		n.Pipe.Cmds = append(n.Pipe.Cmds, givenPipe().Cmds[1])
	case *parse.WithNode:
		n.Pipe.Cmds = append(n.Pipe.Cmds, givenPipe().Cmds[1])
	}
}

// pipeOf is what a node evaluates, nil for one that evaluates nothing.
func pipeOf(n parse.Node) *parse.PipeNode {
	switch n := n.(type) {
	case *parse.ActionNode:
		return n.Pipe
	case *parse.TemplateNode:
		return n.Pipe
	}
	if branch := branchOf(n); branch != nil {
		return branch.Pipe
	}
	return nil
}

// boundPipe puts `given` behind every argument of `and` and `or`, which decide
// by themselves what is true. The parser bounds how deep parentheses nest.
func boundPipe(pipe *parse.PipeNode) {
	if pipe == nil {
		return
	}
	for _, command := range pipe.Cmds {
		name, ok := command.Args[0].(*parse.IdentifierNode)
		decides := ok && (name.Ident == "and" || name.Ident == "or")
		for i, arg := range command.Args {
			if inner, ok := arg.(*parse.PipeNode); ok {
				boundPipe(inner)
			}
			if _, isNil := arg.(*parse.NilNode); decides && i > 0 && !isNil {
				wrapped := givenPipe()
				wrapped.Cmds[0].Args = []parse.Node{arg}
				command.Args[i] = wrapped
			}
		}
	}
}

// prepend is a list of nodes behind a call of a counting function.
func prepend(list *parse.ListNode, function string) []parse.Node {
	size := 1 + len(list.String())/stepBytes
	made := ours(fmt.Sprintf("{{%s %d %d}}", function, size, int(list.Position())))
	return append([]parse.Node{made.Nodes[0]}, list.Nodes...)
}

// givenPipe is a number, and `given` behind it.
func givenPipe() *parse.PipeNode {
	return pipeOf(ours("{{0 | " + givenFunction + "}}").Nodes[0])
}

// ours is a template of our own, which parses.
func ours(text string) *parse.ListNode {
	trees, err := parse.Parse(mainName, text, "", "", (&bounds{}).functions())
	if err != nil {
		panic(err)
	}
	return trees[mainName].Root
}

// walk visits the nodes below a list, each before those in it.
func walk(list *parse.ListNode, visit func(parse.Node)) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		visit(n)
		if branch := branchOf(n); branch != nil {
			walk(branch.List, visit)
			walk(branch.ElseList, visit)
		}
	}
}

// tooDeep is the first node that nests deeper than the levels given, nil where
// none does.
func tooDeep(list *parse.ListNode, levels int) parse.Node {
	if list == nil {
		return nil
	}
	for _, n := range list.Nodes {
		branch := branchOf(n)
		switch {
		case branch == nil:
			continue
		case levels == 0:
			return n
		}
		if deep := cmp.Or(tooDeep(branch.List, levels-1), tooDeep(branch.ElseList, levels-1)); deep != nil {
			return deep
		}
	}
	return nil
}

// branchOf is what `if`, `range` and `with` have in common, nil for other
// nodes.
func branchOf(n parse.Node) *parse.BranchNode {
	switch n := n.(type) {
	case *parse.IfNode:
		return &n.BranchNode
	case *parse.RangeNode:
		return &n.BranchNode
	case *parse.WithNode:
		return &n.BranchNode
	}
	return nil
}
