package rules

import (
	"slices"

	"github.com/handofflint/handofflint/internal/schema"
)

// Schemas returns what a document's own object has to match: the schema of the format,
// that of its profile, and its advice. Of an object that could not be parsed the profile
// is unknown, and those of all profiles are returned.
//
// Internal: it serves the language server.
func (e *Engine) Schemas(doc *Document) []*schema.Node {
	set, err := e.ruleSet(ruleSetKey{doc.Format, false})
	if err != nil {
		return nil
	}
	nodes := []*schema.Node{set.schema}
	for _, p := range set.profiles {
		if data := doc.Data(); data == nil || newDocCheck(e, set, doc).profileOf(data) == p.Name {
			nodes = append(nodes, p.Schema)
		}
	}
	nodes = append(nodes, set.advice, set.inline)
	return slices.DeleteFunc(nodes, func(n *schema.Node) bool { return n == nil })
}
