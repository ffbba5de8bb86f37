package rules

import "testing"

func TestFingerprint(t *testing.T) {
	base := Finding{Rule: "r", Variant: "v", Pointer: "/list/0/name", Excerpt: Excerpt{Text: `  "name": "TBD",`}}
	with := func(change func(*Finding)) Finding {
		f := base
		change(&f)
		return f
	}
	section := Finding{Rule: "r", Values: Values{"title": "Decisions", "got": "12"}}
	other := section
	tests := []struct {
		name string
		a, b Finding
		same bool
	}{
		{"moved", base, with(func(f *Finding) { f.Range.Start.Line, f.Range.Start.Offset = 9, 90 }), true},
		{"indented otherwise", base, with(func(f *Finding) { f.Excerpt.Text = "\t\"name\":  \"TBD\",\r" }), true},
		{"another place in the list", base, with(func(f *Finding) { f.Pointer = "/list/12/name" }), true},
		{"other words, a new version's", base, with(func(f *Finding) { f.Message, f.Help, f.Severity = "m", "h", Error }), true},
		{"another value than its pointer's", base, with(func(f *Finding) { f.Values = Values{"got": "x"} }), true},
		{"another field", base, with(func(f *Finding) { f.Pointer = "/list/0/title" }), false},
		{"another line", base, with(func(f *Finding) { f.Excerpt.Text = `"name": "TODO"` }), false},
		{"another rule", base, with(func(f *Finding) { f.Rule = "s" }), false},
		{"another case of the rule", base, with(func(f *Finding) { f.Variant = "" }), false},
		{"one more word", section, with(func(f *Finding) { *f = other; f.Values = Values{"title": "Decisions", "got": "13"} }), true},
		{"another section", section, with(func(f *Finding) { *f = other; f.Values = Values{"title": "Concerns", "got": "12"} }), false},
	}
	for _, tt := range tests {
		if same := tt.a.Fingerprint() == tt.b.Fingerprint(); same != tt.same {
			t.Errorf("%s: same is %t", tt.name, same)
		}
	}
	if n := len(base.Fingerprint()); n != 16 {
		t.Errorf("%d digits", n)
	}
}

func TestOpenIndexes(t *testing.T) {
	for pointer, want := range map[string]string{
		"": "", "/a": "/a", "/a/0": "/a/*", "/a/0/1/b/22": "/a/*/*/b/*", "/a1/2b": "/a1/2b", "/0": "/*",
	} {
		if got := openIndexes(pointer); got != want {
			t.Errorf("%q: %q, want %q", pointer, got, want)
		}
	}
}
