package evidence

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The bounds of a command line that is parsed. A longer or deeper one may have done anything.
const (
	maxShell      = 128 << 10
	maxShellDepth = 200
	// maxScripts is how deep `bash -c` may be nested.
	maxScripts = 3
	// maxTurns are the turns of loops that are followed, maxShellDeeds the deeds of a line.
	maxTurns      = 300
	maxShellDeeds = 2_000
	// maxHits are the files of a search or a listing that are kept.
	maxHits = 200
)

// status is what a transcript says of how a command line ended.
type status int

const (
	unknown status = iota
	zero
	nonzero
	// ongoing is a command line that had not ended.
	ongoing
)

// shellDeeds are what a command line did that ran in a folder, ended so, and printed
// that. If the status hides how a part of it ended, the result of that part is "".
func shellDeeds(line, cwd string, ended status, output string) []Deed {
	sh := &shell{cwd: cwd, vars: map[string]words{}, ended: ended, output: output}
	if !sh.script(line, scope{sure: true, decisive: true, shown: true}) {
		sh.deeds = append(sh.deeds, Deed{Act: Run, Command: line}, Deed{Act: Write, Path: Anything, Glob: true, Maybe: true, Command: line})
		if !strings.ContainsAny(line, "|&;\n") {
			sh.runs = append(sh.runs, run{deed: 0, decisive: true})
		}
	}
	sh.results()
	for i := range sh.deeds {
		d := &sh.deeds[i]
		d.Command = cut(d.Command, MaxCommand)
		d.Maybe = d.Maybe || ended == nonzero && d.Act != Run && d.Act != Seen || ended == ongoing && d.Act != Run
	}
	return sh.deeds
}

// shell follows a command line.
type shell struct {
	cwd string
	// lost says that the folder is not known any more.
	lost        bool
	vars        map[string]words
	ended       status
	output, src string
	depth       int
	deeds       []Deed
	runs        []run
	// others are parts that are not runs and may be why the whole line failed.
	others int
	// turns are those of loops; again says that it is not the first turn of one.
	turns int
	again int
}

// run is a run among the deeds. If it is decisive, the whole line ended with 0 only if it did.
type run struct {
	deed     int
	decisive bool
	// mostly says that the command fails for no reason that a reader would call one.
	mostly bool
}

// scope is what is known of a place in a command line, if the whole line ended with 0.
type scope struct {
	// sure: it ran. decisive: it ended with 0.
	sure, decisive bool
	// shown: the agent was shown what it printed, in through a window of lines.
	shown bool
	in    window
	// stdin: it reads what another command printed.
	stdin bool
}

func (sh *shell) script(line string, c scope) bool {
	if len(line) > maxShell || tooDeep(line) || sh.depth >= maxScripts {
		return false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
	if err != nil {
		return false
	}
	outer := sh.src
	sh.src = line
	sh.depth++
	sh.list(file.Stmts, c)
	sh.depth--
	sh.src = outer
	return true
}

// tooDeep reports whether a parser could need a deep stack for a line.
func tooDeep(line string) bool {
	depth, deepest := 0, 0
	for i := range len(line) {
		switch line[i] {
		case '(', '{', '`', '[':
			depth++
			deepest = max(deepest, depth)
		case ')', '}', ']':
			depth--
		}
	}
	return deepest > maxShellDepth
}

func (sh *shell) list(stmts []*syntax.Stmt, c scope) {
	for i, s := range stmts {
		here := c
		here.decisive = c.decisive && i == len(stmts)-1
		sh.stmt(s, here)
		if leaves(s) {
			c.sure, c.decisive = false, false
		}
	}
}

// leaves reports whether a statement ends the script: nothing after it is sure.
func leaves(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) > 0 && slices.Contains([]string{"exit", "return", "exec"}, call.Args[0].Lit())
}

func (sh *shell) stmt(s *syntax.Stmt, c scope) {
	if len(sh.deeds) > maxShellDeeds {
		sh.anything("")
		return
	}
	if s.Background || s.Coprocess {
		c.sure, c.decisive = false, false
	}
	if s.Negated {
		c.decisive = false
	}
	here := len(sh.deeds)
	heredoc := sh.redirects(s.Redirs, &c)
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		sh.call(cmd, heredoc, c)
	case *syntax.BinaryCmd:
		sh.binary(cmd, c)
	case *syntax.Block:
		sh.list(cmd.Stmts, c)
	case *syntax.Subshell:
		sh.within(func() { sh.list(cmd.Stmts, c) })
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			sh.stmt(cmd.Stmt, c)
		}
	case *syntax.ForClause:
		sh.blame(c)
		sh.loop(cmd, c)
	case *syntax.DeclClause:
		sh.assign(cmd.Args)
	case *syntax.FuncDecl:
		sh.perhaps(cmd, c)
	case nil:
	default:
		sh.blame(c)
		sh.perhaps(cmd, c)
	}
	for i := here; i < len(sh.deeds); i++ {
		d := &sh.deeds[i]
		d.Maybe = d.Maybe || !c.sure
		if d.Command == "" && s.Cmd != nil {
			d.Command = sh.src[s.Cmd.Pos().Offset():s.Cmd.End().Offset()]
		}
	}
}

// blame counts a part that may be why the whole line failed.
func (sh *shell) blame(c scope) {
	if c.decisive {
		sh.others++
	}
}

func (sh *shell) assign(assigns []*syntax.Assign) {
	for _, a := range assigns {
		if a.Name != nil && a.Value != nil {
			sh.vars[a.Name.Value] = sh.word(a.Value)
		}
	}
}

// within does something in a subshell: what it sets does not last.
func (sh *shell) within(do func()) {
	cwd, lost := sh.cwd, sh.lost
	do()
	sh.cwd, sh.lost = cwd, lost
}

// perhaps follows what runs under a condition: branches, loops, functions.
func (sh *shell) perhaps(node syntax.Node, c scope) {
	c.sure, c.decisive = false, false
	if node == nil {
		return
	}
	sh.within(func() {
		syntax.Walk(node, func(n syntax.Node) bool {
			if s, ok := n.(*syntax.Stmt); ok {
				sh.stmt(s, c)
				return false
			}
			return true
		})
	})
}

func (sh *shell) binary(cmd *syntax.BinaryCmd, c scope) {
	left, right := c, c
	switch cmd.Op {
	case syntax.AndStmt:
		quiet := isQuiet(cmd.X)
		right.sure = c.sure && (c.decisive || quiet)
	case syntax.OrStmt:
		left.decisive = false
		right.sure, right.decisive = false, false
	default:
		left.decisive = false
		left.in = through(sh, cmd.Y, c.in)
		right.stdin = true
		sh.within(func() { sh.stmt(cmd.X, left) })
		sh.within(func() { sh.stmt(cmd.Y, right) })
		return
	}
	sh.stmt(cmd.X, left)
	sh.stmt(cmd.Y, right)
}

// isQuiet reports whether a statement is one that hardly ever fails, as `cd src` is.
func isQuiet(s *syntax.Stmt) bool {
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		return len(cmd.Args) == 0 || commands().Quiet[cmd.Args[0].Lit()]
	case *syntax.DeclClause:
		return true
	case *syntax.BinaryCmd:
		return cmd.Op == syntax.AndStmt && isQuiet(cmd.X) && isQuiet(cmd.Y)
	}
	return false
}

// loop follows a for loop over words that are known, each word in its turn.
func (sh *shell) loop(cmd *syntax.ForClause, c scope) {
	iter, ok := cmd.Loop.(*syntax.WordIter)
	if !ok {
		sh.perhaps(cmd, c)
		return
	}
	inner := c
	inner.decisive = false
	var items words
	for _, w := range iter.Items {
		items = append(items, sh.word(w)...)
	}
	if sh.turns += len(items); len(items) == 0 || sh.turns > maxTurns {
		items = words{{text: "*", glob: true, unknown: true}}
	}
	for i, item := range items {
		sh.vars[iter.Name.Value] = words{item}
		if item.unknown {
			inner.sure = false
		}
		if i > 0 {
			sh.again++ // the runs of a loop count once
		}
		sh.list(cmd.Do, inner)
		if i > 0 {
			sh.again--
		}
	}
	delete(sh.vars, iter.Name.Value)
}

// redirects follows the redirections of a statement, and returns its here-document.
func (sh *shell) redirects(redirs []*syntax.Redirect, c *scope) (heredoc string) {
	for _, r := range redirs {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			heredoc = sh.text(r.Hdoc)
		case syntax.RdrIn:
			sh.files(Read, sh.word(r.Word), *c, window{})
		case syntax.RdrOut, syntax.AppOut, syntax.ClbOut, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			if r.N == nil || r.N.Value == "1" {
				c.shown = false
			}
			sh.files(Write, sh.word(r.Word), *c, window{})
		}
	}
	return heredoc
}

// through is the window of the commands that a pipe leads to.
func through(sh *shell, s *syntax.Stmt, after window) window {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return window{part: true}
	}
	args := sh.words(call.Args)
	if operands, lines, ok := viewed(args); ok && len(operands) == 0 {
		return lines.then(after)
	}
	return window{part: true}
}

func isFlag(s string) bool { return len(s) > 1 && s[0] == '-' }
