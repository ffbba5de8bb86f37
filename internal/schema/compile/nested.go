package compile

import (
	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"
)

// nested finds where a file nests, or chains labels or operators, too far for
// CUE's parser, which recurses with each. Strings and comments do not count.
func nested(data []byte) (at int, deep bool) {
	n := &nesting{open: []bracket{{}}}
	n.scanner.Init(token.NewFile("", -1, len(data)), data, func(token.Pos, string, []interface{}) {}, 0)
	for {
		pos, tok, _ := n.scanner.Scan()
		if tok == token.EOF {
			return 0, false
		}
		n.count(tok)
		if n.depth > maxDepth || n.signs > maxDepth {
			return pos.Offset(), true
		}
	}
}

// nesting counts levels.
type nesting struct {
	scanner scanner.Scanner
	// open are the brackets around a token, after one for the file.
	open []bracket
	// depth counts the brackets and the labels within each, signs the operators
	// before a token.
	depth, signs int
}

type bracket struct {
	token  token.Token
	labels int
}

func (n *nesting) count(tok token.Token) {
	if isSign(tok) {
		n.signs++
		return
	}
	n.signs = 0
	inner := &n.open[len(n.open)-1]
	switch tok {
	case token.COLON:
		inner.labels++
		n.depth++
	case token.COMMA:
		n.depth -= inner.labels
		inner.labels = 0
	case token.LBRACE, token.LBRACK, token.LPAREN, token.INTERPOLATION:
		n.open = append(n.open, bracket{token: tok})
		n.depth++
	case token.RBRACE, token.RBRACK, token.RPAREN:
		n.close()
	}
}

// close removes a bracket; after an expression in a string the string continues.
func (n *nesting) close() {
	last := len(n.open) - 1
	if last == 0 {
		return
	}
	inText := n.open[last].token == token.LPAREN && n.open[last-1].token == token.INTERPOLATION
	n.pop()
	if inText {
		if rest := n.scanner.ResumeInterpolation(); len(rest) == 0 || rest[len(rest)-1] != '(' {
			n.pop()
		}
	}
}

func (n *nesting) pop() {
	last := len(n.open) - 1
	n.depth -= 1 + n.open[last].labels
	n.open = n.open[:last]
}

// isSign reports whether a token may be part of a chain of operators.
func isSign(tok token.Token) bool {
	switch tok {
	case token.NOT, token.SUB, token.ADD, token.MUL, token.LSS, token.LEQ, token.GTR, token.GEQ,
		token.EQL, token.NEQ, token.MAT, token.NMAT, token.OR, token.AND, token.OPTION:
		return true
	}
	return false
}
