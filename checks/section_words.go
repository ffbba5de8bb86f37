package checks

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

type sectionWordsParams struct {
	Sections []sectionTitle `json:"sections"`
	Section  int            `json:"section"`
	Roles    map[string]int `json:"roles"`
	Other    int            `json:"other"`
}

// sectionWords reports a section with fewer words than the role of the
// report's writer calls for.
var sectionWords = prepare(func(p *sectionWordsParams, pass *rules.Pass) {
	if pass.Doc.Body == nil {
		return
	}
	role := pass.Doc.Data().Field("agent_role").Str()
	least := p.least(role)
	for _, t := range p.Sections {
		s := t.find(pass.Doc.Body)
		if t.Number != p.Section || s == nil || s.Words >= least {
			continue
		}
		pass.Report(rules.Report{At: s.Span, Scope: whole(s), Values: rules.Values{
			"number": strconv.Itoa(t.Number),
			"role":   rules.Quote(role),
			"words":  strconv.Itoa(s.Words),
			"min":    strconv.Itoa(least),
		}})
	}
})

// least is the number of words for a role: of the role itself, or of its
// longest ending that is one, so that spec-reader counts as a reader.
func (p *sectionWordsParams) least(role string) int {
	parts := strings.FieldsFunc(strings.ToLower(role), func(r rune) bool { return strings.ContainsRune("_- ", r) })
	for i := range parts {
		if n, ok := p.Roles[strings.Join(parts[i:], "_")]; ok {
			return n
		}
	}
	return p.Other
}

// LeastWords is how many words the rule report/too-few-words asks for from a
// role. The parameters are the rule's, as JSON.
func LeastWords(params json.RawMessage, role string) (int, error) {
	p := new(sectionWordsParams)
	if err := json.Unmarshal(params, p); err != nil {
		return 0, fmt.Errorf("parameters: %w", err)
	}
	return p.least(role), nil
}
