package payload

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/marker"
	"github.com/handofflint/handofflint/rules"
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

// LeftNothing reports whether there is a log, or nothing yet, without a handoff in
// it. That is not a fault: a task need not leave one. A file whose name says that
// it is JSON or Markdown has to be a handoff.
func (l Left) LeftNothing() bool {
	doc := l.Doc
	switch {
	case doc == nil:
		return false
	case doc.Format == document.Unknown && len(doc.Faults) == 0:
		return true
	case namedHandoff(doc.Input.Path) || len(doc.Faults) != 1:
		return false
	case doc.Format == document.Task && doc.Fatal:
		return doc.Faults[0].Variant == "payload-empty"
	}
	return doc.Format == document.Unknown && doc.Faults[0].Rule == "file/unknown-format"
}

// Dependency is what the task left, as a template sees it. The handoff has
// passed, or there is none, and the outputs are whole.
func (l Left) Dependency(table *rules.Conversions, name string) Dependency {
	d := Dependency{Name: name}
	if handoff, _, ok := PayloadOf(table, l.Doc); ok {
		d.Handoff = &handoff
	}
	if l.Outputs.State == marker.Paired {
		d.outputs(string(l.Outputs.Inside()))
	}
	return d
}

// outputs takes what is between the markers of outputs.
func (d *Dependency) outputs(inside string) {
	for line := range strings.SplitSeq(inside, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			d.Outputs = append(d.Outputs, line)
		}
	}
	d.Results = map[string]string{}
	for _, output := range Outputs(inside) {
		d.Results[output.Key] = output.Value
	}
}
