package constraint_test

import (
	"strings"
	"sync"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/constraint/constrainttest"
	"github.com/handofflint/handofflint/internal/document"
)

func compile(t testing.TB, src string) *constraint.Checker {
	t.Helper()
	c, err := constraint.Compile(lookup(t, src, false))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAttributes(t *testing.T) {
	c := compile(t, `#When: =~"^[0-9]" @words("a date") @rule(of/definition)
#S: {
	plain: int
	own: int @rule(a/b) @words("one, or two")
	list: [...=~"^x"] @words("names in x")
	group: {inner: int, named: string @rule(c/d)} @rule(e/f)
	when: #When @rule(of/field)
	either?: null | =~"^y" @words("y or nothing")
	short?: =~"^a" | =~"^b" @words("a or b")
}`)
	found := c.Check(constrainttest.MustNode(
		`{"plain":"x","own":"x","list":["y"],"group":{"inner":"x","named":1},"when":"x","either":"x","short":"c"}`))
	type told struct{ Pointer, Rule, Want string }
	var got []told
	for _, v := range found {
		got = append(got, told{v.Pointer, v.Attr["rule"], v.Want})
	}
	want := []told{
		{"/plain", "", "integer"},
		{"/own", "a/b", "integer"}, // a wrong type is said as a type
		{"/list/0", "", "names in x"},
		{"/group/inner", "e/f", "integer"},
		{"/group/named", "c/d", "string"},
		{"/when", "of/field", "a date"},
		{"/either", "", "y or nothing"},
		{"/short", "", "a or b"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAttributesOfAMissingField(t *testing.T) {
	c := compile(t, `#S: {group!: {a!: int @rule(a/b), b!: int} @rule(c/d)}`)
	var got []string
	for _, v := range c.Check(constrainttest.MustNode(`{"group":{}}`)) {
		got = append(got, v.Pointer+" "+v.Attr["rule"])
	}
	if want := []string{"/group/a a/b", "/group/b c/d"}; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
}

func TestPointers(t *testing.T) {
	tests := []struct{ src, want string }{
		{`#S: int`, ``},
		{`#S: {data: {handoff?: {next_agent?: null, ...}, ...}, ...}`, `/data/handoff/next_agent`},
		{`#S: {a?: _|_, "b/c"?: {...}}`, `/a /b~1c`},
		{`#S: {a: [...string], b: [_, ...], c: [...{d!: int}], e: [int, ...]}`, `/a/* /b /c/*/d /e /e/*`},
		{`#S: {m: {[string]: {n?: int}}, o: null | {p: int}}`, `/m/*/n /o/p`},
		{`#S: {k!: "a", x!: int} | {k!: "b", y!: int}`, `/k /x /y`},
		{`#S: {a: {b: int, ...}, ...} & {a: {c: int, b: >1, ...}, ...}`, `/a/b /a/c`},
		{`#T: {v: int, next?: #T, list?: [...#T]}
#S: #T`, `/v`},
		{`#S: matchN(>=1, [{a!: _, ...}, {b!: {c!: int}, ...}])`, `/a /b/c`},
	}
	for _, test := range tests {
		if got := strings.Join(compile(t, test.src).Pointers(), " "); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.src, got, test.want)
		}
	}
}

func TestUnknown(t *testing.T) {
	tests := []struct{ name, src, doc, want string }{
		{"named", `#S: {next?: int, role?: int, ...}`, `{"nxt":1,"role":2}`, `/nxt: next`},
		{"escaped", `#S: {a?: int, ...}`, `{"x/y":1}`, `/x~1y: a`},
		{"below", `#S: {h?: null | {a?: int, ...}, l?: [...{b?: int, ...}], ...}`, `{"h":{"x":1},"l":[{"y":1},{"b":1}]}`, `/h/x: a; /l/0/y: b`},
		{"free-form", `#S: {o?: {...}, m?: {[string]: {a?: int, ...}}, ...}`, `{"o":{"x":1},"m":{"k":{"y":1}}}`, ``},
		{"closed is a violation", `#S: {a?: int}`, `{"x":1}`, ``},
		{"one of several", `#S: {k!: "a", x?: int, ...} | {k!: "b", y?: int, ...}`, `{"k":"b","x":1}`, `/x: y`},
		{"all of them", `#S: {a?: int, ...} & {b?: int, ...}`, `{"a":1,"c":2}`, `/c: b`},
		{"forbidden is not meant", `#S: {no?: _|_, yes?: int, ...}`, `{"x":1}`, `/x: yes`},
		{"recursive", `#T: {v?: int, next?: #T, ...}
#S: #T`, `{"v":1,"next":{"v":1,"next":{"w":1}}}`, `/next/next/w: v,next`},
		{"no object", `#S: {a?: int, ...}`, `[1]`, ``},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := constrainttest.MustNode(test.doc)
			var got []string
			for _, u := range compile(t, test.src).Unknown(n, nil) {
				got = append(got, u.Pointer+": "+strings.Join(u.Known, ","))
				if u.Node == nil || u.Node.Key.Len() == 0 {
					t.Errorf("%s has no place", u.Pointer)
				}
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("got %s, want %s", text, test.want)
			}
		})
	}
	if got := compile(t, `#S: {a?: int, ...}`).Unknown(nil, nil); got != nil {
		t.Errorf("nothing has unknown fields: %v", got)
	}
}

func TestCompileFails(t *testing.T) {
	ctx := cuecontext.New()
	for name, v := range map[string]cue.Value{
		"no value":        {},
		"absent":          ctx.CompileString(`{}`).LookupPath(cue.ParsePath("a")),
		"a contradiction": ctx.CompileString(`{a: int & string}`),
		"a syntax error":  ctx.CompileString(`{a: `),
	} {
		if c, err := constraint.Compile(v); err == nil {
			t.Errorf("%s compiles to %v", name, c)
		}
	}
}

// leftToCUE lists what the compiler does not say natively in the test schemas.
// Everything else is native, and has to stay so.
var leftToCUE = map[string]string{
	"fields":               "/d",             // an embedded validator beside fields
	"embedded":             "",               // {#Base} in a merged struct
	"closed conjunctions":  "/g",             // two disjunctions unified within a definition
	"closed patterns":      "/emb /one /lit", // patterns merged with fields
	"closing references":   "/g",
	"self":                 "/n", // refers to itself with nothing between
	"siblings":             "",
	"sibling in a part":    "/o /n /k",
	"computed":             "/h",
	"validators":           "/a /c /d /e /f /g",
	"comprehensions":       "",
	"contradictions":       "/b",
	"mixed":                "/a /b /c /f",
	"open conjunctions":    "/w /v /m",
	"aliases":              "",
	"embedded in the open": "/v",
	"matchN":               "/w",
	"rule with patterns":   "", // two structs to choose from below an ellipsis
	"top in a definition":  "/z",
	"recursive and closed": "/next", // two disjunctions unified within a definition
}

func TestLeftToCUE(t *testing.T) {
	for _, s := range schemas {
		want, listed := leftToCUE[s.name]
		got := compile(t, s.src).LeftToCUE()
		if (len(got) > 0) != listed || strings.Join(got, " ") != want {
			t.Errorf("%s: CUE is asked about %q, expected %t %q", s.name, got, listed, want)
		}
	}
}

// TestConcurrent is for the race detector: many goroutines on checkers of one
// context, some of which ask CUE.
func TestConcurrent(t *testing.T) {
	root := cuecontext.New().CompileString(`import "strings"
a: {x: int, y?: strings.HasPrefix("a")}
b: {k?: int, ...} | {l?: int, ...}`)
	a, err := constraint.Compile(root.LookupPath(cue.ParsePath("a")))
	if err != nil {
		t.Fatal(err)
	}
	b, err := constraint.Compile(root.LookupPath(cue.ParsePath("b")))
	if err != nil {
		t.Fatal(err)
	}
	good, bad := constrainttest.MustNode(`{"x":1,"y":"ab"}`), constrainttest.MustNode(`{"x":1,"y":"b"}`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if !a.Match(good) || len(a.Check(bad)) != 1 || b.Match(good) {
					t.Error("a verdict changed")
				}
			}
		})
	}
	wg.Go(func() {
		if _, err := constraint.Compile(root.LookupPath(cue.ParsePath("a"))); err != nil {
			t.Error(err)
		}
	})
	wg.Wait()
}

// TestHostile holds what a file can do to the time and memory of a check.
func TestHostile(t *testing.T) {
	deep := &document.Node{Kind: document.Object}
	for range 5000 {
		deep = &document.Node{Kind: document.Object, Items: []*document.Node{{Kind: document.Object, Name: "next", Items: deep.Items}}}
	}
	wide := &document.Node{Kind: document.Object}
	for i := range 50_000 {
		wide.Items = append(wide.Items, document.NewInt(strings.Repeat("k", 1+i%7)+"x", i, wide.Value))
	}
	huge := constrainttest.MustNode(`{"n":1e999999999,"m":-1e-999999999}`)
	tests := []struct {
		name, src string
		node      *document.Node
		accepted  bool
	}{
		{"deep", `#T: {next?: null | #T}
#S: #T`, deep, true},
		{"wide and closed", `#S: {a?: int, b?: int, c?: int}`, wide, false},
		{"huge numbers", `#S: {n: >1, m: <0 & >-1}`, huge, true},
		{"huge numbers asked of CUE", `#S: {n: float, m: <n, ...}`, huge, false},
		{"a long list of equals", `import "list"
#S: list.UniqueItems()`, &document.Node{Kind: document.List, Items: wide.Items}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := compile(t, test.src)
			if got := c.Match(test.node); got != test.accepted {
				t.Errorf("accepted: %t", got)
			}
			if found := c.Check(test.node); (len(found) == 0) != test.accepted {
				t.Errorf("%d violations", len(found))
			}
		})
	}
}
