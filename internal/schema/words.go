package schema

import (
	"fmt"
	"math"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Want describes an accepted value: "integer of at least 1".
func (n *Node) Want() string {
	if n.AnyOf != nil {
		return wantAny(n.AnyOf)
	}
	if len(n.Enum) == 1 {
		return n.quoted()[0]
	}
	if n.Enum != nil {
		return "one of " + strings.Join(n.quoted(), ", ")
	}
	if n.Kinds == Only(document.List) {
		return n.wantList()
	}
	words := n.definitionWords()
	conditions := strings.Join(conditions(n.testsWithoutWords()), " ")
	if words == nil {
		return strings.TrimSuffix(n.noun()+" "+conditions, " ")
	}
	if conditions != "" {
		return strings.Join(words, " and ") + ", " + conditions
	}
	return strings.Join(words, " and ")
}

// setWords are the words for sets whose kinds are not listed.
var setWords = map[Kinds]string{NoKind: "nothing", AnyKind: "anything", AnyKind &^ Only(document.Null): "anything but null"}

// words names the kinds: "null or string".
func (ks Kinds) words() string {
	if words, ok := setWords[ks]; ok {
		return words
	}
	var names []string
	for _, kind := range ks.distinct() {
		names = append(names, kind.String())
	}
	words := strings.Join(names, " or ")
	if ks&Numbers == Only(document.Float) {
		words = strings.ReplaceAll(words, "number", "number with a fraction")
	}
	return words
}

// distinct returns the kinds without document.Int if document.Float is one: that is any number.
func (ks Kinds) distinct() []document.Kind {
	if ks.Has(document.Float) {
		ks &^= Only(document.Int)
	}
	var kinds []document.Kind
	for kind := document.Null; kind <= document.Object; kind++ {
		if ks.Has(kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// wantList describes a list by its number of items.
func (n *Node) wantList() string {
	lo, hi := countBounds(n.Tests, MinItems, MaxItems)
	if lo == 0 && hi == unbounded {
		return document.List.String() + n.Items.ofItems()
	}
	return "list " + countWords(lo, hi, "item")
}

// ofItems names the items of a list, such as " of strings", if they have one kind. n may be nil.
func (n *Node) ofItems() string {
	if n == nil || n.Kinds == AnyKind || strings.Contains(n.Kinds.words(), " ") {
		return ""
	}
	return " of " + n.noun() + "s"
}

// Described returns a Node whose tests are described by the words of the definition that they come from
// (@words), whatever they are merged with.
func (n *Node) Described(words string) *Node {
	if words == "" {
		return n
	}
	described := *n
	described.Tests = slices.Clone(n.Tests)
	for i := range described.Tests {
		described.Tests[i].Words = words
	}
	return &described
}

// isDescribed reports whether the words of its own definition describe a list's item better than the words of the
// field, which describe the list.
func (n *Node) isDescribed(at *location) bool { return at.inList && n.definitionWords() != nil }

// wantAt describes a valid value in the schema's @words if it has them: a bare regular expression helps
// nobody.
func (n *Node) wantAt(at *location) string {
	if words := at.fieldWords(); words != "" && !n.isDescribed(at) {
		return words
	}
	return n.Want()
}

// definitionWords returns the words of the definitions that tests come from.
func (n *Node) definitionWords() []string {
	var words []string
	for _, t := range n.Tests {
		if t.Words != "" {
			words = text.AppendNew(words, t.Words)
		}
	}
	return words
}

// noun returns the name of the kinds, with an adjective from the tests.
func (n *Node) noun() string {
	if slices.ContainsFunc(n.Tests, func(t Test) bool { return t.nonBlank() }) {
		return "non-blank " + n.Kinds.words()
	}
	if lo, hi := countBounds(n.Tests, MinRunes, MaxRunes); lo == 1 && hi == unbounded {
		return "non-empty " + n.Kinds.words()
	}
	return n.Kinds.words()
}

// nonBlank reports whether the test is a pattern for a visible character.
func (t *Test) nonBlank() bool {
	if t.Op != Match {
		return false
	}
	tree, _ := syntax.Parse(t.Text, syntax.Perl) // it was compiled before
	if tree.Op != syntax.OpCharClass {
		return false
	}
	matches := func(s string) bool { return text.Compiled(t.Text).Match(s, nil) }
	return matches("!") && matches("a") && matches("0") && !matches(" ")
}

// testsWithoutWords returns the tests that no definition's words describe.
func (n *Node) testsWithoutWords() []Test {
	return slices.DeleteFunc(slices.Clone(n.Tests), func(t Test) bool { return t.Words != "" })
}

// strictest returns the strictest of the numbers that tests with an operator compare with, or "".
func strictest(tests []Test, op Op) string {
	strictest := ""
	for _, t := range tests {
		if t.Op != op || !t.Number {
			continue
		}
		isHigher := document.CompareNumbers(t.Text, strictest) > 0
		isStricter := isHigher == (op == AtLeast) // a higher minimum, or a lower maximum
		if strictest == "" || isStricter {
			strictest = t.Text
		}
	}
	return strictest
}

// countBounds returns the bounds that tests with two operators set for a count.
func countBounds(tests []Test, least, most Op) (lo, hi int) {
	hi = unbounded
	for _, t := range tests {
		switch t.Op {
		case least:
			lo = max(lo, t.N)
		case most:
			hi = min(hi, t.N)
		}
	}
	return lo, hi
}

// conditions describes tests as additions to the noun, limits first: "from 1 to 5", "other than 3".
func conditions(tests []Test) []string {
	var words []string
	switch lo, hi := strictest(tests, AtLeast), strictest(tests, AtMost); {
	case lo != "" && hi != "":
		words = append(words, "from "+lo+" to "+hi)
	case lo != "":
		words = append(words, "of at least "+lo)
	case hi != "":
		words = append(words, "of at most "+hi)
	}
	if lo, hi := countBounds(tests, MinRunes, MaxRunes); lo > 1 || hi < unbounded { // a minimum of 1 alone is in the noun
		words = append(words, countWords(lo, hi, "character"))
	}
	and := ""
	for _, t := range tests {
		condition := t.condition()
		if condition == "" {
			continue
		}
		words = append(words, and+condition)
		and = "and "
	}
	return words
}

// condition describes a test that is not a limit, or returns "".
func (t *Test) condition() string {
	relation := relations[t.Op]
	isLimit := t.Number && (t.Op == AtLeast || t.Op == AtMost)
	switch {
	case relation == "", isLimit, t.nonBlank():
		return ""
	case t.Number, t.Op == Match, t.Op == NotMatch:
		return relation + " " + t.Text
	}
	return relation + " " + strconv.Quote(t.Text)
}

// relations are the words before the operand of a test.
var relations = map[Op]string{
	Match: "matching", NotMatch: "not matching",
	Less: "below", AtMost: "up to", Greater: "above", AtLeast: "from", NotEqual: "other than",
}

// unbounded is the maximum of a count without one.
const unbounded = math.MaxInt

// countWords describes a minimum and a maximum count: "of 2 to 5 items".
func countWords(lo, hi int, unit string) string {
	if lo == hi {
		return "of " + text.Count(lo, unit)
	}
	if hi == unbounded {
		return "of at least " + text.Count(lo, unit)
	}
	if lo <= 0 {
		return "of at most " + text.Count(hi, unit)
	}
	return fmt.Sprintf("of %d to %s", lo, text.Count(hi, unit))
}

// quoted returns the constants for a sentence: a string is quoted if it could be
// misread, such as an empty one or "1" or "null".
func (n *Node) quoted() []string {
	labels := n.labels()
	for i, s := range n.Enum {
		if s.Kind == document.String && mayBeMisread(s.Text) {
			labels[i] = strconv.Quote(s.Text)
		}
	}
	return labels
}

func mayBeMisread(s string) bool {
	switch s {
	case "", "null", "true", "false":
		return true
	}
	_, isNumber := document.ParseNumber(s)
	return isNumber || strings.TrimSpace(s) != s || strings.Contains(s, ", ")
}
