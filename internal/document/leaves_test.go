package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var leafNames = map[LeafKind]string{Paragraph: "p", ListItem: "li", TableCell: "td", HeadingText: "h"}

// leavesOf parses Markdown as the content of a section and returns its leaves as kind|text.
func leavesOf(t *testing.T, markdown string) (*Document, []string) {
	t.Helper()
	d := bodyOf(t, "## 1. A\n\n"+markdown)
	var got []string
	for _, l := range d.Body.Sections[0].Leaves {
		got = append(got, leafNames[l.Kind]+"|"+l.Text)
	}
	return d, got
}

func TestLeaves(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string
	}{
		{"paragraphs", "TBD\n\na  b\n\tc\n", []string{"p|TBD", "p|a b c"}},
		{"markup stands as it is", "**TBD** and `x`\n", []string{"p|**TBD** and `x`"}},
		{"a line in bold", "**Files**\n\na\n", []string{"p|**Files**", "p|a"}},
		{"list items", "- a\n- b\n  c\n\n  d\n* e\n1. f\n2) g\n", []string{"li|a", "li|b c", "li|d", "li|e", "li|f", "li|g"}},
		{"nested items", "- a\n  - b\n    1. c\n", []string{"li|a", "li|b", "li|c"}},
		{"empty items", "-\n- \n- a\n", []string{"li|a"}},
		{"task list", "- [ ] TODO\n- [x] done\n- [X]no\n- [ ]\n", []string{"li|TODO", "li|done", "li|[X]no", "li|[ ]"}},
		{"table", "| a | b |\n|---|:-:|\n| TBD |  |\n| c\\|d | `e` | f |\n",
			[]string{"td|a", "td|b", "td|TBD", "td|c\\|d", "td|`e`", "td|f"}},
		{"table without outer bars", "a|b\n-|-\nc|d\n", []string{"td|a", "td|b", "td|c", "td|d"}},
		{"table under text", "text\na|b\n-|-\nc|d\n", []string{"p|text", "td|a", "td|b", "td|c", "td|d"}},
		{"table whose rows end differently", "|a|b|\n|-|-\n|c|d|\n", []string{"td|a", "td|b", "td|c", "td|d"}},
		{"no table: no bar, no dashes", "a\n:-:\nb\n\nc|d\ne|f\n", []string{"p|a :-: b", "p|c|d e|f"}},
		{"table in a list", "- x\n\n  |a|\n  |-|\n  |b|\n", []string{"li|x", "td|a", "td|b"}},
		{"no table: the cells differ", "|a|b|\n|-|\n", []string{"p||a|b| |-|"}},
		{"sub-headings", "### TBD ###\n#### \nx\n", []string{"h|TBD", "p|x"}},
		{"not fenced code", "a\n```\nTBD\n```\n~~~\nTBD\n", []string{"p|a"}},
		{"not indented code", "a\n\n    TBD\n", []string{"p|a"}},
		{"not comments", "<!-- TBD -->\n\n<!--\nTBD\n-->\n\na <!-- TBD --> b\n", []string{"p|a b"}},
		{"text around comments", "<!-- x --> TBD\n\nTBD <!-- x -->\n\n- TBD<!-- x -->\n", []string{"p|TBD", "p|TBD", "li|TBD"}},
		{"a comment in a code span is code", "`<!-- a -->` b\n", []string{"p|`<!-- a -->` b"}},
		{"a comment that never closes in its paragraph", "a <!-- b\n\nc -->\n", []string{"p|a <!-- b", "p|c -->"}},
		{"a comment that never closes in its cell", "|a|\n|-|\n|<!-- b|\n", []string{"td|a", "td|<!-- b"}},
		{"degenerate comments", "a<!-->b<!--->c\n", []string{"p|abc"}},
		{"the end marker", "a <!-- handoff-end -->\n", []string{"p|a"}},
		{"not quotations", "> TBD\n> - TBD\n>\n> |a|\n> |-|\nlazy\n\na\n", []string{"p|a"}},
		{"definitions are text", "[a]: b\ntext\n\n[^1]: note\n", []string{"p|[a]: b text", "p|[^1]: note"}},
		{"angle brackets", "<describe the change>\n\n- <summary of it>\n", []string{"p|<describe the change>", "li|<summary of it>"}},
		{"code in HTML", "<pre>\nTBD\n</pre>\n\n<script>TBD</script>\n", nil},
		{"breaks", "a\n\n---\n\n***\n\n- - -\n", []string{"p|a"}},
		{"wide white space", "\u3000待写\u00a0\u3000x\u3000\n", []string{"p|待写 x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, got := leavesOf(t, tt.text)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("leaves (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLeafPlaces(t *testing.T) {
	d, got := leavesOf(t, "文字🎉\n\n- [ ] TODO\n\n| é | TBD |\n|---|-----|\n\n### Über `x`\n\n1. a\n   b\n")
	want := []string{"6:1 文字🎉", "8:7 TODO", "10:3 é", "10:7 TBD", "13:5 Über `x`", "15:4 a\n   b"}
	var places []string
	for _, l := range d.Body.Sections[0].Leaves {
		places = append(places, place(d, l.Span.Start)+" "+d.Source.Slice(l.Span))
	}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Errorf("places of %v (-want +got):\n%s", got, diff)
	}
}

func TestLeavesOfDocuments(t *testing.T) {
	texts := func(leaves []Leaf) (texts []string) {
		for _, l := range leaves {
			texts = append(texts, l.Text)
		}
		return texts
	}
	d := parseText("a.md", "# T\n\na\n\n```json\n"+object+"\n```\n", Metadata)
	if diff := cmp.Diff([]string{"T", "a"}, texts(d.Leaves())); diff != "" {
		t.Errorf("with a block (-want +got):\n%s", diff)
	}
	if got := parseText("a.json", object, Metadata).Leaves(); got != nil {
		t.Errorf("of JSON: %v", got)
	}
	_, leaves := LeavesOf("a\n```\nb\n```\n```go\nc\n```\n", true)
	if diff := cmp.Diff([]string{"a", "b"}, texts(leaves)); diff != "" {
		t.Errorf("with code (-want +got):\n%s", diff)
	}
}

func TestLeavesStopAtTheNextSection(t *testing.T) {
	d := bodyOf(t, "before\n\n## 1. A\na\n## Notes\nb\n## 2. B\nc\n# T\nd\n")
	var got []string
	for _, s := range d.Body.Sections {
		for _, l := range s.Leaves {
			got = append(got, s.Title+l.Text)
		}
	}
	if s := strings.Join(got, " "); s != "Aa Bc" {
		t.Errorf("leaves %q", s)
	}
}
