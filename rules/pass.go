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

// Check is a Go function that a rule refers to by name. It gets the rule's parameters once per format, and
// prepares what runs on each document. It must not read files, print, or keep state between documents. An
// error says what is wrong with the parameters; the engine then checks no document of that format.
//
// [NewCheck] makes the usual kind.
type Check func(Params) (Run, error)

// Run checks one document or one session, and reports what it finds. It must be safe for concurrent use.
type Run func(*Pass)

// NewCheck makes a check from a function and its parameters: P is a struct with a json tag for each of them,
// or struct{}. They are decoded once and shared by all calls: do not change them. If *P has a method
// Prepare() error, it is called after decoding.
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

// Decode decodes the parameters by a struct's json tags. An unknown parameter or a wrong type is an error: a
// check and its entry in the catalogue must agree. A parameter that the rule lacks leaves its field
// unchanged.
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

// Pass is one run of a check: its inputs, and Report. It is valid only for that call.
type Pass struct {
	// Doc is the document, nil if the rule is for a session.
	Doc *document.Document
	// Session is the folder, nil if the rule is for a document.
	Session *Session
	// Now is the time from which ages are measured.
	Now time.Time
	// Root is the root of the repository, absolute and with forward slashes, or "".
	Root string

	check  *docCheck
	runner *runner
}

// Report is a fault as a check reports it: its position, and the values for the catalogue's words.
type Report struct {
	// At is the position; the zero span means the whole file.
	At text.Span
	// Scope is the text that the fault is about if it is larger than At: a section whose heading is reported.
	// Rules yield to others within it.
	Scope text.Span
	// Pointer is the JSON pointer into the handoff's own object, if any.
	Pointer string
	// MaxSeverity caps the finding's severity; "" means no cap.
	MaxSeverity Severity
	// Variant selects the rule's words; Values fill them in.
	Variant string
	Values  Values
	// Related are other places that explain the fault.
	Related []document.Related
	// Member and Fact are the report of a session that the fault is about, and the value in it. Both are nil
	// if it is about the folder or File.
	Member *Member
	Fact   *Fact
	// Fix are the edits that correct the fault, for rules whose edits only the check knows; the catalogue
	// must have a message for them. Nil unless there is exactly one answer.
	Fix []Replacement
	// IsSuggestion reports whether the fix is only what was probably meant.
	IsSuggestion bool
	// File is the path that the fault is about if it is not the path of the document or session.
	File string
}

// Values replace the {names} of a message.
type Values map[string]string

// Report adds a finding. In an earlier entry of a log only the rules of the group safety report.
func (p *Pass) Report(r Report) {
	body := p.check.doc.Body
	isOver := body != nil && r.At.Len() > 0 && body.IsOver(r.At)
	if isOver && p.runner.rule.Group() != "safety" {
		return
	}
	p.check.addReport(p.runner.rule, r)
}

// Failed reports whether the value at a pointer into the handoff's own object, or a value around it, violates
// the schema and so has a finding already.
func (p *Pass) Failed(pointer string) bool {
	return p.check.failed.covers("/data" + pointer)
}

// Rejected reports whether the value at a pointer into the handoff's own object has the right type but
// violates the schema: it is not an allowed value, or breaks a pattern. want describes a valid value.
func (p *Pass) Rejected(pointer string) (want string, refused bool) {
	want = p.check.failed["/data"+pointer].want
	return want, want != ""
}

// Claims returns the fields of the handoff's own object that its schema, its profile's schema or the
// advice marks with @claims.
func (p *Pass) Claims() []schema.Claim {
	return p.Memo("claims", func() any {
		c := p.check
		var all []schema.Claim
		for _, node := range []*schema.Node{c.ruleSet.schema, c.ruleSet.advice, c.profile.Schema, c.profile.Advice} {
			if node != nil {
				all = append(all, node.Claims(c.doc.Data(), &c.steps)...)
			}
		}
		return all
	}).([]schema.Claim)
}

// Sections returns the Markdown sections that the document's format and profile define.
func (p *Pass) Sections() []schema.Section { return p.check.sections }

// Section returns the document's first section that matches a section of its format, or nil.
func (p *Pass) Section(wanted *schema.Section) *document.Section {
	return p.Doc.Body.Section(wanted.Is)
}

// SectionOf returns the section of the format that a section of the document matches, or nil.
func (p *Pass) SectionOf(found *document.Section) *schema.Section {
	sections := p.Sections()
	i := slices.IndexFunc(sections, func(wanted schema.Section) bool { return wanted.Is(found) })
	if i < 0 {
		return nil
	}
	return &sections[i]
}

// UnknownFields returns the fields of the handoff's own object that are neither in the format's schema nor in
// its profile's.
func (p *Pass) UnknownFields() []schema.Unknown { return p.check.unknownFields() }

// Misspelt returns the known field that an unknown one is a misspelling of, or "".
func (p *Pass) Misspelt(m near.Misspelling, u schema.Unknown) string { return p.check.nearest(m, u) }

// RejectsBlank reports whether the schema, or a rule that applies to this handoff, rejects an empty string at
// a pointer into the handoff's own object.
func (p *Pass) RejectsBlank(pointer string) bool { return p.check.rejectsBlank(pointer) }

// Steps counts the steps that patterns take on the file. Pass it to each match.
func (p *Pass) Steps() *text.Steps { return &p.check.steps }

// Evidence returns what claims are checked against. It is not nil in a rule with `needs`.
func (p *Pass) Evidence() Facts { return p.check.facts }

// Memo returns the value for a key on this document. It is computed once and shared by all checks.
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

// ParamsOf returns the parameters of another rule, or none if that rule does not apply to the document.
func (p *Pass) ParamsOf(rule string) Params {
	other := p.check.ruleSet.rules[rule]
	if other == nil || p.check.isOff(other) {
		return Params{}
	}
	return Params{raw: []byte(other.Params)}
}

// Line returns the line on which a span starts.
func (p *Pass) Line(span text.Span) int { return p.check.source.Pos(span.Start).Line }
