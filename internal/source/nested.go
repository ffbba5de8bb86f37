package source

import (
	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"
)

// maxOperators is how many signs may follow one another: CUE's parser recurses
// with each.
const maxOperators = 64

// Nested says where a file in CUE nests, or has signs follow one another, too
// far for CUE's parser, which recurses with each: an offset, and the limit that
// is passed there. What stands in texts and comments does not count.
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

// nesting counts brackets and signs.
type nesting struct {
	scanner scanner.Scanner
	// open are the brackets that are open: texts with an expression in them go on
	// behind its bracket.
	open  []token.Token
	signs int
}

// over takes in a token, and gives the limit that it passes, 0 for none.
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

// close takes off a bracket; behind that of an expression within a text the
// text goes on.
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

// resume reads the text behind an expression in it, and says whether it ends.
func (n *nesting) resume() bool {
	rest := n.scanner.ResumeInterpolation()
	return len(rest) == 0 || rest[len(rest)-1] != '('
}

// isSign says whether a token may be one of a chain of operators or labels.
func isSign(tok token.Token) bool {
	switch tok {
	case token.NOT, token.SUB, token.ADD, token.MUL, token.LSS, token.LEQ, token.GTR, token.GEQ,
		token.EQL, token.NEQ, token.MAT, token.NMAT, token.COLON, token.OR, token.AND, token.OPTION:
		return true
	}
	return false
}
