package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// samples are valid and broken handoffs of all kinds, with LF and a final newline.
var samples = map[string]string{
	"report.md": front + "\n# T\n\n## 1. What Was Done\n\nTwo  words,\nthree lines \n" +
		"here.\n\n- a\n-\n- [ ] b\n  c\n\n\n\n| a | b |\n|---|---|\n| c | d |\n\n" +
		"### Sub\n\n```go\nx := 1\n## 2. Hidden\n\n\n```\n\n> quoted\n>\n> more\n\n<!-- a\n## 3. Hidden\n\n-->\n\n" +
		"Under\nlined\n---\n\n## 2. Next\n\n[a]: b\n`code\nspan` <!-- x\ny --> z\n\n<div>\nhtml\n</div>\n\n" +
		"1. one\n\n   two\n\n    indented\n\n<!-- handoff-end -->\n\ntrailing\ntext\n",
	"written.md":    reportText,
	"open.md":       "---\nagent_role: a\n\n## 1. A\n",
	"yaml.md":       "---\nagent_role: [\n---\n\n## 1. A\n",
	"twice.md":      "---\nagent_role: a\nagent_role: b\nsummary: |\n  two\n  lines\n---\n\n## 1. A\nb\n",
	"metadata.md":   metadataText + "\n## Notes\n\nMore\ntext.\n",
	"cut.md":        "## Metadata\n\n```json\n{\"agent\": \"a\",\n\"status\":\n",
	"broken.md":     "---\n```json\n{\"agent\": \"a\",\n\"status\": 'b'\n}\n```\n",
	"nested.md":     "```md\n```go\n```\n```\n\n---\n\n```json\n" + object + "\n```\n",
	"far.md":        metadataText + strings.Repeat("1234567\n", 249) + "12345678\n",
	"context.json":  "{\n\"task_id\": \"1-a\",\n\"key_findings\": [\"b\"]\n}\n",
	"broken.json":   "{\n\"task_id\": \"1-a\",\n\"key_findings\": [\"b\",]\n}\n",
	"build.log":     logText,
	"cut-build.log": "a\n" + payloadStart + "\n{\n",
	"other.md":      "# Title\n\ntext\n",
}

// gist returns the content of a document without positions.
func gist(d *Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q fatal %v\n", d.Format, d.Fatal)
	for _, f := range d.Faults {
		fmt.Fprintf(&b, "fault %s/%s related %d\n", f.Rule, f.Variant, len(f.Related))
	}
	if d.Body == nil {
		return b.String()
	}
	for _, h := range d.Body.Headings {
		fmt.Fprintf(&b, "heading %d %q\n", h.Level, h.Text)
	}
	for _, h := range d.Body.Hidden {
		fmt.Fprintf(&b, "hidden %d %q\n", h.Number, h.Title)
	}
	for _, s := range d.Body.Sections {
		fmt.Fprintf(&b, "section %d %q %d %d\n", s.Number, s.Title, s.Characters, s.Words)
		for _, l := range s.Leaves {
			fmt.Fprintf(&b, "  %s %q\n", leafNames[l.Kind], l.Text)
		}
	}
	trailing := strings.ReplaceAll(d.Source.Slice(d.Body.Trailing), "\r\n", "\n")
	parts := []*Node{d.Root.Field("body")}
	if sections := d.Root.Lookup("body", "sections"); sections != nil {
		parts = append(parts, sections.Items...)
	}
	for _, part := range parts {
		fmt.Fprintf(&b, "%s lines %q\n", part.Field("lines").Text, part.Field("text").Str())
	}
	fmt.Fprintf(&b, "%d markers, %d blocks, trailing %q\n", len(d.Body.EndMarkers), len(d.Body.Blocks), trailing)
	return b.String()
}

// variants returns equivalent ways to write a text.
func variants(s string) map[string]string {
	crlf := strings.ReplaceAll(s, "\n", "\r\n")
	return map[string]string{
		"BOM":                         "\ufeff" + s,
		"CRLF":                        crlf,
		"no final newline":            strings.TrimSuffix(s, "\n"),
		"BOM, CRLF, no final newline": "\ufeff" + strings.TrimSuffix(crlf, "\r\n"),
	}
}

func TestLineEndsAndBOMChangeNothing(t *testing.T) {
	for path, s := range samples {
		for _, named := range []bool{false, true} {
			want := gist(Parse(Input{Path: path, Data: []byte(s), Named: named}, usualLimits))
			for name, v := range variants(s) {
				got := gist(Parse(Input{Path: path, Data: []byte(v), Named: named}, usualLimits))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s with %s (-plain +changed):\n%s", path, name, diff)
				}
			}
		}
	}
}
