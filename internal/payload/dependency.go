package payload

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Dependency is a task that a prompt may refer to, for a template.
type Dependency struct {
	Name string
	// Handoff is what the task handed over, or nil.
	Handoff *templateHandoff
	// Results and Outputs are from between the OUTPUTS markers in its log: the `key: value` lines, and all
	// lines.
	Results map[string]string
	Outputs []string
}

// CheckDependencyName returns an error if a name cannot be a dependency's: names are those of Kubernetes
// objects (RFC 1123, a subdomain) and a little more.
func CheckDependencyName(name string) error {
	if !dependencyName.MatchString(name) {
		return fmt.Errorf("%q cannot be the name of a dependency: use up to 253 letters, digits, and any of . _ -, as in --dep NAME=FILE", name)
	}
	return nil
}

var dependencyName = text.MustCompile(`^[A-Za-z0-9_.-]{1,253}$`)

// Dependency returns what the task left. A handoff has passed its checks, and the outputs are complete.
func (l TaskOutput) Dependency(name string) Dependency {
	d := Dependency{Name: name}
	if made := payloadOf(l.Doc); made != nil {
		d.Handoff = &templateHandoff{*made}
	}
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
