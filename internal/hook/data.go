package hook

import (
	"sync"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// data is rules/facts/hook.cue, where each field is explained: limits, patterns and words.
type data struct {
	Characters, Quote                               int
	Blocks, Reports, Listed                         int
	AtWork, Again                                   int
	Background, Unwritable, Exempt                  []string
	Later, Lasting, Unfinished                      []string
	Sealed, Stale, Contradicted, Outdated, NeverRan string
	Wait                                            struct{ Tries, Each int }
	Sample                                          string
	Forms, Words, Orders, Skeletons                 map[string]string
	Patterns                                        map[string]*text.Regexp
}

var builtin = sync.OnceValue(func() data { return table.Load[data]("hook") })

// Say fills in a template by name.
func (d data) Say(name string, values rules.Values) string { return text.Fill(d.Words[name], values) }
