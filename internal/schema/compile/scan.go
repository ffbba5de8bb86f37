package compile

import (
	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/text"
)

// checkNesting refuses a file that nests, or chains labels or operators, too far for CUE's recursive parser. It also
// refuses interpolations, so that the content of strings need not be counted.
func checkNesting(data []byte) *Refusal {
	var sc scanner.Scanner
	sc.Init(token.NewFile("", -1, len(data)), data, func(token.Pos, string, []interface{}) {}, 0)
	labels := []int{0} // of the current chain `a: b: c`, in the file and in each open bracket
	depth := 0         // the open brackets, and the labels of all these chains
	operators := 0     // consecutive ones, with brackets and colons
	for {
		pos, tok, lit := sc.Scan()
		if tok.IsOperator() {
			operators++
		} else {
			operators = 0
		}
		inner := &labels[len(labels)-1]
		switch tok {
		case token.EOF:
			return nil
		case token.INTERPOLATION:
			return &Refusal{At: text.Span{Start: pos.Offset(), End: pos.Offset() + len(lit)}, Reason: "expression"}
		case token.COLON:
			*inner++
			depth++
		case token.COMMA: // the scanner also returns it for the end of a line
			depth -= *inner
			*inner, operators = 0, 0
		case token.LBRACE, token.LBRACK, token.LPAREN:
			labels = append(labels, 0)
			depth++
		case token.RBRACE, token.RBRACK, token.RPAREN:
			if len(labels) > 1 {
				depth -= 1 + *inner
				labels = labels[:len(labels)-1]
			}
		}
		if depth > maxDepth || operators > maxDepth {
			return &Refusal{At: text.At(pos.Offset()), Reason: "deep", Values: limitValue(maxDepth)}
		}
	}
}
