package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// Check is a Go function that a rule refers to by name. It gets the rule's
// parameters once per format of the rule, and prepares what runs on every
// document. It must not read files, print, or keep anything between documents.
// An error says what is wrong with the parameters; the engine then checks no
// document of that format.
//
// [NewCheck] makes the usual one.
type Check func(Params) (Run, error)

// Run checks one document, or one session, and reports what it finds. It must
// be safe for concurrent use.
type Run func(*Pass)

// NewCheck makes a check of a function and its parameters: P is a struct with a
// json tag for each of them, struct{} for none. They are decoded once and
// shared by all calls: do not change them. If *P has a method Prepare() error, it is
// called after that.
func NewCheck[P any](run func(*P, *Pass)) Check {
	return func(raw Params) (Run, error) {
		params := new(P)
		if err := raw.Decode(params); err != nil {
			return nil, err
		}
		if p, ok := any(params).(interface{ Prepare() error }); ok {
			if err := p.Prepare(); err != nil {
				return nil, err
			}
		}
		return func(pass *Pass) { run(params, pass) }, nil
	}
}

// Params are a rule's parameters, typed and defaulted by CUE.
type Params struct{ raw json.RawMessage }

// Decode decodes the parameters by a struct's json tags. An unknown parameter
// or another type is an error: a check and its entry in the catalogue must
// agree. A parameter that the rule lacks leaves its field unchanged.
func (p Params) Decode(into any) error {
	if len(p.raw) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(p.raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("the rule's params do not fit %T, which the check reads them into: %w; they are %s", into, err, text.Shorten(string(p.raw), valueLength))
	}
	return nil
}

// Pass is one run of a check: its inputs, and Report. It is valid for that call
// only.
type Pass struct {
	// Doc is the document, nil if the rule is for a session.
	Doc *document.Document
	// Session is the folder, nil if the rule is for a document.
	Session *Session
	// Now is the time from which ages are measured.
	Now time.Time
	// Root is the root of the repository, absolute and with forward slashes, ""
	// if unknown.
	Root string

	check  *docCheck
	runner *runner
	facts  Facts
}

// Report is a fault as a check reports it: its position, and the values for the
// catalogue's words.
type Report struct {
	// At is the position; the zero span is the file as a whole.
	At text.Span
	// Scope is the text that the fault is about if it is more than At: a
	// section whose heading is reported. Rules yield to others within it.
	Scope text.Span
	// Pointer is the JSON pointer into the handoff's own object, if any.
	Pointer string
	// MaxSeverity caps the finding's severity, "" for the rule's.
	MaxSeverity Severity
	// Variant selects the rule's words; Values fill them in.
	Variant string
	Values  Values
	// Related are other places that explain the fault.
	Related []document.Related
	// Member and Fact are the report of a session that the fault is about and
	// the value in it; both are nil if it is about the folder or File.
	Member *Member
	Fact   *Fact
	// Fix are the edits that correct the fault, if the catalogue has a message
	// for them and only the check knows them; nil if there is not exactly one
	// answer.
	Fix []Replacement
	// IsSuggestion reports whether the fix is only what was probably meant.
	IsSuggestion bool
	// File is the path that the fault is about if it is not the document's or
	// the session's.
	File string
}

// Values replace the {names} of a message.
type Values map[string]string

// Report adds a finding. A span that ends before it starts is taken as its
// start, and one outside of the file is moved to the nearest end. In an earlier entry of a
// log only the rules of the group safety report.
func (p *Pass) Report(r Report) {
	isOver := p.Doc != nil && p.Doc.Body != nil && r.At.Len() > 0 && p.Doc.Body.IsOver(r.At)
	if isOver && p.runner.rule.Group() != "safety" {
		return
	}
	p.check.add(p.runner.rule, r.sanitized(len(p.check.source.Bytes())))
}

// sanitized corrects a report from a check outside of this module so that later
// steps can rely on it. A fix with an edit outside of the file's size bytes is
// dropped.
func (r Report) sanitized(size int) Report {
	r.At.End, r.Scope.End = max(r.At.Start, r.At.End), max(r.Scope.Start, r.Scope.End)
	outside := func(e Replacement) bool { return e.At.Start < 0 || e.At.End < e.At.Start || e.At.End > size }
	if slices.ContainsFunc(r.Fix, outside) {
		r.Fix = nil
	}
	if r.Member == nil {
		r.Fact = nil
	}
	return r
}

// Failed reports whether the value at a pointer into the handoff's own object,
// or one around it, has violated the schema, which is a finding already.
func (p *Pass) Failed(pointer string) bool {
	return len(p.check.failed) > 0 && p.check.failed.covers("/data"+pointer)
}

// Rejected reports whether the value at a pointer into the handoff's own object
// is of the right type but violates the schema: it is not one of the allowed
// values, or breaks a pattern. want describes a valid value.
func (p *Pass) Rejected(pointer string) (want string, refused bool) {
	if len(p.check.failed) > 0 {
		want = p.check.failed["/data"+pointer].want
	}
	return want, want != ""
}

// Claims returns the fields of the handoff's own object that its schema, that of its profile
// or its advice marks with @claims, each once.
func (p *Pass) Claims() []schema.Claim {
	return p.Memo("claims", func() any { return p.check.claims() }).([]schema.Claim)
}

// Sections returns what the format of the document and its profile say of the sections of
// its Markdown.
func (p *Pass) Sections() []schema.Section { return p.check.sections }

// Section returns the first section of the document that is one of its format, nil if
// there is none.
func (p *Pass) Section(wanted *schema.Section) *document.Section {
	return p.Doc.Body.Section(wanted.Is)
}

// SectionOf returns the section of the format that one of the document is, nil if the
// format has no such section.
func (p *Pass) SectionOf(found *document.Section) *schema.Section {
	for i := range p.Sections() {
		if wanted := &p.Sections()[i]; wanted.Is(found) {
			return wanted
		}
	}
	return nil
}

// UnknownFields returns the fields of the handoff's own object that neither the
// format's schema nor its profile's has.
func (p *Pass) UnknownFields() []schema.Unknown { return p.check.unknownFields() }

// Misspelt returns the known field of which an unknown one is a misspelling, or "" if none.
func (p *Pass) Misspelt(m near.Misspelling, u schema.Unknown) string { return p.check.nearest(m, u) }

// RejectsBlank reports whether the schema, or a rule in this handoff, rejects
// an empty string at a pointer into the handoff's own object.
func (p *Pass) RejectsBlank(pointer string) bool { return p.check.rejectsBlank(pointer) }

// Steps counts the steps that patterns take on the file; match each pattern
// with it.
func (p *Pass) Steps() *text.Steps { return &p.check.steps }

// Evidence returns what claims are held against. What a rule `needs` is never nil in it.
func (p *Pass) Evidence() Facts { return p.facts }

// Memo returns what was computed for a key on this document, by an earlier check or now.
func (p *Pass) Memo(key string, compute func() any) any {
	if p.check.memo == nil {
		p.check.memo = map[string]any{}
	}
	value, known := p.check.memo[key]
	if !known {
		value = compute()
		p.check.memo[key] = value
	}
	return value
}

// ParamsOf returns the parameters of another rule, and whether that rule applies to the
// document.
func (p *Pass) ParamsOf(rule string) (params Params, applies bool) {
	other := p.check.ruleSet.rules[rule]
	if other == nil || other.severityIn(p.Doc.Format, p.check.profile) == Off {
		return Params{}, false
	}
	return Params{raw: []byte(other.Params)}, true
}

// Line returns the line on which a span starts.
func (p *Pass) Line(span text.Span) int { return p.check.source.Pos(span.Start).Line }
