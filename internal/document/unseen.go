package document

import (
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// Unseen is a part of a Markdown text that a model reads but a reader does not see.
type Unseen struct {
	// Where is its container, such as "a comment".
	Where string
	Span  text.Span
	// Rendered is set for text that a reader may see: on hover, or if an image is missing. Code is set for text
	// that mainly programs read, such as a script.
	Rendered, Code bool
}

// unseenForm is a form of unseen text other than a comment. The first group of its pattern is the text, or the
// name of the element whose content is the text.
type unseenForm struct {
	where          string
	pattern        *text.Regexp
	isElement      bool
	rendered, code bool // see Unseen
}

var unseenForms = []unseenForm{
	{where: "an alternative text", rendered: true, pattern: text.MustCompile(`!\[([^\]]*)\]`)},
	{where: "the title of a link", rendered: true, pattern: text.MustCompile(
		`(?m)(?:\]\([^()\s]*|^[ \t]*\[[^\]\n]+\]:[ \t]*\S+)\s+["'(]([^"'()\n]*)["')]`)},
	{where: "an attribute", rendered: true, pattern: text.MustCompile(`(<[A-Za-z][^<>]*=[^<>]*>)`)},
	{where: "a hidden element", isElement: true, pattern: text.MustCompile(
		`(?i)<(template\b|[a-z][a-z0-9]*\s(?:[^<>]*\s)?(?:hidden\b|style\s*=\s*["'][^"'<>]*(?:` + hidingStyle + `)))[^<>]*>`)},
	{where: "a script or style", isElement: true, code: true, pattern: text.MustCompile(`(?i)<(script\b|style\b)[^<>]*>`)},
	{where: "a processing instruction", code: true, pattern: text.MustCompile(`(?s)<\?(.*?)(?:\?>|\z)`)},
	{where: "a CDATA section", pattern: text.MustCompile(`(?s)<!\[CDATA\[(.*?)(?:\]\]>|\z)`)},
}

// hidingStyle matches a property that hides an element or moves it off the screen.
const hidingStyle = `display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|opacity|max-height|max-width|height|width)\s*:\s*0|(?:left|right|top|bottom|text-indent|margin-left|margin-top)\s*:\s*-\s*\d{3,}|clip\s*:\s*rect\(|clip-path\s*:\s*inset\(|scale\(\s*0|color\s*:\s*transparent`

// codeSpan matches code in one line, unlike text.CodeSpan, which spans lines: in HTML a backtick is just a
// character, and text between two of them is still hidden.
var codeSpan = text.MustCompile("`+[^`\n]+`+")

// CodeIn returns the code in a Markdown text: fenced, indented and inline.
func CodeIn(src *text.Source) []text.Span {
	var code []text.Span
	for _, p := range splitMarkdown(src, text.Span{Start: src.Start(), End: len(src.Bytes())}) {
		if p.isCode() || p.kind == htmlPiece {
			code = append(code, p.span)
			continue
		}
		for _, at := range codeSpan.FindAllStringIndex(src.Slice(p.span), -1) {
			code = append(code, text.Span{Start: p.span.Start + at[0], End: p.span.Start + at[1]})
		}
	}
	return code
}

// longestHidden bounds how much of a hidden element is read, in bytes.
const longestHidden = 4000

// UnseenIn returns the unseen parts of a span of Markdown, except code, the end marker and the comments for
// handofflint.
func UnseenIn(src *text.Source, span text.Span) []Unseen {
	if !strings.ContainsAny(src.Slice(span), "<[") { // every form has one of them
		return nil
	}
	var found []Unseen
	for _, p := range splitMarkdown(src, span) {
		if p.isCode() {
			continue
		}
		// The text without code and comments, which are blanks in it.
		shown := []byte(codeSpan.ReplaceAllStringFunc(src.Slice(p.span), func(code string) string { return strings.Repeat(" ", len(code)) }))
		comments := commentsIn(src, p)
		if p.kind == htmlPiece {
			comments = nil // they are in an element, whose text is looked at below
		}
		for _, c := range comments {
			copy(shown[c.Start-p.span.Start:], strings.Repeat(" ", c.Len()))
			inner := trim(src, text.Span{Start: min(c.Start+len(commentOpen), c.End), End: c.End}, blank+"->")
			if s := src.Slice(inner); s != protocol.End() && !addressed.MatchString(s) {
				found = append(found, Unseen{Where: "a comment", Span: c})
			}
		}
		for _, form := range unseenForms {
			for _, at := range form.pattern.FindAllSubmatchIndex(shown, -1) {
				inner := text.Span{Start: p.span.Start + at[2], End: p.span.Start + at[3]}
				if form.isElement {
					name, _, _ := strings.Cut(src.Slice(inner), " ")
					inner = hiddenText(src, strings.TrimSpace(name), text.Span{Start: p.span.Start + at[1], End: span.End})
				}
				found = append(found, Unseen{Where: form.where, Span: inner, Rendered: form.rendered, Code: form.code})
			}
		}
	}
	return found
}

// hiddenText returns the content of an element with a name; the element may end in another piece.
func hiddenText(src *text.Source, name string, rest text.Span) text.Span {
	rest.End = min(rest.End, rest.Start+longestHidden)
	if i := strings.Index(strings.ToLower(src.Slice(rest)), "</"+strings.ToLower(name)); i >= 0 {
		rest.End = rest.Start + i
	}
	return rest
}
