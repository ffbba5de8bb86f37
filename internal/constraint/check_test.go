package constraint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/constraint/constrainttest"
)

// violations of documents, one line each: kind, pointer, the text that the
// span covers, what is wanted and what was got.
var violations = []struct {
	name, src, doc string
	want           []string
}{
	{"accepted", `#S: {a: int}`, `{"a":1}`, nil},
	{"missing", `#S: {a: int, b!: "x" | "y", c?: int}`, `{}`, []string{
		`missing /a "{" want integer`, `missing /b "{" want one of x, y`}},
	{"missing below", `#S: {o!: {"a/b"!: string}}`, `{"o":{}}`, []string{`missing /o/a~1b "{" want string`}},
	{"not allowed", `#S: {next?: int, used?: int, no?: _|_}`, `{"nxt":1,"used":2}`, []string{
		`unknown /nxt "\"nxt\"" want  got nxt of next`}},
	{"forbidden", `#S: {no?: _|_, ...}`, `{"no":1}`, []string{`unknown /no "\"no\"" want  got no`}},
	{"type", `#S: {a: int, b: null | string, c: [...int], d: {x!: int}}`, `{"a":"1","b":2,"c":{},"d":[]}`, []string{
		`type /a "\"1\"" want integer got string`, `type /b "2" want null or string got integer`,
		`type /c "{}" want list got object`, `type /d "[]" want object got list`}},
	{"float is no int", `#S: {a: int}`, `{"a":1.0}`, []string{`type /a "1.0" want integer got number`}},
	{"enum", `#S: {s: "complete" | "blocked" | "needs_review"}`, `{"s":"done"}`, []string{
		`enum /s "\"done\"" want one of complete, blocked, needs_review got done of complete,blocked,needs_review`}},
	{"enum of another type", `#S: {s: "a" | "b"}`, `{"s":1}`, []string{`type /s "1" want one of a, b got integer of a,b`}},
	{"enum or null", `#S: {s: null | "a" | "b"}`, `{"s":"c"}`, []string{`enum /s "\"c\"" want one of null, a, b got c of null,a,b`}},
	{"constant", `#S: {n: null, s: "blocked", v: 1, q: "1"}`, `{"n":"x","s":"done","v":"1","q":"2"}`, []string{
		`type /n "\"x\"" want null got string of null`, `enum /s "\"done\"" want blocked got done of blocked`,
		`type /v "\"1\"" want 1 got string of 1`, `enum /q "\"2\"" want "1" got 2 of 1`}},
	{"bound", `#S: {a: int & >=1, b: >=1 & <=5, c: >0, d: number & !=3}`, `{"a":-2,"b":7,"c":0.0,"d":3}`, []string{
		`bound /a "-2" want integer of at least 1 got -2 by 3`, `bound /b "7" want number from 1 to 5 got 7 by 2`,
		`bound /c "0.0" want number above 0 got 0.0`, `bound /d "3" want number other than 3 got 3`}},
	{"pattern", `#S: {a: =~"^x", b: !~"^x"}`, `{"a":"y","b":"x"}`, []string{
		`pattern /a "\"y\"" want string matching ^x got y`, `pattern /b "\"x\"" want string not matching ^x got x`}},
	{"length", `import "strings"
#S: {a: strings.MinRunes(3), b: strings.MaxRunes(2), c: strings.MinRunes(2) & strings.MaxRunes(4)}`,
		`{"a":"é","b":"日本語","c":"x"}`, []string{
			`length /a "\"é\"" want string of at least 3 characters got é by 2`,
			`length /b "\"日本語\"" want string of at most 2 characters got 日本語 by 1`,
			`length /c "\"x\"" want string of 2 to 4 characters got x by 1`}},
	{"definitions with words", `#Day: =~"^\\d" @words("a day"), #Line: !~"\n" @words("a line")
#S: {a: [...#Day] @words("a list of days"), b: #Day & =~"6$", c: null | #Day, d: #Day & #Line, e: #Day @words("the day of it"), f: [...#Day]}`,
		`{"a":["x",1],"b":"x","c":"x","d":"x\n","e":"x","f":[1]}`, []string{
			`pattern /a/0 "\"x\"" want a day got x`, `type /a/1 "1" want a day got integer`,
			`pattern /b "\"x\"" want a day, matching 6$ got x`, `pattern /c "\"x\"" want a day got x`,
			`pattern /d "\"x\\n\"" want a day and a line got x\n`, `pattern /e "\"x\"" want the day of it got x`, `type /f/0 "1" want a day got integer`}},
	{"empty", `import "strings"
#S: {a: strings.MinRunes(1), b: =~"\\S" & strings.MinRunes(1), c: "x" | "y", d?: string, e?: strings.MinRunes(1)}`,
		`{"a":"","b":" \n","c":"\t","d":"","e":" "}`, []string{
			`empty /a "\"\"" want non-empty string got `,
			`empty /b "\" \\n\"" want non-blank string got  \n`,
			`empty /c "\"\\t\"" want one of x, y got \t of x,y`}},
	{"time", `import "time"
#S: {t: time.Time, d: time.Format("2006-01-02"), e: time.Time | time.Format("2006-01-02")}`,
		`{"t":"2026-02-30T00:00:00Z","d":"31.5.2026","e":"soon"}`, []string{
			`pattern /t "\"2026-02-30T00:00:00Z\"" want date-time as RFC 3339 got 2026-02-30T00:00:00Z`,
			`pattern /d "\"31.5.2026\"" want date as YYYY-MM-DD got 31.5.2026`,
			`pattern /e "\"soon\"" want date-time as RFC 3339 or date as YYYY-MM-DD got soon`}},
	{"lists", `import "list"
#S: {a: [...string], b: [_, ...], c: [int, string], d: [...] & list.MaxItems(1), u: list.UniqueItems()}`,
		`{"a":["x",1],"b":[],"c":[1,"a",2],"d":[1,2],"u":[1,2,1]}`, []string{
			`type /a/1 "1" want string got integer`, `length /b "[]" want list of at least 1 item got 0 items by 1`,
			`length /c "[1,\"a\",2]" want list of 2 items got 3 items by 1`,
			`length /d "[1,2]" want list of at most 1 item got 2 items by 1`,
			`length /u/2 "1" want list of different items got 1 by 1`}},
	{"field counts", `import "struct"
#S: {a: struct.MinFields(2), b: struct.MaxFields(1)}`, `{"a":{"x":1},"b":{"x":1,"y":2}}`, []string{
		`length /a "{\"x\":1}" want object of at least 2 fields got 1 field by 1`,
		`length /b "{\"x\":1,\"y\":2}" want object of at most 1 field got 2 fields by 1`}},
	{"patterns of fields", `#S: {m: {[string]: string}, n: {[=~"^x"]: int}}`, `{"m":{"a":1},"n":{"x":"s","y":1}}`, []string{
		`type /m/a "1" want string got integer`, `type /n/x "\"s\"" want integer got string`,
		`unknown /n/y "\"y\"" want  got y`}},
	{"branch by kind", `#S: {h: null | {a!: int, ...}}`, `{"h":{"a":"x"}}`, []string{`type /h/a "\"x\"" want integer got string`}},
	{"no branch of the kind", `#S: {h: null | {a!: int, ...}}`, `{"h":5}`, []string{`type /h "5" want null or object got integer`}},
	{"branch by discriminator", `#S: {k!: "a", x!: int, ...} | {k!: "b", y!: int, ...}`, `{"k":"b","y":"1"}`, []string{
		`type /y "\"1\"" want integer got string`}},
	{"unknown discriminator", `#S: {k!: "a", x!: int, ...} | {k!: "b", y!: int, ...}`, `{"k":"c"}`, []string{
		`enum /k "\"c\"" want one of a, b got c of a,b`}},
	{"missing discriminator", `#S: {k!: "a", x!: int, ...} | {k!: "b", y!: int, ...}`, `{"x":1}`, []string{
		`missing /k "{" want one of a, b`}},
	{"no telling", `#S: {o: {a!: int, ...} | {b!: string, ...}}`, `{"o":{}}`, []string{`mismatch /o "{}" want object got object`}},
	{"ambiguous", `#S: {o: {a?: int, ...} | {b?: string, ...}}`, `{"o":{"a":1}}`, []string{`mismatch /o "{\"a\":1}" want object got object`}},
	{"each once", `#S: {a: int, ...} & {a: int & >1, b!: int, ...} & {b!: int, ...}`, `{"a":"x"}`, []string{
		`missing /b "{" want integer`, `type /a "\"x\"" want integer got string`}},
	{"nothing below a wrong type", `#S: {a: {b!: {c!: int}}}`, `{"a":{"b":[1]}}`, []string{`type /a/b "[1]" want object got list`}},
	{"left to CUE", `import "strings"
#S: {a: strings.HasPrefix("x")}`, `{"a":"y"}`, []string{
		`mismatch /a "\"y\"" want string (invalid value "y" (does not satisfy strings.HasPrefix("x"))) got y`}},
	{"order of the file", `#S: {a: int, b: int, c: {d!: int}}`, `{"c":{},"b":"x","a":"y"}`, []string{
		`missing /c/d "{" want integer`, `type /b "\"x\"" want integer got string`, `type /a "\"y\"" want integer got string`}},
	{"root", `#S: [...int]`, `"x"`, []string{`type  "\"x\"" want list got string`}},
	{"long values are cut", `#S: {a: "x"}`, `{"a":"` + strings.Repeat("é", 100) + `"}`, []string{
		`enum /a "\"` + strings.Repeat("é", 100) + `\"" want x got ` + strings.Repeat("é", 79) + `… of x`}},
}

func TestCheck(t *testing.T) {
	for _, test := range violations {
		t.Run(test.name, func(t *testing.T) {
			c, err := constraint.Compile(lookup(t, test.src, false))
			if err != nil {
				t.Fatal(err)
			}
			n := constrainttest.MustNode(test.doc)
			if got := lines(test.doc, c.Check(n)); !cmp.Equal(got, test.want) {
				t.Error(cmp.Diff(test.want, got))
			}
			if got := c.Match(n); got != (test.want == nil) {
				t.Errorf("Match: %t", got)
			}
		})
	}
}

// lines writes violations as the table has them.
func lines(doc string, found []constraint.Violation) []string {
	var out []string
	for _, v := range found {
		line := fmt.Sprintf("%v %s %q want %s", v.Kind, v.Pointer, doc[v.Span.Start:v.Span.End], v.Want)
		if v.Kind != constraint.Missing {
			line += " got " + strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(v.Got)
		}
		if v.By != 0 {
			line += fmt.Sprintf(" by %d", v.By)
		}
		if v.Allowed != nil && v.Kind != constraint.Missing {
			line += " of " + strings.Join(v.Allowed, ",")
		}
		out = append(out, line)
	}
	return out
}

func TestAbsentValue(t *testing.T) {
	c, err := constraint.Compile(lookup(t, `#S: {a: int}`, false))
	if err != nil {
		t.Fatal(err)
	}
	found := c.Check(nil)
	if len(found) != 1 || found[0].Kind != constraint.Missing || found[0].Node != nil || found[0].Want != "object" {
		t.Errorf("an absent value gives %+v", found)
	}
	if c.Match(nil) {
		t.Error("an absent value matches")
	}
}

func TestMissingIsAtTheObject(t *testing.T) {
	c, err := constraint.Compile(lookup(t, `#S: {o!: {a!: int}}`, false))
	if err != nil {
		t.Fatal(err)
	}
	n := constrainttest.MustNode(`{"o": {}}`)
	found := c.Check(n)
	if len(found) != 1 || found[0].Node != n.Field("o") {
		t.Errorf("got %+v", found)
	}
}
