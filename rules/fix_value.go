package rules

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
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
func (t *docCheck) valueFix(checker *constraint.Checker, v constraint.Violation) ([]Replacement, string) {
	at := checker.At(strings.TrimPrefix(v.Pointer, "/data"), &t.steps)
	if v.Kind == constraint.Missing || v.Node == nil || at == nil {
		return nil, ""
	}
	accepts := func(kind document.Kind, text string) bool {
		return at.MatchWithin(&document.Node{Kind: kind, Text: text}, &t.steps)
	}
	n, written := v.Node, t.source.Slice(v.Node.Value)
	switch n.Kind {
	case document.String:
		quoted := !t.tagged(n) && (written == `"`+n.Text+`"` || written == "'"+n.Text+"'")
		if m := plainLiteral.FindStringSubmatch(n.Text); m != nil && quoted && accepts(literalKind(n.Text, m[1]), n.Text) {
			return []Replacement{{n.Value, n.Text}}, n.Text
		}
		if to := sameWord(v); to != "" && accepts(document.String, to) {
			return t.respell(n.Value, n.Text, to), Quote(to)
		}
	case document.Int, document.Float, document.Bool:
		// a schema with its own words wants more than any string
		if v.Words == "" && !t.tagged(n) && bare.MatchString(written) && accepts(document.String, written) {
			return []Replacement{{n.Value, `"` + written + `"`}}, Quote(written)
		}
	}
	return nil, ""
}

// tagged reports whether a value has a tag or an anchor of YAML before it.
func (t *docCheck) tagged(n *document.Node) bool {
	before := bytes.TrimRight(t.source.Bytes()[:n.Value.Start], " \t\r\n")
	return len(before) > 0 && !bytes.ContainsRune([]byte(":-[,"), rune(before[len(before)-1]))
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

// sameWord returns the only allowed value that differs from a violation's just
// in case, white space, hyphens and underscores, "" if there is none.
func sameWord(v constraint.Violation) string {
	if v.Kind != constraint.Enum {
		return ""
	}
	same := ""
	for _, allowed := range allowedValues(v) {
		if meaning(allowed) == meaning(v.Node.Text) {
			if same != "" {
				return ""
			}
			same = allowed
		}
	}
	return same
}
