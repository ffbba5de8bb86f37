package document

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

func FuzzParse(f *testing.F) {
	formats := []Format{Unknown, Report, Metadata, Context, Task}
	for path, s := range samples {
		for i := range formats {
			f.Add(path, []byte(s), uint8(i), true)
		}
		f.Add(path, []byte("\ufeff"+strings.ReplaceAll(s, "\n", "\r\n")), uint8(0), false)
	}
	f.Add("context/a.json", []byte("\xff\x00"), uint8(0), false)
	f.Add(`agent-handoffs\s\01-a-report.md`, []byte("---\n---\n"), uint8(0), false)
	f.Fuzz(func(t *testing.T, path string, data []byte, as uint8, named bool) {
		in := Input{Path: path, Data: data, As: formats[int(as)%len(formats)], Named: named}
		d := Parse(in, usualLimits)
		checkDocument(t, d)
		if in.As != Unknown && d.Format != in.As {
			t.Errorf("format %q, asked for %q", d.Format, in.As)
		}
		if !d.Fatal && d.Format == Unknown && (in.MustBeHandoff() || len(d.Faults) > 0) {
			t.Errorf("an unknown file passes with faults %v", faultsOf(d))
		}
		if !d.Fatal && d.Format != Unknown && d.Data() == nil {
			t.Error("a sound document has no data")
		}
	})
}

func FuzzMarkdownBody(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	for _, s := range hostile(1 << 10) {
		f.Add(s[:200])
	}
	f.Add("-\t```\n\t## 1. a\n>\t# b\n1.\n\n   c|d\n   -|-\n")
	// Found by fuzzing: an empty heading after a tab, a lone CR in a heading, dashes under a table with text
	// above it.
	f.Add(">\t#\n#   c\n2m\n")
	f.Add("##\r1. a\nb\n")
	f.Add("a\n|b|\n|-|\n-\n")
	f.Fuzz(func(t *testing.T, markdown string) {
		if _, bad := encodingFault([]byte(markdown), 0); bad || strings.HasPrefix(markdown, text.BOM) {
			t.Skip()
		}
		plain := Parse(Input{Data: []byte(front + markdown), As: Report}, usualLimits)
		checkDocument(t, plain)
		checkPieces(t, plain)
		if strings.ContainsRune(markdown, '\r') {
			return // a lone CR before LF would become part of a line end
		}
		crlf := strings.ReplaceAll(front+markdown, "\n", "\r\n")
		changed := Parse(Input{Data: []byte(text.BOM + crlf), As: Report}, usualLimits)
		if want, got := gist(plain), gist(changed); want != got {
			t.Errorf("with a BOM and CRLF:\n%s\nplain:\n%s", got, want)
		}
	})
}

// checkDocument checks invariants of a document: spans are in the file and not inverted, and lists are in
// order.
func checkDocument(t *testing.T, d *Document) {
	t.Helper()
	for _, fault := range d.Faults {
		checkSpan(t, d, fault.Rule, fault.Span)
		for _, r := range fault.Related {
			checkSpan(t, d, fault.Rule, r.Span)
		}
	}
	checkNode(t, d, d.Root)
	if d.Body == nil {
		return
	}
	end := d.Body.Span.Start
	for _, s := range d.Body.Sections {
		checkSpan(t, d, "section", s.Span)
		checkSpan(t, d, "content", s.Content)
		if s.Span.Start < end || s.Content.Start != s.Span.End {
			t.Errorf("section %v with content %v begins before %d", s.Span, s.Content, end)
		}
		end = s.Content.End
		if s.Number < 1 || s.Title == "" || s.Characters > s.Content.Len() || s.Words > s.Characters {
			t.Errorf("section %+v", s)
		}
		for _, l := range s.Leaves {
			checkSpan(t, d, "leaf", l.Span)
			if l.Text == "" || l.Span.Start < s.Content.Start || l.Span.End > s.Content.End {
				t.Errorf("leaf %+v of %v", l, s.Content)
			}
		}
	}
	for _, h := range d.Body.Hidden {
		checkSpan(t, d, "hidden", h.Span)
		checkSpan(t, d, "opening", h.Opening)
		if h.Opening.Start >= h.Span.Start || h.Opening.Len() == 0 {
			t.Errorf("hidden heading at %v in %v", h.Span, h.Opening)
		}
	}
	for _, span := range append(append([]text.Span{d.Body.Trailing}, d.Body.EndMarkers...), d.Body.Blocks...) {
		checkSpan(t, d, "body", span)
	}
}

func checkNode(t *testing.T, d *Document, n *Node) {
	t.Helper()
	checkSpan(t, d, "key "+n.Name, n.Key)
	checkSpan(t, d, "value "+n.Name, n.Value)
	for _, item := range n.Items {
		checkNode(t, d, item)
	}
}

func checkSpan(t *testing.T, d *Document, what string, span text.Span) {
	t.Helper()
	if span.Start < 0 || span.End < span.Start || span.End > len(d.Input.Data) {
		t.Errorf("%s: span %v in %d bytes", what, span, len(d.Input.Data))
	}
}

// checkPieces checks the order of the pieces of a body.
func checkPieces(t *testing.T, d *Document) {
	t.Helper()
	if d.Body == nil {
		return
	}
	end := d.Body.Span.Start
	for _, p := range splitMarkdown(d.Source, d.Body.Span) {
		if p.span.Start < end || p.span.Len() <= 0 {
			t.Errorf("a piece %+v behind %d", p, end)
		}
		end = p.span.End
	}
}
