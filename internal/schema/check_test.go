package schema

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

var (
	day    = str(match(`^\d`), match(`\d$`)).Described("a day").Described("")
	oneOfK = union(open(req("k", enum("a")), req("x", integer())), open(req("k", enum("b")), req("y", integer())))
)

// violations of documents, one per line: kind, pointer, the text of the span, and what is wanted and what was
// got.
var violations = []struct {
	name string
	node *Node
	doc  string
	want []string
}{
	{"accepted", closed(req("a", integer())), `{"a":1}`, nil},
	{"missing", closed(req("a", integer()), req("b", enum("x", "y")), opt("c", integer()), req("d", union(str(match("^a")), integer()))), `{}`, []string{
		`missing /a "{" want integer`, `missing /b "{" want one of x, y`, `missing /d "{" want string matching ^a or integer`}},
	{"missing below", closed(req("o", closed(req("a/b", str())))), `{"o":{}}`, []string{`missing /o/a~1b "{" want string`}},
	{"not allowed", closed(opt("next", integer()), opt("used", integer()), opt("no", &Node{})), `{"nxt":1,"used":2}`, []string{
		`unknown /nxt "\"nxt\"" want  got nxt of next`}},
	{"forbidden", open(opt("no", &Node{})), `{"no":1}`, []string{`unknown /no "\"no\"" want  got no`}},
	{"nothing", &Node{}, `1`, []string{`mismatch  "1" want nothing got 1`}},
	{"nothing, and not null", &Node{}, `null`, []string{`mismatch  "null" want nothing got null`}},
	{"no items", list(&Node{}), `[1]`, []string{`mismatch /0 "1" want nothing got 1`}},
	{"type", closed(req("a", integer()), req("b", kind(document.Null, document.String)), req("c", list(integer())), req("d", closed(req("x", integer())))),
		`{"a":"1","b":2,"c":{},"d":[]}`, []string{
			`type /a "\"1\"" want integer got string`, `type /b "2" want null or string got integer`,
			`type /c "{}" want list of integers got object`, `type /d "[]" want object got list`}},
	{"float is not an int", closed(req("a", integer()), req("b", kind(document.Float))), `{"a":1.5,"b":1}`, []string{`type /a "1.5" want integer got number`, `type /b "1" want number with a fraction got integer`}},
	{"enum", enum("complete", "blocked"), `"done"`, []string{`enum  "\"done\"" want one of complete, blocked got done of complete,blocked`}},
	{"enum of another type", enum("a", "b"), `1`, []string{`type  "1" want one of a, b got integer of a,b`}},
	{"enum or null", union(null(), enum("a")), `"c"`, []string{`enum  "\"c\"" want one of null, a got c of null,a`}},
	{"constants", closed(req("s", enum("blocked")), req("v", constant(document.Int, "1")), req("q", enum("1"))), `{"s":"done","v":"1","q":"2"}`, []string{
		`enum /s "\"done\"" want blocked got done of blocked`, `type /v "\"1\"" want 1 got string of 1`, `enum /q "\"2\"" want "1" got 2 of 1`}},
	{"constants by value", closed(req("f", constant(document.Float, "1.50")), req("b", constant(document.Bool, "true"))), `{"f":15e-1,"b":true}`, nil},
	{"bound", closed(req("a", integer(bound(AtLeast, "1"))), req("b", num(bound(AtLeast, "1"), bound(AtMost, "5"))), req("c", num(bound(Greater, "0"))),
		req("d", num(bound(NotEqual, "3"))), req("e", str(Test{Op: Less, Text: "b"}))),
		`{"a":-2,"b":7,"c":0,"d":3,"e":"c"}`, []string{
			`bound /a "-2" want integer of at least 1 got -2 by 3`, `bound /b "7" want number from 1 to 5 got 7 by 2`,
			`bound /c "0" want number above 0 got 0`, `bound /d "3" want number other than 3 got 3`,
			`bound /e "\"c\"" want string below "b" got c`}},
	{"bounds of each other", closed(req("a", integer(bound(AtLeast, "1"), bound(AtLeast, "3"), bound(AtLeast, "2"))), req("b", str(count(MaxRunes, 4), count(MaxRunes, 2))), req("c", list(&anything, count(MaxItems, 1), count(MaxItems, 3)))),
		`{"a":0,"b":"xyz","c":[1,2]}`, []string{
			`bound /a "0" want integer of at least 3 got 0 by 1`, `length /b "\"xyz\"" want string of at most 2 characters got xyz by 1`,
			`length /c "[1,2]" want list of at most 1 item got 2 items by 1`}},
	{"bounds without a count", closed(req("a", num(bound(AtLeast, "1.5"))), req("b", str(Test{Op: Less, Text: "3"})), req("c", str(Test{Op: AtLeast, Text: "b"})), req("d", num(bound(AtMost, "1")))), `{"a":1,"b":"5","c":"a","d":1.5}`, []string{
		`bound /a "1" want number of at least 1.5 got 1`, `bound /b "\"5\"" want string below "3" got 5`, `bound /c "\"a\"" want string from "b" got a`, `bound /d "1.5" want number of at most 1 got 1.5`}},
	{"constants of two kinds", union(enum("a"), constant(document.Int, "1")), `"1"`, []string{`enum  "\"1\"" want one of a, 1 got 1 of a,1`}},
	{"another number", constant(document.Int, "1"), `2`, []string{`enum  "2" want 1 got 2 of 1`}},
	{"constants that could be misread", enum("a, b", "", "c", " e"), `"d"`, []string{`enum  "\"d\"" want one of "a, b", "", c, " e" got d of a, b,,c, e`}},
	{"anything but null", &Node{Kinds: AnyKind &^ Only(document.Null)}, `null`, []string{`type  "null" want anything but null got null`}},
	{"only a class of all that is visible is non-blank", closed(req("a", str(match(`[^\s/]`))), req("b", str(match("[a-z0-9]"))), req("c", str(match("[!-Z]"))), req("d", str(match(`[^\s\d]`))), req("e", str(match("[^!x]"))),
		req("f", str(Test{Op: NotMatch, Text: `\S`})), req("g", str(match(`^\S`))), req("h", str(match("[^x]")))),
		`{"a":"/","b":"X","c":"x","d":"1","e":"x","f":"a","g":" a","h":"x"}`, []string{
			`pattern /a "\"/\"" want non-blank string got /`, `pattern /b "\"X\"" want string matching [a-z0-9] got X`, `pattern /c "\"x\"" want string matching [!-Z] got x`,
			`pattern /d "\"1\"" want string matching [^\s\d] got 1`, `pattern /e "\"x\"" want string matching [^!x] got x`,
			`pattern /f "\"a\"" want string not matching \S got a`, `pattern /g "\" a\"" want string matching ^\S got  a`, `pattern /h "\"x\"" want string matching [^x] got x`}},
	{"pattern", closed(req("a", str(match("^x"))), req("b", str(Test{Op: NotMatch, Text: "^x"})), req("c", str(Test{Op: IsPattern}))), `{"a":"y","b":"x","c":"("}`, []string{
		`pattern /a "\"y\"" want string matching ^x got y`, `pattern /b "\"x\"" want string not matching ^x got x`, `pattern /c "\"(\"" want string got (`}},
	{"length", closed(req("a", str(count(MinRunes, 3))), req("b", str(count(MaxRunes, 2))), req("c", str(count(MinRunes, 2), count(MaxRunes, 4))), req("d", str(count(MinRunes, 1), count(MaxRunes, 2)))),
		`{"a":"é","b":"日本語","c":"x","d":"abc"}`, []string{
			`length /a "\"é\"" want string of at least 3 characters got é by 2 short`,
			`length /b "\"日本語\"" want string of at most 2 characters got 日本語 by 1`,
			`length /c "\"x\"" want string of 2 to 4 characters got x by 1 short`, `length /d "\"abc\"" want string of 1 to 2 characters got abc by 1`}},
	{"definitions with words", closed(
		req("a", attr(list(day), Attr{Words: "a list of days"})),
		req("b", &Node{Kinds: day.Kinds, Tests: append([]Test{match("6$")}, day.Tests...)}),
		req("c", union(null(), day)),
		req("d", &Node{Kinds: day.Kinds, Tests: append(day.Tests[:1:1], Test{Op: NotMatch, Text: `\n`, Words: "a line"})}),
		req("e", attr(day, Attr{Words: "the day of it"})), req("f", list(day)),
		req("g", &Node{Kinds: day.Kinds, Tests: append(day.Tests[:1:1], Test{Op: NotMatch, Text: `\n`, Words: "a line"}, match("6$"))})),
		`{"a":["x",1],"b":"x","c":"x","d":"x","e":"x","f":[1],"g":"x"}`, []string{
			`pattern /a/0 "\"x\"" want a day got x`, `type /a/1 "1" want a day got integer`,
			`pattern /b "\"x\"" want a day, matching 6$ got x`, `pattern /c "\"x\"" want a day got x`,
			`pattern /d "\"x\"" want a day and a line got x`, `pattern /e "\"x\"" want the day of it got x`, `type /f/0 "1" want a day got integer`,
			`pattern /g "\"x\"" want a day and a line, matching 6$ got x`}},
	{"a list of lists with words", closed(req("a", attr(list(list(str(match("x")))), Attr{Words: "rows of x"}))), `{"a":[["b"]]}`, []string{
		`pattern /a/0/0 "\"b\"" want rows of x got b`}},
	{"empty", closed(req("a", str(count(MinRunes, 1))), req("b", str(match(`\S`), count(MinRunes, 1))), req("c", enum("x", "y")), opt("d", str()), opt("e", str(count(MinRunes, 1)))),
		`{"a":"","b":" \n","c":"\t","d":"","e":" "}`, []string{
			`empty /a "\"\"" want non-empty string got `, `empty /b "\" \\n\"" want non-blank string got  \n`,
			`empty /c "\"\\t\"" want one of x, y got \t of x,y`}},
	{"lists", closed(req("a", list(str())), req("b", prefixed(&anything, &anything)), req("c", prefixed(nil, integer(), str())),
		req("d", list(&anything, count(MaxItems, 1))), req("u", list(&anything, Test{Op: UniqueItems}))),
		`{"a":["x",1],"b":[],"c":[1,"a",2],"d":[1,2],"u":[1,2,1]}`, []string{
			`type /a/1 "1" want string got integer`, `length /b "[]" want list of at least 1 item got 0 items by 1 short`,
			`length /c "[1,\"a\",2]" want list of 2 items got 3 items by 1`,
			`length /d "[1,2]" want list of at most 1 item got 2 items by 1`,
			`length /u/2 "1" want list of different items got 1`}},
	{"items that are equal", closed(req("l", list(&anything, Test{Op: UniqueItems})), req("o", list(&anything, Test{Op: UniqueItems})), req("n", list(&anything, Test{Op: UniqueItems}))),
		`{"l":[[1,2],[2,1],[1,2]],"o":[{"a":1,"b":2},{"b":2,"a":1}],"n":[[{"a":1}],{"a":1},"1",1]}`, []string{
			`length /l/2 "[1,2]" want list of different items got list`, `length /o/1 "{\"b\":2,\"a\":1}" want list of different items got object`}},
	{"what a list is of", closed(req("a", list(day)), req("b", list(str(match("x")))), req("c", list(&anything)), req("d", list(kind(document.Null, document.String))), req("e", list(str(count(MinRunes, 1), count(MaxRunes, 9)))), req("f", list(str(count(MinRunes, 1))))),
		`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}`, []string{
			`type /a "1" want list of strings got integer`, `type /b "1" want list of strings got integer`, `type /c "1" want list got integer`, `type /d "1" want list got integer`,
			`type /e "1" want list of strings got integer`, `type /f "1" want list of non-empty strings got integer`}},
	{"a list of anything", kind(document.List), `1`, []string{`type  "1" want list got integer`}},
	{"lists of another kind", closed(req("d", list(&anything, count(MinItems, 1))), req("e", list(str(), count(MinItems, 1)))), `{"d":1,"e":1}`, []string{
		`type /d "1" want list of at least 1 item got integer`, `type /e "1" want list of at least 1 item got integer`}},
	{"patterns of fields", closed(req("m", keys(closed(), "", str())), req("n", keys(closed(), "^x", integer()))), `{"m":{"a":1},"n":{"x":"s","y":1}}`, []string{
		`type /m/a "1" want string got integer`, `type /n/x "\"s\"" want integer got string`, `unknown /n/y "\"y\"" want  got y of `}},
	{"a field of two patterns", keys(keys(closed(), "^a", integer()), "", num(bound(Less, "5"))), `{"ab":"x","ac":9,"ad":1.5}`, []string{
		`type /ab "\"x\"" want integer got string`, `bound /ac "9" want number below 5 got 9 by 4`, `type /ad "1.5" want integer got number`}},
	{"faults of two patterns", keys(keys(closed(), "^a", closed(req("x", integer()), opt("e", str(match("^x"))), opt("p", str(match("^x"))))), "", closed(req("x", num()), opt("e", str(match("y$"))), opt("p", str(match("y$"))))),
		`{"ab":{"e":"","p":"z","u":1}}`, []string{`missing /ab/x "{" want integer`, `empty /ab/e "\"\"" want string matching ^x got `,
			`pattern /ab/p "\"z\"" want string matching ^x got z`, `pattern /ab/p "\"z\"" want string matching y$ got z`, `unknown /ab/u "\"u\"" want  got u of x`}},
	{"a wrong kind hides other faults", keys(keys(closed(), "^a", integer()), "", str(match("^x"))), `{"ab":"y","ac":"z"}`, []string{
		`type /ab "\"y\"" want integer got string`, `type /ac "\"z\"" want integer got string`}},
	{"several tests", str(match("^x"), count(MinRunes, 3)), `"y"`, []string{
		`pattern  "\"y\"" want string of at least 3 characters matching ^x got y`, `length  "\"y\"" want string of at least 3 characters matching ^x got y by 2 short`}},
	{"bounds that are met", closed(req("a", str(count(MinRunes, 2), count(MaxRunes, 2))), req("b", list(&anything, count(MinItems, 1), count(MaxItems, 1))), req("c", num(bound(AtLeast, "3"), bound(AtMost, "3")))), `{"a":"日本","b":[1],"c":3.0}`, nil},
	{"bounds that are just missed", closed(req("a", integer(bound(Less, "3"))), req("b", integer(bound(Greater, "3")))), `{"a":3,"b":3}`, []string{
		`bound /a "3" want integer below 3 got 3`, `bound /b "3" want integer above 3 got 3`}},
	{"words of branches", closed(
		req("a", attr(union(str(match("^a")), str(match("^b"))), Attr{Words: "a or b"})), req("b", attr(union(str(match("^a")), str(count(MinRunes, 5))), Attr{Words: "a or long"})),
		req("c", attr(union(str(count(MinRunes, 1), match("^a")), str(count(MinRunes, 2))), Attr{Words: "some"})), req("d", attr(union(str(count(MinRunes, 3)), str(count(MinRunes, 5))), Attr{Words: "long"}))),
		`{"a":"c","b":"c","c":"","d":"x"}`, []string{
			`pattern /a "\"c\"" want a or b got c`, `mismatch /b "\"c\"" want a or long got c`, `empty /c "\"\"" want some got `,
			`length /d "\"x\"" want string of at least 3 characters or string of at least 5 characters got x by 2 short`}},
	{"constants of branches", union(enum("a", "b"), str(count(MinRunes, 5)), enum("c")), `"x"`, []string{`mismatch  "\"x\"" want one of a, b or string of at least 5 characters or c got x of a,b,c`}},
	{"the nearest of three branches", union(str(count(MaxRunes, 1)), str(count(MaxRunes, 3)), str(count(MaxRunes, 2))), `"abcdef"`, []string{
		`length  "\"abcdef\"" want string of at most 1 character or string of at most 3 characters or string of at most 2 characters got abcdef by 3`}},
	{"branch by kind", union(null(), open(req("a", integer()))), `{"a":"x"}`, []string{`type /a "\"x\"" want integer got string`}},
	{"branch by kind with a wrong constant", union(null(), open(req("k", enum("a", "b")), req("n", integer()))), `{"k":"A","n":"1"}`, []string{
		`enum /k "\"A\"" want one of a, b got A of a,b`, `type /n "\"1\"" want integer got string`}},
	{"no branch of the kind", union(null(), open(req("a", integer()))), `5`, []string{`type  "5" want null or object got integer`}},
	{"branches of one kind", union(str(match("^a")), integer(), str(match("^b"))), `"c"`, []string{
		`pattern  "\"c\"" want string matching ^a or string matching ^b got c`}},
	{"branches that fail differently", union(str(match("^a")), str(count(MinRunes, 5))), `"c"`, []string{
		`mismatch  "\"c\"" want string matching ^a or string of at least 5 characters got c`}},
	{"branch by discriminator", oneOfK, `{"k":"b","y":"1"}`, []string{`type /y "\"1\"" want integer got string`}},
	{"unknown discriminator", oneOfK, `{"k":"c"}`, []string{`enum /k "\"c\"" want one of a, b got c of a,b`}},
	{"missing discriminator", oneOfK, `{"x":1}`, []string{`missing /k "{" want one of a, b`}},
	{"constants of different branches", union(closed(req("k", enum("a")), req("t", enum("1"))), closed(req("k", enum("b")), req("t", enum("2")))), `{"k":"a","t":"2"}`, []string{`mismatch  "{\"k\":\"a\",\"t\":\"2\"}" want object got object`}},
	{"an optional constant", union(open(req("k", enum("a")), opt("o", enum("x"))), open(req("k", enum("b")), opt("o", enum("y")))), `{"k":"a","o":"y"}`, []string{`enum /o "\"y\"" want x got y of x`}},
	{"an optional constant first", union(open(opt("o", enum("x")), req("k", enum("a"))), open(opt("o", enum("y")), req("k", enum("b")))), `{"k":"c"}`, []string{`enum /k "\"c\"" want one of a, b got c of a,b`}},
	{"two branches that a constant leaves", union(closed(req("k", enum("a")), req("m", enum("x"))), closed(req("k", enum("a")), req("m", enum("y"))), closed(req("k", enum("b")))), `{"k":"a"}`, []string{`missing /m "{" want one of x, y`}},
	{"one branch with a constant", union(open(req("k", enum("a")), req("x", integer())), open(req("y", integer()))), `{"x":1}`, []string{`mismatch  "{\"x\":1}" want object got object`}},
	{"no branch to blame", union(open(req("a", integer())), open(req("b", str()))), `{}`, []string{`mismatch  "{}" want object got object`}},
	{"several branches", union(open(opt("a", integer())), open(opt("b", str()))), `{"a":1}`, nil},
	{"nothing below a wrong type", closed(req("a", closed(req("b", closed())))), `{"a":{"b":[1]}}`, []string{`type /a/b "[1]" want object got list`}},
	{"order of the file", closed(req("a", integer()), req("b", integer()), req("c", closed(req("d", integer())))), `{"c":{},"b":"x","a":"y"}`, []string{
		`missing /c/d "{" want integer`, `type /b "\"x\"" want integer got string`, `type /a "\"y\"" want integer got string`}},
	{"recursive", tree(), `{"v":1,"next":{"v":2,"list":[{"v":"x"}]}}`, []string{`type /next/list/0/v "\"x\"" want integer got string`}},
	{"long values are cut", enum("x"), `"` + strings.Repeat("é", 100) + `"`, []string{
		`enum  "\"` + strings.Repeat("é", 100) + `\"" want x got ` + strings.Repeat("é", 79) + `… of x`}},
	{"broader than lists", &Node{Kinds: AnyKind &^ Only(document.Null)}, `[1,{"a":null}]`, nil},
}

func TestCheck(t *testing.T) {
	for _, test := range violations {
		t.Run(test.name, func(t *testing.T) {
			n := parse(t, test.doc)
			if got := lines(test.doc, test.node.Check(n, &text.Steps{})); !cmp.Equal(got, test.want) {
				t.Error(cmp.Diff(test.want, got))
			}
			if got := test.node.Match(n, nil); got != (test.want == nil) {
				t.Errorf("Match: %t", got)
			}
		})
	}
}

// lines returns violations in the table's notation.
func lines(doc string, found []Violation) []string {
	var out []string
	for _, v := range found {
		line := fmt.Sprintf("%v %s %q want %s", v.Kind, v.Pointer, doc[v.Span.Start:v.Span.End], v.Want)
		if v.Kind != Missing {
			line += " got " + strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(v.Got)
		}
		if v.By != 0 {
			line += fmt.Sprintf(" by %d", v.By)
		}
		if v.Short {
			line += " short"
		}
		if v.Allowed != nil && v.Kind != Missing {
			line += " of " + strings.Join(v.Allowed, ",")
		}
		out = append(out, line)
	}
	return out
}

func TestCheckOfAnAbsentValue(t *testing.T) {
	found := closed().Check(nil, nil)
	if len(found) != 1 || found[0].Kind != Missing || found[0].Node != nil || found[0].Want != "object" || found[0].Attr == nil {
		t.Errorf("an absent value gives %+v", found)
	}
	if closed().Match(nil, nil) {
		t.Error("an absent value matches")
	}
}

func TestMissingIsAtTheObject(t *testing.T) {
	n := parse(t, `{"o": {}}`)
	found := closed(req("o", closed(req("a", integer())))).Check(n, nil)
	if len(found) != 1 || found[0].Node != n.Field("o") {
		t.Errorf("got %+v", found)
	}
}

func TestAttributes(t *testing.T) {
	node := closed(
		opt("list", attr(list(str(match("x"))), Attr{Rule: "a/b", Words: "names in x"})),
		opt("group", attr(closed(req("inner", attr(integer(), Attr{Rule: "e/f"})), req("named", str())), Attr{Rule: "c/d"})),
		opt("days", attr(list(day), Attr{Words: "a list of days"})),
		opt("none", list(attr(day, Attr{Rule: "not/used"}))),
		opt("any", keys(closed(), "", attr(integer(), Attr{Words: "a count"}))),
		opt("one", union(open(req("k", attr(enum("a"), Attr{Rule: "g/h"}))), open(req("k", enum("b"))))))
	var got []string
	for _, v := range node.Check(parse(t, `{"list":["y"],"group":{"named":1},"days":[1],"none":["x"],"any":{"k":"v"},"one":{"k":"c"}}`), nil) {
		got = append(got, fmt.Sprintf("%s rule %q words %q want %q", v.Pointer, v.Attr.Rule, v.Words, v.Want))
	}
	want := []string{
		`/list/0 rule "a/b" words "names in x" want "names in x"`,
		`/group/inner rule "e/f" words "" want "integer"`,
		`/group/named rule "c/d" words "" want "string"`,
		`/days/0 rule "" words "a day" want "a day"`,
		`/none/0 rule "" words "" want "a day"`,
		`/any/k rule "" words "a count" want "integer"`,
		`/one/k rule "g/h" words "" want "one of a, b"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCheckWithoutSteps(t *testing.T) {
	steps, long := &text.Steps{}, &document.Node{Kind: document.String, Text: strings.Repeat("a", 1<<20)}
	slow := str(match(`(a|b){1,100}c`))
	for range 100 {
		slow.Match(long, steps)
	}
	if !steps.Exceeded() {
		t.Fatal("the steps are not exceeded")
	}
	if found := slow.Check(long, steps); found != nil {
		t.Errorf("got %v without steps", found)
	}
}

// TestHostile holds that files cannot make a check take too much time or memory.
func TestHostile(t *testing.T) {
	deep := "1"
	tagged := `{"k":"b"}`
	for range 200 {
		deep = `{"next":` + deep + `}`
		tagged = `{"next":` + tagged + `,"k":"b"}`
	}
	a, b := closed(req("k", enum("a"))), closed(req("k", enum("b")))
	both := union(a, b)
	a.Fields, b.Fields = append(a.Fields, opt("next", both)), append(b.Fields, opt("next", both))
	wide := &document.Node{Kind: document.Object}
	for i := range 50_000 {
		wide.Items = append(wide.Items, &document.Node{Kind: document.Int, Name: fmt.Sprintf("k%d", i), Text: strconv.Itoa(i), Value: wide.Value})
	}
	tests := []struct {
		name       string
		schema     *Node
		value      *document.Node
		violations int
	}{
		{"a deep value of a recursive union", both, parse(t, deep), 1},
		{"a deep value whose constants are last", both, parse(t, tagged), 0},
		{"a wide value of a closed object", closed(opt("a", integer()), opt("b", integer())), wide, maxViolations},
		{"huge numbers", closed(req("n", num(bound(Greater, "1"))), req("m", num(bound(Less, "0"), bound(Greater, "-1")))), parse(t, `{"n":1e999999999,"m":-1e-999999999}`), 0},
		{"a huge number that is too great", num(bound(AtMost, "3")), parse(t, `1e999999999`), 1},
		{"a long list of different items", list(&anything, Test{Op: UniqueItems}), &document.Node{Kind: document.List, Items: wide.Items}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if found := test.schema.Check(test.value, nil); len(found) != test.violations {
				t.Errorf("%d violations, want %d", len(found), test.violations)
			}
			test.schema.Unknown(test.value)
		})
	}
}
