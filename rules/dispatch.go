package rules

import (
	"fmt"

	"cuelang.org/go/cue"
)

// Dispatch is what the sources say about sending an agent out: the templates of
// the block for its prompt and of its report's skeleton, as dispatch.cue explains
// them.
//
// Internal: it serves the commands of handofflint.
type Dispatch struct {
	// Environment are the variables that may hold the id of the session.
	Environment []string `json:"environment"`
	// Block is the whole. Upstream is its part for the files to read first, with
	// a line of Read each; Return is the line to reply with.
	Block    string `json:"block"`
	Upstream string `json:"upstream"`
	Read     string `json:"read"`
	Return   string `json:"return"`
	// Words, Characters and NoRole are the least that a section needs.
	Words      string `json:"words"`
	Characters string `json:"characters"`
	NoRole     string `json:"norole"`
}

func (c *Catalogue) readDispatch(v cue.Value) error {
	if err := v.Decode(&c.Dispatch); err != nil {
		return fmt.Errorf("dispatch.cue: %w", err)
	}
	return nil
}

// Fill replaces each {name} in a template of the catalogue by its value. A
// name without a value stays.
func Fill(template string, values Values) string { return fill(template, values) }
