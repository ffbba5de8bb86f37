package rules

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Check is a Go function that a rule asks for by name. It gets the rule's
// parameters once for each format that the rule is for, and prepares what runs
// on every document. It must not read files, print, or keep anything from one
// document to the next. An error says what is wrong with the parameters; it
// keeps the engine from judging any document of that format.
//
// [NewCheck] makes the usual one.
type Check func(Params) (Run, error)

// Run judges one document, or one session, and reports what it finds. It may
// be called by many goroutines at once.
type Run func(*Pass)

// NewCheck makes a check of a function and of the parameters that it takes: P
// is a struct with a json tag for each of them, struct{} for none. They are
// decoded once, and every call gets the same ones: do not change them.
func NewCheck[P any](run func(*P, *Pass)) Check {
	return func(raw Params) (Run, error) {
		params := new(P)
		if err := raw.Decode(params); err != nil {
			return nil, err
		}
		return func(pass *Pass) { run(params, pass) }, nil
	}
}

// Params are a rule's parameters, as CUE typed and defaulted them.
type Params struct{ raw json.RawMessage }

// Decode fills a struct by its json tags. A parameter that the struct does not
// have is an error, and so is one of another type: a check and its entry in
// the catalogue must agree. What the rule does not have stays as it is.
func (p Params) Decode(into any) error {
	if p.raw == nil {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(p.raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("the rule's params do not fit %T, which the check reads them into: %w; they are %s", into, err, p.raw)
	}
	return nil
}

// Pass is one run of a check: what it may look at, and where it reports to. It
// comes from an engine and is good for that one call.
type Pass struct {
	// Doc is the document, nil where the rule is for a session.
	Doc *Document
	// Session is the folder, nil where the rule is for a document.
	Session *Session
	// Item is the item of `each`, nil for a rule without it.
	Item *Node
	// Now is the time that ages are measured from.
	Now time.Time
	// Root is the root of the repository, absolute and with forward slashes, ""
	// where it is not known.
	Root string

	check  *docCheck
	runner *runner
}

// Report is a fault as a check tells it: where it stands, and what fills in the
// words that the catalogue has for it.
type Report struct {
	// At is where the fault stands; the zero span is the file as a whole.
	At Span
	// Scope is the text that the fault is about where that is more than At: a
	// section whose heading is pointed at. Rules yield to others in it.
	Scope Span
	// Pointer is the JSON pointer into the handoff's own object, if any.
	Pointer string
	// MaxSeverity is what the finding weighs at most, "" for what its rule weighs.
	MaxSeverity Severity
	// Variant picks the rule's words; Values fill them in.
	Variant string
	Values  Values
	// Related are other places that have to do with the fault.
	Related []Place
	// Member and Fact are the report of a session that the fault is about and
	// the value in it; both are nil where it is the folder or File.
	Member *Member
	Fact   *Fact
	// Fix is what mends the fault where the catalogue has words for that and the
	// check alone knows the edits; nil where there is not exactly one answer.
	Fix []Replacement
	// File is the path that the fault is about where it is not the document's
	// or session's own.
	File string
}

// Values are what a message's {names} stand for.
type Values map[string]string

// Report adds a finding. A span that ends before it starts is taken for the
// place where it starts, and what lies outside of the file for its nearest end.
func (p *Pass) Report(r Report) {
	p.check.addCapped(p.runner.rule, r.sanitized(len(p.check.source.Bytes())), cmp.Or(r.MaxSeverity, Error))
}

// sanitized is a report that nothing behind it stumbles over, whatever a check
// outside of this module has put into it. A fix with an edit outside of the
// file, of so many bytes, is none.
func (r Report) sanitized(size int) Report {
	r.At, r.Scope = forward(r.At), forward(r.Scope)
	r.Related = slices.Clone(r.Related)
	for i, place := range r.Related {
		r.Related[i].Span = forward(place.Span)
	}
	if r.Member == nil {
		r.Fact = nil
	}
	outside := func(e Replacement) bool { return e.At.Start < 0 || e.At.End < e.At.Start || e.At.End > size }
	if slices.ContainsFunc(r.Fix, outside) {
		r.Fix = nil
	}
	return r
}

func forward(s Span) Span { return Span{Start: s.Start, End: max(s.Start, s.End)} }

// Failed says whether the value at a pointer into the handoff's own object, or
// one around it, has broken the schema. It has been told of.
func (p *Pass) Failed(pointer string) bool { return p.check.failed.covers("/data" + pointer) }

// Rejected says whether the value at a pointer into the handoff's own object is of
// the right type and has broken the schema all the same: it is not one of the
// values allowed, or breaks a pattern. Then it says in words what is wanted.
func (p *Pass) Rejected(pointer string) (want string, refused bool) {
	want, refused = p.check.rejected["/data"+pointer]
	return want, refused
}

// UnknownFields are the fields of the handoff's own object that the format's
// schema does not have, nor that of its profile.
func (p *Pass) UnknownFields() []Unknown { return p.check.unknownFields() }

// RejectsBlank says whether the schema refuses an empty string at a pointer into
// the handoff's own object, or a rule does in this handoff.
func (p *Pass) RejectsBlank(pointer string) bool { return p.check.rejectsBlank(pointer) }

// Steps counts what patterns take over the file: each is matched with them.
func (p *Pass) Steps() *Steps { return &p.check.steps }

// Line is the line that a span starts on.
func (p *Pass) Line(span Span) int { return p.check.source.Pos(span.Start).Line }
