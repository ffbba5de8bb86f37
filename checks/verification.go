package checks

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type failedVerificationParams struct {
	Failing  *text.Pattern `json:"failing"`
	Builds   *text.Pattern `json:"builds"`
	Failures *text.Pattern `json:"failures"`
	Codes    *text.Pattern `json:"codes"`
	Passed   *text.Pattern `json:"passed"`
	Failed   *text.Pattern `json:"failed"`
	Results  *text.Pattern `json:"results"`
	Outputs  *text.Pattern `json:"outputs"`
	Counts   *text.Pattern `json:"counts"`
	Clean    *text.Pattern `json:"clean"`
	Part     *text.Pattern `json:"part"`
	Words    *text.Pattern `json:"words"`
	Excused  *text.Pattern `json:"excused"`
	Expected *text.Pattern `json:"expected"`
	Notes    *text.Pattern `json:"notes"`
	Commands *text.Pattern `json:"commands"`
	Searches *text.Pattern `json:"searches"`
	Names    []string      `json:"names"`
}

// failedVerification reports each value of a complete block's verification that says that something failed: a
// count of failures, an exit code, a boolean by the meaning of its key, the words of a result. A failure that
// was expected, or was there before, is excused.
func failedVerification(p *failedVerificationParams, pass *rules.Pass) {
	data := pass.Doc.Data()
	if data.Field("status").Str() != "complete" {
		return
	}
	w := verificationWalk{p: p, pass: pass, mayFail: p.Failing.Match(data.Field("phase").Str(), pass.Steps())}
	w.object(data.Field("verification"), "/verification")
}

// verificationWalk reports what failed in a verification.
type verificationWalk struct {
	p    *failedVerificationParams
	pass *rules.Pass
	// mayFail is set in a phase whose work includes failing tests: then only a build counts.
	mayFail bool
}

// object checks the fields of an object, unless one of them excuses it.
func (w verificationWalk) object(n *document.Node, pointer string) {
	if slices.ContainsFunc(n.Fields(), w.excuses) {
		return
	}
	for _, item := range n.Fields() {
		w.value(item, snakeCase(item.Name), document.PointerStep(pointer, item.Name))
	}
}

// excuses reports whether a field excuses its object: the failure was expected (`"expected": true`,
// `"expected_exit_code": 1`), a note says so, or the command is a search, which fails if it finds nothing.
func (w verificationWalk) excuses(field *document.Node) bool {
	steps := w.pass.Steps()
	key := snakeCase(field.Name)
	if w.p.Expected.Match(key, steps) {
		return field.Kind == document.String || field.Is(true) || field.Kind == document.Int && field.Text != "0"
	}
	if field.Kind != document.String {
		return false
	}
	isSearch := w.p.Commands.Match(key, steps) && w.p.Searches.Match(field.Text, steps)
	return isSearch || w.p.Notes.Match(key, steps) && w.p.Excused.Match(field.Text, steps)
}

func (w verificationWalk) value(n *document.Node, key, pointer string) {
	steps := w.pass.Steps()
	if w.p.Excused.Match(key, steps) {
		return
	}
	switch n.Kind {
	case document.Object:
		w.object(n, pointer)
		return
	case document.List:
		w.list(n, key, pointer)
		return
	}
	if w.mayFail && !w.p.Builds.Match(key, steps) {
		return
	}
	if value, fails := w.scalar(n, key); fails {
		w.pass.Report(rules.Report{At: n.Value, Pointer: pointer, Values: rules.Values{"field": document.FieldName(pointer), "value": value}})
	}
}

// scalar reports whether a value states a failure, and returns its text for a message.
func (w verificationWalk) scalar(n *document.Node, key string) (value string, fails bool) {
	steps := w.pass.Steps()
	switch n.Kind {
	case document.Int, document.Float:
		number, _ := document.ParseNumber(n.Text)
		sign := number.Sign()
		return n.Text, sign > 0 && w.p.Failures.Match(key, steps) || sign != 0 && w.p.Codes.Match(key, steps)
	case document.Bool:
		states := w.p.Failed
		if n.Is(false) {
			states = w.p.Passed
		}
		return n.Text, states.Match(key, steps)
	case document.String:
		part, fails := w.text(n.Text, key)
		return secret.Quote(part), fails
	}
	return "", false
}

// list checks the items of a list. If an item repeats, the last one counts.
func (w verificationWalk) list(n *document.Node, key, pointer string) {
	last := map[string]int{}
	for i, item := range n.Items {
		last[w.name(item)] = i
	}
	for i, item := range n.Items {
		if last[w.name(item)] == i {
			w.value(item, key, n.ItemPointer(pointer, i))
		}
	}
}

// name returns the name of a list item, or "".
func (w verificationWalk) name(item *document.Node) string {
	for _, name := range w.p.Names {
		if s := item.Field(name).Str(); s != "" {
			return s
		}
	}
	return ""
}

// text returns the part of a text that states a failure. In an output, the last line with counts decides, as
// the last run does.
func (w verificationWalk) text(s, key string) (part string, fails bool) {
	steps := w.pass.Steps()
	isResult := w.p.Results.Match(key, steps)
	if !isResult && !w.p.Outputs.Match(key, steps) {
		return "", false
	}
	found := ""
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		at := w.p.Counts.Find(line, steps)
		if at == nil {
			if w.p.Clean.Match(line, steps) {
				found = ""
			}
			continue
		}
		if w.p.Excused.Match(line, steps) || w.p.Part.Match(line[:at[0]], steps) {
			found = ""
			continue
		}
		found = strings.Trim(line[at[0]:at[1]], " ,;:([")
	}
	if found == "" && isResult && w.p.Words.Match(s, steps) && !w.p.Excused.Match(s, steps) {
		found = s
	}
	return found, found != ""
}

var (
	hump       = text.MustCompile(`([a-z0-9])([A-Z])`)
	underlined = strings.NewReplacer("-", "_", " ", "_", ".", "_")
)

// snakeCase returns a key in lower case with _ between words.
func snakeCase(key string) string {
	return strings.ToLower(underlined.Replace(hump.ReplaceAllString(key, "${1}_$2")))
}
