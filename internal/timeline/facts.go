package timeline

import (
	"sync"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// facts is the data of rules/verdicts.cue.
type facts struct {
	// Saw matches what a person says who ran something, or saw that it works.
	Saw *text.Regexp
	// Scratch are parts of the paths of folders for what is thrown away.
	Scratch []string
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("verdicts") })

// reports reports whether a person says in a prompt that they ran something, or that it works.
func reports(prompt string) bool { return builtin().Saw.MatchString(prompt) }
