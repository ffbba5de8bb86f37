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

// maxVerbDistance is how far before a path its verb may be, in bytes: it may
// be above a list of paths.
const maxVerbDistance = 4096

// readPrompt reads a prompt. The last verb before a handoff tells whether it is to
// be read or to be written. Without a verb, one that exists is to be read if another
// is to be written.
func (c *call) readPrompt(text string) prompt {
	p := prompt{
		section: pattern("section").MatchString(text), optedOut: pattern("optout").MatchString(text), signal: pattern("signal").MatchString(text),
	}
	read, write := pattern("read"), pattern("write")
	var unclear []string
	n := 0
	for _, m := range pathsIn(text) {
		path := strings.TrimSuffix(m.path, document.DoneSuffix) // a marker stands for its report
		if n == maxItems || tooLong(path) || document.FormatByPath(path) == document.Unknown || strings.ContainsAny(path, "{}<>*$") {
			continue // it is not a handoff, or is still to be filled in
		}
		n, path = n+1, c.absolute(path)
		before := text[max(0, m.at-maxVerbDistance):m.at]
		lastRead, lastWrite := lastIndex(read, before), lastIndex(write, before)
		switch {
		case lastWrite > lastRead:
			p.writes = appendNew(p.writes, path)
		case lastRead > lastWrite:
			p.reads = appendNew(p.reads, path)
		default:
			unclear = appendNew(unclear, path)
		}
	}
	for _, path := range unclear {
		if _, err := c.door().Stat(path); err == nil && len(p.writes)+len(unclear) > 1 {
			p.reads = appendNew(p.reads, path)
		} else {
			p.writes = appendNew(p.writes, path)
		}
	}
	p.reads = slices.DeleteFunc(p.reads, func(path string) bool { return slices.Contains(p.writes, path) })
	return p
}

// lastIndex is where the last match begins, -1 if there is none.
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
