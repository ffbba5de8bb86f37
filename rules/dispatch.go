package rules

// Dispatch holds the templates of the prompt block and of the report's skeleton
// that dispatch writes; see dispatch.cue.
//
// Internal: it serves the commands of handofflint.
type Dispatch struct {
	// Block is the whole block. Upstream is its part for the files to read
	// first, with a Read line for each; Return is the line to reply with.
	Block    string `json:"block"`
	Upstream string `json:"upstream"`
	Read     string `json:"read"`
	Return   string `json:"return"`
	// Words, Characters and NoRole state the minimum of a section.
	Words      string `json:"words"`
	Characters string `json:"characters"`
	NoRole     string `json:"norole"`
}

// Fill replaces each {name} in a template with its value. A name without a
// value stays.
func Fill(template string, values Values) string { return fill(template, values) }
