// Package prompt fills a downstream prompt with what other tasks handed over.
//
// A prompt is a Go text/template over .Deps, a map by the name of a task, as
// the Kelos proposal for task handoffs has it:
//
//	{{index .Deps "investigate" "Handoff" "Summary"}}
//	{{index .Deps "investigate" "Handoff" "Data" "severity"}}
//	{{index .Deps "investigate" "Results" "branch"}}
//
// Templates are run within bounds of time, memory and output, and what they
// insert is text: it is never run as a template itself.
package prompt

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/convert"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// Dependency is a task that the prompt may ask for.
type Dependency struct {
	Name string
	// Handoff is what the task handed over, nil where it left nothing.
	Handoff *convert.Payload
	// Results and Outputs are from the pair of OUTPUTS markers in its log: the
	// `key: value` lines, and all lines.
	Results map[string]string
	Outputs []string
}

// CheckName says why a name cannot be a dependency's, nil where it can: names
// are those of Kubernetes objects, and like them made of letters, digits, "-",
// "_" and ".".
func CheckName(name string) error {
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

// handoffEnd ends a payload in a log, as upstream prints it.
const handoffEnd = "---KELOS_HANDOFF_END---"

// ReadInput parses what a task left. A log that ends a payload has one, though
// its beginning may be lost.
func ReadInput(in document.Input, limits document.Limits) *document.Document {
	doc := document.Parse(in, limits)
	if doc.Format == document.Unknown && bytes.Contains(in.Data, []byte(handoffEnd)) {
		in.As = document.Task
		return document.Parse(in, limits)
	}
	return doc
}

// LeftNothing says whether a file is a task's log, or nothing yet, without a
// handoff in it. That is no fault: a task need not leave one. A file whose name
// says that it is JSON or Markdown has to be a handoff.
func LeftNothing(doc *document.Document) bool {
	if doc.Format == document.Unknown && len(doc.Faults) == 0 {
		return true
	}
	switch strings.ToLower(path.Ext(strings.ReplaceAll(doc.Input.Path, `\`, "/"))) {
	case ".json", ".md", ".markdown", ".mdx":
		return false
	}
	if doc.Format == document.Task && doc.Fatal && len(doc.Faults) == 1 {
		return doc.Faults[0].Variant == "payload-empty"
	}
	return doc.Format == document.Unknown && len(doc.Faults) == 1 && doc.Faults[0].Rule == "file/unknown-format"
}

// ReadDependency is what a document says, as a template sees it. The document
// has passed, or left nothing. An error says that the log was cut off in its
// outputs.
func ReadDependency(table *rules.Conversions, name string, doc *document.Document) (Dependency, error) {
	d := Dependency{Name: name}
	if payload, _, ok := convert.PayloadOf(table, doc); ok {
		d.Handoff = &payload
	}
	if !isLog(doc) {
		return d, nil
	}
	var err error
	if d.Outputs, err = outputs(doc.Source); err != nil {
		return d, fmt.Errorf("%s:%w", doc.Input.Path, err)
	}
	d.Results = results(d.Outputs)
	return d, nil
}

// isLog says whether a document is more than the handoff: a log around it, or
// without any.
func isLog(doc *document.Document) bool {
	if doc.Format != document.Task {
		return doc.Format == document.Unknown
	}
	return !bytes.HasPrefix(bytes.TrimSpace(doc.Source.Bytes()[doc.Source.Start():]), []byte("{"))
}

// The types of what a template sees. A handoff that is missing has the same
// fields as any other, all empty, and is false in `if` and `with`.
type (
	handoff        map[string]any
	missingHandoff map[string]any
)

// view is the dependency as a template sees it. detail stands for that of its
// handoff, which a budget may cut.
func (d Dependency) view(detail string) map[string]any {
	return map[string]any{
		"Name":    d.Name,
		"Handoff": d.handoff(detail),
		"Results": orEmpty(d.Results),
		"Outputs": d.Outputs,
	}
}

func (d Dependency) handoff(detail string) any {
	if d.Handoff == nil {
		return missingHandoff{"Version": 0, "Summary": "", "Detail": "", "Data": map[string]string{}}
	}
	h := d.Handoff
	return handoff{"Version": h.Version, "Summary": h.Summary, "Detail": detail, "Data": orEmpty(h.Data)}
}

func orEmpty(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

// detail is that of the handoff, "" where there is none.
func (d Dependency) detail() string {
	if d.Handoff == nil {
		return ""
	}
	return d.Handoff.Detail
}
