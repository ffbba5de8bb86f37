package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
)

// shownDirectives returns directives as "line next text", with "open" if the comment never ends.
func shownDirectives(d *Document) []string {
	var out []string
	for _, x := range d.Body.Directives {
		s := fmt.Sprintf("%d>%d %s", d.Source.Pos(x.Span.Start).Line, x.Next, d.Source.Slice(x.Text))
		if !x.Closed {
			s += " open"
		}
		out = append(out, s)
	}
	return out
}

func TestDirectives(t *testing.T) {
	tests := []struct {
		name, text string // the text begins on line 4
		want       []string
	}{
		{"one", "<!-- handofflint-disable a -->\ntext", []string{"4>5 handofflint-disable a"}},
		{"no white space", "<!--handofflint-enable a-->", []string{"4>0 handofflint-enable a"}},
		{"more hyphens", "<!--- handofflint-disable a -- --->\ntext", []string{"4>5 handofflint-disable a"}},
		{"over lines", "<!--\nhandofflint-disable\n a -- b\n-->\n\ntext", []string{"4>9 handofflint-disable\n a -- b"}},
		{"in a paragraph", "text <!-- handofflint-x --> text\nmore", []string{"4>5 handofflint-x"}},
		{"in a list, a table and a heading", "- a <!-- handofflint-1 -->\n\n|a|\n|-|\n|<!-- handofflint-2 -->|\n\n# T <!-- handofflint-3 -->\n",
			[]string{"4>6 handofflint-1", "8>10 handofflint-2", "10>0 handofflint-3"}},
		{"in code", "`<!-- handofflint-x -->`\n\n```\n<!-- handofflint-x -->\n```\n\n    <!-- handofflint-x -->\n\n~~~\n<!-- handofflint-x -->", nil},
		{"in a quotation", "> <!-- handofflint-x -->\n> text <!-- handofflint-x -->\n", nil},
		{"in another comment", "<!-- see <!-- handofflint-x -->\n", nil},
		{"escaped", `\<!-- handofflint-x -->`, nil},
		{"words about it", "<!-- handofflint is a checker -->\n<!-- a handofflint-disable -->\n<!-- handofflinting -->", nil},
		{"spelt apart, in capitals", "<!-- handofflint: disable a -->\n<!-- HANDOFFLINT-disable a -->\n", []string{"4>0 handofflint: disable a", "5>0 HANDOFFLINT-disable a"}},
		{"never closed", "<!-- handofflint-disable a\n\n## 1. A\n", []string{"4>0 handofflint-disable a\n\n## 1. A open"}},
		{"never closed in a line of text", "text <!-- handofflint-disable a\n", nil},
		{"above an open one in HTML", "<pre>\n<!-- handofflint-1 -->\n<!-- open\n</pre>", []string{"5>6 handofflint-1"}},
		{"short comments", "<!--> <!---> <!-- -->\n", nil},
		{"several above one line", "<!-- handofflint-1 -->\n\n<!-- handofflint-2 --> <!-- handofflint-3 -->\n\t\n<!-- other -->\ntext",
			[]string{"4>8 handofflint-1", "6>8 handofflint-2", "6>8 handofflint-3"}},
		{"text behind one", "<!-- handofflint-1 -->\n<!-- handofflint-2 --> text\nmore", []string{"4>5 handofflint-1", "5>6 handofflint-2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, shownDirectives(bodyOf(t, tt.text))); diff != "" {
				t.Error(diff)
			}
			windows := bodyOf(t, strings.ReplaceAll(tt.text, "\n", "\r\n"))
			for i, s := range shownDirectives(windows) {
				if got := strings.ReplaceAll(s, "\r", ""); i >= len(tt.want) || got != tt.want[i] {
					t.Errorf("with CRLF: %s", s)
				}
			}
		})
	}
}

// A directive is not part of the report, so it may follow its end.
func TestDirectivesBehindTheEnd(t *testing.T) {
	const end, directive = "<!-- handoff-end -->", "<!-- handofflint-disable a -- b -->"
	for body, want := range map[string]string{
		end + "\n" + directive + "\n":                              "",
		end + directive + "\n\n" + directive:                       "",
		end + "\n" + directive + "\n" + end:                        "",
		end + "\n" + directive + "\ntext":                          "text",
		end + "\ntext\n" + directive:                               "text\n" + directive,
		end + "\n<!-- a note -->":                                  "<!-- a note -->",
		end + "<!-- handofflint-disable a " + end:                  "",
		end + "\n<!-- handofflint-disable a":                       "<!-- handofflint-disable a",
		end + "\n```\n" + directive + "\n```":                      "```\n" + directive + "\n```",
		end + "\ntext " + end + "\n" + directive + "\n" + end + "": "text " + end + "\n" + directive + "\n" + end,
	} {
		d := bodyOf(t, body)
		if got := d.Source.Slice(d.Body.Trailing); got != want {
			t.Errorf("%q: trailing %q, want %q", body, got, want)
		}
	}
}

// A block still counts with a directive between it and its frame, and a directive after it is not text.
func TestDirectivesAroundABlock(t *testing.T) {
	const directive = "<!-- handofflint-disable a -- b -->\n"
	md := "# T\n\n> " + directive + "\n## Metadata\n\n" + directive + "\n```json\n{\"agent\": \"a\", \"status\": \"complete\", \"output_type\": \"x\"}\n```\n" + directive
	d := Parse(Input{Path: "a.md", Data: []byte(md)}, usualLimits)
	if d.Format != Metadata || d.Fatal {
		t.Fatalf("format %q, faults %v", d.Format, faultsOf(d))
	}
	if d.Body.Trailing.Len() > 0 || len(d.Body.Directives) != 2 {
		t.Errorf("trailing %q, directives %v", d.Source.Slice(d.Body.Trailing), shownDirectives(d))
	}
}

// FuzzDirectives holds that directives are in order within the file, that each begins like one, and that its
// next line is below it.
func FuzzDirectives(f *testing.F) {
	for _, s := range []string{
		"<!-- handofflint-disable a -->", "> <!-- handofflint-x -->\n<!--handofflint-->", "<!-- handofflint-", "`<!-- handofflint-a -->",
		"<!-- handoff-end --><!-- handofflint-x -->\n<!-- handoff-end -->", "<!-- handofflint-\n\n-->\r\n\r\n<!-- handofflint-b --> x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		src := text.NewSource([]byte(s))
		end := 0
		for _, d := range findDirectives(src, text.Span{Start: src.Start(), End: len(s)}) {
			if d.Span.Start < end || d.Text.Start < d.Span.Start || d.Text.End < d.Text.Start || d.Span.End < d.Text.End || d.Span.End > len(s) {
				t.Fatalf("%q: %+v behind %d", s, d, end)
			}
			end = d.Span.End
			if !strings.HasPrefix(strings.ToLower(src.Slice(d.Text)), "handofflint") {
				t.Errorf("%q: %q is no directive", s, src.Slice(d.Text))
			}
			if d.Next != 0 && (d.Next <= src.Pos(d.Span.End).Line || d.Next > src.Lines() || strings.TrimSpace(src.Slice(src.LineSpan(d.Next))) == "") {
				t.Errorf("%q: line %d is not below %+v", s, d.Next, d.Span)
			}
		}
	})
}
