package schema

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Want describes what is accepted: "integer of at least 1".
func (n *Node) Want() string {
	switch {
	case n.AnyOf != nil:
		return wantAny(n.AnyOf)
	case len(n.Enum) == 1:
		return n.quoted()[0]
	case n.Enum != nil:
		return "one of " + strings.Join(n.quoted(), ", ")
	case n.Kinds == Only(document.List):
		return n.wantList()
	}
	words := n.definitions()
	if words == nil {
		return strings.Join(append([]string{n.noun()}, n.conditions()...), " ")
	}
	want := strings.Join(words, " and ")
	if more := n.conditions(); more != nil {
		want += ", " + strings.Join(more, " ")
	}
	return want
}

// words names the kinds: "null or string".
func (ks Kinds) words() string {
	switch ks {
	case NoKind:
		return "nothing"
	case AnyKind:
		return "anything"
	case AnyKind &^ Only(document.Null):
		return "anything but null"
	}
	var names []string
	for k := document.Null; k <= document.Object; k++ {
		switch {
		case !ks.Has(k):
		case k == document.Int && ks&Numbers == Numbers:
			names = append(names, "number")
		case k == document.Float && ks&Numbers == Numbers:
		case k == document.Float:
			names = append(names, "number with a fraction")
		default:
			names = append(names, k.String())
		}
	}
	return strings.Join(names, " or ")
}

// wantList describes a list by what is asked of it beside its items, if that is one
// thing.
func (n *Node) wantList() string {
	switch {
	case len(n.Tests) == 1 && len(n.Prefix) == 0 && n.Items != nil && n.Items.isAnything():
		return n.Tests[0].wantList()
	case len(n.Tests) > 0:
		return document.List.String()
	}
	return n.wantLength()
}

// wantLength describes a list by the number of its first items.
func (n *Node) wantLength() string {
	switch {
	case n.Items == nil:
		return "list " + span(len(n.Prefix), len(n.Prefix), "item")
	case len(n.Prefix) > 0:
		return "list " + span(len(n.Prefix), -1, "item")
	}
	return document.List.String()
}

// wantList describes what a test asks of a list.
func (t *Test) wantList() string {
	switch t.Op {
	case MinItems:
		return "list " + span(t.N, -1, "item")
	case MaxItems:
		return "list " + span(0, t.N, "item")
	}
	return "list of different items"
}

// Described returns a scalar whose tests are described by the words of the
// definition that they come from (@words), whatever they are merged with. Any
// other Node is returned as it is: its kind says more.
func (n *Node) Described(words string) *Node {
	if words == "" || n.Tests == nil || n.Kinds&^Scalars != 0 {
		return n
	}
	described := *n
	described.Tests = slices.Clone(n.Tests)
	for i := range described.Tests {
		described.Tests[i].Words = words
	}
	return &described
}

// described reports whether the words of its definition describe a value: those of
// a list do not describe its items.
func (n *Node) described(at *location) bool { return at.inList && n.definitions() != nil }

// wantOr describes a valid value in the schema's @words if it has them: a bare
// regular expression helps nobody.
func (n *Node) wantOr(at *location) string {
	if words := at.words(); words != "" && !n.described(at) {
		return words
	}
	return n.Want()
}

// definitions returns the words of the definitions that some of the tests come
// from.
func (n *Node) definitions() []string {
	var words []string
	for _, t := range n.Tests {
		if t.Words != "" && !slices.Contains(words, t.Words) {
			words = append(words, t.Words)
		}
	}
	return words
}

// noun returns the name of the kinds, with the quality that a test gives them.
func (n *Node) noun() string {
	quality := ""
	lo, hi := n.runes()
	for _, t := range n.Tests {
		switch {
		case t.nonBlank():
			quality = "non-blank "
		case t.Op == MinRunes && lo == 1 && hi < 0 && quality == "":
			quality = "non-empty "
		}
	}
	return quality + n.Kinds.words()
}

// nonBlank reports whether the test is a pattern for a visible character.
func (t *Test) nonBlank() bool {
	if t.Op != Match {
		return false
	}
	tree, err := syntax.Parse(t.Text, syntax.Perl)
	if err != nil || tree.Op != syntax.OpCharClass {
		return false
	}
	matches := func(s string) bool { return text.Compiled(t.Text).Match(s, nil) }
	return matches("!") && matches("~") && matches("a") && matches("0") && !matches(" \t\r\n")
}

// runes returns the least and the greatest length, -1 for no limit.
func (n *Node) runes() (lo, hi int) {
	hi = -1
	for _, t := range n.Tests {
		switch t.Op {
		case MinRunes:
			lo = max(lo, t.N)
		case MaxRunes:
			if hi < 0 || t.N < hi {
				hi = t.N
			}
		}
	}
	return lo, hi
}

// conditions describes what the tests add to the noun, other than those that a
// definition has words for: bounds of numbers first, a length once.
func (n *Node) conditions() []string {
	words, length := n.limits(), ""
	for _, t := range n.Tests {
		w := ""
		switch {
		case t.Words != "":
		case t.Op == MinRunes || t.Op == MaxRunes:
			if lo, hi := n.runes(); length == "" && (hi >= 0 || lo > 1) {
				length = span(lo, hi, "character")
				w = length
			}
		case t.Op == NotMatch:
			w = "not matching " + t.Text
		case t.Op == Match && !t.nonBlank():
			w = "matching " + t.Text
		case !t.Number && t.Op >= Less && t.Op <= NotEqual:
			w = comparisons[t.Op] + " " + strconv.Quote(t.Text)
		}
		if w != "" {
			words = append(words, w)
		}
	}
	return words
}

// limits describes lower and upper bounds together: "from 1 to 5".
func (n *Node) limits() []string {
	lo, hi := "", ""
	var words []string
	for _, t := range n.Tests {
		switch {
		case !t.Number || t.Words != "":
		case t.Op == AtLeast && lo == "":
			lo = t.Text
		case t.Op == AtMost && hi == "":
			hi = t.Text
		default:
			words = append(words, comparisons[t.Op]+" "+t.Text)
		}
	}
	both := ""
	switch {
	case lo != "" && lo == hi:
		both = "equal to " + lo
	case lo != "" && hi != "":
		both = "from " + lo + " to " + hi
	case lo != "":
		both = "of at least " + lo
	case hi != "":
		both = "of at most " + hi
	default:
		return words
	}
	return append([]string{both}, words...)
}

// comparisons are the words before the operand of a comparison.
var comparisons = map[Op]string{Less: "below", AtMost: "up to", Greater: "above", AtLeast: "from", NotEqual: "other than"}

// span describes a minimum and a maximum count; a negative maximum is none.
func span(lo, hi int, unit string) string {
	switch {
	case lo == hi:
		return "of " + text.Count(lo, unit)
	case hi < 0:
		return "of at least " + text.Count(lo, unit)
	case lo <= 0:
		return "of at most " + text.Count(hi, unit)
	}
	return fmt.Sprintf("of %d to %s", lo, text.Count(hi, unit))
}

// quoted returns the constants for a sentence: a string is quoted if it could be
// misread, such as an empty one or "1" or "null".
func (n *Node) quoted() []string {
	labels := n.labels()
	for i, s := range n.Enum {
		if s.Kind == document.String && misread(s.Text) {
			labels[i] = strconv.Quote(s.Text)
		}
	}
	return labels
}

func misread(s string) bool {
	_, isNumber := parseNumber(s)
	return isNumber || s == "null" || s == "true" || s == "false" ||
		strings.TrimSpace(s) != s || s == "" || strings.Contains(s, ", ")
}
