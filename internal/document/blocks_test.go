package document

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const object = `{"agent": "a", "status": "complete"}`

func parseText(path, text string, as Format) *Document {
	return Parse(Input{Path: path, Data: []byte(text), As: as, Named: true}, usualLimits)
}

// faultsOf returns faults as rule/variant@line:column.
func faultsOf(d *Document) []string {
	var names []string
	for _, f := range d.Faults {
		name := f.Rule
		if f.Variant != "" {
			name += "/" + f.Variant
		}
		names = append(names, name+"@"+place(d, f.Span.Start))
	}
	return names
}

func place(d *Document, offset int) string {
	pos := d.Source.Pos(offset)
	return strconv.Itoa(pos.Line) + ":" + strconv.Itoa(pos.Column)
}

func TestMetadataBlock(t *testing.T) {
	fenced := func(s string) string { return "```json\n" + s + "\n```\n" }
	tests := []struct {
		name     string
		text     string
		blocks   []string // where each begins
		trailing string
	}{
		{"alone", fenced(object), []string{"2:1"}, ""},
		{"after a BOM, with CRLF", "\ufeff# T\r\n\r\n```json\r\n" + object + "\r\n```\r\n", []string{"4:1"}, ""},
		{"without a final newline", "# T\n```json\n" + object + "\n```", []string{"3:1"}, ""},
		{"with a section after it", fenced(object) + "\n## Notes\n\nMore.\n\n", []string{"2:1"}, "## Notes\n\nMore."},
		{"after an unrelated JSON block", fenced(`{"agent_count": 1}`) + "text\n" + fenced(object), []string{"6:1"}, ""},
		{"before an unrelated JSON block", fenced(object) + fenced(`{"a": 1}`), []string{"2:1"}, "```json\n{\"a\": 1}\n```"},
		{"two of them", fenced(object) + fenced(object), []string{"2:1", "5:1"}, ""},
		{"indented under a list", "1. x\n\n\t  ```json\n\t  " + object + "\n\t  ```\n", []string{"4:4"}, ""},
		{"no info string", "```\n" + object + "\n```\n", []string{"2:1"}, ""},
		{"jsonc with attributes", "~~~~ JSONC title=x\n" + object + "\n~~~~~\n", []string{"2:1"}, ""},
		{"in nested fences of equal length",
			"```markdown\ntext\n```go\nx\n```\n```\n\n## Metadata\n\n" + fenced(object), []string{"11:1"}, ""},
		{"after a fence that never closes", "```go\nx\n\n" + fenced(object), []string{"5:1"}, ""},
		{"after a longer fence that never closes", "`````\nx\n\n" + fenced(object), []string{"5:1"}, ""},
		{"after a block that was left open", "```json\n{\"agent\": \"a\", \"status\": 1\n\n" + fenced(object), []string{"5:1"}, ""},
		{"in an element", "## Metadata\n\n<details>\n\n" + fenced(object) + "\n</details>\n", []string{"6:1"}, ""},
		{"behind wide characters", "文字 🎉\n" + fenced(" \t"+object), []string{"3:3"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := parseText("a.md", tt.text, Metadata)
			if d.Fatal || len(d.Faults) > 0 {
				t.Fatalf("faults: %v", faultsOf(d))
			}
			var blocks []string
			for _, b := range d.Body.Blocks {
				blocks = append(blocks, place(d, b.Start))
			}
			if diff := cmp.Diff(tt.blocks, blocks); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
			fenced := d.Source.Slice(d.Body.Fenced[len(d.Body.Blocks)-1])
			isFramed := strings.Contains(tt.text, "## Metadata")
			if !strings.Contains(fenced, object) || strings.HasPrefix(fenced, "## Metadata") != isFramed || strings.HasSuffix(fenced, "</details>") != strings.Contains(tt.text, "</details>") ||
				!isFramed && strings.Count(fenced, "\n") != 2 {
				t.Errorf("with its fences and frame it is %q", fenced)
			}
			if got := d.Source.Slice(d.Body.Trailing); got != tt.trailing {
				t.Errorf("trailing %q, want %q", got, tt.trailing)
			}
			last := d.Body.Blocks[len(d.Body.Blocks)-1]
			if got := d.Source.Slice(last); got != object || d.Data().Value != last {
				t.Errorf("the last block is %q, the data stands at %v", got, d.Data().Value)
			}
			if d.Data().Field("agent").Str() != "a" {
				t.Error("the data is not the block's object")
			}
		})
	}
}

func TestMetadataFaults(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string
	}{
		{"nothing", "", []string{"metadata/missing-block@1:1"}},
		{"no block", "# Review\n\ntext\n", []string{"metadata/missing-block@1:1"}},
		{"an object without an agent", "# R\n```json\n{\"reviewer\": \"a\"}\n```\n",
			[]string{"metadata/missing-block@1:1"}},
		{"an agent without the rest", "# R\n```json\n{\"agent\": \"a\"}\n```\n",
			[]string{"metadata/missing-block@1:1"}},
		{"an object that names an agent", "```json\n{\"role\": \"agent\", \"status\": 1,}\n```\n",
			[]string{"metadata/missing-block@1:1"}},
		{"a key that ends like the agent's", "```json\n{subagent: 1, \"status\": 1}\n```\n", []string{"metadata/missing-block@1:1"}},
		{"an object without fences below another, shown as code", "````\n```json\n{\"a\": 1}\n```\n````\n\n## Metadata\n\n{\"agent\": \"a\", \"output_type\": \"x\"}\n", []string{"metadata/missing-block/unfenced@9:1"}},
		{"another object, shown as code", "````\n```json\n{\"a\": 1}\n```\n````\n", []string{"metadata/missing-block@1:1"}},
		{"an object in another", "```json\n{\"x\": " + object + "}\n```\n", []string{"metadata/missing-block@1:1"}},
		{"another language", "```yaml\n" + object + "\n```\n", []string{"metadata/missing-block@1:1"}},
		{"an inline fence", "```json " + object + " ```\n", []string{"metadata/missing-block@1:1"}},
		{"broken JSON", "```json\n{\"agent\": \"a\", \"status\": \"x\",}\n```\n",
			[]string{"syntax/json/trailing-comma@2:29"}},
		{"broken before its second key", "```json\n{\"agent\": \"a\"\n\"status\": \"x\"}\n```\n",
			[]string{"syntax/json/missing-comma@3:1"}},
		{"unquoted keys", "```json\n{agent: \"a\", status: \"x\"}\n```\n", []string{"syntax/json/unquoted-key@2:2"}},
		{"text behind the object", "```json\n" + object + "\nDone.\n```\n", []string{"syntax/json/trailing-data@3:1"}},
		{"a repeated key", "```json\n{\"agent\": \"a\", \"agent\": \"a\", \"status\": \"x\"}\n```\n",
			[]string{"syntax/duplicate-key@2:16"}},
		{"the object is open", "\n```json\n{\"agent\": \"a\", \"status\": \"x\", \"h\": {\"b\": 1}\n```\ntext\n",
			[]string{"metadata/unclosed-block/object@2:1"}},
		{"both are open", "# R\n\n```json\n{\"agent\": \"a\", \"status\": \"comp", []string{"metadata/unclosed-block/cut-off@3:1"}},
		{"the fence is open", "  ```json\n" + object + "\n", []string{"metadata/unclosed-block/fence@1:3"}},
		{"the fence is open before text", "```json\n" + object + "\n\n## Notes\n", []string{"metadata/unclosed-block/fence@1:1"}},
		{"the fence is closed by a shorter one", "````json\n" + object + "\n```\n", []string{"metadata/unclosed-block/fence@1:1"}},
		{"the fence is open and the JSON broken", "```json\n{\"agent\": \"a\", \"status\": 'x'}\n",
			[]string{"metadata/unclosed-block/fence@1:1", "syntax/json/quotes@2:26"}},
		{"the last is open, one before is not", "```json\n" + object + "\n```\n```json\n{\"agent\": \"a\", \"status\":",
			[]string{"metadata/unclosed-block/cut-off@4:1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := parseText("a.md", tt.text, Metadata)
			if diff := cmp.Diff(tt.want, faultsOf(d)); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			if f := d.Faults[0]; f.Variant == "unfenced" && d.Source.Slice(f.Span) != "{" {
				t.Errorf("the object begins with %q", d.Source.Slice(f.Span))
			}
			if wantFatal := !strings.HasPrefix(tt.want[0], ruleDuplicateKey); d.Fatal != wantFatal {
				t.Errorf("fatal is %v", d.Fatal)
			}
			if d.Fatal == (d.Data() != nil) || d.Fatal == (d.Body != nil) {
				t.Errorf("fatal is %v, data %v, body %v", d.Fatal, d.Data(), d.Body)
			}
		})
	}
}

// A repeated key does not make a file of an unknown format readable.
func TestAFatalFaultStaysFatal(t *testing.T) {
	d := Parse(Input{Path: "x.txt", Data: []byte(`{"zzz": 1, "zzz": 2}`), Named: true}, usualLimits)
	if len(d.Faults) != 2 || !d.Fatal {
		t.Errorf("fatal: %t, faults: %v", d.Fatal, faultsOf(d))
	}
}

func TestMemo(t *testing.T) {
	var d Document
	value := func() any { return 1 }
	again := func() any { t.Error("it is computed again"); return 2 }
	if d.Memo("a", value) != 1 || d.Memo("a", again) != 1 || d.Memo("b", value) != 1 {
		t.Error("a value is another one")
	}
}

// An output that was cut off under its last heading is a broken handoff, even if too little is left to have
// its keys.
func TestFoundBlockCutOff(t *testing.T) {
	whole := `{"agent": "a", "output_type": "x"}`
	tests := map[string]string{
		"## Metadata\n\n```json\n{\n":                                           "metadata/unclosed-block/cut-off@3:1",
		"## Metadata\n\n```json\n{\n  \"agent\": \"fronte":                      "metadata/unclosed-block/cut-off@3:1",
		"## Metadata\n\n```json\n{\n  \"agent\": \"a\",\n  \"output_type\": \"": "metadata/unclosed-block/cut-off@3:1",
		"## Metadata\n\n```json\n" + whole:                                      "metadata/unclosed-block/fence@3:1",
		"## Metadata\n\n```json\n" + object:                                     "",
		"## Metadata\n\n```json\n[1,":                                           "",
		"## Metadata\n\n```json\n{\n~~~\nx\n":                                   "",
		"## Metadata\n\n```json\n{\n  \"reviewer\": \"a\",\n":                   "",
		"## Example\n\n```json\n{\n  \"agent\": \"fronte":                       "",
		"## Metadata\n\n```json\n“agent”: “a”, “output_type”: 1\n":              "metadata/unclosed-block/fence@3:1 syntax/json/not-an-object@4:1",
		"## Example\n\n```json\n" + whole:                                       "",
		"## Metadata\n\n```json\n" + whole + strings.Repeat("\nmore", 500):      "",
	}
	for text, want := range tests {
		d := Parse(Input{Path: "a.md", Data: []byte(text)}, usualLimits)
		if got := strings.Join(faultsOf(d), " "); got != want {
			t.Errorf("%.60q: faults %q, want %q", text, got, want)
		}
		if wantFormat := map[bool]Format{true: Unknown, false: Metadata}[want == ""]; d.Format != wantFormat {
			t.Errorf("%.60q: format %q", text, d.Format)
		}
	}
}

// An object without a fence that ends the text below the last heading about metadata was meant as the block.
func TestUnfencedBlock(t *testing.T) {
	const whole = `{"agent": "a", "output_type": "x"}`
	for text, want := range map[string]string{
		"## Metadata\n\n" + whole: ruleMissingBlock + "/unfenced@3:1",
		"# R\n\n## Metadata\n\nIt is:\n\n  {\n\"agent\": \"a\", \"output_type\": 1,\n}\n": ruleMissingBlock + "/unfenced@7:3",
		"## Metadata\n```yaml\n" + whole + "\n```\n":                                      ruleMissingBlock + "/unfenced@3:1",
		"## Metadata\n" + strings.Repeat("é", 300) + "\n" + whole:                         ruleMissingBlock + "/unfenced@3:1",
		"## Metadata\n" + strings.Repeat("é", 301) + "\n" + whole:                         ruleMissingBlock + "@1:1",
		"## Metadata\n" + whole + strings.Repeat("é", 1999):                               ruleMissingBlock + "/unfenced@2:1",
		"## Metadata\n" + whole + strings.Repeat("é", 2000):                               ruleMissingBlock + "@1:1",
		"## Metadata\n## Example\n" + whole:                                               ruleMissingBlock + "@1:1",
		"## Metadata\n{\"output_type\": \"x\"}\n":                                         ruleMissingBlock + "@1:1",
		"# R\n\n```json\n{\"status\": 1}\n```\n\n## Metadata\n\n" + whole:                 ruleMissingBlock + "/unfenced@9:1",
		"## Metadata\n{\"agent\": \"a\"}\n{\"output_type\": \"x\"}\n":                     ruleMissingBlock + "/unfenced@2:1",
		"output_type: x\n## Metadata\n{\"agent\": \"a\"}\n":                               ruleMissingBlock + "@1:1",
		whole + "\n## Metadata\n":                                                         ruleMissingBlock + "@1:1",
		"## Metadata\n\n````\n```json\n" + whole + "\n```\n````\n":                        ruleMissingBlock + "@1:1",
		"````\n```json\n{\"a\": 1}\n```\n````\n\n## Metadata\n\n" + whole:                 ruleMissingBlock + "/unfenced@9:1",
		"\n" + whole: ruleMissingBlock + "@1:1",
	} {
		d := parseText("a.md", text, Metadata)
		if got := strings.Join(faultsOf(d), " "); got != want {
			t.Errorf("%.60q: faults %q, want %q", text, got, want)
		}
		found := Detect(Input{Path: "a.md", Data: []byte(text)}, usualLimits)
		if isMeant := strings.Contains(want, "/unfenced"); (found == Metadata) != isMeant {
			t.Errorf("%.60q, found: format %q", text, found)
		}
	}
}

func TestUnclosedBlockValues(t *testing.T) {
	d := parseText("a.md", "# R\n\n~~~~json\n{\"agent\": \"a\", \"status\": \"x\",\n \"handoff\": {\n", Metadata)
	f := d.Faults[0]
	want := map[string]string{"fence": "~~~~", "fence_line": "3", "open": "object", "line": "5"}
	if diff := cmp.Diff(want, f.Values); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if len(f.Related) != 1 || place(d, f.Related[0].Span.Start) != "5:13" {
		t.Errorf("related: %v", f.Related)
	}
	if got := d.Source.Slice(f.Span); got != "~~~~json" {
		t.Errorf("the span is %q", got)
	}
}

func TestMetadataInAJSONFile(t *testing.T) {
	d := parseText("a.json", `{"agent": "a", "skills_invoked": []}`, Unknown)
	if d.Format != Metadata || d.Fatal || d.Body != nil || d.Root.Field("body") != nil {
		t.Errorf("format %q, faults %v, body %v", d.Format, faultsOf(d), d.Body)
	}
	if d.Data().Field("agent").Str() != "a" {
		t.Errorf("data %v", d.Data())
	}
	if got := faultsOf(parseText("a.json", "text", Metadata)); len(got) != 1 || !strings.HasPrefix(got[0], ruleJSON) {
		t.Errorf("a .json file of text has %v", got)
	}
}

func TestBlocksBranch(t *testing.T) {
	text := "```json\n" + object + "\n```\n\n```json\n" + object + "\n```\n\nbye\n"
	d := parseText("a.md", text, Metadata)
	blocks := d.Root.Lookup("body", "blocks")
	if len(blocks.Items) != 2 || place(d, blocks.Value.Start) != "2:1" || place(d, blocks.Items[1].Value.Start) != "6:1" {
		t.Errorf("blocks: %+v", blocks)
	}
	trailing := d.Root.Lookup("body", "trailing")
	if trailing.Str() != "bye" || place(d, trailing.Value.Start) != "9:1" {
		t.Errorf("trailing: %+v", trailing)
	}
	if n := d.Root.Lookup("body", "sections"); n != nil {
		t.Errorf("a metadata file has sections: %+v", n)
	}
}
