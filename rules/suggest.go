package rules

import (
	"fmt"

	"cuelang.org/go/cue"
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

func (c *Catalogue) readSuggest(v cue.Value) error {
	if err := v.Decode(&c.Suggest); err != nil {
		return fmt.Errorf("suggest.cue: %w", err)
	}
	return nil
}

// Upstream returns the rules with that name in upstream's validator.
func (c *Catalogue) Upstream(name string) []*Rule {
	var out []*Rule
	for _, r := range c.Rules {
		if r.upstream.has(name) {
			out = append(out, r)
		}
	}
	return out
}

func (u upstreamName) has(name string) bool {
	if u.name == name {
		return name != ""
	}
	for _, n := range u.byPointer {
		if n == name {
			return true
		}
	}
	return false
}
