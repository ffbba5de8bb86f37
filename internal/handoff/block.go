package handoff

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Brief is what an agent is told about its report.
type Brief struct {
	// Words is the minimum number of words of section 1 for the agent's role.
	Words int `json:"min_words"`
	// Return is the line that the agent replies with.
	Return string `json:"return"`
	// Block is the part of its prompt with the heading `## Handoff Files`, ending in a line feed.
	Block string `json:"block"`
}

// NewBrief returns the brief for an assignment. reads are the paths of the files to read first, and receipts
// maps them to lines about what their agents did. CheckPath has accepted them. An error is a report's path
// that is not allowed in a prompt, or a fault of the catalogue.
func NewBrief(c *rules.Catalogue, a Assignment, reads []string, receipts map[string][]string) (b Brief, err error) {
	if err := CheckPath(a.Path); err != nil {
		return Brief{}, err
	}
	b.Words, err = leastWords(c, a.Role)
	if err != nil {
		return Brief{}, err
	}
	words := table.Load[templates]("dispatch")
	upstream := ""
	if len(reads) > 0 {
		var lines []string
		for _, path := range reads {
			lines = append(lines, text.Fill(words.Read, rules.Values{"path": path}))
			for _, line := range receipts[path] {
				lines = append(lines, text.Fill(words.Receipt, rules.Values{"line": line}))
			}
		}
		upstream = text.Fill(words.Upstream, rules.Values{"list": strings.Join(lines, "\n")})
	}
	b.Return = text.Fill(words.Return, rules.Values{"path": a.Path})
	b.Block = text.Fill(words.Block, rules.Values{
		"reads": upstream, "path": a.Path, "argument": text.ShellQuote(a.Path), "return": b.Return,
	}) + "\n"
	return b, nil
}

// CheckPath rejects a path that would end its code span or its line, or that a reader does not see as it is.
func CheckPath(path string) error {
	if path == "" || strings.Contains(path, "`") || text.Escape(path) != path {
		return fmt.Errorf("the path %q cannot stand in a prompt: rename it", path)
	}
	return nil
}

// templates are the templates of the prompt block and of the report's skeleton that dispatch writes; see
// rules/facts/dispatch.cue.
type templates struct {
	Block, Upstream, Read, Receipt, Return string
	Words, Characters, NoRole              string
}
