package shell

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/handofflint/handofflint/internal/text"
)

// ending is how a part of a line ended: the whole line by its exit status, another part by what the line
// prints of it, as in `make test > log; echo "exit $?"`.
type ending struct {
	status Status
	// others counts the parts that are not runs and may be why it failed.
	others int
}

// endsAs calls do for a part of the line whose status is known.
func (sh *shell) endsAs(status Status, do func()) {
	outer := sh.ending
	sh.ending = &ending{status: status}
	do()
	sh.ending = outer
}

// told returns the status of a statement as an echo after it prints it, Unknown if it does not. ofFirst is set
// if it is about the first command of a pipe.
func (sh *shell) told(after []*syntax.Stmt, c scope) (status Status, ofFirst bool) {
	if len(after) == 0 || !c.shown || !c.sure {
		return Unknown, false
	}
	e := echoOf(after[0])
	if e == nil || !e.hasStatus {
		return Unknown, false
	}
	printed, ok := sh.lineOf(e)
	if !ok {
		return Unknown, false
	}
	return Exited(text.Int(printed)), e.ofFirst
}

// isToldToPass reports whether the word that follows a statement was printed, as in `make && echo ok`.
func (sh *shell) isToldToPass(cmd *syntax.BinaryCmd, c scope) bool {
	e := echoOf(cmd.Y)
	if e == nil || e.hasStatus || !c.shown || strings.Contains(e.pattern.String(), `.*`) {
		return false
	}
	_, isPrinted := sh.lineOf(e)
	return isPrinted
}

// maxEcho bounds the pattern of what an echo prints, maxEchoed the output in which it is looked for, in bytes;
// maxEchoes bounds how many are.
const (
	maxEcho   = 300
	maxEchoed = 256 << 10
	maxEchoes = 50
)

// echo is what an echo prints: a pattern for the line, with the status of the statement before it as its group.
type echo struct {
	call      *syntax.CallExpr
	pattern   strings.Builder
	hasStatus bool
	// ofFirst is set if the status is that of the first command of a pipe.
	ofFirst bool
}

// echoOf returns what a statement prints if it begins with an echo, else nil.
func echoOf(s *syntax.Stmt) *echo {
	if binary, isChain := s.Cmd.(*syntax.BinaryCmd); isChain && binary.Op == syntax.AndStmt {
		s = binary.X
	}
	call, _ := s.Cmd.(*syntax.CallExpr)
	if call == nil || len(s.Redirs) > 0 || len(call.Args) < 2 || call.Args[0].Lit() != "echo" {
		return nil
	}
	e := &echo{call: call}
	for i, w := range call.Args[1:] {
		if i > 0 {
			e.pattern.WriteByte(' ')
		}
		e.add(w.Parts)
	}
	if e.pattern.Len() > maxEcho {
		return nil
	}
	return e
}

func (e *echo) add(parts []syntax.WordPart) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			e.pattern.WriteString(regexp.QuoteMeta(unescape.ReplaceAllString(p.Value, "$1")))
		case *syntax.SglQuoted:
			e.pattern.WriteString(regexp.QuoteMeta(p.Value))
		case *syntax.DblQuoted:
			e.add(p.Parts)
		case *syntax.ParamExp:
			isOfFirst := p.Param.Value == "PIPESTATUS" && isZero(p.Index)
			if p.Param.Value == "?" || isOfFirst {
				e.hasStatus, e.ofFirst = true, isOfFirst
				e.pattern.WriteString(`(\d{1,3})`)
				continue
			}
			e.pattern.WriteString(`.*`)
		default:
			e.pattern.WriteString(`.*`)
		}
	}
}

func isZero(index syntax.ArithmExpr) bool {
	word, _ := index.(*syntax.Word)
	return word != nil && word.Lit() == "0"
}

// lineOf returns the group of the line of the output that an echo printed. If others look the same, the
// echo's is the one at its turn; ok is false if there are more or fewer of these lines than such echoes.
func (sh *shell) lineOf(e *echo) (group string, ok bool) {
	source := sh.source(e.call)
	found, isKnown := sh.echoes[source]
	if !isKnown {
		found = sh.printedBy(source, e.pattern.String())
		sh.echoes[source] = found
	}
	turn, isOne := slices.BinarySearch(found.calls, int(e.call.Pos().Offset()))
	if !isOne || len(found.lines) != len(found.calls) {
		return "", false
	}
	match := found.lines[turn]
	return match[len(match)-1], true
}

// echoed are the calls of an echo in a line, by their offsets, and the lines of the output that match it.
type echoed struct {
	calls []int
	lines [][]string
}

// printedBy returns the calls of an echo, and the lines that they may have printed; none beyond the bounds.
func (sh *shell) printedBy(source, pattern string) (found echoed) {
	re, err := regexp.Compile(`(?m)^` + pattern + `[ \t\r]*$`)
	if err != nil || len(sh.output) > maxEchoed || len(sh.echoes) >= maxEchoes {
		return echoed{}
	}
	for at := 0; ; at += len(source) {
		next := strings.Index(sh.src[at:], source)
		if next < 0 {
			break
		}
		at += next
		found.calls = append(found.calls, at)
	}
	found.lines = re.FindAllStringSubmatch(sh.output, len(found.calls)+1)
	return found
}

// isExit reports whether a statement ends the script with a failure.
func isExit(s *syntax.Stmt) bool {
	if block, ok := s.Cmd.(*syntax.Block); ok && len(block.Stmts) > 0 {
		return isExit(block.Stmts[len(block.Stmts)-1])
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || call.Args[0].Lit() != "exit" {
		return false
	}
	return len(call.Args) == 1 || call.Args[1].Lit() != "0"
}
