package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (sh *shell) binary(cmd *syntax.BinaryCmd, c scope) {
	switch cmd.Op {
	case syntax.AndStmt:
		sh.and(cmd, c)
	case syntax.OrStmt:
		sh.or(cmd, c)
	default:
		sh.pipe(cmd, c)
	}
}

// or reads two statements of which the second runs if the first fails.
func (sh *shell) or(cmd *syntax.BinaryCmd, c scope) {
	left, right := c, c
	isLast := isExit(cmd.Y)
	left.decisive = isLast && (c.decisive || !c.isInner) // else the line would have ended there
	sh.stmt(cmd.X, left)
	if isLast {
		return
	}
	right.sure, right.decisive = false, false
	sh.stmt(cmd.Y, right)
}

// and reads two statements of which the second runs if the first succeeds.
func (sh *shell) and(cmd *syntax.BinaryCmd, c scope) {
	left, right := c, c
	leftFrom := len(sh.runs)
	if !c.decisive && sh.isEchoed(cmd, c) { // the echo shows that the first succeeded
		left.decisive = true
		sh.endsAs(Zero, func() { sh.stmt(cmd.X, left) })
	} else {
		sh.stmt(cmd.X, left)
	}
	rightFrom := len(sh.runs)
	right.sure = c.sure && (c.decisive || isQuiet(cmd.X))
	sh.stmt(cmd.Y, right)
	bothHaveRuns := leftFrom < rightFrom && rightFrom < len(sh.runs)
	if bothHaveRuns && sh.endsIn(cmd.X, sh.runs[rightFrom-1]) {
		sh.runs[rightFrom].follows = true
	}
}

// endsIn reports whether a statement succeeds only if a run does: the run is its last command, and in no pipe,
// and no script or substitution of it.
func (sh *shell) endsIn(s *syntax.Stmt, r run) bool {
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		return !s.Negated && sh.deeds[r.deed].Command == sh.written(cmd.Args)
	case *syntax.BinaryCmd:
		return cmd.Op == syntax.AndStmt && sh.endsIn(cmd.Y, r)
	}
	return false
}

func (sh *shell) pipe(cmd *syntax.BinaryCmd, c scope) {
	left, right := c.inner(), c.inner()
	left.decisive = c.decisive && (c.ofFirst || sh.pipefail)
	right.decisive = c.decisive && !c.ofFirst
	left.through = min(viewOf(sh.words(argsOf(cmd.Y))), c.through)
	right.stdin = true
	sh.within(func() { sh.stmt(cmd.X, left) })
	sh.within(func() { sh.stmt(cmd.Y, right) })
}

// argsOf returns the words of a simple command, none for any other statement.
func argsOf(s *syntax.Stmt) []*syntax.Word {
	call, isCall := s.Cmd.(*syntax.CallExpr)
	if !isCall {
		return nil
	}
	return call.Args
}

// isCallOf reports whether a statement is a simple command of one of the names.
func isCallOf(s *syntax.Stmt, names ...string) bool {
	args := argsOf(s)
	return len(args) > 0 && slices.Contains(names, args[0].Lit())
}

// isQuiet reports whether a statement hardly ever fails, as `cd src` and `A=1` do.
func isQuiet(s *syntax.Stmt) bool {
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		return len(cmd.Args) == 0 || isCallOf(s, commands().Quiet...)
	case *syntax.DeclClause:
		return true
	}
	return false
}

// isExit reports whether a statement ends the shell with a failure if it follows one: it exits with a number or, without
// one, with the status of what failed.
func isExit(s *syntax.Stmt) bool {
	if !isCallOf(s, "exit") {
		return false
	}
	args := argsOf(s)
	return len(args) == 1 || strings.Trim(args[1].Lit(), "0") != ""
}
