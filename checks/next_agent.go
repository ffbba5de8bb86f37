package checks

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type severalAgentsParams struct {
	Between *text.Pattern `json:"between"` // separates agents anywhere
	Joins   *text.Pattern `json:"joins"`   // separates agents if the words around it may be names
	Alike   *text.Pattern `json:"alike"`   // separates agents if their names end alike
}

// severalAgents reports a next_agent that names more than one agent.
func severalAgents(p *severalAgentsParams, pass *rules.Pass) {
	if next := nextAgent(pass); p.several(norm.NFKC.String(text.Visible(next.Str())), pass.Steps()) {
		reportNextAgent(pass, next)
	}
}

// several reports whether a value names more than one agent: "a, b", "writer and reviewer", "a-developer/b-developer".
func (p *severalAgentsParams) several(value string, steps *text.Steps) bool {
	value = strings.TrimSpace(value)
	if p.Between.Match(value, steps) {
		return true
	}
	if i := p.Joins.Find(value, steps); i != nil && areNames(strings.Fields(value[:i[0]]), strings.Fields(value[i[1]:])) {
		return true
	}
	return endAlike(p.Alike.Split(value, steps))
}

// areNames reports whether the words around an "and" may be the names of two agents: they are single words, or
// both have a hyphen or an underscore.
func areNames(left, right []string) bool {
	areSingle := len(left)+len(right) == 2
	return areSingle || strings.ContainsAny(left[len(left)-1], "-_") && strings.ContainsAny(right[0], "-_")
}

// endAlike reports whether consecutive names end in the same word, as
// a-developer and b-developer do.
func endAlike(names []string) bool {
	previous := ""
	for _, name := range names {
		last := ""
		if i := strings.LastIndexAny(name, "-_ "); i > 0 {
			last = name[i+1:]
		}
		if last != "" && strings.EqualFold(last, previous) {
			return true
		}
		previous = last
	}
	return false
}

type nobodyParams struct {
	Words []string `json:"words"`
}

// nobody reports a next_agent whose text means null.
func nobody(p *nobodyParams, pass *rules.Pass) {
	next := nextAgent(pass)
	if !next.IsKind(document.String) {
		return
	}
	answer := strings.Trim(text.Bare(next.Text), "()[]<>【】`-–— \t")
	if isWordless(answer) || slices.ContainsFunc(p.Words, func(w string) bool { return strings.EqualFold(w, answer) }) {
		reportNextAgent(pass, next)
	}
}

func nextAgent(pass *rules.Pass) *document.Node {
	return pass.Doc.Data().Lookup("handoff", "next_agent")
}

func reportNextAgent(pass *rules.Pass, next *document.Node) {
	pass.Report(rules.Report{At: next.Value, Pointer: "/handoff/next_agent", Values: rules.Values{"text": secret.Quote(next.Text)}})
}
