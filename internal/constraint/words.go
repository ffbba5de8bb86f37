package constraint

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// maxShown is how many code points of a value a violation shows.
const maxShown = 80

// short cuts a text to maxShown.
func short(s string) string {
	if utf8.RuneCountInString(s) <= maxShown {
		return s
	}
	return string([]rune(s[:min(len(s), maxShown*utf8.UTFMax)])[:maxShown-1]) + "…"
}

// valueOf returns a node's value as a violation shows it. Of lists and objects
// it shows the kind.
func valueOf(n *document.Node) string {
	switch n.Kind {
	case document.List, document.Object, document.Null:
		return n.Kind.String()
	}
	return short(n.Text)
}

// want describes what the scalar accepts.
func (s *scalar) want() string {
	switch {
	case len(s.consts) == 1:
		return s.quoted()[0]
	case s.consts != nil:
		return "one of " + strings.Join(s.quoted(), ", ")
	case s.mask == noKind:
		return noKind.words()
	}
	if s.named != nil {
		return s.byName()
	}
	return strings.Join(append([]string{s.noun()}, s.conditions()...), " ")
}

// byName is want in the words of definitions, with the conditions beyond them.
func (s *scalar) byName() string {
	var words []string
	for _, n := range s.named {
		if !slices.Contains(words, n.words) {
			words = append(words, n.words)
		}
	}
	all := strings.Join(words, " and ")
	if more := s.unnamed().conditions(); more != nil {
		all += ", " + strings.Join(more, " ")
	}
	return all
}

// conditions describes what the tests add to the noun.
func (s *scalar) conditions() []string {
	words := s.limits()
	for _, t := range s.tests {
		if w := describe(t); w != "" {
			words = append(words, w)
		}
	}
	return words
}

// noun returns the name of the kinds, or a more specific one from a test.
func (s *scalar) noun() string {
	quality := ""
	for _, t := range s.tests {
		switch t := t.(type) {
		case *moment:
			return t.words()
		case *pattern:
			if t.nonBlank() {
				quality = "non-blank "
			}
		case *runes:
			if t.min == 1 && t.max < 0 && quality == "" {
				quality = "non-empty "
			}
		}
	}
	return quality + s.mask.words()
}

// nonBlank reports whether the pattern requires a visible character.
func (t *pattern) nonBlank() bool {
	if t.negated {
		return false
	}
	tree, err := syntax.Parse(t.re.String(), syntax.Perl)
	return err == nil && tree.Op == syntax.OpCharClass && t.re.Match("!", nil) && t.re.Match("~", nil) &&
		t.re.Match("a", nil) && t.re.Match("0", nil) && !t.re.Match(" \t\r\n", nil)
}

// words names the layouts that have a common name.
func (t *moment) words() string {
	switch t.layout {
	case time.RFC3339, time.RFC3339Nano:
		return "date-time as RFC 3339"
	case time.DateOnly:
		return "date as YYYY-MM-DD"
	}
	return "time in the layout " + strconv.Quote(t.layout)
}

// limits describes lower and upper bounds together: "from 1 to 5".
func (s *scalar) limits() []string {
	lo, hi := "", ""
	var words []string
	for _, t := range s.tests {
		b, ok := t.(*numberBound)
		switch {
		case !ok:
		case b.op == cue.GreaterThanEqualOp && lo == "":
			lo = b.literal
		case b.op == cue.LessThanEqualOp && hi == "":
			hi = b.literal
		default:
			words = append(words, comparison(b.op)+" "+b.literal)
		}
	}
	switch {
	case lo != "" && lo == hi:
		words = append([]string{"equal to " + lo}, words...)
	case lo != "" && hi != "":
		words = append([]string{"from " + lo + " to " + hi}, words...)
	case lo != "":
		words = append([]string{"of at least " + lo}, words...)
	case hi != "":
		words = append([]string{"of at most " + hi}, words...)
	}
	return words
}

func comparison(op cue.Op) string {
	switch op {
	case cue.LessThanOp:
		return "below"
	case cue.LessThanEqualOp:
		return "up to"
	case cue.GreaterThanOp:
		return "above"
	case cue.GreaterThanEqualOp:
		return "from"
	}
	return "other than"
}

// describe returns what a test adds to the noun, "" if the noun includes it.
func describe(t test) string {
	switch t := t.(type) {
	case *runes:
		return t.words()
	case *pattern:
		if t.negated {
			return "not matching " + t.re.String()
		}
		if !t.nonBlank() {
			return "matching " + t.re.String()
		}
	case *textBound:
		return comparison(t.op) + " " + strconv.Quote(t.limit)
	}
	return ""
}

func (t *runes) words() string {
	if t.max < 0 && t.min <= 1 {
		return ""
	}
	return span(t.min, t.max, "character")
}

// span describes a minimum and a maximum count; a negative maximum is none.
func span(lo, hi int, unit string) string {
	switch {
	case lo == hi:
		return fmt.Sprintf("of %s", text.Count(lo, unit))
	case hi < 0:
		return fmt.Sprintf("of at least %s", text.Count(lo, unit))
	case lo <= 0:
		return fmt.Sprintf("of at most %s", text.Count(hi, unit))
	}
	return fmt.Sprintf("of %d to %s", lo, text.Count(hi, unit))
}

// quoted returns the constants for a sentence: a string is quoted if it could
// be misread, such as an empty one or "1" or "null".
func (s *scalar) quoted() []string {
	var out []string
	for _, c := range s.consts {
		label := c.label()
		if c.kind == document.String && misread(label) {
			label = strconv.Quote(label)
		}
		out = append(out, label)
	}
	return out
}

func misread(s string) bool {
	_, isNumber := parseNumber(s)
	return isNumber || s == "null" || s == "true" || s == "false" ||
		strings.TrimSpace(s) != s || s == "" || strings.Contains(s, ", ")
}
