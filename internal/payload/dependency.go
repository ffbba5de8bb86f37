package payload

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Dependency is a task that the prompt may ask for, as a template sees it.
type Dependency struct {
	Name string
	// Handoff is what the task handed over, nil if it left nothing.
	Handoff *templateHandoff
	// Results and Outputs are from the pair of OUTPUTS markers in its log: the
	// `key: value` lines, and all lines.
	Results map[string]string
	Outputs []string
}

// CheckDependencyName says why a name cannot be a dependency's, nil if it can: names
// are those of Kubernetes objects (RFC 1123, a subdomain) and a little more.
func CheckDependencyName(name string) error {
	if !dependencyName.MatchString(name) {
		return fmt.Errorf("%q cannot be the name of a dependency: use up to 253 letters, digits, and any of . _ -, as in --dep NAME=FILE", name)
	}
	return nil
}

var dependencyName = text.MustCompile(`^[A-Za-z0-9_.-]{1,253}$`)

// Dependency returns what the task left. The handoff has passed, or there is none, and the
// outputs are whole.
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
