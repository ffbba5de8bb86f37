package payload

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// Dependency is a task that the prompt may ask for.
type Dependency struct {
	Name string
	// Handoff is what the task handed over, nil if it left nothing.
	Handoff *Payload
	// Results and Outputs are from the pair of OUTPUTS markers in its log: the
	// `key: value` lines, and all lines.
	Results map[string]string
	Outputs []string
}

// CheckDependencyName says why a name cannot be a dependency's, nil if it can: names
// are those of Kubernetes objects, and like them made of letters, digits, "-",
// "_" and ".".
func CheckDependencyName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("a dependency has no name: write --dep NAME=FILE")
	case len(name) > maxName:
		return fmt.Errorf("the name of a dependency has %d bytes, and may have %d", len(name), maxName)
	case strings.Trim(name, nameCharacters) != "":
		return fmt.Errorf("%q cannot be the name of a dependency: use letters, digits, and any of . _ -", name)
	}
	return nil
}

// maxName is how long the name of a Kubernetes object may be (RFC 1123, a
// subdomain).
const (
	maxName        = 253
	nameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
)

// Dependency is what the task left, as a template sees it. The handoff has
// passed, or there is none, and the outputs are whole.
func (l Left) Dependency(name string) Dependency {
	d := Dependency{Name: name, Handoff: payloadOf(l.Doc)}
	if l.Outputs.State != document.Paired {
		return d
	}
	inside := string(l.Outputs.Inside())
	for line := range strings.SplitSeq(inside, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			d.Outputs = append(d.Outputs, line)
		}
	}
	d.Results = map[string]string{}
	for _, output := range Outputs(inside) {
		d.Results[output.Key] = output.Value
	}
	return d
}
