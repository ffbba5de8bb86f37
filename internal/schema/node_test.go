package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/protocol"
)

func TestAt(t *testing.T) {
	node := tree()
	node.Fields = append(node.Fields, opt("a/b", prefixed(str(), integer())), opt("m", keys(closed(), "^x", integer())), opt("7", integer()))
	for pointer, accepted := range map[string]string{
		"": `{"v":1}`, "/v": `1`, "/next": `null`, "/next/next/v": `2`, "/list/7": `{"v":1}`, "/a~1b/0": `1`, "/a~1b/7": `"x"`, "/m/xy": `1`, "/7": `1`,
	} {
		if at := node.At(pointer, nil); at == nil || !at.Match(parse(t, accepted), nil) || at.Match(parse(t, `true`), nil) {
			t.Errorf("%s leads to %+v", pointer, at)
		}
	}
	for _, pointer := range []string{"/other", "/other/x", "/v/x", "/a~1b/x", "/a~1b/-1", "/m/y"} {
		if at := node.At(pointer, nil); at != nil {
			t.Errorf("%s leads to %+v", pointer, at)
		}
	}
}

func TestFieldsOfBranches(t *testing.T) {
	n := union(closed(req("k", enum("a")), opt("x", integer())), closed(req("k", enum("b")), opt("y", integer())))
	var names []string
	for _, f := range n.AllFields() {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "k x y" {
		t.Error(got)
	}
	if n.AnyOf[1].Field("y") != n.AnyOf[1].Fields[1].Node || n.AnyOf[1].Field("x") != nil {
		t.Error("the fields of a branch")
	}
	var none *Node
	if none.Field("k") != nil || none.AllFields() != nil {
		t.Error("nil has fields")
	}
}

func TestTable(t *testing.T) {
	a, b := str(), integer()
	table := Table{Definitions: []Definition{{"#A", a}, {"#B", b}}}
	if table.Definition("#B") != b || table.Definition("#C") != nil {
		t.Error("definitions")
	}
	own := &protocol.Spec{Name: "own"}
	if (&Format{Name: "task", Own: own}).Spec() != own || (&Format{Name: "task"}).Spec().Name != "task" {
		t.Error("the files of a format")
	}
}

func TestPartial(t *testing.T) {
	whole := closed(
		req("number", integer(bound(AtLeast, "0"))), req("list", list(str())), req("map", keys(closed(req("known", integer())), "^[a-z]+$", integer())),
		req("inner", closed(req("a", enum("x")), req("b", str()))), req("open", open()))
	for data, want := range map[string][]string{
		`{}`:            nil,
		`{"number": 3}`: nil,
		`{"map": {"other": 4}, "inner": {"b": "x"}}`: nil,
		`{"number": -1}`:                      {"bound /number"},
		`{"numbr": 1}`:                        {"unknown /numbr"},
		`{"list": ["x", 1]}`:                  {"type /list/1"},
		`{"map": {"Other": 4, "known": "x"}}`: {"unknown /map/Other", "type /map/known"},
		`{"inner": {"c": 1, "a": "y"}}`:       {"unknown /inner/c", "enum /inner/a"},
		`{"open": {"c": 1}}`:                  {"unknown /open/c"},
	} {
		n := parse(t, data)
		var got []string
		for _, v := range whole.Partial().Check(n, nil) {
			got = append(got, fmt.Sprint(v.Kind, " ", v.Pointer))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", data, diff)
		}
		if whole.Match(n, nil) {
			t.Errorf("%s: the whole Node has changed", data)
		}
	}
	if !tree().Partial().Match(parse(t, `{"list":[]}`), nil) {
		t.Error("a recursive Node has no partial one")
	}
}

func TestPointers(t *testing.T) {
	chain := open(opt("v", integer()))
	chain.Fields = append(chain.Fields, opt("next", chain))
	tests := []struct {
		node *Node
		want string
	}{
		{integer(), ``},
		{open(req("data", open(opt("handoff", open(opt("next_agent", null())))))), `/data/handoff/next_agent`},
		{closed(opt("a", &Node{}), opt("b/c", open())), `/a /b~1c`},
		{closed(req("a", list(str())), req("b", prefixed(&anything, &anything)), req("c", list(open(req("d", integer())))), req("e", prefixed(integer(), &anything)), req("f", prefixed(nil, integer(), open(req("g", str()))))), `/a/* /b /c/*/d /e/* /e /f/* /f/*/g /f`},
		{closed(req("a", list(str(), count(MinItems, 1))), opt("c", union(list(str()), list(integer())))), `/a/* /a /c/*`},
		{closed(req("m", keys(closed(), "", closed(opt("n", integer())))), req("p", keys(keys(closed(), "^a", open(opt("q", str()))), "^b", open(opt("r", str())))), req("o", union(null(), closed(req("p", integer()))))), `/m/*/n /p/*/q /p/*/r /o/p`},
		{union(null(), str(match("a"))), ``},
		{oneOfK, `/k /x /y`},
		{tree(), `/v /next /list`},
		{chain, `/v`},
		{list(union(&Node{Kinds: Scalars}, list(str()), open(req("d", integer())))), `/*/* /*/d`},
	}
	for _, test := range tests {
		if got := strings.Join(test.node.Pointers(), " "); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestUnknown(t *testing.T) {
	chain := open(opt("v", integer()))
	chain.Fields = append(chain.Fields, opt("next", chain))
	tests := []struct {
		name      string
		node      *Node
		doc, want string
	}{
		{"named", open(opt("next", integer()), opt("role", integer())), `{"nxt":1,"role":2}`, `/nxt: next`},
		{"escaped", open(opt("a", integer())), `{"x/y":1}`, `/x~1y: a`},
		{"below", open(opt("h", union(null(), open(opt("a", integer())))), opt("l", list(open(opt("b", integer()))))), `{"h":{"x":1},"l":[{"b":1},{"y":1},{"z":1,"b":2,"w":3}]}`, `/h/x: a; /l/1/y: b; /l/2/z: ; /l/2/w: `},
		{"free-form", open(opt("o", open()), opt("m", keys(closed(), "", open(opt("a", integer()))))), `{"o":{"x":1},"m":{"k":{"y":1}}}`, ``},
		{"patterns beside names", keys(open(opt("a", integer())), "^x", integer()), `{"xy":1}`, ``},
		{"closed names all", closed(opt("a", integer()), opt("b", integer())), `{"x":1,"a":2}`, `/x: a,b`},
		{"one of several", oneOfK, `{"k":"b","x":1}`, `/x: y`},
		{"any of several may be meant", union(open(opt("a", integer())), open(opt("b", integer()))), `{"x":1}`, ``},
		{"forbidden is not meant", open(opt("no", &Node{}), opt("yes", integer())), `{"x":1}`, `/x: yes`},
		{"all used", open(opt("a", integer())), `{"a":1,"x":1}`, `/x: `},
		{"recursive", chain, `{"v":1,"next":{"v":1,"next":{"w":1}}}`, `/next/next/w: v,next`},
		{"no object", open(opt("a", integer())), `[1]`, ``},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, u := range test.node.Unknown(parse(t, test.doc)) {
				got = append(got, u.Pointer+": "+strings.Join(u.Known, ","))
				if u.Node == nil || u.Node.Key.Len() == 0 || u.Known == nil {
					t.Errorf("%+v", u)
				}
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("got %s, want %s", text, test.want)
			}
		})
	}
	if got := open().Unknown(nil); got != nil {
		t.Errorf("an absent value has unknown fields: %v", got)
	}
}

// A chain of definitions that each refer twice to the next one has 2^40 pointers.
func TestPointersAreBounded(t *testing.T) {
	n := str()
	for range 40 {
		n = open(opt("a", n), opt("b", n))
	}
	if got := len(n.Pointers()); got == 0 || got > maxVisits {
		t.Errorf("%d pointers", got)
	}
}
