package hook

import (
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// prompt is what an agent's prompt says about handoffs.
type prompt struct {
	// section reports whether it has the section that `dispatch` makes, optedOut
	// whether it says that the agent leaves no handoff, signal whether the agent is
	// to end with a result signal.
	section, optedOut, signal bool
	// writes and reads are the handoffs that the agent is to write and to read,
	// as absolute paths.
	writes, reads []string
}

// readPrompt reads a prompt.
func (w *watch) readPrompt(text string) (prompt, error) {
	patterns := map[string]*regexp.Regexp{}
	for _, name := range []string{"section", "optout", "signal", "read", "write"} {
		re, err := w.pattern(name)
		if err != nil {
			return prompt{}, err
		}
		patterns[name] = re
	}
	p := prompt{
		section: patterns["section"].MatchString(text), optedOut: patterns["optout"].MatchString(text), signal: patterns["signal"].MatchString(text),
	}
	w.sortPaths(&p, text, patterns["read"], patterns["write"])
	return p, nil
}

// sortPaths tells the handoffs to read from those to write by the last verb
// before each. Where no verb tells, one that exists is to be read if another
// is to be written.
func (w *watch) sortPaths(p *prompt, text string, read, write *regexp.Regexp) {
	var untold []string
	for _, m := range w.mentions(text) {
		before := text[max(0, m.at-maxVerbDistance):m.at]
		lastRead, lastWrite := lastIndex(read, before), lastIndex(write, before)
		switch {
		case lastWrite > lastRead:
			p.writes = appendNew(p.writes, m.path)
		case lastRead > lastWrite:
			p.reads = appendNew(p.reads, m.path)
		default:
			untold = appendNew(untold, m.path)
		}
	}
	for _, path := range untold {
		if _, err := w.door().Stat(path); err == nil && len(p.writes)+len(untold) > 1 {
			p.reads = appendNew(p.reads, path)
		} else {
			p.writes = appendNew(p.writes, path)
		}
	}
	p.reads = slices.DeleteFunc(p.reads, func(path string) bool { return slices.Contains(p.writes, path) })
}

// maxVerbDistance is how far before a path its verb may stand, in bytes: it may
// stand above a list of paths.
const maxVerbDistance = 4096

// lastIndex is where the last match begins, -1 where there is none.
func lastIndex(re *regexp.Regexp, text string) int {
	matches := re.FindAllStringIndex(text, -1)
	if len(matches) == 0 {
		return -1
	}
	return matches[len(matches)-1][0]
}

func appendNew(list []string, item string) []string {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}

// mention is a handoff's path in a text.
type mention struct {
	path string
	at   int
}

// quotedOrBare finds what may be a path: in backticks or double quotes, where
// it may hold spaces, or bare.
var quotedOrBare = regexp.MustCompile("`[^`\n]+`|\"[^\"\n]+\"|[^\\s`\"'<>()\\[\\]|,;]+")

// mentions are the handoffs, by their place, that a text names; the marker of a
// report stands for the report. Paths that are still to be filled in are none.
func (w *watch) mentions(text string) []mention {
	var list []mention
	if !mayHoldPath(text) {
		return nil
	}
	for _, word := range wordsOf(text) {
		path := strings.TrimSuffix(word.path, doneSuffix)
		if len(list) < maxItems && !tooLong(path) && document.FormatByPath(path) != document.Unknown && !strings.ContainsAny(path, "{}<>*$") {
			list = append(list, mention{w.absolute(path), word.at})
		}
	}
	return list
}

// wordsOf are what may be paths in a text: what is quoted, and bare words.
func wordsOf(text string) []mention {
	var list []mention
	for _, m := range quotedOrBare.FindAllStringIndex(text, -1) {
		found := text[m[0]:m[1]]
		if path := trimPath(found); !strings.ContainsAny(path, " \t") || isOnePath(path) {
			list = append(list, mention{path, m[0]})
			continue
		}
		at := 0
		for _, word := range strings.Fields(found) {
			at += strings.Index(found[at:], word)
			list = append(list, mention{trimPath(word), m[0] + at})
			at += len(word)
		}
	}
	return list
}

// trimPath takes quotes, emphasis and the sentence's punctuation off a path.
func trimPath(s string) string {
	s = strings.TrimLeft(s, "`\"'*_([<")
	return strings.TrimRight(s, "`\"'*_)]>.,;:!?")
}

// isOnePath says whether a text with spaces is a single path rather than a
// command: its first part leads to a folder, and no other path begins in it.
func isOnePath(s string) bool {
	slash, space := strings.IndexAny(s, `/\`), strings.IndexAny(s, " \t")
	return slash >= 0 && slash < space && !strings.Contains(s, " /") && !strings.Contains(s, " .") && !strings.Contains(s, " -")
}
