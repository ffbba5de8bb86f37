package document_test

import (
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

func TestValues(t *testing.T) {
	const data = `{"list": ["a", " ", 1, "b"], "one": "c", "blank": " \u3000\u200b", "yes": "true", "null": null, "on": true, "off": false, "n": 12, "big": 99999999999999999999, "text": "12"}`
	root, _, faults := document.ParseJSON([]byte(data), document.Limits{Depth: 9, Values: 99})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	field := root.Field
	for _, tt := range []struct {
		what      string
		got, want []string
	}{
		{"strings of a list", document.Texts(field("list").Strings()), []string{"a", "b"}},
		{"strings of a string", document.Texts(field("one").Strings()), nil},
		{"several of a list", document.Texts(field("list").OneOrMore()), []string{"a", "b"}},
		{"one of a string", document.Texts(field("one").OneOrMore()), []string{"c"}},
		{"one of a blank string", document.Texts(field("blank").OneOrMore()), nil},
		{"elements of an object", document.Texts(root.Elements()), nil},
		{"fields of a list", document.Texts(field("list").Fields()), nil},
		{"fields of nothing", document.Texts(field("none").Fields()), nil},
		{"elements of nothing", document.Texts(field("none").Elements()), nil},
	} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.what, tt.got, tt.want)
		}
	}
	copied := root.Copy()
	copied.Find("list.3").Text = "changed"
	for path, want := range map[string]string{"list.3": "b", "list.4": "", "list.-1": "", "list.x": "", "one.x": "", "none.x": "", "n": ""} {
		if got := root.Find(path).Str(); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	var each []string
	root.EachElement([]string{"list", "one", "none"}, func(pointer string) bool { return pointer == "/list/2" },
		func(list *document.Node, i int, pointer string) { each = append(each, pointer+list.Items[i].Text) })
	if want := []string{"/list/0a", "/list/1 ", "/list/3b"}; !slices.Equal(each, want) {
		t.Errorf("elements %q, want %q", each, want)
	}
	if field("n").Blank() || field("one").Blank() || field("null").Blank() || !field("blank").Blank() {
		t.Error("only a string without visible characters is blank")
	}
	if field("list").Field("") != nil {
		t.Error("a list has fields")
	}
	if !root.Kind.IsContainer() || !field("list").Kind.IsContainer() || field("one").Kind.IsContainer() {
		t.Error("only objects and lists are containers")
	}
	if _, _, faults := document.ParseJSON([]byte("{}"), document.Limits{Values: 9}); len(faults) != 1 || faults[0].Variant != "too-deep" {
		t.Errorf("without depth: %v", faults)
	}
	if n := len(field("list").Elements()); n != 4 {
		t.Errorf("the list has %d elements, want 4", n)
	}
	if got := root.ItemPointer("/a", 1) + " " + field("list").ItemPointer("/list", 1); got != "/a/one /list/1" {
		t.Errorf("pointers %q", got)
	}
	if !field("on").Is(true) || field("on").Is(false) || !field("off").Is(false) || field("one").Is(true) || field("yes").Is(true) || field("none").Is(false) {
		t.Error("Is tells booleans apart, and nothing else is one")
	}
	for name, want := range map[string]int64{"n": 12, "big": 1<<63 - 1, "text": 0, "none": 0} {
		if got := field(name).Int(); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}

func TestEachElement(t *testing.T) {
	root, _, _ := document.ParseJSON([]byte(`{"b": ["x", " ", 1, "y"], "c": "z", "a": ["w"]}`), document.Limits{Depth: 9, Values: 99})
	var got []string
	root.EachElement([]string{"a", "none", "c", "b"}, func(pointer string) bool { return pointer == "/b/0" }, func(list *document.Node, i int, pointer string) {
		got = append(got, pointer+" "+list.Name+" "+list.Items[i].Text)
	})
	if want := []string{"/a/0 a w", "/b/1 b  ", "/b/2 b 1", "/b/3 b y"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestJSON(t *testing.T) {
	const want = `{"a":[1, "b\n", null],"c":{},"d":true}`
	root, _, _ := document.ParseJSON([]byte(want), document.Limits{Depth: 9, Values: 99})
	if got := document.JSON(root); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFieldName(t *testing.T) {
	for pointer, want := range map[string]string{
		"/handoff/blockers/0/type": "handoff.blockers[0].type", "/0/a": "0.a", "/two words/b~1c": `"two words".b/c`,
	} {
		if got := document.FieldName(pointer); got != want {
			t.Errorf("%s is %s, want %s", pointer, got, want)
		}
	}
}

func TestParentPointer(t *testing.T) {
	for pointer, want := range map[string]string{"": "", "/a": "", "/a/0": "/a", "/a~1b/c": "/a~1b"} {
		if got := document.ParentPointer(pointer); got != want {
			t.Errorf("%q is in %q, want %q", pointer, got, want)
		}
	}
}
