package evidence

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

// then is what a window lets through of what another lets through.
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
	tailStart = text.MustCompile(`^(?:-n|--lines=)?\+(\d+)$`)
)

// viewed are the files of a command that shows lines of files as they are, and which lines.
func viewed(args words) (files words, lines window, ok bool) {
	switch name := path.Base(args[0].text); name {
	case "cat", "bat", "batcat", "less", "more", "nl", "tac":
		return operands(args, "-w -s -v -l --language -r --line-range --style --theme"), window{part: has(args, "-r", "--line-range")}, true
	case "head", "tail":
		lines = window{some: true}
		if name == "head" && len(args) < 3 {
			lines = window{from: 1, to: 10}
		}
		for i, a := range args[1:] {
			count := a.text
			if (count == "-n" || count == "--lines") && i+2 < len(args) {
				count = "-n" + args[i+2].text
			}
			if m := headLines.FindStringSubmatch(count); m != nil && name == "head" {
				lines = window{from: 1, to: number(m[1])}
			} else if m := tailStart.FindStringSubmatch(count); m != nil && name == "tail" {
				lines = between(number(m[1]), 0)
			}
		}
		for _, w := range operands(args, "-n --lines -c --bytes") {
			if !strings.HasPrefix(w.text, "+") {
				files = append(files, w)
			}
		}
		return files, lines, true
	case "sed":
		operands := operands(args, "-e --expression -f")
		if !has(args, "-n", "--quiet", "--silent", "-ne", "-En", "-nE") || has(args, "-i", "--in-place") || len(operands) == 0 {
			return nil, lines, false
		}
		lines.part = true
		if m := sedLines.FindStringSubmatch(strings.TrimSpace(operands[0].text)); m != nil {
			lines = between(number(m[1]), number(cmp.Or(m[2], m[1])))
		}
		return operands[1:], lines, true
	}
	return nil, lines, false
}

// between is the window of some lines, to the end if to is 0.
func between(from, to int) window {
	if from == 1 && to == 0 {
		return window{}
	}
	return window{from: from, to: to}
}
