package rules

import (
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
)

var (
	// plainLiteral matches a value that JSON and YAML write alike, without
	// quotes.
	plainLiteral = regexp.MustCompile(`^(?:-?(?:0|[1-9][0-9]*)(\.[0-9]+)?|true|false|null)$`)
	// bare matches a number or boolean of YAML.
	bare = regexp.MustCompile(`^[A-Za-z0-9+.-][A-Za-z0-9+._:-]*$`)
)

// valueFix returns the edit for a value that only its spelling makes invalid,
// and the value it writes: an allowed value in other letters, a literal without
// its quotes, a string with them. It returns nil if the schema rejects that
// too.
func (t *docCheck) valueFix(checker *schema.Node, v schema.Violation) ([]Replacement, string) {
	at := checker.At(strings.TrimPrefix(v.Pointer, "/data"), &t.steps)
	if v.Kind == schema.Missing || v.Node == nil || at == nil {
		return nil, ""
	}
	accepts := func(kind document.Kind, text string) bool {
		return at.Match(&document.Node{Kind: kind, Text: text}, &t.steps)
	}
	n, written := v.Node, t.source.Slice(v.Node.Value)
	switch n.Kind {
	case document.String:
		quoted := written == `"`+n.Text+`"` || written == "'"+n.Text+"'"
		if m := plainLiteral.FindStringSubmatch(n.Text); m != nil && quoted && accepts(literalKind(n.Text, m[1]), n.Text) {
			return []Replacement{{n.Value, n.Text}}, n.Text
		}
		if to := near.SameWord(&v); to != "" && accepts(document.String, to) {
			return t.respell(n.Value, n.Text, to), Quote(to)
		}
	case document.Int, document.Float, document.Bool:
		// a schema with its own words wants more than any string
		if v.Words == "" && bare.MatchString(written) && accepts(document.String, written) {
			return []Replacement{{n.Value, `"` + written + `"`}}, Quote(written)
		}
	}
	return nil, ""
}

// literalKind returns the kind of a literal; fraction is what follows the
// decimal point.
func literalKind(text, fraction string) document.Kind {
	switch {
	case text == "null":
		return document.Null
	case text == "true" || text == "false":
		return document.Bool
	case fraction != "":
		return document.Float
	}
	return document.Int
}
