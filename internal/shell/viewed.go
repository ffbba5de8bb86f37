package shell

import (
	"cmp"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// window is the part of what a command prints that a pipe lets through: all, or some lines.
type window struct {
	from, to int
	// some: lines that are not known. part: hits of a search, or parts of lines.
	some, part bool
}

// then returns what is left after another window.
func (w window) then(next window) window {
	switch {
	case w == window{}:
		return next
	case next == window{}:
		return w
	}
	return window{some: true, part: w.part || next.part}
}

var (
	sedLines  = text.MustCompile(`^(\d+)(?:,(\d+|\$))?p$`)
	headLines = text.MustCompile(`^(?:-n|--lines=|-)(\d+)$`)
)

// linesOf returns the lines of its files, or of its input, that a command shows as they
// are.
func linesOf(args words) window {
	switch path.Base(args[0].text) {
	case "cat", "bat", "batcat", "less", "more", "nl", "tac", "show":
		return window{part: has(args, "-r", "--line-range")}
	case "tail":
		return window{some: true}
	case "head":
		lines := window{from: 1, to: 10}
		for i, a := range args[1:] {
			count := a.text
			if (count == "-n" || count == "--lines") && i+2 < len(args) {
				count = "-n" + args[i+2].text
			}
			if m := headLines.FindStringSubmatch(count); m != nil {
				return window{from: 1, to: text.Int(m[1])}
			}
			if isFlag(a.text) {
				lines = window{some: true}
			}
		}
		return lines
	case "sed":
		files := operands(args, "-e --expression -f")
		if !has(args, "-n", "--quiet", "--silent") || len(files) == 0 {
			break
		}
		if m := sedLines.FindStringSubmatch(strings.TrimSpace(files[0].text)); m != nil {
			from, to := text.Int(m[1]), text.Int(cmp.Or(m[2], m[1]))
			if from == 1 && to == 0 {
				return window{}
			}
			return window{from: from, to: to}
		}
	}
	return window{part: true}
}
