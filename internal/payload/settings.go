package payload

import (
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Settings configure how payloads are found and printed; see rules/facts/payload.cue.
type Settings struct {
	// Environment is the variable with the path of a task's payload, Path the
	// default path.
	Environment, Path string
	// Words are templates, by name.
	Words map[string]string
}

// LoadSettings returns the data of rules/facts/payload.cue.
func LoadSettings() *Settings {
	s := table.Load[Settings]("payload")
	return &s
}

// Say fills in the template with a name.
func (s *Settings) Say(name string, values rules.Values) string {
	return text.Fill(s.Words[name], values)
}
