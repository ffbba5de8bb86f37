package prompt

import (
	"iter"
	"sync"
	"unicode"

	"github.com/tiktoken-go/tokenizer/codec"
)

// Tokens are those of o200k_base, which OpenAI's models from GPT-4o on read.
// Other models count otherwise, and most of them publish no way to know.
var Tokens = Unit{Name: "tokens", Count: countTokens}

// o200k is made when the first token is counted: its vocabulary takes longer
// to set up than any other command to run.
var o200k = sync.OnceValue(codec.NewO200kBase)

// maxRun is how many bytes of text without white space, or of white space, are
// counted as one piece. The time for a piece grows with the square of its
// length. A longer run is counted in pieces, which makes at most one token more
// out of each border: a budget is kept all the same.
const maxRun = 512

// minPiece is how many bytes a piece has at least that ends where a line does.
const minPiece = 4096

func countTokens(s string, most int) int {
	count := 0
	for piece := range pieces(s) {
		n, err := o200k().Count(piece)
		if err != nil {
			// A piece whose tokens cannot be told has at most one a byte.
			n = len(piece)
		}
		if count += n; count > most {
			break
		}
	}
	return count
}

// pieces cuts a text where that changes no count, between a line's end and a
// letter, and inside of its long runs.
func pieces(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, run := 0, 0
		space, line := false, false
		for i, r := range s {
			if unicode.IsSpace(r) != space {
				space, run = !space, i
			}
			if i-run >= maxRun || line && i-start >= minPiece && unicode.IsLetter(r) {
				if !yield(s[start:i]) {
					return
				}
				start, run = i, i
			}
			line = r == '\n'
		}
		yield(s[start:])
	}
}
