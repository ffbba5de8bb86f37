package handoff

// templates are those of the prompt block and of the report's skeleton that dispatch
// writes; see rules/dispatch.cue.
type templates struct {
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
