package document

import (
	"bytes"
	"regexp"
	"sort"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Directive is an HTML comment that is meant for handofflint, such as
//
//	<!-- handofflint-disable report/no-action -- a person acts on this one -->
//
// What it says is the rules' business. It is one only where a reader of
// Markdown sees a comment: outside of code, and outside of quotations, which
// show what stands elsewhere.
type Directive struct {
	// Span is the whole comment, Text what is in it without the white space
	// and hyphens around.
	Span, Text text.Span
	// Closed says that the comment ends; Text is the rest of the file otherwise.
	Closed bool
	// Next is the first line below, from 1, with more on it than white space and
	// directives; 0 if there is none.
	Next int
}

// addressed is how a comment begins that is meant for handofflint. The second
// form is none that is read, but nobody writes it who means anything else.
var addressed = regexp.MustCompile(`(?i)^handofflint(-|[:_ \t]+(disable|enable|ignore)\b)`)

// directiveMark is in every directive; text without it needs no search.
var directiveMark = []byte("handofflint")

// mentionsDirective says quickly whether a text may have directives.
func mentionsDirective(raw []byte) bool {
	return bytes.Contains(raw, []byte(commentOpen)) && bytes.Contains(bytes.ToLower(raw), directiveMark)
}

// findDirectives lists the directives of a span of Markdown that has not been
// read for its blocks.
func findDirectives(src *text.Source, span text.Span) []Directive {
	if !mentionsDirective(src.Bytes()[span.Start:span.End]) {
		return nil
	}
	var comments []text.Span
	for _, p := range splitMarkdown(src, span) {
		if !p.inQuote {
			comments = append(comments, scanInline(src, p).comments...)
		}
	}
	return directivesIn(src, comments)
}

// directivesIn are the directives among comments, which are in order.
func directivesIn(src *text.Source, comments []text.Span) []Directive {
	var found []Directive
	for _, span := range comments {
		if d, ok := directiveAt(src, span); ok {
			found = append(found, d)
		}
	}
	setNext(src, found)
	return found
}

func directiveAt(src *text.Source, span text.Span) (Directive, bool) {
	raw := src.Bytes()[span.Start:span.End]
	d := Directive{Span: span, Closed: bytes.HasSuffix(raw, []byte(commentClose)) && len(raw) >= len(commentOpen)+len(commentClose)}
	inner := text.Span{Start: min(span.Start+len(commentOpen), span.End), End: span.End}
	if d.Closed {
		inner.End -= len(commentClose)
	}
	d.Text = stripDashes(src, inner)
	return d, addressed.Match(src.Bytes()[d.Text.Start:d.Text.End])
}

// stripDashes takes white space and hyphens off both ends of a span: people
// write <!--- and ---> too.
func stripDashes(src *text.Source, span text.Span) text.Span {
	s := src.Slice(span)
	start := span.Start + len(s) - len(strings.TrimLeft(s, blank+"-"))
	end := span.End - len(s) + len(strings.TrimRight(s, blank+"-"))
	return text.Span{Start: start, End: max(start, end)}
}

// setNext looks for the line below each directive, from the last one up: what
// was passed over for one is not looked at again for those above it.
func setNext(src *text.Source, directives []Directive) {
	seen, next := src.Lines()+1, 0
	for i := len(directives) - 1; i >= 0; i-- {
		from := src.Pos(directives[i].Span.End).Line + 1
		for line := from; ; line++ {
			if line >= seen {
				break
			}
			if !silentLine(src, line, directives[i+1:]) {
				next = line
				break
			}
		}
		seen = min(seen, from)
		directives[i].Next = next
	}
}

// silentLine reports whether a line has nothing on it but white space and the
// first of some directives.
func silentLine(src *text.Source, line int, below []Directive) bool {
	span := strip(src, src.LineSpan(line))
	for _, d := range below {
		if span.Len() == 0 || d.Span.Start > span.Start || d.Span.End <= span.Start {
			break
		}
		span = strip(src, text.Span{Start: min(d.Span.End, span.End), End: span.End})
	}
	return span.Len() == 0
}

// behindDirectives is a span without the white space and the directives that
// it begins with, and without the white space at its end.
func behindDirectives(src *text.Source, span text.Span, directives []Directive) text.Span {
	span = strip(src, span)
	first := sort.Search(len(directives), func(i int) bool { return directives[i].Span.Start >= span.Start })
	for _, d := range directives[first:] {
		if !d.Closed || d.Span.Start != span.Start || d.Span.End > span.End {
			break
		}
		span = strip(src, text.Span{Start: d.Span.End, End: span.End})
	}
	return span
}

// directiveLine is a line that holds one directive and nothing else, for
// readers that go by lines.
var directiveLine = regexp.MustCompile(`(?i)^[ \t]*<!--[- \t]*handofflint-.*-->[ \t]*$`)
