package rules

import "fmt"

// payloadFile is what finding and printing payloads takes.
const payloadFile = "payload.cue"

// Payload is what the sources say about finding and printing payloads, as
// payload.cue explains it.
//
// Internal: it serves the commands of handofflint.
type Payload struct {
	// Environment is the variable with the path of a task's payload, Path the
	// path where it has none.
	Environment string `json:"environment"`
	Path        string `json:"path"`
	// Words are templates, by name.
	Words map[string]string `json:"words"`
}

// LoadPayload reads payload.cue alone, which is quick. An error is a fault of
// the program.
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

// Say fills in the words of that name.
func (p *Payload) Say(name string, values Values) string { return fill(p.Words[name], values) }
