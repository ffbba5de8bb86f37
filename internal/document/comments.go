package document

import (
	"bytes"
	"sort"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// commentOpen and commentClose delimit an HTML comment.
const (
	commentOpen  = "<!--"
	commentClose = "-->"
)

// commentsIn finds the comments of a piece. It reads the text once from left to right, and the first to open
// wins: a comment in a code span is code, a backtick in a comment is part of it. A comment must close in its
// piece, since inline markup does not cross blocks; only a comment that opens a block of HTML may never close.
func commentsIn(src *text.Source, p piece) (comments []text.Span) {
	data := src.Bytes()[p.span.Start:p.span.End]
	if p.isCode() || !bytes.Contains(data, []byte(commentOpen)) {
		return nil
	}
	marks := "\\`<"
	isHTML := p.kind == commentPiece || p.kind == htmlPiece
	if isHTML {
		marks = "<" // neither backticks nor backslashes count
	}
	ticks := backticks(data)
	lastClose := bytes.LastIndex(data, []byte(commentClose))
	for at := 0; ; {
		next := bytes.IndexAny(data[min(at, len(data)):], marks)
		if next < 0 {
			return comments
		}
		start := at + next
		at = start + 1
		switch data[start] {
		case '\\': // the next character is text
			at++
		case '`': // code up to the next run of the same length; without one the backticks are text
			length := len(data[start:]) - len(bytes.TrimLeft(data[start:], "`"))
			at = start + length
			runs := ticks[length]
			if i := sort.SearchInts(runs, at); i < len(runs) {
				at = runs[i] + length
			}
		case '<':
			if !bytes.HasPrefix(data[start:], []byte(commentOpen)) {
				continue
			}
			inner := start + len("<!") // `<!-->` and `<!--->` are complete comments in CommonMark 0.31
			if lastClose >= inner {
				at = inner + bytes.Index(data[inner:], []byte(commentClose)) + len(commentClose)
				comments = append(comments, text.Span{Start: p.span.Start + start, End: p.span.Start + at})
			} else if start == 0 && isHTML {
				return []text.Span{p.span}
			}
		}
	}
}

var backtickRun = text.MustCompile("`+")

// backticks lists the offsets of all runs of backticks by length, so that the closing run is found without
// reading ahead: a text may hold a run of every length and close none.
func backticks(data []byte) map[int][]int {
	runs := map[int][]int{}
	for _, run := range backtickRun.FindAllIndex(data, -1) {
		runs[run[1]-run[0]] = append(runs[run[1]-run[0]], run[0])
	}
	return runs
}

// Directive is an HTML comment for handofflint, such as
//
//	<!-- handofflint-disable report/no-action -- a person acts on this one -->
//
// It must be a comment in Markdown: outside of code, and outside of quotations, which quote other texts.
type Directive struct {
	// Span is the whole comment, Text its content without surrounding white space and hyphens.
	Span, Text text.Span
	// Closed is set if the comment ends; Text is the rest of the file otherwise.
	Closed bool
	// Next is the first line below, from 1, that has more than white space and directives; 0 if there is
	// none.
	Next int
}

// addressed matches the beginning of a comment for handofflint. The second form is not supported, but is
// clearly meant for it.
var addressed = text.MustCompile(`(?i)^handofflint(-|[:_ \t]+(disable|enable|ignore)\b)`)

// findDirectives lists the directives of a span of Markdown that has not been parsed.
func findDirectives(src *text.Source, span text.Span) []Directive {
	if !strings.Contains(strings.ToLower(src.Slice(span)), "handofflint") {
		return nil
	}
	var comments []text.Span
	for _, p := range splitMarkdown(src, span) {
		if !p.inQuote {
			comments = append(comments, commentsIn(src, p)...)
		}
	}
	return directivesIn(src, comments)
}

// directivesIn returns the directives among comments, which are in order.
func directivesIn(src *text.Source, comments []text.Span) (directives []Directive) {
	var spans []text.Span
	for _, span := range comments {
		inner := text.Span{Start: min(span.Start+len(commentOpen), span.End), End: span.End}
		d := Directive{Span: span, Closed: strings.HasSuffix(src.Slice(inner), commentClose)}
		if d.Closed {
			inner.End -= len(commentClose)
		}
		d.Text = trim(src, inner, blank+"-") // people write <!--- and ---> too
		if addressed.Match(src.Bytes()[d.Text.Start:d.Text.End]) {
			directives = append(directives, d)
			spans = append(spans, span)
		}
	}
	line, next := src.Lines(), 0
	for i := len(directives) - 1; i >= 0; i-- {
		for last := src.Pos(spans[i].End).Line; line > last; line-- {
			if text.Fold(without(src, src.LineSpan(line), spans)) != "" {
				next = line
			}
		}
		directives[i].Next = next
	}
	return directives
}

// afterDirectives returns a span without leading white space and directives, and without trailing white
// space.
func afterDirectives(src *text.Source, span text.Span, directives []Directive) text.Span {
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

// directiveLine matches a line that holds only one directive, for code that reads line by line.
var directiveLine = text.MustCompile(`(?i)^[ \t]*<!--[- \t]*handofflint-.*-->[ \t]*$`)
