package rules

import "github.com/handofflint/handofflint/internal/table"

// Payload says how payloads are found and printed; see payload.cue.
//
// Internal: it serves the commands of handofflint.
type Payload struct {
	// Environment is the variable with the path of a task's payload, Path the
	// default path.
	Environment string `json:"environment"`
	Path        string `json:"path"`
	// Words are templates, by name.
	Words map[string]string `json:"words"`
}

// LoadPayload returns the data of payload.cue. An error is a bug in handofflint.
//
// Internal: it serves the commands of handofflint.
func LoadPayload() (*Payload, error) {
	p := &Payload{}
	return p, table.Builtin.Decode("payload", p)
}

// Say fills in the template of that name.
func (p *Payload) Say(name string, values Values) string { return fill(p.Words[name], values) }
