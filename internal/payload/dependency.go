package payload

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// Dependency is a task that a prompt may refer to, for a template.
type Dependency struct {
	Name string
	// Handoff is what the task handed over, or nil.
	Handoff *Handoff
	// Results and Outputs are from between the OUTPUTS markers in its log: the `key: value` lines, and all
	// lines.
	Results map[string]string
	Outputs []string
}

// Dependency returns what the task left. A handoff has passed its checks, and the outputs are complete.
func (l TaskOutput) Dependency(name string) Dependency {
	d := Dependency{Name: name, Handoff: handoffOf(l.Doc)}
	if l.Outputs.State != document.Paired {
		return d
	}
	inside := string(l.Outputs.Inside())
	for line := range strings.SplitSeq(inside, "\n") {
		line = strings.TrimSpace(line)
		if line != "" {
			d.Outputs = append(d.Outputs, line)
		}
	}
	d.Results = map[string]string{}
	for _, output := range Outputs(inside) {
		d.Results[output.Key] = output.Value
	}
	return d
}
