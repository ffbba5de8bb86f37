package checks

import (
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// wraps reports whether a code fence or comment has only blank lines before the
// first section or end marker that it hides. Then it should be removed: closing
// it earlier would leave its other end.
func wraps(pass *rules.Pass, opening rules.Span) bool {
	first := len(pass.Doc.Source.Bytes())
	for _, h := range pass.Doc.Body.Hidden {
		if h.Opening == opening {
			first = min(first, h.Span.Start)
		}
	}
	for _, m := range pass.Doc.Body.HiddenMarkers {
		if m.Opening == opening {
			first = min(first, m.Span.Start)
		}
	}
	_, between, _ := strings.Cut(pass.Doc.Source.Slice(rules.Span{Start: opening.Start, End: first}), "\n")
	return strings.TrimSpace(between) == ""
}

// afterFence returns the text after the line that closes a code fence, and
// whether there is such a line.
func afterFence(pass *rules.Pass, opening rules.Span) (string, bool) {
	source := pass.Doc.Source
	line, rest, _ := strings.Cut(source.Slice(rules.Span{Start: opening.Start, End: len(source.Bytes())}), "\n")
	line = strings.TrimSpace(line)
	mark := line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
	for rest != "" {
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, mark) && strings.Trim(line, mark[:1]) == "" {
			return rest, true
		}
	}
	return "", false
}
