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

// ofPipe says which commands of a pipe its status is about.
type ofPipe int

const (
	lastOfPipe  ofPipe = iota
	firstOfPipe        // ${PIPESTATUS[0]}
	allOfPipe          // set -o pipefail
)

// told returns the status of a statement as those after it tell it, Unknown if they do not. pipe is what
// it is about if the statement is a pipe.
func (sh *shell) told(after []*syntax.Stmt, c scope) (status Status, pipe ofPipe) {
	if len(after) == 0 || !c.shown || !c.sure {
		return Unknown, lastOfPipe
	}
	name := "?"
	call := firstCallOf(after[0])
	if call != nil && len(call.Args) == 0 {
		param := paramOf(call.Assigns[0].Value)
		if !isStatus(param) {
			return Unknown, lastOfPipe
		}
		pipe = pipeOf(param)
		name = call.Assigns[0].Name.Value
		after = after[1:]
	}
	for _, s := range after[:min(len(after), maxTold)] {
		call := firstCallOf(s)
		isExit := call != nil && len(call.Args) == 2 && call.Args[0].Lit() == "exit" && paramName(paramOf(call.Args[1])) == name
		if isExit && c.decisive {
			return sh.ending.status, pipe
		}
		if status, of := sh.echoedStatus(call, name); status != Unknown {
			return status, max(pipe, of)
		}
		if name == "?" || sh.mayAssign(s, name) {
			break
		}
	}
	return Unknown, lastOfPipe
}

// mayAssign reports whether a statement may set a variable: it names it and not only its value.
func (sh *shell) mayAssign(s *syntax.Stmt, name string) bool {
	return strings.Contains(strings.NewReplacer("${"+name+"}", "", "$"+name, "").Replace(sh.source(s)), name)
}

// maxTold bounds the statements after one that may tell its status.
const maxTold = 10

// firstCallOf returns the simple command that a statement begins with, nil if it begins otherwise or its
// output goes to a file.
func firstCallOf(s *syntax.Stmt) *syntax.CallExpr {
	for range maxQuiet {
		binary, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok || binary.Op != syntax.AndStmt {
			break
		}
		s = binary.X
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(s.Redirs) > 0 {
		return nil
	}
	return call
}

// paramOf returns the parameter that is all of a word, nil if it is anything else.
func paramOf(w *syntax.Word) *syntax.ParamExp {
	param, _ := onlyPart(w).(*syntax.ParamExp)
	return param
}

func paramName(p *syntax.ParamExp) string {
	if p == nil {
		return ""
	}
	return p.Param.Value
}

// isStatus reports whether a parameter is the status of the statement before it.
func isStatus(p *syntax.ParamExp) bool {
	return paramName(p) == "?" || pipeOf(p) == firstOfPipe
}

// pipeOf returns which commands of a pipe a parameter is the status of.
func pipeOf(p *syntax.ParamExp) ofPipe {
	if paramName(p) != "PIPESTATUS" {
		return lastOfPipe
	}
	index, _ := p.Index.(*syntax.Word)
	if index == nil || index.Lit() != "0" {
		return lastOfPipe
	}
	return firstOfPipe
}

// echoedStatus returns the status that an echo of a parameter printed, Unknown if that is not certain.
func (sh *shell) echoedStatus(call *syntax.CallExpr, name string) (status Status, pipe ofPipe) {
	e := echoOf(call, name)
	if e == nil || !e.hasStatus {
		return Unknown, lastOfPipe
	}
	printed, ok := sh.lineOf(call, e.pattern.String())
	if !ok {
		return Unknown, lastOfPipe
	}
	return Exited(text.Int(printed)), e.pipe
}

// maxEcho bounds the pattern of what an echo prints, maxEchoed the output in which it is looked for, in bytes;
// maxEchoes bounds how many different ones are.
const (
	maxEcho   = 300
	maxEchoed = 256 << 10
	maxEchoes = 50
)

// echo is what an echo prints: a pattern for the line, with the status as its group.
type echo struct {
	name      string
	pattern   strings.Builder
	hasStatus bool
	pipe      ofPipe
}

// echoOf returns what a call prints if it is an echo, else nil.
func echoOf(call *syntax.CallExpr, name string) *echo {
	if call == nil || len(call.Args) < 2 || call.Args[0].Lit() != "echo" {
		return nil
	}
	e := &echo{name: name}
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
			if paramName(p) == e.name || e.name == "?" && isStatus(p) {
				e.hasStatus = true
				e.pipe = pipeOf(p)
				e.pattern.WriteString(`(\d{1,3})`)
				continue
			}
			e.pattern.WriteString(`.*`)
		default:
			e.pattern.WriteString(`.*`)
		}
	}
}

// lineOf returns the group of the line of the output that an echo printed. If others look the same, the
// echo's is the one at its turn; ok is false if there are more or fewer of these lines than such echoes.
func (sh *shell) lineOf(call *syntax.CallExpr, pattern string) (group string, ok bool) {
	source := sh.source(call)
	found, isKnown := sh.echoes[source]
	if !isKnown {
		found = sh.printedBy(source, pattern)
		sh.echoes[source] = found
	}
	turn, isOne := slices.BinarySearch(found.calls, int(call.Pos().Offset()))
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
	for at := strings.Index(sh.src, source); at >= 0; {
		found.calls = append(found.calls, at)
		next := strings.Index(sh.src[at+len(source):], source)
		if next < 0 {
			break
		}
		at += len(source) + next
	}
	found.lines = re.FindAllStringSubmatch(sh.output, len(found.calls)+1)
	return found
}

// isToldToPass reports whether the word that follows a statement was printed, as in `make && echo ok`.
func (sh *shell) isToldToPass(cmd *syntax.BinaryCmd, c scope) bool {
	call := firstCallOf(cmd.Y)
	e := echoOf(call, "")
	if e == nil || !c.shown || strings.Contains(e.pattern.String(), `.*`) {
		return false
	}
	_, isPrinted := sh.lineOf(call, e.pattern.String())
	return isPrinted
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
