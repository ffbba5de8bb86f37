package shell

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/handofflint/handofflint/internal/text"
)

// ending is how a part of a line ended: the whole line by its exit status, another part by what the line
// prints of it, as in `make test > log; echo "exit $?"`.
type ending struct {
	status Status
	// suspects counts the commands and other parts that may be why it failed.
	suspects int
}

// endsAs calls do for a part of the line whose status is known.
func (sh *shell) endsAs(status Status, do func()) {
	outer := sh.ending
	sh.ending = &ending{status: status}
	do()
	sh.ending = outer
}

// printedStatus returns the status of a statement as an echo after it prints it, Unknown if it does not. ofFirst is set
// if it is about the first command of a pipe.
func (sh *shell) printedStatus(after []*syntax.Stmt, c scope) (status Status, ofFirst bool) {
	isSeen := c.sure && c.through > nothing
	if len(after) == 0 || !isSeen {
		return Unknown, false
	}
	e := sh.echoOf(after[0])
	if e.prints != aStatus {
		return Unknown, false
	}
	printed := sh.printedBy(e)
	if printed == "" {
		return Unknown, false
	}
	return Exited(text.Int(printed)), e.ofFirst
}

// isEchoed reports whether the word that follows a statement was printed, as in `make && echo ok`.
func (sh *shell) isEchoed(cmd *syntax.BinaryCmd, c scope) bool {
	e := sh.echoOf(cmd.Y)
	return e.prints == plainWords && c.through > nothing && sh.printedBy(e) != ""
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
	call    syntax.Node
	pattern strings.Builder
	prints  prints
	// ofFirst is set if the status is that of the first command of a pipe.
	ofFirst bool
}

// prints is what an echo prints: the last of these that one of its words is.
type prints int

const (
	plainWords prints = iota
	// unknownWords are those of a variable, or of a command that is not an echo.
	unknownWords
	aStatus
)

// echoOf returns what a statement prints if it begins with an echo, unknownWords for others and for an echo to a file.
func (sh *shell) echoOf(s *syntax.Stmt) *echo {
	if binary, isChain := s.Cmd.(*syntax.BinaryCmd); isChain && binary.Op == syntax.AndStmt {
		s = binary.X
	}
	args := argsOf(s)
	if !isCallOf(s, "echo") || len(args) == 1 || len(s.Redirs) > 0 {
		return &echo{prints: unknownWords}
	}
	e := &echo{call: s.Cmd}
	for i, w := range args[1:] {
		if i > 0 {
			e.pattern.WriteByte(' ')
		}
		sh.addWord(e, w.Parts)
	}
	if e.pattern.Len() > maxEcho {
		return &echo{prints: unknownWords}
	}
	return e
}

// addWord adds the parts of a word to the pattern of an echo.
func (sh *shell) addWord(e *echo, parts []syntax.WordPart) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			e.pattern.WriteString(regexp.QuoteMeta(unquoted.unescape(p.Value)))
		case *syntax.SglQuoted:
			e.pattern.WriteString(regexp.QuoteMeta(p.Value))
		case *syntax.DblQuoted:
			sh.addWord(e, p.Parts)
		default:
			e.addVariable(sh.source(part))
		}
	}
}

func (e *echo) addVariable(source string) {
	switch source {
	case "$?", "${?}", statusOfFirst:
		e.prints = aStatus
		e.ofFirst = source == statusOfFirst
		e.pattern.WriteString(`(\d{1,3})`)
	default:
		e.prints = max(e.prints, unknownWords)
		e.pattern.WriteString(`.*`)
	}
}

const statusOfFirst = "${PIPESTATUS[0]}"

// printedBy returns the group of the line of the output that an echo printed, all of it if it has no group. If
// others look the same, the echo's is the one at its turn; it is "" if there are more or fewer of these lines
// than such echoes.
func (sh *shell) printedBy(e *echo) string {
	sh.echoes++
	if sh.echoes > maxEchoes || len(sh.output) > maxEchoed {
		return ""
	}
	re, err := regexp.Compile(`(?m)^` + e.pattern.String() + `[ \t\r]*$`)
	if err != nil {
		return ""
	}
	source := sh.source(e.call)
	count := strings.Count(sh.src, source)
	lines := re.FindAllStringSubmatch(sh.output, count+1)
	if len(lines) != count {
		return ""
	}
	match := lines[strings.Count(sh.src[:e.call.Pos().Offset()], source)]
	return match[len(match)-1]
}
