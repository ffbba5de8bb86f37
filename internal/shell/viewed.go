package shell

import (
	"cmp"
	"path"

	"github.com/handofflint/handofflint/internal/text"
)

// view is how much of a file, or of a command's output, reaches the agent.
type view int

const (
	nothing view = iota
	// partsOfLines includes the hits of a search.
	partsOfLines
	// someLines are whole lines, whichever they are.
	someLines
	allLines
)

// then returns what is left after another view.
func (v view) then(next view) view { return min(v, next) }

// sedLines matches a sed command that prints lines by number.
var sedLines = text.MustCompile(`^\s*(\d+)(?:,(\d+|\$))?p\s*$`)

// linesOf returns the first and the last line that sed prints, 0 for the end of the file and if unknown.
func linesOf(args words) (from, to int) {
	if path.Base(args[0].text) != "sed" || !has(args, "-n", "--quiet", "--silent") {
		return 0, 0
	}
	for _, w := range args {
		if m := sedLines.FindStringSubmatch(w.text); m != nil {
			return text.Int(m[1]), text.Int(cmp.Or(m[2], m[1]))
		}
	}
	return 0, 0
}

// viewOf returns how much a command shows of its files or its input.
func viewOf(args words) view {
	if len(args) == 0 {
		return partsOfLines
	}
	switch path.Base(args[0].text) {
	case "cat", "less", "more", "nl", "tac", "show":
		return allLines
	case "head", "tail":
		return someLines
	case "sed":
		if from, _ := linesOf(args); from > 0 {
			return someLines
		}
	}
	return partsOfLines
}
