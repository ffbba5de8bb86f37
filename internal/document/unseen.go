package document

import (
	"regexp"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/text"
)

// Unseen is a part of a Markdown text that a model reads and a reader does not see.
type Unseen struct {
	// Where is what it is in: "a comment".
	Where string
	Span  text.Span
}

// unseenForms match what is unseen beside comments; the last group is the text.
var unseenForms = sync.OnceValue(func() map[string]*regexp.Regexp {
	forms := map[string]*regexp.Regexp{}
	for where, source := range map[string]string{
		"an alternative text": `!\[([^\]]*)\]`,
		"the title of a link": `(?m)(?:\]\([^()\s]*|^[ \t]*\[[^\]\n]+\]:[ \t]*\S+)\s+["'(]([^"'()\n]*)["')]`,
		"an attribute":        `<[A-Za-z][^<>]*=[^<>]*>`,
		"a hidden element":    `(?i)<([a-z][a-z0-9]*)\s(?:[^<>]*\s)?(?:hidden\b|style\s*=\s*["'][^"'<>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0))[^<>]*>`,
	} {
		forms[where] = regexp.MustCompile(source)
	}
	return forms
})

// codeSpan matches code in a line.
var codeSpan = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`+[^`\n]+`+") })

// longestHidden bounds the content of a hidden element that is looked at, in bytes.
const longestHidden = 4000

// UnseenIn returns what a reader of a span of Markdown does not see, code and the
// comments for handofflint left out.
func UnseenIn(src *text.Source, span text.Span) []Unseen {
	if !strings.ContainsAny(src.Slice(span), "<[") {
		return nil
	}
	var found []Unseen
	for _, p := range splitMarkdown(src, span) {
		if p.kind == fencePiece || p.kind == rawPiece {
			continue
		}
		comments, _ := scanInline(src, p)
		for _, c := range comments {
			inner := trim(src, text.Span{Start: min(c.Start+len(commentOpen), c.End), End: c.End}, blank+"->")
			if said := src.Slice(inner); said != "handoff-end" && !addressed.MatchString(said) {
				found = append(found, Unseen{"a comment", c})
			}
		}
		if p.kind == commentPiece {
			continue
		}
		said := codeSpan().ReplaceAllStringFunc(src.Slice(p.span), func(code string) string { return strings.Repeat(" ", len(code)) })
		for where, form := range unseenForms() {
			for _, at := range form.FindAllStringSubmatchIndex(said, -1) {
				found = append(found, Unseen{where, unseenText(src, p.span, span.End, at, where)})
			}
		}
	}
	return found
}

// unseenText returns the text of a match in a piece: its group, or all of it; of a
// hidden element what is up to its end, which may be in another piece.
func unseenText(src *text.Source, piece text.Span, end int, at []int, where string) text.Span {
	whole := text.Span{Start: piece.Start + at[0], End: piece.Start + at[1]}
	switch {
	case where == "a hidden element":
		name := "</" + strings.ToLower(src.Slice(text.Span{Start: piece.Start + at[2], End: piece.Start + at[3]}))
		rest := strings.ToLower(src.Slice(text.Span{Start: whole.End, End: min(end, whole.End+longestHidden)}))
		if i := strings.Index(rest, name); i >= 0 {
			return text.Span{Start: whole.End, End: whole.End + i}
		}
		return text.Span{Start: whole.End, End: whole.End + len(rest)}
	case len(at) > 2:
		return text.Span{Start: piece.Start + at[2], End: piece.Start + at[3]}
	}
	return whole
}
