package rules

import (
	"slices"

	"github.com/handofflint/handofflint/internal/schema"
)

// Suggest holds the texts of proposals from the failure log; see suggest.cue.
//
// Internal: it serves the commands of handofflint.
type Suggest struct {
	Entries int `json:"entries"`
	Percent int `json:"percent"`
	Roles   int `json:"roles"`
	// Words are templates, by name.
	Words map[string]string `json:"words"`
}

// Upstream returns the rules with that name in upstream's validator.
func (c *Catalogue) Upstream(name string) []*Rule {
	var out []*Rule
	for _, r := range c.Rules {
		named := func(at schema.Choice) bool { return at.Value == name }
		if name != "" && (r.entry.Upstream == name || slices.ContainsFunc(r.entry.UpstreamAt, named)) {
			out = append(out, r)
		}
	}
	return out
}
