package rules

import "github.com/handofflint/handofflint/internal/schema"

// claims returns the distinct fields that the document's schemas mark with @claims.
func (c *docCheck) claims() []schema.Claim {
	nodes := []*schema.Node{c.ruleSet.schema, c.ruleSet.advice, c.profile.Schema, c.profile.Advice}
	var all []schema.Claim
	known := map[schema.Claim]bool{}
	for _, node := range nodes {
		if node == nil {
			continue
		}
		for _, claim := range node.Claims(c.doc.Data(), &c.steps) {
			if !known[claim] {
				all = append(all, claim)
			}
			known[claim] = true
		}
	}
	return all
}
