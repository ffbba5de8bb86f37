package source

import (
	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"
)

// maxOperators bounds consecutive operators: CUE's parser recurses with each.
const maxOperators = 64

// Nested finds where a CUE file nests, or chains operators, too far for CUE's
// parser, which recurses with each: an offset, and the limit exceeded there.
// Strings and comments do not count.
func Nested(data []byte) (at, limit int, deep bool) {
	n := &nesting{}
	n.scanner.Init(token.NewFile("", -1, len(data)), data, func(token.Pos, string, []interface{}) {}, scanner.DontInsertCommas)
	for {
		pos, tok, lit := n.scanner.Scan()
		if tok == token.EOF {
			return 0, 0, false
		}
		if limit := n.over(tok, lit); limit > 0 {
			return pos.Offset(), limit, true
		}
	}
}

// nesting counts brackets and operators.
type nesting struct {
	scanner scanner.Scanner
	// open are the open brackets: a string with an expression in it continues
	// after its bracket.
	open  []token.Token
	signs int
}

// over counts a token and returns the limit that it exceeds, 0 for none.
func (n *nesting) over(tok token.Token, lit string) int {
	if isSign(tok) {
		if n.signs++; n.signs > maxOperators {
			return maxOperators
		}
		return 0
	}
	n.signs = 0
	switch tok {
	case token.LBRACE, token.LBRACK, token.LPAREN, token.INTERPOLATION:
		if n.open = append(n.open, tok); len(n.open) > maxDepth {
			return maxDepth
		}
	case token.RBRACE, token.RBRACK, token.RPAREN:
		n.close()
	}
	return 0
}

// close removes a bracket; after an expression in a string the string
// continues.
func (n *nesting) close() {
	last := len(n.open) - 1
	if last < 0 {
		return
	}
	inText := n.open[last] == token.LPAREN && last > 0 && n.open[last-1] == token.INTERPOLATION
	n.open = n.open[:last]
	if inText && n.resume() {
		n.open = n.open[:last-1]
	}
}

// resume reads a string after an expression in it, and reports whether it ends.
func (n *nesting) resume() bool {
	rest := n.scanner.ResumeInterpolation()
	return len(rest) == 0 || rest[len(rest)-1] != '('
}

// isSign reports whether a token may be part of a chain of operators or labels.
func isSign(tok token.Token) bool {
	switch tok {
	case token.NOT, token.SUB, token.ADD, token.MUL, token.LSS, token.LEQ, token.GTR, token.GEQ,
		token.EQL, token.NEQ, token.MAT, token.NMAT, token.COLON, token.OR, token.AND, token.OPTION:
		return true
	}
	return false
}
