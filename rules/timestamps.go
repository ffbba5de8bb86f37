package rules

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// spacedTime matches a date and time with a space between them.
var spacedTime = text.MustCompile(`^(\d{4}-\d{2}-\d{2}) (\d{2}:)`)

// spaceForT returns the variant for a date and time that lacks only the T between them.
func (c *docCheck) spaceForT(wanted *schema.Node, v schema.Violation, values Values) string {
	fixed := spacedTime.ReplaceAllString(v.Node.Str(), "${1}T$2")
	if !wanted.Match(&document.Node{Kind: document.String, Text: fixed}, &c.steps) {
		return ""
	}
	values["fixed"] = secret.Quote(fixed)
	return "space"
}
