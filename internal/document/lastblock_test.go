package document_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

const (
	object = `{"agent": "a", "status": "complete"}`
	block  = "```json\n" + object + "\n```\n"
)

var limits = document.Limits{Depth: 64, Values: 20000, Lines: 100_000, Trailing: 2000}

var outputs = []struct{ name, text, want string }{
	{"nothing", "", ""},
	{"no block", "# Done\n\n```go\nx\n```\n", ""},
	{"a block", "# Done\n\n## Metadata\n\n" + block, object + "@6:1"},
	{"text behind it", block + "\n2026-05-31 exit 0\n", object + "@2:1"},
	{"CRLF and a BOM", text.BOM + "```json\r\n" + object + "\r\n```\r\n", object + "@2:1"},
	{"no line end at the end", "```json\n" + object + "\n```", object + "@2:1"},
	{"the last of two", block + "\n" + strings.Replace(block, `"a"`, `"b"`, 1), strings.Replace(object, `"a"`, `"b"`, 1) + "@6:1"},
	{"an unrelated block behind it", block + "```json\n{\"a\": 1}\n```\n", object + "@2:1"},
	{"nested fences", "```markdown\n```json\n{}\n```\n```\n\n" + block, object + "@8:1"},
	{"a fence that never closes", "```go\nfunc\n\n" + block, object + "@5:1"},
	{"the object is open", "```json\n{\"agent\": \"a\", \"status\": \"x\", \n```\n", "metadata/unclosed-block object 1:1"},
	{"cut off", "text\n\n## Metadata\n\n```json\n{\n  \"ag", "metadata/unclosed-block cut-off 5:1"},
	{"cut off without a heading", "text\n\n```json\n{\n  \"ag", ""},
	{"the fence is open", "  ```json\n" + object + "\nbye\n", "metadata/unclosed-block fence 1:3"},
	{"closed by another fence", "a\n```json\n" + object + "\n```go\nx\n```\n", "metadata/unclosed-block fence 2:1"},
	{"broken JSON", "\n```json\n{\"agent\": \"a\", \"status\": \"x\",}\n```\n", "syntax/json trailing-comma 3:29"},
	{"a block that is empty", "## Metadata\n```json\n", ""},
	{"behind words", "## Metadata\n\n```json\nHere: {\"agent\": \"a\", \"output_type\": \"x\"}\n```\n", "syntax/json leading-text 4:1"},
	{"behind words, without a heading", "```json\nHere: {\"agent\": \"a\", \"output_type\": \"x\"}\n```\n", ""},
	{"without its beginning, in nested fences", "## Metadata\nText.\n```\n```json\n\"agent\": \"a\", \"output_type\": \"x\"}\n```\n```\n", "syntax/json headless 5:1"},
	{"under dashes, without its beginning", "---\n\n```json\nagent\": \"a\", \"output_type\": \"x\"}\n```\n", "syntax/json headless 4:1"},
	{"under dashes, another text", "---\n\n```\noutput_type: x\n", ""},
	{"in curly quotes, without a brace, and open", "## Metadata\n\n```json\n“agent”: “a”, “output_type”: 1\n", "metadata/unclosed-block fence 3:1"},
	{"without an agent or a heading", "```json\n{\"output_type\": \"x\"}\n```\n", ""},
	{"without an agent or a key of its own", "## Metadata\n\n```json\n{\"status\": \"x\"}\n```\n", ""},
	{"without an agent, under the block of the heading", "## Metadata\n\n" + block + "```json\n{\"output_type\": \"x\"}\n```\n", object + "@4:1"},
	{"behind words, without an agent", "## Metadata\n\n```json\nHere: {\"output_type\": \"x\"}\n```\n", "syntax/json leading-text 4:1"},
	{"without an agent", "## Metadata\n\nText.\n\n```json\n{\"output_type\": \"x\"}\n```\n", `{"output_type": "x"}@6:1`},
	{"a block of bytes that are no text", "\xff\n```json\n{\"agent\": \"\xff\", \"status\": 1}\n```\n", "file/not-utf8 invalid-utf8 3:12"},
}

// verdict returns the object of a block and its position, or its first fault.
func verdict(d *document.Document) string {
	at := func(offset int) string {
		pos := d.Source.Pos(offset)
		return fmt.Sprintf("%d:%d", pos.Line, pos.Column)
	}
	if d.Fatal {
		f := d.Faults[0]
		if f.Rule == "metadata/missing-block" {
			return ""
		}
		return f.Rule + " " + f.Variant + " " + at(f.Span.Start)
	}
	span := d.Data().Value
	return d.Source.Slice(span) + "@" + at(span.Start)
}

func found(text string) string {
	output := []byte(text)
	b, ok := document.LastBlock(output, limits)
	if string(output) != text {
		return "the output was changed"
	}
	if !ok {
		return ""
	}
	return verdict(document.Parse(document.Input{Data: []byte(text)[b.Whole.Start:b.Whole.End], Origin: b.At, As: "metadata", Named: true}, limits))
}

func TestLastBlock(t *testing.T) {
	for _, tt := range outputs {
		t.Run(tt.name, func(t *testing.T) {
			if got := found(tt.text); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestLastBlockLimit(t *testing.T) {
	long := "a\n```json\n{\"agent\": \"a\", \"status\": \"" + strings.Repeat("x", 5<<20) + "\"}\n```\n"
	tests := []struct {
		name, text string
		long       bool
		fence      int
	}{
		{"a long one", long, true, 2},
		{"a long one behind a good one", block + long, true, 5},
		{"a good one behind a long one", long + block, false, 5},
		{"a long one among short ones", strings.Repeat(block, 300) + long + strings.Repeat(block, 300), false, 903 + 3*299 + 2},
		{"as long as may be", "```json\n" + strings.Replace(object, " ", strings.Repeat(" ", 1<<20-len(object)+1), 1) + "\n```\n", false, 1},
		{"one byte more", "```json\n" + strings.Replace(object, " ", strings.Repeat(" ", 1<<20-len(object)+2), 1) + "\n```\n", true, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if b, ok := document.LastBlock([]byte(tt.text), limits); !ok || b.Inside.Len() > 1<<20 != tt.long || b.Fence != tt.fence {
				t.Errorf("got %+v, %v", b, ok)
			}
		})
	}
}
