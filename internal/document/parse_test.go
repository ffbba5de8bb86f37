package document

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseNotUTF8(t *testing.T) {
	tests := []struct {
		name   string
		path   string
		named  bool
		data   string
		fault  string // rule/variant@line:column
		offset string
		format Format
	}{
		{"a bad byte", "a.md", true, "é\n\xff", "file/not-utf8/invalid-utf8@2:1", "3", Unknown},
		{"a cut rune", "a.md", true, "a\xe2\x82", "file/not-utf8/invalid-utf8@1:2", "1", Unknown},
		{"a surrogate", "a.md", true, "\xed\xa0\x80", "file/not-utf8/invalid-utf8@1:1", "0", Unknown},
		{"a NUL", "a.md", true, "a\x00b", "file/not-utf8/nul@1:2", "1", Unknown},
		{"a NUL, then a bad byte", "a.md", true, "a\x00\xff", "file/not-utf8/nul@1:2", "1", Unknown},
		{"a replacement character, then a NUL", "a.md", true, "\ufffd\x00", "file/not-utf8/nul@1:2", "3", Unknown},
		{"a bad byte, then a NUL", "a.md", true, "a\xff\x00", "file/not-utf8/invalid-utf8@1:2", "1", Unknown},
		{"UTF-16", "a.md", true, "\xff\xfea\x00", "file/not-utf8/invalid-utf8@1:1", "0", Unknown},
		{"a report in its place", "agent-handoffs/s/a.md", false, "\xff", "file/not-utf8/invalid-utf8@1:1", "0", Report},
		{"a report by its name", "01-a-report.md", false, "\xff", "file/not-utf8/invalid-utf8@1:1", "0", Report},
		{"the keys of a report, elsewhere", "a.md", false, reportText + "\xff", "", "", Unknown},
		{"found, and no handoff", "logo.json", false, "\x89PNG\x00", "", "", Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := Parse(Input{Path: tt.path, Data: []byte(tt.data), Named: tt.named}, usualLimits)
			if got := strings.Join(faultsOf(d), " "); got != tt.fault {
				t.Fatalf("faults %q, want %q", got, tt.fault)
			}
			if d.Format != tt.format || d.Fatal != (tt.fault != "") || d.Data() != nil {
				t.Errorf("format %q, fatal %v, data %v", d.Format, d.Fatal, d.Data())
			}
			if tt.fault != "" && (d.Faults[0].Values["offset"] != tt.offset || d.Faults[0].Span.Len() != 1) {
				t.Errorf("values %v, span %v", d.Faults[0].Values, d.Faults[0].Span)
			}
		})
	}
}

func TestParseUnknown(t *testing.T) {
	tests := []struct {
		path, text, want string
	}{
		{"a.md", "# Title\n", "file/unknown-format/markdown@1:1"},
		{"a.md", "\ufeff \r\n", "file/unknown-format/empty@1:1"},
		{"<stdin>", "", "file/unknown-format/empty@1:1"},
		{"<stdin>", "{}", "file/unknown-format/json@1:1"},
		{"notes", "text", "file/unknown-format/markdown@1:1"},
		{"notes", " {\"a\": }", "file/unknown-format/json@1:1 syntax/json/no-value@1:8"},
	}
	for _, tt := range tests {
		in := Input{Path: tt.path, Data: []byte(tt.text), Named: true}
		d := Parse(in, usualLimits)
		if got := strings.Join(faultsOf(d), " "); got != tt.want || !d.Fatal || d.Format != Unknown {
			t.Errorf("%s %q: faults %q, want %q", tt.path, tt.text, got, tt.want)
		}
		in.Named = false
		if d := Parse(in, usualLimits); len(d.Faults) > 0 || d.Fatal || d.Format != Unknown {
			t.Errorf("%s %q, found: format %q, faults %v", tt.path, tt.text, d.Format, faultsOf(d))
		}
	}
}

// A file that is empty, or broken at its first character, has the faults of its intended format.
func TestParseEmpty(t *testing.T) {
	tests := []struct {
		path string
		as   Format
		want string
	}{
		{"agent-handoffs/s/a.md", Unknown, "syntax/front-matter/no-text"},
		{"docs/context/1717500000-a.json", Unknown, "syntax/json/empty"},
		{"a.md", Report, "syntax/front-matter/no-text"},
		{"a.md", Metadata, "metadata/missing-block/"},
		{"a.json", Metadata, "syntax/json/empty"},
		{"a", Context, "syntax/json/empty"},
		{"a", Task, "syntax/json/empty"},
	}
	for _, tt := range tests {
		for _, data := range []string{"", "\n", "\ufeff", " \r\n\t"} {
			d := Parse(Input{Path: tt.path, Data: []byte(data), As: tt.as}, usualLimits)
			if len(d.Faults) != 1 || d.Faults[0].Rule+"/"+d.Faults[0].Variant != tt.want || !d.Fatal {
				t.Errorf("%s as %q, %q: faults %v, want %s", tt.path, tt.as, data, faultsOf(d), tt.want)
			}
		}
	}
}

func TestParseReport(t *testing.T) {
	d := parseText("a.md", "\ufeff"+reportText, Unknown)
	if d.Format != Report || d.Fatal || d.Body == nil {
		t.Fatalf("format %q, faults %v", d.Format, faultsOf(d))
	}
	role := d.Root.Lookup("data", "agent_role")
	if role.Str() != "writer" || place(d, role.Value.Start) != "2:13" {
		t.Errorf("role: %+v", role)
	}
	if s := d.Body.Sections; len(s) != 1 || place(d, s[0].Span.Start) != "5:1" {
		t.Errorf("sections: %+v", s)
	}
}

// Nothing more is checked in a report with invalid front matter: a missing section would have the same cause.
func TestParseReportWithBrokenFrontMatter(t *testing.T) {
	for _, text := range []string{"## 1. A\n", "---\na: [\n---\n## 1. A\n", "---\na: b\n"} {
		d := parseText("a.md", text, Report)
		if !d.Fatal || d.Body != nil || d.Data() != nil || d.Root.Field("body") != nil || d.Root.Field("file") == nil {
			t.Errorf("%q: faults %v, body %v", text, faultsOf(d), d.Body)
		}
	}
}

func TestParseGoesOnAfterARepeatedKey(t *testing.T) {
	for as, text := range map[Format]string{
		Report:  "---\na: 1\na: 2\n---\n## 1. A\n",
		Context: `{"a": 1, "a": 2}`,
	} {
		d := parseText("a", text, as)
		if len(d.Faults) != 1 || d.Faults[0].Rule != ruleDuplicateKey || d.Fatal || d.Root.Lookup("data", "a").Text != "2" {
			t.Errorf("%s: faults %v, data %+v", as, faultsOf(d), d.Data())
		}
	}
}

func TestLagOfAnEmptyMarker(t *testing.T) {
	written := time.Date(2026, 5, 31, 12, 0, 10, 0, time.UTC)
	before := written.Add(-time.Minute)
	for _, tt := range []struct {
		info Info
		want int
	}{{Info{Done: before}, 60}, {Info{}, 0}, {Info{Done: before, Seal: "ab"}, 0}, {Info{Done: before, BadMarker: true}, 0}} {
		tt.info.ModTime = written
		if got := tt.info.Lag(); got != tt.want {
			t.Errorf("%+v: %d, want %d", tt.info, got, tt.want)
		}
	}
}

func TestEachString(t *testing.T) {
	for text, want := range map[string]string{`{"a": ["x", 1], "b": {"c": "y"}}`: "/a/0=x /b/c=y", "{": ""} {
		d := parseText("a.json", text, Context)
		for range 2 { // the second time it is known
			var got []string
			d.EachString(func(n *Node, pointer string) { got = append(got, pointer+"="+n.Text) })
			if s := strings.Join(got, " "); s != want {
				t.Errorf("%s: %s, want %s", text, s, want)
			}
		}
	}
}

func TestFileBranch(t *testing.T) {
	written := time.Date(2026, 5, 31, 12, 0, 10, 0, time.UTC)
	tests := []struct {
		name string
		path string
		info *Info
		want map[string]string
	}{
		{"a report", "x/agent-handoffs/s-1/02-fact-check-report.md", nil,
			map[string]string{"name": "02-fact-check-report.md", "sequence": "2", "role": "fact-check", "session": "s-1"}},
		{"backslashes", `x\agent-handoffs\s-1\02-a-report.md`, nil,
			map[string]string{"name": "02-a-report.md", "sequence": "2", "role": "a", "session": "s-1"}},
		{"another name", "agent-handoffs/s-1/notes.md", nil, map[string]string{"name": "notes.md", "session": "s-1"}},
		{"no role", "02--report.md", nil, map[string]string{"name": "02--report.md"}},
		{"a number no int holds", "99999999999999999999-a-report.md", nil,
			map[string]string{"name": "99999999999999999999-a-report.md"}},
		{"another folder", "handoffs/s-1/a.md", nil, map[string]string{"name": "a.md"}},
		{"standard input", "-", nil, map[string]string{"name": "-"}},
		{"no marker", "a.md", &Info{ModTime: written}, map[string]string{"name": "a.md", "done": "false"}},
		{"a marker after", "a.md", &Info{ModTime: written, Done: written.Add(time.Hour)},
			map[string]string{"name": "a.md", "done": "true", "done_valid": "true", "done_lag": "0"}},
		{"a marker before", "a.md", &Info{ModTime: written, Done: written.Add(-2900 * time.Millisecond)},
			map[string]string{"name": "a.md", "done": "true", "done_valid": "true", "done_lag": "2"}},
		{"a marker with another text", "a.md", &Info{ModTime: written, Done: written.Add(-time.Hour), BadMarker: true},
			map[string]string{"name": "a.md", "done": "true", "done_valid": "false"}},
		{"a marker with a hash", "a.md", &Info{ModTime: written, Done: written.Add(-time.Hour), Seal: "ab"}, map[string]string{"name": "a.md", "done": "true", "done_valid": "true"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want["path"], tt.want["size"], tt.want["configured"] = tt.path, "2", "false"
			d := Parse(Input{Path: tt.path, Data: []byte("\ufeff{}"), Info: tt.info}, usualLimits)
			got := map[string]string{}
			for _, item := range d.Root.Field("file").Items {
				got[item.Name] = item.Text
				if item.Value != (d.Root.Value) || item.Value.Len() != 0 || item.Value.Start != d.Source.Start() {
					t.Errorf("%s stands at %v", item.Name, item.Value)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
		})
	}
}
