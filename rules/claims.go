package rules

import "github.com/handofflint/handofflint/internal/schema"

// claims returns the fields that the document's schemas mark with @claims.
func (c *docCheck) claims() []schema.Claim {
	nodes := []*schema.Node{c.ruleSet.schema, c.ruleSet.advice, c.profile.Schema, c.profile.Advice}
	var all []schema.Claim
	for _, node := range nodes {
		if node == nil {
			continue
		}
		all = append(all, node.Claims(c.doc.Data(), &c.steps)...)
	}
	return all
}
