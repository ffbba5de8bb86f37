package checks

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type sectionWordsParams struct {
	Section int          `json:"section"`
	Roles   roleMinimums `json:"roles"`
	Other   int          `json:"other"`
	// Summary is the minimum for a summary, or 0.
	Summary int `json:"summary"`
	// Characters is the minimum of report/section-too-short, which this rule also reports, so that a short
	// section is one finding.
	Characters int `json:"characters"`
}

// roleMinimums are minimum words by role, in lower case with `_` between words.
type roleMinimums map[string]int

// UnmarshalJSON accepts a role in any spelling. The catalogue has the plain spelling, so of two spellings of
// one role the other is the team's setting.
func (m *roleMinimums) UnmarshalJSON(raw []byte) error {
	var given map[string]int
	if err := json.Unmarshal(raw, &given); err != nil {
		return err
	}
	*m = roleMinimums{}
	for _, role := range slices.Sorted(maps.Keys(given)) {
		plain := strings.Join(roleParts(role), "_")
		if _, known := (*m)[plain]; !known { // the plain spelling comes last
			(*m)[plain] = given[role]
		}
	}
	return nil
}

func roleParts(role string) []string {
	return strings.FieldsFunc(strings.ToLower(role), func(r rune) bool { return strings.ContainsRune("_- ", r) })
}

// sectionWords reports a section with fewer words than the minimum for a summary, or for the writer's role.
// If it also has too few characters, the message names the minimum that is farther away: a text that meets it
// meets both.
func sectionWords(p *sectionWordsParams, pass *rules.Pass) {
	role := pass.Doc.Data().Field("agent_role").Str()
	least, variant := p.wanted(pass)
	if s := sectionNumbered(pass, p.Section); s != nil && s.Words < least {
		if s.Characters*least < s.Words*p.Characters { // Characters/p.Characters is less than Words/least
			variant = "characters"
		}
		pass.Report(rules.Report{At: s.Span, Scope: s.Whole(), Variant: variant, Values: rules.Values{
			"number":     strconv.Itoa(s.Number),
			"role":       secret.Quote(role),
			"words":      strconv.Itoa(s.Words),
			"unit":       text.Plural(s.Words, "word"),
			"min":        strconv.Itoa(least),
			"characters": strconv.Itoa(s.Characters),
			"signs":      text.Plural(s.Characters, "character"),
			"least":      strconv.Itoa(p.Characters),
		}})
	}
}

// wanted returns the minimum for a document, and the rule's variant for it.
func (p *sectionWordsParams) wanted(pass *rules.Pass) (least int, variant string) {
	data := pass.Doc.Data()
	if p.Summary > 0 && data.Field("handoff_type").Str() == "summary" {
		return p.Summary, "summary"
	}
	return p.least(data.Field("agent_role").Str()), ""
}

// least returns the minimum for a role, or for the longest suffix that is a role, so that spec-reader counts
// as a reader.
func (p *sectionWordsParams) least(role string) int {
	parts := roleParts(role)
	for i := range parts {
		if n, ok := p.Roles[strings.Join(parts[i:], "_")]; ok {
			return n
		}
	}
	return p.Other
}

// LeastWords returns the number of words that report/too-few-words requires of a role. The parameters are the
// rule's, as JSON.
func LeastWords(params json.RawMessage, role string) (int, error) {
	p := new(sectionWordsParams)
	if err := json.Unmarshal(params, p); err != nil {
		return 0, fmt.Errorf("parameters: %w", err)
	}
	return p.least(role), nil
}
