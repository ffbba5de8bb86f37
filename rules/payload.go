package rules

import "fmt"

// payloadFile has the data for payloads.
const payloadFile = "payload.cue"

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

// LoadPayload reads payload.cue alone, which is fast. An error is a bug in
// handofflint.
//
// Internal: it serves the commands of handofflint.
func LoadPayload() (*Payload, error) {
	value, err := loadSources(func(name string) bool { return name != payloadFile })
	if err != nil {
		return nil, err
	}
	p := &Payload{}
	if err := lookup(value, "payload").Decode(p); err != nil {
		return nil, fmt.Errorf("%s: %w", payloadFile, err)
	}
	return p, nil
}

// Say fills in the template of that name.
func (p *Payload) Say(name string, values Values) string { return fill(p.Words[name], values) }
