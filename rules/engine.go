package rules

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/skeleton"
)

// Engine checks documents. It prepares a format's rules when it gets the first document of that format. It is
// safe for concurrent use.
type Engine struct {
	checks    map[string]Check
	catalogue *Catalogue
	options   Options
	limits    Limits
	parsing   document.Limits // with the team's formats
	ruleSets  sync.Map        // by ruleSetKey: func() (*ruleSet, error)
}

// NewEngine returns an engine with the Go functions that rules refer to by name: those of package checks, and
// those that a program adds for the rules of Options.Team or as replacements. An error says what is wrong
// with the options.
func NewEngine(checks map[string]Check, options Options) (*Engine, error) {
	catalogue, err := LoadCatalogue(options)
	if err != nil {
		return nil, err
	}
	e := &Engine{checks: checks, catalogue: catalogue, options: options, limits: LimitsWith(options)}
	e.parsing = e.limits.Limits
	for _, f := range e.teamFormats() {
		e.parsing.Formats = append(e.parsing.Formats, *f.Own)
	}
	e.parsing.Formats = append(e.parsing.Formats, protocol.Builtin.Formats...)
	if options.Now.IsZero() {
		e.options.Now = time.Now()
	}
	return e, nil
}

// Formats returns the names of the formats, built-in ones first.
func (e *Engine) Formats() []string {
	var names []string
	for _, f := range e.catalogue.Formats {
		names = append(names, string(f.Name))
	}
	return names
}

// Limits returns the bounds for reading and parsing files.
func (e *Engine) Limits() Limits { return e.limits }

// Parsing returns the bounds for parsing files, with all formats: the team's, then the built-in ones.
func (e *Engine) Parsing() document.Limits { return e.parsing }

// CheckInput parses and checks a file.
func (e *Engine) CheckInput(in Input) (Result, error) {
	return e.Check(e.Parse(in), nil)
}

// Check checks a parsed document, and its claims against facts, which may be nil: rules without the evidence
// that they need do not run. Every fault of the document is a finding; an error means that the engine is
// broken.
func (e *Engine) Check(doc *document.Document, facts Facts) (Result, error) {
	result := Result{Path: doc.Input.Path, Format: doc.Format}
	if doc.Format == document.Unknown && len(doc.Faults) == 0 {
		result.Skipped = "no handoff: neither its path nor its content is that of a format"
		return result, nil
	}
	set, err := e.ruleSet(ruleSetKey{format: doc.Format, evidence: facts != nil})
	if err != nil {
		return result, err
	}
	data := doc.Data()
	result.Role = stated(cmp.Or(data.Field("agent_role").Str(), data.Field("agent").Str()))
	result.TaskID = stated(data.Field("task_id").Str())
	result.SessionID = stated(data.Field("session_id").Str())
	if text := doc.Source.Bytes(); len(text) > 0 {
		result.Content = sha256.Sum256(text)
	}
	c := newDocCheck(e, set, doc, facts)
	if err := c.run(); err != nil {
		return result, err
	}
	c.onlyFinal()
	result.Findings = c.process()
	result.Suppressed = c.suppressed
	result.Reserved = skeleton.IsReservation(doc)
	if result.Reserved && len(result.Findings) == 0 {
		result.Skipped = "reserved, and not written yet"
	}
	return result, nil
}

// stated returns a text of the handoff for a result, with credentials masked. It is a copy, since a view would keep
// the whole file in memory as long as the result.
func stated(s string) string { return strings.Clone(secret.Mask(s)) }

// CheckFault returns the result for a file that could not be read because of a fault. It returns an error if
// the catalogue lacks the fault's rule, since the file would pass otherwise.
func (e *Engine) CheckFault(in Input, fault document.Fault) (Result, error) {
	return e.Check(unread(in, fault), nil)
}

// unread returns a document of which only a fault is known.
func unread(in Input, fault document.Fault) *document.Document {
	return &document.Document{Input: in, Format: in.As, Source: emptySource, Root: &document.Node{}, Faults: []document.Fault{fault}, Fatal: true}
}

// ruleSet returns the rules of a format. They are prepared once.
func (e *Engine) ruleSet(key ruleSetKey) (*ruleSet, error) {
	hasNoEntry := slices.Contains([]Format{document.Unknown, SessionFormat}, key.format)
	if !hasNoEntry && e.catalogue.Format(string(key.format)) == nil {
		return nil, fmt.Errorf("unknown format %q", key.format)
	}
	prepare, known := e.ruleSets.Load(key)
	if !known {
		prepare, _ = e.ruleSets.LoadOrStore(key, sync.OnceValues(func() (*ruleSet, error) { return e.ruleSetOf(key) }))
	}
	return prepare.(func() (*ruleSet, error))()
}

// Schemas returns the schemas for a document's own object: the format's schema, its profile's, and the
// advice. If the object could not be parsed, its profile is unknown and the schemas of all profiles are
// returned.
func (e *Engine) Schemas(doc *document.Document) []*schema.Node {
	set, err := e.ruleSet(ruleSetKey{format: doc.Format})
	if err != nil {
		return nil
	}
	nodes := []*schema.Node{set.schema}
	profiles := set.profiles
	if doc.Data() != nil {
		profiles = []schema.Profile{newDocCheck(e, set, doc, nil).profileOf()}
	}
	for _, p := range profiles {
		nodes = append(nodes, p.Schema, p.Advice)
	}
	nodes = append(nodes, set.advice, set.inline)
	return slices.DeleteFunc(nodes, func(n *schema.Node) bool { return n == nil })
}

// Sections returns the Markdown sections that a document's format and profile define.
func (e *Engine) Sections(doc *document.Document) []schema.Section {
	set, err := e.ruleSet(ruleSetKey{format: doc.Format})
	if err != nil {
		return nil
	}
	return slices.Concat(set.sections, newDocCheck(e, set, doc, nil).profileOf().Sections)
}
