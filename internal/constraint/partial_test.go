package constraint

import (
	"fmt"
	"slices"
	"testing"

	"cuelang.org/go/cue/cuecontext"

	"github.com/handofflint/handofflint/internal/document"
)

func TestPartial(t *testing.T) {
	value := cuecontext.New().CompileString(`{
		number: int & >=0 | *200
		list: [...string] | *["a", "b"]
		map: {[=~"^[a-z]+$"]: int, known: int | *1}
		inner: {a: 1, b: string}
		open: {...}
	}`)
	if value.Err() != nil {
		t.Fatal(value.Err())
	}
	whole, err := Compile(value)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		data string
		want []string
	}{
		{`{}`, nil},
		{`{"number": 3}`, nil},
		{`{"map": {"other": 4}, "inner": {"b": "x"}}`, nil},
		{`{"number": -1}`, []string{"bound /number"}},
		{`{"numbr": 1}`, []string{"unknown /numbr"}},
		{`{"list": ["x", 1]}`, []string{"type /list/1"}},
		{`{"map": {"Other": 4, "known": "x"}}`, []string{"unknown /map/Other", "type /map/known"}},
		{`{"inner": {"c": 1, "a": 2}}`, []string{"unknown /inner/c", "enum /inner/a"}},
		{`{"open": {"c": 1}}`, []string{"unknown /open/c"}},
		{`{"inner": 1, "list": {}}`, []string{"type /inner", "type /list"}},
	}
	for _, tt := range tests {
		node, _, faults := document.ParseJSON([]byte(tt.data), document.Limits{Depth: 9, Values: 99})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		var got []string
		for _, v := range whole.Partial().Check(node) {
			got = append(got, fmt.Sprintf("%s %s", v.Kind, v.Pointer))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.data, got, tt.want)
		}
		if len(whole.Check(node)) == 0 {
			t.Errorf("%s: the whole checker has changed", tt.data)
		}
	}
}
