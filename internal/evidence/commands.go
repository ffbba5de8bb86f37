package evidence

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// commandTables is what is known of commands; see rules/commands.cue.
type commandTables struct {
	Effects                                                    kinds
	Shells, Silent, Quiet, Filters, Harmless, Known            nameSet
	Manifold, Indirect, Runners, Asked, Scripted               nameSet
	Elsewhere                                                  nameSet
	Fixing, Failing                                            []string
	Wrappers                                                   map[string]int
	TestScript, Changing, TestRun, NoVerdict, Viewing, Failure *text.Regexp
}

var (
	commands = sync.OnceValue(func() *commandTables { return table.Load[*commandTables]("commands") })
	tools    = sync.OnceValue(func() kinds { return table.Load[kinds]("tools") })
)

// nameSet is a set of names, in JSON a list.
type nameSet map[string]bool

// UnmarshalJSON reads a list.
func (n *nameSet) UnmarshalJSON(raw []byte) error {
	var list []string
	err := json.Unmarshal(raw, &list)
	*n = nameSet{}
	for _, name := range list {
		(*n)[name] = true
	}
	return err
}

// kinds are the kinds of names, in JSON a list of names for each kind.
type kinds map[string]string

// UnmarshalJSON reads lists by their kinds.
func (k *kinds) UnmarshalJSON(raw []byte) error {
	var lists map[string][]string
	err := json.Unmarshal(raw, &lists)
	*k = kinds{}
	for kind, list := range lists {
		for _, name := range list {
			(*k)[name] = kind
		}
	}
	return err
}

// isKnown reports whether it is known what a program runs. Others may be aliases, or run
// tests in a way of their own.
func isKnown(name string) bool {
	c := commands()
	return c.Harmless[name] || c.Known[name] || c.Manifold[name]
}

// unwrap is a command without those that only run it, as `timeout 5` does.
func unwrap(args words) words {
	for range 8 {
		if len(args) == 0 {
			return nil
		}
		name := path.Base(args[0].text)
		own, ok := commands().Wrappers[name]
		rest := args[1:]
		if name == "command" && has(args, "-v", "-V") {
			break
		}
		if !ok {
			if len(rest) == 0 || !commands().Runners[name+"-"+rest[0].text] {
				break
			}
			rest = rest[1:]
		}
		for len(rest) > 0 && (isFlag(rest[0].text) || name == "env" && strings.Contains(rest[0].text, "=")) {
			valued := slices.Contains([]string{"-n", "-k", "-s", "-u", "-I", "-P", "-L", "-d", "--with", "--project", "--directory", "--package", "-p", "--extra", "--group"}, rest[0].text)
			if rest = rest[1:]; valued && len(rest) > 0 && ok == (name != "npx") {
				rest = rest[1:]
			}
		}
		if len(rest) < own {
			break
		}
		if rest = rest[own:]; len(rest) == 0 {
			break
		}
		if name == "xargs" {
			rest = append(slices.Clone(rest), word{text: Anything, glob: true, unknown: true})
		}
		args = rest
	}
	return args
}

// operands are the words of a command that are not flags, without the values of some.
func operands(args words, valued string) words {
	var out words
	takes := strings.Fields(valued)
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a.text == "--":
			return append(out, args[i+1:]...)
		case slices.Contains(takes, a.text):
			i++
		case !isFlag(a.text):
			out = append(out, a)
		}
	}
	return out
}

// has reports whether a command has one of some flags; "-i" is also found in "-i.bak".
func has(args words, flags ...string) bool {
	return slices.ContainsFunc(args[min(1, len(args)):], func(w word) bool {
		name, _, _ := strings.Cut(w.text, "=")
		return slices.Contains(flags, name)
	})
}
