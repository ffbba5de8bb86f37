package checks

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type failedVerificationParams struct {
	Failing  *text.Pattern `json:"failing"`  // the phase whose work includes failing tests
	Builds   *text.Pattern `json:"builds"`   // keys that count even then
	Failures *text.Pattern `json:"failures"` // keys of counts
	Passed   *text.Pattern `json:"passed"`   // keys of booleans
	Failed   *text.Pattern `json:"failed"`
	// Excused matches what was expected to fail, or failed before: in a key, or in the text of a note.
	Excused *text.Pattern `json:"excused"`
	Notes   *text.Pattern `json:"notes"`
}

// failedVerification reports each count of failures, and each boolean that by its key says that something
// failed, in a complete block's verification.
func failedVerification(p *failedVerificationParams, pass *rules.Pass) {
	data := pass.Doc.Data()
	if data.Field("status").Str() != "complete" {
		return
	}
	// In a phase whose work includes failing tests only a build counts.
	mayFail := p.Failing.Match(data.Field("phase").Str(), pass.Steps())
	p.checkObject(pass, data.Field("verification"), "/verification", mayFail)
}

// checkObject checks the fields of an object, and of the objects in it, unless one of them says that a failure
// was expected, or was there before. In a list a later item may replace an earlier one, so lists say nothing.
func (p *failedVerificationParams) checkObject(pass *rules.Pass, n *document.Node, pointer string, mayFail bool) {
	isExcuse := func(field *document.Node) bool {
		key := snakeCase(field.Name)
		isNote := p.Notes.Match(key, pass.Steps())
		isSet := !field.Is(false) && field.Text != "0" // "expected_failures": 0 excuses nothing
		return isSet && p.Excused.Match(key, pass.Steps()) || isNote && p.Excused.Match(field.Str(), pass.Steps())
	}
	if slices.ContainsFunc(n.Fields(), isExcuse) {
		return
	}
	for _, field := range n.Fields() {
		at := document.PointerStep(pointer, field.Name)
		if field.Kind == document.Object {
			p.checkObject(pass, field, at, mayFail)
			continue
		}
		key := snakeCase(field.Name)
		isExpected := mayFail && !p.Builds.Match(key, pass.Steps())
		if !isExpected && p.fails(field, key, pass.Steps()) {
			pass.Report(rules.Report{At: field.Value, Pointer: at, Values: rules.Values{"field": document.FieldName(at), "value": field.Text}})
		}
	}
}

// fails reports whether a count or a boolean states a failure.
func (p *failedVerificationParams) fails(n *document.Node, key string, steps *text.Steps) bool {
	switch n.Kind {
	case document.Int, document.Float:
		return document.CompareNumbers(n.Text, "0") > 0 && p.Failures.Match(key, steps)
	case document.Bool:
		return n.Is(false) && p.Passed.Match(key, steps) || n.Is(true) && p.Failed.Match(key, steps)
	}
	return false
}

var (
	hump       = text.MustCompile(`([a-z0-9])([A-Z])`)
	underlined = strings.NewReplacer("-", "_", " ", "_", ".", "_")
)

// snakeCase returns a key in lower case with _ between words.
func snakeCase(key string) string {
	return strings.ToLower(underlined.Replace(hump.ReplaceAllString(key, "${1}_$2")))
}
