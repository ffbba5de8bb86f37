package checks

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/text"
)

// Emphasis and quotes may surround a text without changing its meaning, and so
// may brackets around the words of a template.
const (
	around   = "*_~–—\"'“”„‘’‚«»‹›「」『』 \t\r\n"
	brackets = "()[]{}<>【】〔〕〖〗〈〉《》⟨⟩⟦⟧"
)

var (
	// mark matches the beginning of a list item or heading in Markdown.
	mark = regexp.MustCompile(`^(?:(?:[-+*•–—]|#{1,6}|\d{1,9}[.)])\s+)+`)
	// escape matches a character that Markdown shows without its backslash.
	escape = regexp.MustCompile(`\\([\[\](){}<>*_])`)
)

// bare returns a text in lower case without invisible characters, Markdown
// marks before it, and emphasis, quotes and final punctuation around it. A text
// of symbols alone stays.
func bare(s string) string {
	s = strings.Trim(norm.NFKC.String(text.Visible(s)), around)
	s = strings.TrimLeft(mark.ReplaceAllString(s, ""), around)
	if strings.Contains(s, `\`) { // most texts have no escapes, and looking costs more than this
		s = escape.ReplaceAllString(s, "$1")
	}
	if t := strings.TrimRight(s, ".。!?"); t != "" {
		s = strings.Trim(t, around)
	}
	return strings.ToLower(s)
}

// unwrapped returns a bare text without the brackets around it.
func unwrapped(s string) string {
	for {
		first, n := utf8.DecodeRuneInString(s)
		last, m := utf8.DecodeLastRuneInString(s)
		i := strings.IndexRune(brackets, first)
		if n == len(s) || i < 0 || !strings.HasPrefix(brackets[i+n:], string(last)) {
			return s
		}
		s = strings.Trim(s[n:len(s)-m], around)
	}
}

// isWordless reports whether a text has no letter or digit; code is not
// stripped.
func isWordless(s string) bool {
	return !strings.ContainsFunc(text.Visible(s), func(r rune) bool {
		return r == '`' || unicode.IsLetter(r) || unicode.IsNumber(r)
	})
}

var (
	// anyTag matches one pair of angle brackets.
	anyTag = regexp.MustCompile(`<[^<>]*>`)
	// tagForm matches a tag in lower case: the slash of an end tag, the name,
	// the attributes, the slash of a self-closing tag.
	tagForm = regexp.MustCompile(`^<(/?)([a-z][a-z0-9]*)((?:\s+` + attributeForm + `)*)\s*(/?)>$`)
	// attribute matches one attribute: its name, and its value if any.
	attribute = regexp.MustCompile(attributeForm)
	endTag    = regexp.MustCompile(`</([a-z][a-z0-9]*)\s*>`)
)

const attributeForm = `([a-z_:@][a-z0-9_.:-]*)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?`

// isLink reports whether a text in angle brackets is a comment or a link.
func isLink(text string) bool {
	return strings.HasPrefix(text, "<!") || strings.Contains(text, "://") ||
		strings.Contains(text, "@") || strings.HasPrefix(text, "<mailto:")
}

// addClosed adds the elements whose end tags are in a text in lower case.
func addClosed(closed map[string]bool, text string) {
	for _, m := range endTag.FindAllStringSubmatch(text, -1) {
		closed[m[1]] = true
	}
}

// isHTML reports whether a text in lower case consists of HTML tags. As the
// whole value of a field, <summary> is a placeholder nevertheless.
func (p *placeholders) isHTML(text string, at place) bool {
	tags, own := anyTag.FindAllString(text, -1), map[string]bool{}
	addClosed(own, text)
	for _, tag := range tags {
		name, certain := p.element(tag)
		if name == "" || !certain && (at.whole || !own[name] && !at.closed[name]) {
			return false
		}
	}
	return len(tags) > 0
}

// untagged returns a lower-case text without HTML tags, except those that show
// something, such as an image.
func (p *placeholders) untagged(text string) string {
	return bare(anyTag.ReplaceAllStringFunc(text, func(tag string) string {
		if name, _ := p.element(tag); name == "" || strings.Contains(tag, "src=") || strings.Contains(tag, "href=") {
			return tag
		}
		return " "
	}))
}

// element returns the name of the element that a tag may begin or end, "" if
// none, and whether it certainly does: by its name, or if the name is a word
// too, by its form. In <a file that matters> the words after the name are not
// attributes.
func (p *placeholders) element(tag string) (name string, certain bool) {
	part := tagForm.FindStringSubmatch(tag)
	if part == nil || !p.Elements[part[2]] && !p.HTML[part[2]] {
		return "", false
	}
	for _, a := range attribute.FindAllStringSubmatch(part[3], -1) {
		if a[2] == "" && !p.Flags[a[1]] {
			return "", false
		}
	}
	return part[2], !p.Elements[part[2]] || part[1]+part[3]+part[4] != ""
}
