package shell

import "mvdan.cc/sh/v3/syntax"

func (sh *shell) binary(cmd *syntax.BinaryCmd, c scope) {
	switch cmd.Op {
	case syntax.AndStmt, syntax.OrStmt:
		sh.chain(cmd, c)
	default:
		sh.pipe(cmd, c)
	}
}

// chain reads two statements of which the second runs if the first succeeds, or if it fails.
func (sh *shell) chain(cmd *syntax.BinaryCmd, c scope) {
	left, right := c, c
	if cmd.Op == syntax.OrStmt {
		left.decisive = isExit(cmd.Y) // else it would have ended there
		sh.stmt(cmd.X, left)
		if !left.decisive {
			right.sure, right.decisive = false, false
			sh.stmt(cmd.Y, right)
		}
		return
	}
	from := len(sh.runs)
	if !c.decisive && sh.isToldToPass(cmd, c) {
		left.decisive = true
		sh.endsAs(Zero, func() { sh.stmt(cmd.X, left) })
	} else {
		sh.stmt(cmd.X, left)
	}
	at := len(sh.runs)
	right.sure = c.sure && (c.decisive || isQuiet(cmd.X))
	sh.stmt(cmd.Y, right)
	if from < at && at < len(sh.runs) && sh.endsIn(cmd.X, sh.runs[at-1]) {
		sh.runs[at].follows = true
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
	left, right := c, c
	left.decisive = c.decisive && (c.ofFirst || sh.pipefail)
	right.decisive = c.decisive && !c.ofFirst
	left.through = partsOfLines
	if call, ok := cmd.Y.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		left.through = viewOf(sh.words(call)).then(c.through)
	}
	right.stdin = true
	sh.within(func() { sh.stmt(cmd.X, left) })
	sh.within(func() { sh.stmt(cmd.Y, right) })
}

// isQuiet reports whether a statement hardly ever fails, as `cd src` does.
func isQuiet(s *syntax.Stmt) bool {
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		return len(cmd.Args) == 0 || commands().Quiet.has(cmd.Args[0].Lit())
	case *syntax.DeclClause:
		return true
	}
	return false
}
