package schema

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

func TestJSONSchema(t *testing.T) {
	tests := []struct {
		name string
		node *Node
		want string
	}{
		{"anything", &anything, `true`},
		{"nothing", &Node{}, `{"not":true}`},
		{"kinds", closed(req("a", integer()), req("b", num()), opt("c", kind(document.Float)), opt("d", kind(document.Null, document.String)), opt("f", null())),
			`{"type":"object","required":["a","b"],"properties":{"a":{"type":"integer"},"b":{"type":"number"},` +
				`"c":{"type":"number","not":{"type":"integer"}},"d":{"type":["null","string"]},"f":{"type":"null"}},"additionalProperties":false}`},
		{"constants", open(opt("a", enum("x", "y")), opt("b", constant(document.Int, "1")), opt("c", union(null(), enum("z"), constant(document.Float, "1.5"), constant(document.Bool, "true")))),
			`{"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"const":1},"c":{"enum":[null,"z",1.5,true]}}}`},
		{"null alone", open(opt("a", constant(document.Null, ""))), `{"type":"object","properties":{"a":{"type":"null"}}}`},
		{"bounds", closed(opt("a", integer(bound(AtLeast, "1"), bound(Less, "5"))), opt("b", num(bound(NotEqual, "+2")))),
			`{"type":"object","properties":{"a":{"type":"integer","minimum":1,"exclusiveMaximum":5},"b":{"type":"number","not":{"const":0.2e1}}},"additionalProperties":false}`},
		{"strings", closed(opt("a", str(count(MinRunes, 1), count(MaxRunes, 9), match("^x<>&"))), opt("b", str(match("a"), match("b"))),
			opt("c", str(Test{Op: NotMatch, Text: "x"})), opt("d", attr(str(match(`\S`)), Attr{Words: "text <b>"})), opt("e", str(Test{Op: NotEqual, Text: "x"}))),
			`{"type":"object","properties":{"a":{"type":"string","minLength":1,"maxLength":9,"pattern":"^x<>&"},` +
				`"b":{"allOf":[{"type":"string","pattern":"a"},{"pattern":"b"}]},"c":{"type":"string","not":{"pattern":"x"}},` +
				`"d":{"description":"text <b>","type":"string","pattern":"[^\\t\\n\\f\\r ]"},"e":{"type":"string","not":{"const":"x"}}},"additionalProperties":false}`},
		{"fields", closed(opt("m", keys(closed(), "", integer())), opt("n", keys(closed(opt("y", str())), "^x", integer())),
			opt("o", keys(keys(open(), "^z", integer()), "", num())), opt("no", &Node{})),
			`{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}},` +
				`"n":{"type":"object","properties":{"y":{"type":"string"}},"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false},` +
				`"o":{"type":"object","patternProperties":{"^z":{"type":"integer"},"":{"type":"number"}}},"no":{"not":true}},"additionalProperties":false}`},
		{"lists", closed(opt("a", list(str(), count(MinItems, 1))), opt("b", prefixed(nil, integer(), str())), opt("c", prefixed(&anything, &anything)), opt("d", list(&anything, Test{Op: UniqueItems}))),
			`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":1},` +
				`"b":{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false,"minItems":2,"maxItems":2},` +
				`"c":{"type":"array","prefixItems":[true],"minItems":1},"d":{"type":"array","uniqueItems":true}},"additionalProperties":false}`},
		{"unions", union(null(), open(req("a", integer())), list(str())),
			`{"anyOf":[{"type":"null"},{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},{"type":"array","items":{"type":"string"}}]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, exact := test.node.JSONSchema()
			if !exact {
				t.Error("something was left out")
			}
			if got, err := text.JSON(s); err != nil || string(got) != test.want {
				t.Errorf("got  %s (%v)\nwant %s", got, err, test.want)
			}
		})
	}
}

func TestJSONSchemaLeavesOut(t *testing.T) {
	tests := []struct {
		node *Node
		left string
	}{
		{open(opt("a", str(Test{Op: IsPattern}))), `{"type":"object","properties":{"a":{"type":"string"}}}`},
		{str(Test{Op: Less, Text: "b"}), `{"type":"string"}`},
		{str(match("(?m)^a$")), `{"type":"string"}`},
		{&Node{Kinds: Only(document.Object), Patterns: []PatternField{{str(match("a"), match("b")), null()}}, Closed: true}, `{"type":"object"}`},
		{&Node{Kinds: Only(document.Object), Patterns: []PatternField{{str(Test{Op: NotMatch, Text: "a"}), null()}}, Closed: true}, `{"type":"object"}`},
		{&Node{Kinds: Only(document.Object), Patterns: []PatternField{{enum("a", "b"), null()}}, Closed: true}, `{"type":"object"}`},
	}
	for _, test := range tests {
		left, exact := test.node.JSONSchema()
		if got, _ := text.JSON(left); string(got) != test.left || exact {
			t.Errorf("got %s, want %s", got, test.left)
		}
	}
	if s, exact := tree().JSONSchema(); exact {
		t.Errorf("a recursive Node has the schema %v", s)
	}
	shared := tree()
	s, exact := shared.JSONSchema(Definition{Name: "tree", Node: shared})
	if got, _ := text.JSON(s); !exact || !strings.HasPrefix(string(got), `{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"}`) {
		t.Errorf("a shared Node has the schema %s", got)
	}
}
