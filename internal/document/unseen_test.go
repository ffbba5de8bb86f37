package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
)

func TestUnseenIn(t *testing.T) {
	for md, want := range map[string]string{
		"plain, 1 < 2":     "",
		"a <!-- b --> c\n": "a comment:<!-- b -->",
		"<!-- handoff-end -->\n<!-- handofflint-disable a -->\n":      "",
		"<!-- <b hidden>c</b> -->\n":                                  "a comment:<!-- <b hidden>c</b> -->",
		"<!-- b --> <b hidden>c</b>\n":                                "a comment:<!-- b -->|a hidden element:c",
		"<b>a</b> <!-- b --> c\n":                                     "a comment:<!-- b -->",
		"```\n<b hidden>c</b>\n```\n":                                 "",
		"<!-- b\n":                                                    "a comment:<!-- b",
		"`<!-- b -->` and `<b hidden>c</b>`\n\n    <!-- d -->\n":      "",
		"`a` <!-- b --> `c`\n":                                        "a comment:<!-- b -->",
		"<script>\n<!-- b -->\n</script>\n":                           "a script or style:\n<!-- b -->\n",
		"<b hidden></b> c\n":                                          "a hidden element:",
		"<div><b hidden>c</B> d</div>\n":                              "a hidden element:c",
		"<B hidden>c</b> d\n":                                         "a hidden element:c",
		"<div><b style='display: none'>c d</div>\n":                   "an attribute:<b style='display: none'>|a hidden element:c d</div>\n",
		"<b hidden>" + strings.Repeat("c", longestHidden) + "d</b>\n": "a hidden element:" + strings.Repeat("c", longestHidden),
		"![b](c.png) and [d](e \"f\")\n":                              "an alternative text:b|the title of a link:f",
	} {
		src := text.NewSource([]byte(md))
		var got []string
		for _, u := range UnseenIn(src, text.Span{End: len(md)}) {
			got = append(got, u.Where+":"+src.Slice(u.Span))
		}
		if diff := cmp.Diff(want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%.60q (-want +got):\n%s", md, diff)
		}
	}
}

func TestCodeIn(t *testing.T) {
	const md = "a `b` c ``g``\n\n```\nd\n```\n\n    e\n\n<pre>\nf\n</pre>\n"
	src := text.NewSource([]byte(md))
	var got []string
	for _, span := range CodeIn(src) {
		got = append(got, src.Slice(span))
	}
	if diff := cmp.Diff([]string{"`b`", "``g``", "d", "e", "<pre>\nf\n</pre>"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
