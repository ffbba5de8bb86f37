package document

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const front = "---\nagent_role: a\n---\n"

// bodyOf parses a report with a body, which begins on line 4.
func bodyOf(t *testing.T, markdown string) *Document {
	t.Helper()
	d := parseText("a.md", front+markdown, Report)
	if d.Fatal || d.Body == nil {
		t.Fatalf("%.80q: faults %v", markdown, faultsOf(d))
	}
	return d
}

func TestSections(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string // number|title|content
	}{
		{"two", "\n## 1. What\n\na\n\n## 2. Next\n\nb", []string{"1|What|\n\na\n\n", "2|Next|\n\nb"}},
		{"out of order, and any number", "## 12. A\n## 3. B\n## 3. C\n", []string{"12|A|\n", "3|B|\n", "3|C|\n"}},
		{"closing hashes and white space", "##   1.\t What  ##  \na", []string{"1|What|  \na"}},
		{"indented by three", "   ## 1. A\na", []string{"1|A|\na"}},
		{"level 1 ends one, level 3 does not", "## 1. A\na\n### x\nb\n# T\nc\n", []string{"1|A|\na\n### x\nb\n"}},
		{"another level 2 ends one", "## 1. A\na\n## Notes\nb\n", []string{"1|A|\na\n"}},
		{"an underlined heading ends one", "## 1. A\na\n\nNotes\n---\nb\n", []string{"1|A|\na\n\n"}},
		{"dashes under a table are no underline", "## 1. A\n\n|a|\n|-|\n|b|\n---\nc\n", []string{"1|A|\n\n|a|\n|-|\n|b|\n---\nc\n"}},
		{"nor under text with a table under it", "## 1. A\n\nx\n|a|\n|-|\n|b|\n---\nc\n",
			[]string{"1|A|\n\nx\n|a|\n|-|\n|b|\n---\nc\n"}},
		{"nor under a definition", "## 1. A\n\n[a]: b\n---\nc\n", []string{"1|A|\n\n[a]: b\n---\nc\n"}},
		{"straight after a paragraph", "text\n## 1. A\na", []string{"1|A|\na"}},
		{"in a fence", "## 1. A\n```\n## 2. B\n```\n", []string{"1|A|\n```\n## 2. B\n```\n"}},
		{"in a comment", "## 1. A\n<!--\n## 2. B\n-->\n", []string{"1|A|\n<!--\n## 2. B\n-->\n"}},
		{"in a list or quotation", "## 1. A\n- ## 2. B\n> ## 3. C\n", []string{"1|A|\n- ## 2. B\n> ## 3. C\n"}},
		{"indented code", "## 1. A\n\n    ## 2. B\n", []string{"1|A|\n\n    ## 2. B\n"}},
		{"near misses", "# 1. A\n### 1. A\n## 1) A\n## 1 A\n## 1.A\n## 0. A\n## 01. A\n## One. A\n##1. A\n## 1.\n", nil},
		{"with dates", "## 1. A 2026-05-30\n## 2. B 2026-05-31\n", []string{"1|A 2026-05-30|\n", "2|B 2026-05-31|\n"}},
		{"a number no int holds", "## 99999999999999999999. A\n", nil},
		{"none", "text\n", nil},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := bodyOf(t, tt.text)
			var got []string
			for _, s := range d.Body.Sections {
				got = append(got, strings.Join([]string{strconv.Itoa(s.Number), s.Title, d.Source.Slice(s.Content)}, "|"))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || d.Body.Earlier != nil {
				t.Errorf("earlier are %v, sections (-want +got):\n%s", d.Body.Earlier, diff)
			}
		})
	}
}

func TestHeadings(t *testing.T) {
	text := "# T #\n\nUnder\nlined\n===\n- ## In a list\n> ## Quoted\n\n## 1) Near\n###\n\n#hashtag\n---\n\t## code\n"
	d := bodyOf(t, text)
	var got []string
	for _, h := range d.Body.Headings {
		got = append(got, strings.Join([]string{strconv.Itoa(h.Level), h.Text, place(d, h.Span.Start), d.Source.Slice(h.Span)}, "|"))
	}
	want := []string{
		"1|T|4:1|# T #",
		"1|Under lined|6:1|Under\nlined\n===",
		"2|In a list|9:3|## In a list",
		"2|1) Near|12:1|## 1) Near",
		"2|#hashtag|15:1|#hashtag\n---",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("headings (-want +got):\n%s", diff)
	}
}

// TestEmphasis has the titles of sections without the marks of emphasis.
func TestEmphasis(t *testing.T) {
	d := bodyOf(t, "## __1. What__\n\n## **2. Why**\n")
	for i, want := range []string{"What", "Why"} {
		if got := d.Body.Sections[i]; got.Number != i+1 || got.Title != want {
			t.Errorf("section %d is %d, %q", i, got.Number, got.Title)
		}
	}
}

func TestHidden(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string // number|title|place|opening|place
	}{
		{"fence", "x\n\n```md\n## 1. A\ntext\n ## 2. B ##\n```\n", []string{"1|A|7:1|```md|6:1", "2|B ##|9:2|```md|6:1"}},
		{"fence that never closes", "~~~\n\n## 1. A", []string{"1|A|6:1|~~~|4:1"}},
		{"fence in a list, behind a tab", "-\t```\n\n\t## 1. A\n", []string{"1|A|6:2|```|4:3"}},
		{"comment", "<!-- old\n## 1. A\n-->\n", []string{"1|A|5:1|<!--|4:1"}},
		{"comment that never closes", "  <!-- old\n## 1. A\n## 2. B\n", []string{"1|A|5:1|<!--|4:3", "2|B|6:1|<!--|4:3"}},
		{"no section's heading", "```\n# 1. A\n## A\n###  1. A\n```\n", nil},
		{"quoted", "> ```\n> ## 1. A\n> ```\n", nil},
		{"in the open", "## 1. A\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := bodyOf(t, tt.text)
			var got []string
			for _, h := range d.Body.Hidden {
				got = append(got, strings.Join([]string{strconv.Itoa(h.Number), h.Title, place(d, h.Span.Start),
					d.Source.Slice(h.Opening), place(d, h.Opening.Start)}, "|"))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("hidden (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEndMarkers(t *testing.T) {
	const end = "<!-- handoff-end -->"
	tests := []struct {
		name     string
		text     string
		want     []string
		trailing string
	}{
		{"last", "a\n\n" + end + "\n", []string{"6:1"}, ""},
		{"without a final newline", end, []string{"4:1"}, ""},
		{"behind text", "a " + end, []string{"4:3"}, ""},
		{"with other white space", "<!--handoff-end-->\n<!--\thandoff-end  -->\n", []string{"4:1", "5:1"}, ""},
		{"before text", end + "\n\n \nmore\nlines \n\n", []string{"4:1"}, "more\nlines"},
		{"two reports in one", "a\n" + end + "\nb\n" + end + "\n", []string{"5:1", "7:1"}, "b\n" + end},
		{"text behind the second marker", end + "\n" + end + "\nb\n", []string{"4:1", "5:1"}, "b"},
		{"in two lists", "- " + end + "\n\n* " + end, []string{"4:3", "6:3"}, ""},
		{"in a quotation", "> It ends so:\n>\n> " + end + "\n", nil, ""},
		{"in a paragraph of a quotation", "> It ends with " + end + "\n", nil, ""},
		{"in a quotation and after it", "> " + end + "\n\nb\n\n" + end + "\n", []string{"8:1"}, ""},
		{"in indented code", "It ends so:\n\n    " + end + "\n", nil, ""},
		{"in indented code and after it", "a\n\n\t" + end + "\n\nb\n\n" + end + "\n", []string{"10:1"}, ""},
		{"indented in a list item", "1. a\n\n    " + end + "\n", []string{"6:5"}, ""},
		{"indented below text", "a\n    " + end + "\n", []string{"5:5"}, ""},
		{"in a comment that never closed", "<!-- note\ntext\n" + end + "\n", []string{"6:1"}, ""},
		{"in a fence", "```\n" + end + "\n```\n", nil, ""},
		{"in a fence that never closes", "```\na\n\n" + end, nil, ""},
		{"in a fence and after it", "```\n" + end + "\n```\n" + end, []string{"7:1"}, ""},
		{"in a code span", "It ends with `" + end + "`.\n", nil, ""},
		{"in a longer code span", "`` ` " + end + " ``\n", nil, ""},
		{"behind a lone backtick", "a ` b " + end + "\n", []string{"4:7"}, ""},
		{"behind escaped backticks", "a \\`b " + end + " \\`\n", []string{"4:7"}, "\\`"},
		{"backticks in two paragraphs", "a `\n\n" + end + "\n\n` b\n", []string{"6:1"}, "` b"},
		{"in a code span in a table", "|a|\n|-|\n|`" + end + "`|\n", nil, ""},
		{"in HTML that is shown as it is written", "<pre>\n" + end + "\n</pre>\n", []string{"5:1"}, "</pre>"},
		{"in backticks in HTML", "<pre>\n` " + end + " `\n</pre>\n", []string{"5:3"}, "`\n</pre>"},
		{"misspelt", "<!-- handoff end -->\n<!-- Handoff-End -->\nhandoff-end\n", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := bodyOf(t, tt.text)
			var got []string
			for _, m := range d.Body.EndMarkers {
				got = append(got, place(d, m.Start))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("markers (-want +got):\n%s", diff)
			}
			isInFence := strings.HasPrefix(tt.name, "in a fence")
			if hidden := d.Body.HiddenMarkers; isInFence != (len(hidden) == 1 && place(d, hidden[0].Opening.Start) == "4:1") {
				t.Errorf("hidden markers: %v", hidden)
			}
			if s := d.Source.Slice(d.Body.Trailing); s != tt.trailing {
				t.Errorf("trailing %q, want %q", s, tt.trailing)
			}
		})
	}
}

func TestReportBranch(t *testing.T) {
	d := bodyOf(t, "\n## 1. What Was Done\n\nOne two.\n\n## 7. More\n\n<!-- handoff-end -->\n\nand on\n")
	body := d.Root.Field("body")
	first := body.Lookup("sections", "0")
	if d.Body.IsTrailing(first.Value) || !d.Body.IsTrailing(d.Body.Trailing) {
		t.Error("only the text after the end marker is trailing")
	}
	if first.Field("number").Text != "1" || first.Field("title").Str() != "What Was Done" ||
		first.Field("characters").Text != "8" || first.Field("words").Text != "2" {
		t.Errorf("section: %+v", first.Items)
	}
	if got := d.Source.Slice(first.Value); got != "## 1. What Was Done" {
		t.Errorf("a section stands at %q", got)
	}
	if first.Field("text").Str() != "One two." || first.Field("lines").Text != "1" {
		t.Errorf("the text of the section: %+v", first.Items)
	}
	if all := body.Field("text"); body.Field("lines").Text != "9" || !strings.HasSuffix(all.Str(), "\n\nand on") || d.Source.Slice(all.Value) != "## 1. What Was Done" {
		t.Errorf("the text of the body: %+v", all)
	}
	if got := body.Lookup("sections", "1", "number").Text; got != "7" {
		t.Errorf("the second section has number %q", got)
	}
	if got := d.Source.Slice(body.Field("end_marker").Value); got != "<!-- handoff-end -->" {
		t.Errorf("the end marker stands at %q", got)
	}
	if got := d.Source.Slice(body.Field("trailing").Value); got != "and on" || body.Field("trailing").Str() != got {
		t.Errorf("the trailing text stands at %q", got)
	}
}

// In a log the newest entry counts.
func TestSectionOfALog(t *testing.T) {
	d := parseAs("## 2026-05-30\n\na\n\n## 2026-05-31\n\nb\n\n## Notes\n", own)
	for prefix, want := range map[string]string{"2026": "2026-05-31", "2026-05-30": "2026-05-30", "N": "Notes"} {
		if s := d.Body.Section(func(s *Section) bool { return strings.HasPrefix(s.Title, prefix) }); s == nil || s.Title != want {
			t.Errorf("%s is %+v", prefix, s)
		}
	}
	var none *Body
	if none.Section(func(*Section) bool { return true }) != nil {
		t.Error("no body has a section")
	}
}

func TestReportBranchOfNothing(t *testing.T) {
	d := bodyOf(t, "text\n")
	body := d.Root.Field("body")
	if d.Body.IsTrailing(d.Body.Span) {
		t.Error("without an end marker there is trailing text")
	}
	if s := body.Field("sections"); s == nil || len(s.Items) != 0 {
		t.Errorf("sections: %+v", s)
	}
	if body.Field("end_marker") != nil || body.Field("trailing") != nil {
		t.Error("there are fields for what is not there")
	}
	if lines := bodyOf(t, "").Root.Lookup("body", "lines"); lines.Text != "0" {
		t.Errorf("an empty body has %s lines", lines.Text)
	}
}

func TestBelow(t *testing.T) {
	d := bodyOf(t, "# A\na\n### B\nb\n## C\nc\n# D\n")
	for i, want := range []string{"a\n### B\nb\n## C\nc", "b", "c", ""} {
		below := d.Body.Below(i)
		if got := strings.TrimSpace(d.Source.Slice(below)); got != want {
			t.Errorf("below %q is %q, want %q", d.Body.Headings[i].Text, got, want)
		}
	}
}

func TestWithoutNumber(t *testing.T) {
	for heading, want := range map[string]string{
		"Tests": "Tests", "2) Tests": "Tests", "2. Tests": "Tests", " 12 Tests": "Tests", "3 – Tests": "Tests", "3 -Tests": "-Tests",
		"2nd try": "2nd try", "2.5 Tests": "2.5 Tests", "2.": "2.", "2": "2", "2 . Tests": "Tests", "2 .Tests": ".Tests", "2, Tests": "2, Tests", "": "",
	} {
		if got := WithoutNumber(heading); got != want {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
}
