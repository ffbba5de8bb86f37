package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// errNoPart is why a JSON value cannot be merged.
var errNoPart = errors.New("this is no report of `handofflint check --shard I/N -f json`, nor of `-f sarif`")

// Part is the report of one shard, as the json or the sarif format has written
// it.
type Part struct {
	// Name says in errors where the part came from.
	Name string
	// format is the name of the format, "json" or "sarif".
	format   string
	version  string
	summary  rules.Summary
	disabled []Disabled
	shard    Shard
	findings []partFinding
}

// partFinding is a finding that stays the text it is: to read it and to write
// it again would change escapes.
type partFinding struct {
	text     json.RawMessage
	path     string
	severity rules.Severity
	// rule is the rule's name, and descriptor what the part says of it: only of
	// sarif.
	rule       string
	descriptor json.RawMessage
}

// ReadPart reads the report of one shard. name is for errors, which say why
// data is no such report, or no whole one.
func ReadPart(name string, data []byte) (*Part, error) {
	var object struct {
		jsonPart
		Runs []sarifPart
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, errNoPart, err)
	}
	read := object.jsonPart.read
	if object.Runs != nil {
		read = func() (*Part, error) { return readSarifPart(object.Runs) }
	}
	part, err := read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	part.Name = name
	return part, nil
}

// jsonPart is the object of the json format.
type jsonPart struct {
	Version  string
	Summary  *jsonSummary
	Shard    *Shard
	Findings []json.RawMessage
}

func (object jsonPart) read() (*Part, error) {
	if object.Summary == nil || object.Shard == nil || !object.Shard.valid() {
		return nil, errNoPart
	}
	part := &Part{format: "json", version: object.Version, summary: object.Summary.Summary, disabled: object.Summary.Disabled, shard: *object.Shard}
	for i, text := range object.Findings {
		f, err := part.finding(i, text)
		if err != nil {
			return nil, fmt.Errorf("finding %d: %w", i+1, err)
		}
		part.findings = append(part.findings, f)
	}
	return part, nil
}

func (p *Part) finding(i int, text json.RawMessage) (partFinding, error) {
	var known struct {
		Path     string
		Severity string
	}
	if err := json.Unmarshal(text, &known); err != nil {
		return partFinding{}, err
	}
	severity, err := severityOf(known.Severity)
	if err != nil {
		return partFinding{}, err
	}
	f := partFinding{text: text, path: known.Path, severity: severity}
	if raw, ok := p.shard.RawPaths[i]; ok {
		f.path = string(raw)
	}
	return f, nil
}

// severityOf is the severity of a finding, which is never Off.
func severityOf(s string) (rules.Severity, error) {
	severity, err := rules.ParseSeverity(s)
	if err == nil && severity == rules.Off {
		err = fmt.Errorf("a finding is an error or a warning, not %q", s)
	}
	return severity, err
}

// Merged is the report of a whole set of files, joined from its parts.
type Merged struct {
	// Note is told, in a sentence, what a format leaves out; it may be nil.
	Note func(text string)
	// sarifBytes is as in Run.
	sarifBytes int

	format   string
	version  string
	summary  rules.Summary
	disabled []Disabled
	findings []partFinding
	unjudged int
	failOn   string
}

// Merge joins parts, in any order. It is an error where they are not all the
// parts of one set of files, each once, by one version of handofflint with one
// set of settings.
func Merge(parts []*Part) (*Merged, error) {
	if err := complete(parts); err != nil {
		return nil, err
	}
	m := &Merged{format: parts[0].format, version: parts[0].version, failOn: parts[0].shard.FailOn}
	for _, p := range parts {
		m.summary = m.summary.Plus(p.summary)
		m.disabled = mergeDisabled(m.disabled, p.disabled)
		m.findings = append(m.findings, p.findings...)
		m.unjudged += p.shard.Unjudged
	}
	// All findings of a path are in one part, in the order of their places.
	slices.SortStableFunc(m.findings, func(a, b partFinding) int { return strings.Compare(a.path, b.path) })
	return m, nil
}

func complete(parts []*Part) error {
	if len(parts) == 0 {
		return errors.New("there are no parts to merge")
	}
	first := parts[0]
	names := map[int]string{}
	for _, p := range parts {
		switch other, twice := names[p.shard.Index]; {
		case p.format != first.format:
			return fmt.Errorf("%s is %s and %s is %s: merge one format at a time", first.Name, first.format, p.Name, p.format)
		case p.version != first.version:
			return fmt.Errorf("%s is by handofflint %s, %s by %s: judge all parts with one version", first.Name, first.version, p.Name, p.version)
		case p.shard.Count != first.shard.Count || p.shard.Set != first.shard.Set:
			return fmt.Errorf("%s and %s are parts of different sets: all machines must see the same files, and name them by the same paths", first.Name, p.Name)
		case p.shard.Settings != first.shard.Settings || p.shard.FailOn != first.shard.FailOn:
			return fmt.Errorf("%s and %s were judged by different settings: give all machines the same configuration and baseline, and the same --rule, --strict, --no-inline, --untrusted and --as", first.Name, p.Name)
		case twice:
			return fmt.Errorf("%s and %s are both part %d of %d", other, p.Name, p.shard.Index, p.shard.Count)
		}
		names[p.shard.Index] = p.Name
	}
	return missing(names, first.shard.Count)
}

// missing names the first part that is not there: of many, some failed machine
// is the likely cause, and one number finds it.
func missing(names map[int]string, count int) error {
	for i := range count {
		if _, ok := names[i+1]; !ok {
			return fmt.Errorf("part %d of %d is missing (there are %d): its files were not judged", i+1, count, len(names))
		}
	}
	return nil
}

// Worst is the highest severity among the findings, Off where there is none.
func (m *Merged) Worst() rules.Severity {
	worst := rules.Off
	for _, f := range m.findings {
		if f.severity == rules.Error || worst == rules.Off {
			worst = f.severity
		}
	}
	return worst
}

// FailOn is what the configuration of the parts has the exit code depend on, ""
// where it says nothing.
func (m *Merged) FailOn() string { return m.failOn }

// Unjudged is the number of findings that kept a file from being judged.
func (m *Merged) Unjudged() int { return m.unjudged }

// Write writes what the parts' format writes of one run over the whole set.
func (m *Merged) Write(w io.Writer) error {
	if m.format == "sarif" {
		return m.writeSarif(w)
	}
	return m.writeJSON(w)
}

func (m *Merged) writeJSON(w io.Writer) error {
	return writeJSON(w, jsonHead{Version: m.version, Summary: jsonSummaryOf(m.summary, m.disabled)}, func(yield func([]byte, error) bool) {
		for _, f := range m.findings {
			var b bytes.Buffer
			err := json.Indent(&b, f.text, "    ", "  ")
			// A part may have been altered on its way.
			if !yield(text.EscapeJSON(bytes.ToValidUTF8(b.Bytes(), []byte(`\ufffd`))), err) {
				return
			}
		}
	})
}
