package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

func TestClaims(t *testing.T) {
	claims := func(n *Node, kind string) *Node { return attr(n, Attr{Claims: kind}) }
	step := open(opt("summary", claims(str(), ClaimsText)), opt("files", claims(list(str()), ClaimsChanged)))
	n := keys(keys(open(
		opt("files", claims(list(str()), ClaimsFiles)),
		opt("missing", claims(str(), ClaimsRead)),
		opt("run", union(null(), open(opt("command", claims(str(), ClaimsRuns)), opt("exit", integer())))),
		opt("either", union(open(opt("a", claims(str(), ClaimsFiles)), opt("b", open())), open(opt("a", claims(str(), ClaimsRead)), opt("b", open(opt("c", claims(str(), ClaimsMade))))))),
		opt("steps", list(step)),
		opt("pair", prefixed(nil, attr(str(), Attr{Words: "a name"}), claims(str(), ClaimsMade))),
	), "^commits?$", claims(&anything, ClaimsCommits)), "^com", claims(list(str()), ClaimsText))
	value := parse(t, `{
		"steps": [{"files": ["c"], "summary": "d"}, {"other": ["e"]}, "f"],
		"files": "no list",
		"run": {"command": "go vet", "exit": 0},
		"commit": ["1234567"],
		"either": {"a": "x", "b": {"c": "y"}},
		"pair": ["a", "b", "c"],
		"other": ["a"]
	}`)
	var got []string
	for _, c := range n.Claims(value, nil) {
		got = append(got, fmt.Sprint(c.Kind, " ", c.Pointer, " ", c.Field.Kind))
	}
	want := []string{
		"changed /steps/0/files list", "text /steps/0/summary string",
		"files /files string", "runs /run/command string", "commits /commit list", "text /commit list",
		"files /either/a string", "read /either/a string", "made /either/b/c string", "made /pair/1 string",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	for _, none := range []*document.Node{nil, parse(t, `"a"`), parse(t, `[1]`)} {
		if found := n.Claims(none, nil); found != nil {
			t.Errorf("%v", found)
		}
	}
}

func TestMayHoldTexts(t *testing.T) {
	for _, tt := range []struct {
		node *Node
		want bool
	}{
		{str(), true}, {integer(), false}, {null(), false}, {open(opt("a", str())), false}, {&anything, true},
		{list(str()), true}, {list(integer()), false}, {prefixed(nil, integer()), false}, {prefixed(nil, integer(), str()), true}, {list(union(null(), str(match("x")))), true},
		{union(null(), list(str())), true}, {union(null(), open()), false},
	} {
		if got := tt.node.MayHoldTexts(); got != tt.want {
			t.Errorf("%s: %t", tt.node.Want(), got)
		}
	}
}

// A recursive schema is followed as far as the value nests.
func TestClaimsOfRecursive(t *testing.T) {
	n := open(opt("file", attr(str(), Attr{Claims: ClaimsFiles})))
	n.Fields = append(n.Fields, opt("next", n))
	if found := n.Claims(parse(t, `{"next": {"next": {"file": "a"}}}`), nil); len(found) != 1 || found[0].Pointer != "/next/next/file" {
		t.Errorf("%v", found)
	}
}

// Branches that lead to the same Node are followed once: doubling at each level would never end.
func TestClaimsOfBranches(t *testing.T) {
	n := open(opt("file", attr(str(), Attr{Claims: ClaimsFiles})))
	branch := func(kind string) *Node { return open(req("kind", enum(kind)), opt("next", n)) }
	n.Fields = append(n.Fields, opt("step", union(branch("a"), branch("b"))))
	const depth = 60
	value := strings.Repeat(`{"step": {"kind": "a", "next": `, depth) + `{"file": "a"}` + strings.Repeat("}}", depth)
	if found := n.Claims(parse(t, value), nil); len(found) != 1 {
		t.Errorf("%v", found)
	}
}
