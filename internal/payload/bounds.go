package payload

import (
	"fmt"
	"reflect"
	"text/template"
	ast "text/template/parse"
)

// maxRounds is how many rounds the loops of a template may have, all together.
const maxRounds = 1_000_000

var errRounds = fmt.Errorf("the loops have over %d rounds", maxRounds)

// bounds count what a template does while it is filled in: what is printed is bounded
// by output, but a few lines can double a text in memory, or loop without printing.
type bounds struct{ bytes, rounds int }

// functions returns those of a template: text/template's own that make a text are bounded.
func (b *bounds) functions() template.FuncMap {
	return template.FuncMap{
		"index": index, "each": b.each,
		"print": b.text(fmt.Sprint), "println": b.text(fmt.Sprintln),
		"printf": func(format string, args ...any) (string, error) { return b.count(fmt.Sprintf(format, args...)) },
		"html":   b.text(template.HTMLEscaper), "js": b.text(template.JSEscaper), "urlquery": b.text(template.URLQueryEscaper),
	}
}

func (b *bounds) text(function func(...any) string) func(...any) (string, error) {
	return func(args ...any) (string, error) { return b.count(function(args...)) }
}

func (b *bounds) count(s string) (string, error) {
	b.bytes += len(s)
	if b.bytes > maxOutput {
		return "", errTooLong
	}
	return s, nil
}

// each counts the rounds of a loop, before it.
func (b *bounds) each(over any) (any, error) {
	switch v := reflect.ValueOf(over); v.Kind() {
	case reflect.Map, reflect.Slice:
		b.rounds += v.Len()
	case reflect.Int:
		b.rounds += max(0, min(int(v.Int()), maxRounds+1))
	}
	b.rounds++
	if b.rounds > maxRounds {
		return nil, errRounds
	}
	return over, nil
}

// countLoops passes what each loop of a template goes over through each.
func countLoops(list *ast.ListNode) {
	if list == nil {
		return
	}
	for _, node := range list.Nodes {
		switch n := node.(type) {
		case *ast.RangeNode:
			each := &ast.CommandNode{NodeType: ast.NodeCommand, Pos: n.Pos, Args: []ast.Node{ast.NewIdentifier("each").SetPos(n.Pos)}}
			n.Pipe.Cmds = append(n.Pipe.Cmds, each)
			countLoops(n.List)
			countLoops(n.ElseList)
		case *ast.IfNode:
			countLoops(n.List)
			countLoops(n.ElseList)
		case *ast.WithNode:
			countLoops(n.List)
			countLoops(n.ElseList)
		}
	}
}
