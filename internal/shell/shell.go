// Package shell says what a command line did, as deeds, within a budget of what it visits. It parses
// and runs nothing, and reads no file. What each program does is in rules/facts/commands.cue.
//
// Deeds is where to begin.
package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// The bounds of a command line that is parsed. A longer or deeper one may have done anything.
const (
	// MaxLine is the length of a line that is parsed, in bytes.
	MaxLine  = 128 << 10
	maxDepth = 200
	// maxJoints are the operators that join its commands: its tree is as deep.
	maxJoints = 1_000
	// maxDeeds are the deeds of a line that are kept.
	maxDeeds = 1_000
	// maxFolder is the length of a folder's path that is followed.
	maxFolder = 1_000
	// maxHits are the files of a search or a listing that are kept.
	maxHits = 200
	// maxNodes are the statements, words and parts of words of a line that are
	// visited. Beyond them a line may have done anything.
	maxNodes = 100_000
)

// Status is what is known of how a command line ended.
type Status int

// The statuses: of Unknown nothing is known, and of Nonzero the exit code is not.
const (
	Unknown Status = iota
	Zero
	Nonzero
	// Ongoing is a command line that had not ended.
	Ongoing
	// withCode is before the statuses of exit codes that are known.
	withCode
)

// maxCode is the largest exit code that is told.
const maxCode = 255

// Exited returns the status of a command line that ended with an exit code.
func Exited(code int) Status {
	if code == 0 {
		return Zero
	}
	if code < 0 || code > maxCode {
		return Nonzero
	}
	return withCode + Status(code)
}

func (s Status) isNonzero() bool { return s == Nonzero || s > withCode }

// code returns the exit code, nil if it is not known.
func (s Status) code() *int {
	if s != Zero && s <= withCode {
		return nil
	}
	code := 0
	if s > withCode {
		code = int(s - withCode)
	}
	return &code
}

// Deeds returns what a command line did that ran in a folder, ended so, and printed
// that. Only what is plain in it counts: words that are written out, and commands whose
// work is known. What depends on variables, loops or programs may be any file. budget is
// what may still be visited of all lines of an agent.
func Deeds(line, cwd string, ended Status, output string, budget *text.Steps) []ledger.Deed {
	sh := newShell(line, budget)
	sh.cwd, sh.ended, sh.output = cwd, ended, output
	var stmts []*syntax.Stmt
	parsed := false
	if sh.visit(int64(len(line)/nodeBytes) + 1) {
		stmts, parsed = parse(line)
	}
	if parsed {
		sh.list(stmts, scope{sure: true, decisive: true, shown: true})
		if sh.over { // the command of a program that nobody knows
			sh.others++
			sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Run, Maybe: true, Command: "..."}, anyRead)
			sh.anything()
		}
	} else {
		sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Run, Command: line}, ledger.Deed{Act: ledger.Write, Path: ledger.Anything, Glob: true, Maybe: true, Command: line})
		if !strings.ContainsAny(line, "|&;\n") {
			sh.runs = append(sh.runs, run{deed: 0, decisive: true})
		}
		if len(line) > ledger.MaxCommand || sh.over { // what is cut off may name files
			sh.deeds = append(sh.deeds, anyRead)
		}
	}
	sh.setResults()
	for i := range sh.deeds {
		d := &sh.deeds[i]
		d.Command = text.Head(d.Command, ledger.MaxCommand)
		d.Running = ended == Ongoing && d.Act == ledger.Run
		d.Maybe = d.Maybe || ended.isNonzero() && d.Act != ledger.Run && d.Act != ledger.Seen || ended == Ongoing && d.Act != ledger.Run
	}
	return sh.deeds
}

// nodeBytes are the bytes of a line whose parsing costs about as much as a visited node.
const nodeBytes = 32

// anyRead is a read of a file that is not known.
var anyRead = ledger.Deed{Act: ledger.Read, Path: ledger.Anything, Glob: true, Maybe: true}

// parse parses a command line, unless a parser could need a deep stack for it.
func parse(line string) ([]*syntax.Stmt, bool) {
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
	joints := strings.Count(line, "&&") + strings.Count(line, "|")
	if len(line) > MaxLine || deepest > maxDepth || joints > maxJoints {
		return nil, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
	if err != nil {
		return nil, false
	}
	return file.Stmts, true
}

// shell follows a command line.
type shell struct {
	cwd string
	// lost is set if the folder is not known any more.
	lost bool
	// over is set if there is more than is visited or kept.
	over        bool
	ended       Status
	output, src string
	deeds       []ledger.Deed
	runs        []run
	// others are parts that are not runs and may be why the whole line failed.
	others int
	// line counts what is visited of this line, budget of all lines of an agent.
	line, budget *text.Steps
	// resolved are the words of calls that were asked for before their turn.
	resolved map[*syntax.CallExpr]words
	// printed are the files that the output names as a search and as a difference, seen
	// those that were added; missing are those that it says are not there. truncated: it
	// is not all of what was printed.
	printed       [2][]string
	seen, missing map[string]bool
	truncated     bool
}

func newShell(line string, budget *text.Steps) *shell {
	return &shell{src: line, line: text.NewSteps(maxNodes), budget: budget, resolved: map[*syntax.CallExpr]words{}, seen: map[string]bool{}}
}

// visit counts nodes, and reports whether they are within the bounds.
func (sh *shell) visit(nodes int64) bool {
	if !sh.line.Take(nodes) || !sh.budget.Take(nodes) {
		sh.over = true
	}
	return !sh.over
}

// run is a run among the deeds. If it is decisive, the whole line ended with 0 only if it did.
type run struct {
	deed     int
	decisive bool
	// quiet is set if the command hardly ever fails.
	quiet bool
}

// scope is what is known of a part of a command line, if the whole line ended with 0.
type scope struct {
	// sure: it ran. decisive: it ended with 0.
	sure, decisive bool
	// shown: the agent was shown what it printed, through the commands that follow in a pipe.
	shown   bool
	through view
	// stdin: it reads what another command printed.
	stdin bool
}

func (sh *shell) list(stmts []*syntax.Stmt, c scope) {
	for i, s := range stmts {
		here := c
		here.decisive = c.decisive && i == len(stmts)-1
		sh.stmt(s, here)
		call, ok := s.Cmd.(*syntax.CallExpr)
		if ok && len(call.Args) > 0 && slices.Contains([]string{"exit", "return", "exec"}, call.Args[0].Lit()) {
			c.sure, c.decisive = false, false // nothing after it is
		}
	}
}

func (sh *shell) stmt(s *syntax.Stmt, c scope) {
	if !sh.visit(1) || len(sh.deeds) >= maxDeeds {
		sh.over = true
		return
	}
	if s.Background || s.Coprocess {
		c.sure, c.decisive = false, false
	}
	if s.Negated {
		c.decisive = false
	}
	from := len(sh.deeds)
	heredoc := sh.redirects(s.Redirs, &c)
	for i := from; i < len(sh.deeds) && s.Cmd != nil; i++ {
		if d := &sh.deeds[i]; d.Command == "" {
			d.Command = sh.source(s.Cmd)
		}
	}
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
	case *syntax.DeclClause:
		sh.perhaps(cmd)
	case nil:
	default: // a branch, a loop, a function
		sh.blame(c)
		sh.perhaps(cmd)
	}
	if len(sh.deeds) > maxDeeds {
		sh.over = true
		sh.deeds = sh.deeds[:maxDeeds]
		sh.runs = slices.DeleteFunc(sh.runs, func(r run) bool { return r.deed >= maxDeeds })
	}
}

func (sh *shell) source(n syntax.Node) string { return sh.src[n.Pos().Offset():n.End().Offset()] }

// blame counts a part that may be why the whole line failed.
func (sh *shell) blame(c scope) {
	if c.decisive {
		sh.others++
	}
}

// within does something in a subshell: a change of the folder does not last.
func (sh *shell) within(do func()) {
	cwd, lost := sh.cwd, sh.lost
	do()
	sh.cwd, sh.lost = cwd, lost
}

// perhaps follows what runs under a condition, or in the place of a word.
func (sh *shell) perhaps(node syntax.Node) {
	sh.within(func() {
		syntax.Walk(node, func(n syntax.Node) bool {
			if s, ok := n.(*syntax.Stmt); ok {
				sh.stmt(s, scope{shown: true})
				return false
			}
			return sh.visit(1)
		})
	})
}

func (sh *shell) binary(cmd *syntax.BinaryCmd, c scope) {
	left, right := c, c
	switch cmd.Op {
	case syntax.AndStmt:
		right.sure = c.sure && (c.decisive || isQuiet(cmd.X, maxQuiet))
	case syntax.OrStmt:
		left.decisive = false
		right.sure, right.decisive = false, false
	default:
		left.decisive = false
		left.through = partsOfLines
		if call, ok := cmd.Y.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			left.through = viewOf(sh.words(call)).then(c.through)
		}
		right.stdin = true
		sh.within(func() { sh.stmt(cmd.X, left) })
		sh.within(func() { sh.stmt(cmd.Y, right) })
		return
	}
	sh.stmt(cmd.X, left)
	sh.stmt(cmd.Y, right)
}

// maxQuiet are the commands of a chain that are looked at to find that it hardly ever fails.
const maxQuiet = 4

// isQuiet reports whether a statement hardly ever fails, as `cd src` does.
func isQuiet(s *syntax.Stmt, most int) bool {
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		return len(cmd.Args) == 0 || commands().Quiet.has(cmd.Args[0].Lit())
	case *syntax.DeclClause:
		return true
	case *syntax.BinaryCmd:
		return most > 0 && cmd.Op == syntax.AndStmt && isQuiet(cmd.Y, 0) && isQuiet(cmd.X, most-1)
	}
	return false
}

// redirects follows the redirections of a statement, and returns its here-document.
func (sh *shell) redirects(redirs []*syntax.Redirect, c *scope) (heredoc string) {
	for _, r := range redirs {
		sh.substitutions(r.Word)
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			sh.substitutions(r.Hdoc)
			heredoc = sh.resolve(r.Hdoc).text
		case syntax.RdrIn:
			sh.read(words{sh.resolve(r.Word)}, *c, allLines)
		case syntax.RdrOut, syntax.AppOut, syntax.ClbOut, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			if r.N == nil || r.N.Value == "1" {
				c.shown = false
			}
			sh.files(ledger.Write, words{sh.resolve(r.Word)}, *c)
		}
	}
	return heredoc
}
