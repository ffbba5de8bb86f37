package document

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/yuin/goldmark/ast"
	gtext "github.com/yuin/goldmark/text"
)

func TestFlatten(t *testing.T) {
	wide := strings.Repeat("> ", maxMarkers-1) + strings.Repeat(" ", maxColumn-2-2*(maxMarkers-1))
	many := strings.Repeat("> ", maxMarkers)
	tests := []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"line ends", "a\r\nb\rc\r\n", "a \nb\rc \n"},
		{"no final newline", "a", "a\n"},
		{"a final CR", "a\r", "a \n"},
		{"blank lines", "a\n\n \n\t\r\nb\n\nc\n\n\n", "a\n   \t \nb\n\nc\n \n"},
		{"markers before the column", wide + "> - a\n", wide + "> x a\n"},
		{"numbers beyond the column", wide + "> 10. a\n", wide + "> x0. a\n"},
		{"as many markers as are read", many + "a\n", many + "a\n"},
		{"a marker more", many + "- a\n", many + "x a\n"},
		{"a marker before a tab more", many + "-\ta\n", many + "x\ta\n"},
		{"a quotation more", many + ">a\n", many + "xa\n"},
		{"a number more", many + "10. a\n", many + "10x a\n"},
		{"a number that is no marker", many + "1.5 s\n", many + "1.5 s\n"},
		{"a dash that is no marker", many + "-v\n", many + "-v\n"},
		{"a marker behind tabs", strings.Repeat("\t", 40) + "- a\n", strings.Repeat("\t", 40) + "x a\n"},
		{"a word", wide + "> a > b\n", wide + "> a > b\n"},
		{"no markers", wide + "> a - b 1. c\n", wide + "> a - b 1. c\n"},
		{"a long break", strings.Repeat("- ", 50) + "\n", strings.Repeat("- ", 50) + "\n"},
		{"a long run", strings.Repeat("- ", 50) + "a\n", strings.Repeat("- ", maxMarkers) + "x " + strings.Repeat("- ", 49-maxMarkers) + "a\n"},
	}
	for _, tt := range tests {
		if got := string(flatten([]byte(tt.text))); got != tt.want {
			t.Errorf("%s: flatten(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

// hostile returns inputs of a size that are built to make a parser take quadratic time or memory, or to nest
// deeply.
func hostile(size int) map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	growing := func(marker, indent string) string { // one level more a line
		var b strings.Builder
		for i := 0; b.Len() < size/2; i++ {
			b.WriteString(strings.Repeat(indent, i) + marker + "\n")
		}
		return b.String() + strings.Repeat("\n", size/2)
	}
	var ticks strings.Builder // a run of every length
	for i := 1; ticks.Len() < size/2; i++ {
		ticks.WriteString(strings.Repeat("`", i) + " ")
	}
	return map[string]string{
		"quotations on one line":  fill("> ") + "a",
		"tight quotations":        fill(">") + "a",
		"a quotation more a line": growing(">", ">"),
		"items on one line":       strings.Repeat("- ", size/4) + "a" + strings.Repeat("\n", size/2),
		"an item more a line":     growing("- a", "  "),
		"tabs":                    growing("- a", "\t"),
		"wide items":              growing("123456789. a", "    "),
		"all markers":             fill("> - 1. ") + "a",
		"blank lines in a list":   strings.Repeat("- ", 30) + "a\n" + fill("\n"+strings.Repeat("  ", 30)+"b\n"),
		"brackets":                fill("["),
		"definitions":             fill("[a]:b\n"),
		"broken definitions":      fill("[a]: b\n(\n"),
		"backticks":               fill("`"),
		"runs of backticks":       ticks.String() + fill("<!--"),
		"fences":                  fill("```\n"),
		"headings in a fence":     "```\n" + fill("## 1. a\n"),
		"open comments":           fill("<!--"),
		"open comments in text":   "a " + fill("<!--"),
		"comments":                "a " + fill("<!---->"),
		"markers":                 fill("<!-- handoff-end -->"),
		"tags":                    fill("<a\n"),
		"one tag":                 "<a " + fill("b "),
		"a wide table":            strings.Repeat("|a", size/6) + "\n" + strings.Repeat("|-", size/6) + "\n" + strings.Repeat("|\n", size/6),
		"a long table":            "|a|b|\n|-|-|\n" + fill("|c|d|\n"),
		"delimiter rows":          fill("|-|-|\n"),
		"paragraphs":              fill("a\n\n"),
		"sections":                fill("## 1. a\n"),
		"underlines":              fill("a\n=\n"),
		"combining characters":    "a." + fill("\u0300"),
		"flags":                   fill("\U0001F1E6"),
		"spaces":                  fill(" "),
		"JSON blocks":             fill("```json\n{\"agent\":1,\"status\":2}\n```\n"),
		"open JSON blocks":        fill("```json\n{\"agent\":1\n"),
		"JSON brackets":           "---\n```json\n{\"agent\":1,\"status\":" + fill("["),
		"payload markers":         fill(payloadStart),
		"payload ends":            fill(payloadEnd),
		"the word":                fill("agent"),
	}
}

// TestWorkGrowsWithMarkdown holds that the memory of parsing, and the bytes that the Markdown parser reads,
// grow linearly with the length of a text.
func TestWorkGrowsWithMarkdown(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates more")
	}
	const size, times = 64 << 10, 8
	short := hostile(size / times)
	for name, long := range hostile(size) {
		for _, as := range []Format{Report, Metadata, Task} {
			// Linear means eight times as much as for an eighth of the size; quadratic means 64 times.
			most := 2*times*allocatedBy(short[name], as) + 1<<20
			if took := allocatedBy(long, as); took > most {
				t.Errorf("%s as %s allocates %d bytes, at most %d are linear", name, as, took, most)
			}
		}
		most := 2*times*lookedAt(short[name]) + 1<<16
		if took := lookedAt(long); took > most {
			t.Errorf("%s: %d bytes are looked at, at most %d are linear", name, took, most)
		}
	}
}

func allocatedBy(s string, as Format) uint64 {
	if as == Report {
		s = front + "## 1. A\n\n" + s
	}
	data := []byte(s)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	Parse(Input{Path: "a.md", Data: data, As: as}, usualLimits)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// lookedAt returns the number of bytes of lines that the block parser reads.
func lookedAt(s string) int {
	r := &countingReader{Reader: gtext.NewReader(flatten([]byte(s)))}
	blockParser().Parse(r)
	return r.bytes
}

type countingReader struct {
	gtext.Reader
	bytes int
}

func (r *countingReader) PeekLine() ([]byte, gtext.Segment) {
	line, segment := r.Reader.PeekLine()
	r.bytes += len(line)
	return line, segment
}

// The tree of any text is at most as deep as maxColumn allows: a list is two levels deep and takes at least a
// byte, if that is a tab. The document, a block and its text come on top.
func TestTreesAreShallow(t *testing.T) {
	for name, s := range hostile(1 << 15) {
		root := blockParser().Parse(gtext.NewReader(flatten([]byte(s))))
		if d := depthOf(root); d > 2*maxColumn+3 {
			t.Errorf("%s: a tree of %d levels", name, d)
		}
	}
}

func depthOf(n ast.Node) int {
	deepest := 0
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		deepest = max(deepest, depthOf(c))
	}
	return deepest + 1
}

func BenchmarkParse(b *testing.B) {
	report := "---\nagent_role: implementer\ntask_id: t-1\nsession_id: s-1\nsequence: 1\nstatus: written\n" +
		"handoff_type: full\nsummary: The parser reads all four formats\ncreated: 2026-05-31T12:00:00Z\n---\n"
	for i := 1; i <= 5; i++ {
		report += fmt.Sprintf("\n## %d. A Section\n\n", i) +
			strings.Repeat("The parser takes a file apart and says where each part stands.\n", 8) +
			"\n- read `parse.go`\n- run the tests\n\n| file | lines |\n|---|---|\n| parse.go | 120 |\n"
	}
	report += "\n<!-- handoff-end -->\n"
	metadata := "# Review\n\n" + strings.Repeat("A line of the review.\n", 10) + "\n## Metadata\n\n```json\n{\n" +
		"  \"agent\": \"reviewer\",\n  \"output_type\": \"review\",\n  \"status\": \"complete\",\n  \"skills_invoked\": [\n" +
		strings.Repeat("    \"a-skill-with-a-long-name\",\n", 25) + "    \"last\"\n  ]\n}\n```\n"
	for name, text := range map[string]string{"report": report, "metadata": metadata} {
		in := Input{Path: name + ".md", Data: []byte(text)}
		b.Run(fmt.Sprintf("%s-%dB", name, len(text)), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if d := Parse(in, usualLimits); d.Fatal || string(d.Format) != name {
					b.Fatalf("format %q, faults %v", d.Format, faultsOf(d))
				}
			}
		})
	}
}
