package schema

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
)

func TestMerge(t *testing.T) {
	short, long := str(count(MinRunes, 2), count(MaxRunes, 9)), str(count(MinRunes, 3), count(MaxRunes, 12))
	tests := []struct{ name, got, want string }{
		{"kinds", show(merge(t, num(), integer(bound(AtLeast, "1")))), show(integer(bound(AtLeast, "1")))},
		{"a test narrows kinds", show(merge(t, &anything, num(bound(Less, "1")))), show(num(bound(Less, "1")))},
		{"constants that the other side accepts", show(merge(t, enum("ab", "x", "abc"), str(match("^a")))), show(enum("ab", "abc"))},
		{"constants of both", show(merge(t, enum("a", "b"), enum("b", "c", "a"))), show(enum("a", "b"))},
		{"constants that nothing accepts", show(merge(t, enum("a"), enum("b"))), show(&Node{})},
		{"impossible", show(merge(t, str(match("a")), integer())), show(&Node{})},
		{"tests", show(merge(t, str(match("a")), str(match("b"), match("a")))), show(str(match("a"), match("b")))},
		{"lengths", show(merge(t, short, long)), show(str(count(MinRunes, 3), count(MaxRunes, 9)))},
		{"fields", show(merge(t, open(req("a", integer()), opt("b", str())), open(opt("a", integer(bound(Less, "3"))), req("c", null())))),
			show(open(req("a", integer(bound(Less, "3"))), opt("b", str()), req("c", null())))},
		{"a closed side", show(merge(t, closed(opt("a", &anything)), open(opt("a", integer()), opt("b", str())))), show(closed(opt("a", integer()), opt("b", &Node{})))},
		{"patterns apply to named fields", show(merge(t, keys(open(), "^x", integer()), open(opt("xa", num()), opt("y", str())))),
			show(keys(open(opt("xa", integer()), opt("y", str())), "^x", integer()))},
		{"patterns allow names", show(merge(t, keys(closed(), "^x", integer()), open(opt("xa", num()), opt("y", str())))),
			show(keys(closed(opt("xa", integer()), opt("y", &Node{})), "^x", integer()))},
		{"a closed side without patterns", show(merge(t, closed(opt("xa", num())), keys(open(), "^x", integer()))), show(closed(opt("xa", integer())))},
		{"lists", show(merge(t, list(num(), count(MinItems, 1)), list(integer(), count(MinItems, 2)))), show(list(integer(), count(MinItems, 2)))},
		{"first items", show(merge(t, prefixed(str(), num()), list(&anything))), show(prefixed(str(), num()))},
		{"first items of both", show(merge(t, prefixed(&anything, num()), prefixed(str(), integer(), str(match("a"))))), show(prefixed(str(), integer(), str(match("a"))))},
		{"lists of different length", show(merge(t, prefixed(nil, num()), prefixed(nil, num(), num()))), show(&Node{})},
		{"a list with anything else", show(merge(t, &anything, prefixed(nil, num()))), show(prefixed(nil, num()))},
		{"not null", show(merge(t, &Node{Kinds: AnyKind &^ Only(document.Null)}, union(null(), closed()))), show(closed())},
		{"a union with one Node", show(merge(t, union(null(), closed(), open(opt("a", integer()))), open(req("b", str())))),
			show(union(closed(req("b", &Node{})), open(opt("a", integer()), req("b", str()))))},
		{"itself", show(merge(t, oneOfK, oneOfK)), show(oneOfK)},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s:\n%s", test.name, cmp.Diff(test.want, test.got))
		}
	}
}

// show writes a Node without nested pointers.
func show(n *Node) string {
	if n == nil {
		return "none"
	}
	s := fmt.Sprint(n.Kinds, n.Enum, n.Tests, n.Closed, n.Default)
	for _, f := range n.Fields {
		s += fmt.Sprintf("\n%s %t: %s", f.Name, f.Required, show(f.Node))
	}
	for _, p := range n.Patterns {
		s += fmt.Sprintf("\n[%s]: %s", show(p.Name), show(p.Node))
	}
	for _, p := range n.Prefix {
		s += "\nfirst " + show(p)
	}
	for _, b := range n.AnyOf {
		s += "\nor " + show(b)
	}
	return s + " items " + show(n.Items)
}

func TestMergeFails(t *testing.T) {
	left, right := open(), open()
	for i := range 40 { // 2 to the power of 40 ways lead to the innermost field
		x, y := left, right
		left, right = open(opt("a", x), opt(fmt.Sprint("l", i), x)), open(opt("a", y), opt(fmt.Sprint("l", i), y))
	}
	for n := range 40 {
		wide := open()
		for i := range 40 {
			wide.Fields = append(wide.Fields, opt(fmt.Sprint(n, "-", i), integer()))
		}
		left.Fields, right.Fields = append(left.Fields, opt(fmt.Sprint("w", n), wide)), append(right.Fields, opt(fmt.Sprint("w", n), clone(wide)))
	}
	tests := []struct {
		name string
		a, b *Node
		want error
	}{
		{"two unions", union(null(), closed()), union(null(), open()), ErrTwoUnions},
		{"two unions below", open(opt("a", union(null(), closed()))), open(opt("a", union(null(), open()))), ErrTwoUnions},
		{"two recursive ones", tree(), tree(), ErrTwoUnions},
		{"two recursive objects", loop(), loop(), ErrRecursion},
		{"patterns of a closed object", keys(closed(), "a", integer()), keys(open(), "b", integer()), ErrTwoPatterns},
		{"too many pairs", left, right, ErrTooLarge},
	}
	for _, test := range tests {
		if _, err := Merge(test.a, test.b); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// loop is {next?: loop}.
func loop() *Node {
	n := open()
	n.Fields = []Field{opt("next", n)}
	return n
}

func clone(n *Node) *Node {
	other := *n
	other.Fields = nil
	for _, f := range n.Fields {
		f.Node = clone(f.Node)
		other.Fields = append(other.Fields, f)
	}
	return &other
}

func TestMergeOfARecursiveNode(t *testing.T) {
	merged := merge(t, tree(), open(opt("v", integer(bound(Greater, "1"))), opt("next", &anything)))
	for doc, want := range map[string]bool{`{"v":2,"next":{"v":1}}`: true, `{"v":1}`: false, `{"v":2,"next":{}}`: false} {
		if got := merged.Match(parse(t, doc), nil); got != want {
			t.Errorf("%s: %t", doc, got)
		}
	}
}

func TestMergeKeepsWhatFieldsSay(t *testing.T) {
	a := attr(&Node{Kinds: AnyKind, Default: "1"}, Attr{Rule: "a/b"})
	b := attr(&Node{Kinds: Numbers, Doc: "How many."}, Attr{Rule: "c/d", Words: "a count"})
	got := merge(t, open(opt("x", a)), open(opt("x", b))).Field("x")
	if got.Doc != "How many." || got.Default != "1" || *got.Attr != (Attr{Rule: "a/b", Words: "a count"}) {
		t.Errorf("got %+v %+v", got, got.Attr)
	}
	if got := merge(t, a, b); got.Attr != nil {
		t.Errorf("got %+v of definitions", got.Attr)
	}
}

func TestUnion(t *testing.T) {
	nullOrText := &Node{Kinds: Only(document.Null) | Only(document.String), Enum: []Scalar{{Kind: document.Null}, {document.String, "a"}}}
	tests := []struct {
		name      string
		got, want *Node
	}{
		{"constants", union(enum("a"), enum("b", "a")), enum("a", "b")},
		{"kinds", union(str(), integer()), kind(document.String, document.Int)},
		{"null and a constant", union(null(), enum("a")), nullOrText},
		{"null and a kind", union(constant(document.Null, "null"), str()), kind(document.Null, document.String)},
		{"a constant and a kind", union(enum("a"), str()), &Node{Kinds: Only(document.String), AnyOf: []*Node{enum("a"), str()}}},
		{"tests", union(str(match("a")), null(), integer()), &Node{Kinds: Only(document.String) | Only(document.Null) | Only(document.Int), AnyOf: []*Node{str(match("a")), kind(document.Null, document.Int)}}},
		{"nothing", union(&Node{}, &Node{}), &Node{}},
		{"one that is possible", union(&Node{}, closed()), closed()},
	}
	for _, test := range tests {
		if diff := cmp.Diff(show(test.want), show(test.got)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}
