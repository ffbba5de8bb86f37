package evidence

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var (
	sedLines = text.MustCompile(`^(\d+)(?:,(\d+|\$))?p$`)
	awkLines = text.MustCompile(`^NR\s*>=?\s*(\d+)\s*&&\s*NR\s*<=?\s*(\d+)$`)
)

// viewed are the files of a command that shows lines of files as they are, and which lines.
func viewed(args words) (files words, lines window, ok bool) {
	switch path.Base(args[0].text) {
	case "cat", "bat", "batcat", "less", "more", "nl", "tac":
		return operands(args, "-w -s -v -l --language -r --line-range --style --theme"), window{part: has(args, "-r", "--line-range")}, true
	case "head", "tail":
		return ends(args)
	case "sed":
		operands := operands(args, "-e --expression -f")
		if !has(args, "-n", "--quiet", "--silent", "-ne", "-En", "-nE") || has(args, "-i", "--in-place") || len(operands) == 0 {
			return nil, lines, false
		}
		files, lines.part = operands[1:], true
		if m := sedLines.FindStringSubmatch(strings.TrimSpace(operands[0].text)); m != nil {
			lines = between(m[1], m[2])
			if m[2] == "" {
				lines.to = lines.from
			}
		}
		return files, lines, true
	case "awk":
		operands := operands(args, "-F -v -f")
		if len(operands) == 0 {
			return nil, lines, false
		}
		lines.part = true
		if m := awkLines.FindStringSubmatch(strings.TrimSpace(operands[0].text)); m != nil {
			lines = between(m[1], m[2])
		}
		return operands[1:], lines, true
	}
	return nil, lines, false
}

// ends are the lines that head and tail show.
func ends(args words) (files words, lines window, ok bool) {
	n := "10"
	for i, a := range args[1:] {
		switch {
		case a.text == "-n" || a.text == "--lines":
			if i+2 < len(args) {
				n = args[i+2].text
			}
		case strings.HasPrefix(a.text, "-n"):
			n = a.text[2:]
		case strings.HasPrefix(a.text, "--lines="):
			n = a.text[8:]
		case isFlag(a.text) && a.text[1] >= '0' && a.text[1] <= '9':
			n = a.text[1:]
		case a.text == "-c" || strings.HasPrefix(a.text, "--bytes") || strings.HasPrefix(a.text, "-c"):
			n = ""
		case a.text[:min(1, len(a.text))] == "+" && len(a.text) > 1:
			n = a.text
		}
	}
	files = operands(args, "-n --lines -c --bytes")
	files = slices.DeleteFunc(files, func(w word) bool { return strings.HasPrefix(w.text, "+") })
	if path.Base(args[0].text) == "tail" {
		if from, ok := strings.CutPrefix(n, "+"); ok {
			return files, between(from, "$"), true
		}
		return files, window{end: true}, true
	}
	if _, err := strconv.Atoi(n); err != nil || strings.HasPrefix(n, "-") {
		return files, window{part: true}, true
	}
	return files, between("1", n), true
}

func between(from, to string) window {
	var w window
	w.from, _ = strconv.Atoi(from)
	w.to, _ = strconv.Atoi(to)
	if w.from == 1 && to == "$" {
		return window{}
	}
	return w
}
