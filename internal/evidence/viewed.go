package evidence

import (
	"cmp"
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

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

// windowOf is the window of the command that a pipe leads to.
func (sh *shell) windowOf(s *syntax.Stmt) window {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		if files, lines, ok := viewed(sh.words(call.Args)); ok && len(files) == 0 {
			return lines
		}
	}
	return window{part: true}
}

var (
	sedLines  = text.MustCompile(`^(\d+)(?:,(\d+|\$))?p$`)
	headLines = text.MustCompile(`^(?:-n|--lines=|-)(\d+)$`)
)

// viewed returns the files of a command that shows lines of files as they are, and which
// lines.
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
			}
		}
		return operands(args, "-n --lines -c --bytes"), lines, true
	case "sed":
		files = operands(args, "-e --expression -f")
		if !has(args, "-n", "--quiet", "--silent", "-ne", "-En", "-nE") || has(args, "-i", "--in-place") || len(files) == 0 {
			return nil, lines, false
		}
		lines.part = true
		if m := sedLines.FindStringSubmatch(strings.TrimSpace(files[0].text)); m != nil {
			if lines = (window{from: number(m[1]), to: number(cmp.Or(m[2], m[1]))}); lines.from == 1 && lines.to == 0 {
				lines = window{}
			}
		}
		return files[1:], lines, true
	}
	return nil, lines, false
}
