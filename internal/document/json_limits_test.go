package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

func TestJSONDuplicateKeys(t *testing.T) {
	tests := []struct {
		in string
		// The key, the variant, and the two values if it shows them.
		key  string
		tree string
	}{
		{`{‹"a"›: 1, "b": 2, «"a"»: 3}`, "a", `{"b":2 "a":3}`},
		{`{‹"a"›: 1, «"a"»: 1}`, "a", `{"a":1}`},
		{`{‹"a"›: 1, «"\u0061"»: 2}`, "a", `{"a":2}`},
		{`{"x": {‹""›: [], «""»: {}}, "y": {"": 1}}`, "", `{"x":{"":{}} "y":{"":1}}`},
	}
	for _, test := range tests {
		in, span, related := marked(t, test.in)
		_, root, faults := parseJSONText(in)
		if len(faults) != 1 {
			t.Fatalf("%s: %v", in, faults)
		}
		checkFault(t, faults[0], ruleDuplicateKey, "", span, related, values("key", excerpt(test.key)))
		if got := render(root); got != test.tree {
			t.Errorf("%s: tree is %s, want %s", in, got, test.tree)
		}
	}
}

func TestJSONDuplicateKeysInALargeObject(t *testing.T) {
	var b strings.Builder
	for round := range 3 {
		for i := range 50 {
			fmt.Fprintf(&b, `"k%d": %d,`, i, round)
		}
	}
	in := "{" + strings.TrimSuffix(b.String(), ",") + "}"
	src, root, faults := parseJSONText(in)
	if len(faults) != 100 || len(root.Items) != 50 {
		t.Fatalf("%d faults and %d fields, want 100 and 50", len(faults), len(root.Items))
	}
	for i, item := range root.Items {
		if want := fmt.Sprintf("k%d", i); item.Name != want || item.Text != "2" {
			t.Errorf("field %d is %s: %s, want %s: 2", i, item.Name, item.Text, want)
		}
	}
	for i, fault := range faults {
		want := fmt.Sprintf(`"k%d"`, i%50)
		first := fault.Related[0].Span
		if src.Slice(fault.Span) != want || src.Slice(first) != want || first.Start != strings.Index(in, want) {
			t.Errorf("fault %d is at %s, first at %v, want %s and its first place", i, src.Slice(fault.Span), first, want)
		}
	}
}

func TestJSONGoesOnBehindDuplicateKeys(t *testing.T) {
	_, _, faults := parseJSONText(`{"a": 1, "a": 2, "b": 3,}`)
	if len(faults) != 2 || faults[0].Rule != ruleDuplicateKey || faults[1].Variant != "trailing-comma" {
		t.Errorf("faults are %v, want a duplicate key and a trailing comma", faults)
	}
}

func TestJSONDepth(t *testing.T) {
	nested := func(levels int) string {
		return `{"a":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + `}`
	}
	if _, _, faults := parseJSONText(nested(64)); len(faults) > 0 {
		t.Errorf("64 levels: %v", faults)
	}
	for _, levels := range []int{65, 100_000} {
		_, root, faults := parseJSONText(nested(levels))
		if len(faults) != 1 || root == nil {
			t.Fatalf("%d levels: %v", levels, faults)
		}
		at := len(`{"a":`) + 63
		checkFault(t, faults[0], ruleJSON, "too-deep", text.Span{Start: at, End: at + 1}, nil, map[string]string{"limit": "64"})
	}
	_, _, faults := parseJSONText(strings.Repeat(`{"a":`, 100_000))
	if len(faults) != 1 || faults[0].Variant != "too-deep" {
		t.Errorf("100,000 objects: %v", faults)
	}
}

func TestJSONValueLimit(t *testing.T) {
	list := func(items int) string {
		return `{"a": [` + strings.TrimSuffix(strings.Repeat("0,", items), ",") + `]}`
	}
	limits := testLimits
	limits.Values = 100
	parse := func(in string) []Fault {
		src := text.NewSource([]byte(in))
		_, faults := parseJSON(src, text.Span{End: len(in)}, limits)
		return faults
	}
	if faults := parse(list(98)); len(faults) > 0 {
		t.Errorf("an object, a list and 98 items: %v", faults)
	}
	limits.Values = 1
	for in, want := range map[string]string{`{"a": [x]}`: "too-many", `{"a": x}`: "unquoted-value"} {
		if faults := parse(in); len(faults) != 1 || faults[0].Variant != want {
			t.Errorf("%s: %v, want only %s", in, faults, want)
		}
	}
	limits.Values = 100
	faults := parse(list(200))
	if len(faults) != 1 {
		t.Fatalf("202 values: %v", faults)
	}
	if f := faults[0]; f.Rule != ruleJSON || f.Variant != "too-many" || f.Values["limit"] != "100" {
		t.Errorf("202 values: %v", f)
	}
}
