// Package shell returns what a command line did, as a list of ledger.Deeds, within a budget of nodes to
// visit. It parses, but runs nothing and reads no file. What each program does is in
// rules/facts/commands.cue.
//
// Begin with Deeds.
package shell

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// Bounds of a command line. A longer or deeper one may have done anything.
const (
	// MaxLine bounds the bytes of a line that is parsed.
	MaxLine  = 128 << 10
	maxDepth = 200
	// maxJoints bounds the operators between its commands, since its tree is as deep.
	maxJoints = 1_000
	// maxDeeds bounds the deeds of a line.
	maxDeeds = 1_000
	// maxFolder bounds the bytes of a folder's path.
	maxFolder = 1_000
	// maxHits bounds the files of a search or a listing.
	maxHits = 200
	// maxNodes bounds the visited statements, words and parts of words.
	maxNodes = 100_000
)

// Status is what is known of how a command line ended.
type Status int

// The statuses. Nonzero is a failure with an unknown exit code.
const (
	Unknown Status = iota
	Zero
	Nonzero
	// Ongoing is the status of a command line that had not ended.
	Ongoing
	// withCode precedes the statuses with known exit codes.
	withCode
)

const maxCode = 255

// Exited returns the status for an exit code.
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

// code returns the exit code, nil if unknown.
func (s Status) code() *int {
	if s != Zero && s <= withCode {
		return nil
	}
	code := max(0, int(s-withCode))
	return &code
}

// Deeds returns what a command line did, given its folder, status and output. Only plain parts count:
// literal words, and commands whose work is known. What depends on variables, loops or programs may be any
// file. budget is shared by all lines of an agent.
func Deeds(line, cwd string, ended Status, output string, budget *text.Steps) []ledger.Deed {
	sh := newShell(line, budget)
	sh.cwd, sh.ending.status, sh.output = cwd, ended, output
	sh.missing, sh.truncated = strings.Contains(output, ": No such file"), strings.Contains(output, "truncated")
	stmts, isParsed := sh.parseWithin(line)
	if !isParsed {
		sh.deeds = []ledger.Deed{{Act: ledger.Run, Command: line}, {Act: ledger.Write, Path: ledger.Anything, Glob: true, Maybe: true, Command: line}, anyRead}
	}
	sh.list(stmts, scope{sure: true, decisive: true, through: allLines})
	if isParsed && sh.over { // the rest of the line is one unknown command
		sh.ending.suspects++
		sh.deeds = append(sh.deeds, ledger.Deed{Act: ledger.Run, Maybe: true, Command: "..."}, anyRead)
		sh.addAnything()
	}
	sh.setResults()
	for i := range sh.deeds {
		d := &sh.deeds[i]
		d.Command = text.Head(d.Command, ledger.MaxCommand)
		if d.Act == ledger.Run {
			d.Running = ended == Ongoing || d.Running && d.Result == "" // with a result, it has ended
			continue
		}
		mayHaveFailed := ended.isNonzero() && d.Act != ledger.Seen // what the output names was seen
		d.Maybe = d.Maybe || mayHaveFailed || ended == Ongoing
	}
	return sh.deeds
}

// nodeBytes is the number of bytes of a line that cost as much to parse as visiting a node.
const nodeBytes = 32

// anyRead is a read of an unknown file.
var anyRead = ledger.Deed{Act: ledger.Read, Path: ledger.Anything, Glob: true, Maybe: true}

// parseWithin parses a line within the budget.
func (sh *shell) parseWithin(line string) (stmts []*syntax.Stmt, ok bool) {
	if !sh.visit(int64(len(line)/nodeBytes) + 1) {
		return nil, false
	}
	return parse(line)
}

// parsers are reused: a new one costs more than most lines.
var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// parse parses a command line, unless the parser could need a deep stack.
func parse(line string) ([]*syntax.Stmt, bool) {
	depth, deepest := 0, 0
	for i := range len(line) {
		switch line[i] {
		case '(', '{', '`', '[':
			depth++
		case ')', '}', ']':
			depth--
		}
		deepest = max(deepest, depth)
	}
	joints := strings.Count(line, "&&") + strings.Count(line, "|")
	isTooDeep := deepest > maxDepth || joints > maxJoints
	if isTooDeep || len(line) > MaxLine {
		return nil, false
	}
	p := parsers.Get().(*syntax.Parser)
	defer parsers.Put(p)
	file, err := p.Parse(strings.NewReader(line), "")
	if err != nil {
		return nil, false
	}
	return file.Stmts, true
}

// shell interprets a command line.
type shell struct {
	cwd string
	// lost is set if the folder is unknown.
	lost bool
	// over is set if a bound was exceeded.
	over bool
	// exits is set after `set -e`, pipefail after `set -o pipefail`.
	exits, pipefail bool
	output, src     string
	deeds           []ledger.Deed
	runs            []run
	// shows is set if a command shows text, which may be an old log.
	shows bool
	// echoes counts the echoes that were looked for in the output. said are the lines that echoes of known words
	// print.
	echoes int
	said   map[string]bool
	// ending is how the part of the line ended that is being read.
	ending *ending
	// line limits the visits for this line, budget those for all lines of an agent.
	line, budget *text.Steps
	// printed are the files named in the output, read as a search (false) and as a diff; seen are those
	// added already.
	printed map[bool][]string
	seen    map[string]bool
	// missing is set if the output says that a file is not there, truncated if it is incomplete.
	missing, truncated bool
}

func newShell(line string, budget *text.Steps) *shell {
	return &shell{src: line, ending: &ending{}, said: map[string]bool{}, line: text.NewSteps(maxNodes), budget: budget, printed: map[bool][]string{}, seen: map[string]bool{}}
}

// visit counts nodes, and reports whether they are within the bounds.
func (sh *shell) visit(nodes int64) bool {
	if !sh.line.Take(nodes) || !sh.budget.Take(nodes) {
		sh.over = true
	}
	return !sh.over
}

// run is a run among the deeds. If it is decisive, the part of the line that it is of can only exit with 0
// if the run did. It is a suspect if it may be why the part failed.
type run struct {
	deed                int
	kind                runner.Kind
	ending              *ending
	decisive, isSuspect bool
	// shown is set if the agent saw its output.
	shown bool
	// follows is set if it runs only if the run before it succeeds.
	follows bool
}

// scope is what is known of a part of a command line if the line exits with 0.
type scope struct {
	// sure: it ran. decisive: it exited with 0. ofFirst: of a pipe, that is about the first command alone.
	sure, decisive, ofFirst bool
	// through: what the agent saw of its output, as filtered by the following commands of the pipe.
	through view
	// stdin: it reads the output of another command. behind: it ran in the background.
	stdin, behind bool
	// isInner: it runs in a shell of its own, which an exit ends alone.
	isInner bool
}

// inner returns the scope of what runs in a shell of its own.
func (c scope) inner() scope {
	c.isInner = true
	return c
}

// list interprets statements that run one after the other. A status that is printed after one of them is its own.
func (sh *shell) list(stmts []*syntax.Stmt, c scope) {
	for i, s := range stmts {
		here := c
		here.decisive = c.decisive && (i == len(stmts)-1 || sh.exits && !isChain(s))
		status, ofFirst := sh.printedStatus(stmts[i+1:], c)
		if status == Unknown {
			sh.stmt(s, here)
		} else {
			here.decisive, here.ofFirst = true, ofFirst
			sh.endsAs(status, func() { sh.stmt(s, here) })
		}
		if isCallOf(s, "exit", "return", "exec") {
			c.sure, c.decisive = false, false // nothing after it is sure or decisive
		}
	}
}

// isChain reports whether a statement is a chain with &&, of which `set -e` heeds the last command alone.
func isChain(s *syntax.Stmt) bool {
	binary, ok := s.Cmd.(*syntax.BinaryCmd)
	return ok && binary.Op == syntax.AndStmt
}

// stmt interprets a statement: its redirections, then its command.
func (sh *shell) stmt(s *syntax.Stmt, c scope) {
	if !sh.visit(1) || len(sh.deeds) >= maxDeeds {
		sh.over = true
		return
	}
	if s.Background {
		_, isOne := s.Cmd.(*syntax.CallExpr) // of `build && serve &`, the first has ended
		c.sure, c.decisive, c.behind = false, false, isOne
	}
	c.decisive = c.decisive && !s.Negated
	from := len(sh.deeds)
	heredoc := sh.redirects(s.Redirs, &c)
	if s.Cmd != nil {
		for i := range sh.deeds[from:] { // those of its redirections
			d := &sh.deeds[from+i]
			d.Command = cmp.Or(d.Command, sh.source(s.Cmd))
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
		sh.within(func() { sh.list(cmd.Stmts, c.inner()) })
	case *syntax.TimeClause:
		if cmd.Stmt != nil { // of a bare `time`
			sh.stmt(cmd.Stmt, c)
		}
	case *syntax.DeclClause:
		sh.perhaps(cmd, scope{through: allLines})
	case nil:
	default: // a branch, a loop, a function
		sh.blame(c)
		sh.perhaps(cmd, scope{through: allLines})
	}
	if len(sh.deeds) > maxDeeds {
		sh.over = true
		sh.deeds = sh.deeds[:maxDeeds]
		sh.runs = slices.DeleteFunc(sh.runs, func(r run) bool { return r.deed >= maxDeeds })
	}
}

func (sh *shell) source(n syntax.Node) string { return sh.src[n.Pos().Offset():n.End().Offset()] }

// blame counts a part that may be why the line failed.
func (sh *shell) blame(c scope) {
	if c.decisive {
		sh.ending.suspects++
	}
}

// within calls do in a subshell: what changes the shell does not last.
func (sh *shell) within(do func()) {
	before := *sh
	do()
	sh.cwd, sh.lost, sh.exits, sh.pipefail = before.cwd, before.lost, before.exits, before.pipefail
}

// perhaps interprets a part that may not run, or runs in place of a word.
func (sh *shell) perhaps(node syntax.Node, c scope) {
	sh.within(func() {
		syntax.Walk(node, func(n syntax.Node) bool {
			if s, ok := n.(*syntax.Stmt); ok {
				sh.stmt(s, c)
				return false
			}
			return sh.visit(1)
		})
	})
}

// redirects interprets the redirections of a statement, and returns its here-document. In c it notes that output which
// goes to a file does not reach the agent.
func (sh *shell) redirects(redirs []*syntax.Redirect, c *scope) (heredoc string) {
	for _, r := range redirs {
		sh.substitutions(r.Word)
		if r.Hdoc != nil {
			sh.substitutions(r.Hdoc)
			heredoc = sh.resolve(r.Hdoc).text
		}
		switch r.Op {
		case syntax.RdrIn:
			sh.addReads(words{sh.resolve(r.Word)}, *c, allLines)
		case syntax.RdrOut, syntax.AppOut, syntax.ClbOut, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			isOutput := r.N == nil || r.N.Value == "1"
			if isOutput {
				c.through = nothing
			}
			sh.addFiles(ledger.Write, words{sh.resolve(r.Word)}, *c)
		}
	}
	return heredoc
}
