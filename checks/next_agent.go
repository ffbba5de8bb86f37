package checks

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type severalAgentsParams struct {
	Between *rules.Pattern `json:"between"`
	Joins   *rules.Pattern `json:"joins"`
	Alike   *rules.Pattern `json:"alike"`
}

// severalAgents reports a next_agent that names more than one agent.
var severalAgents = rules.NewCheck(func(p *severalAgentsParams, pass *rules.Pass) {
	if next := nextAgent(pass); p.several(norm.NFKC.String(text.Visible(next.Str())), pass.Steps()) {
		reportNextAgent(pass, next)
	}
})

func (p *severalAgentsParams) several(value string, steps *rules.Steps) bool {
	value = strings.TrimSpace(value)
	if p.Between.Match(value, steps) {
		return true
	}
	if i := p.Joins.Find(value, steps); i != nil && couldBeNames(value[:i[0]], value[i[1]:]) {
		return true
	}
	return endAlike(p.Alike.Split(value, steps))
}

// couldBeNames reports whether the words around an "and" may be the names of
// two agents: both have a hyphen or an underscore, or they are single words and
// nothing else follows.
func couldBeNames(before, after string) bool {
	left, right := strings.Fields(before), strings.Fields(after)
	if len(left) == 0 || len(right) == 0 {
		return false
	}
	if len(left) == 1 && len(right) == 1 {
		return true
	}
	return strings.ContainsAny(left[len(left)-1], "-_") && strings.ContainsAny(right[0], "-_")
}

// endAlike reports whether consecutive names end in the same word, as
// a-developer and b-developer do.
func endAlike(names []string) bool {
	for i := range names[1:] {
		if last := lastWord(names[i]); last != "" && strings.EqualFold(last, lastWord(names[i+1])) {
			return true
		}
	}
	return false
}

// lastWord returns the last part of a name with several, else "".
func lastWord(name string) string {
	i := strings.LastIndexAny(name, "-_ ")
	if i <= 0 {
		return ""
	}
	return name[i+1:]
}

type nobodyParams struct {
	Words []string `json:"words"`
}

// nobody reports a next_agent whose text means null.
var nobody = rules.NewCheck(func(p *nobodyParams, pass *rules.Pass) {
	next := nextAgent(pass)
	if next == nil || next.Kind != document.String {
		return
	}
	said := strings.Trim(bare(next.Text), "()[]<>【】`-–— \t")
	if isWordless(said) || slices.ContainsFunc(p.Words, func(w string) bool { return strings.EqualFold(w, said) }) {
		reportNextAgent(pass, next)
	}
})

func nextAgent(pass *rules.Pass) *rules.Node { return pass.Doc.Data().Lookup("handoff", "next_agent") }

func reportNextAgent(pass *rules.Pass, next *rules.Node) {
	pass.Report(rules.Report{At: next.Value, Pointer: "/handoff/next_agent", Values: rules.Values{"text": rules.Quote(next.Text)}})
}
