package checks

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// brackets may be around the words of a template.
const brackets = "()[]{}<>【】〔〕〖〗〈〉《》⟨⟩⟦⟧"

// unwrapped returns a bare text without the brackets around it.
func unwrapped(s string) string {
	for {
		first, n := utf8.DecodeRuneInString(s)
		last, m := utf8.DecodeLastRuneInString(s)
		i := strings.IndexRune(brackets, first)
		if i < 0 || !strings.HasPrefix(brackets[i+n:], string(last)) {
			return s
		}
		s = strings.Trim(s[n:len(s)-m], text.Around)
	}
}

// isWordless reports whether a text has no letter or digit; backticks count as content.
func isWordless(s string) bool {
	return !strings.ContainsFunc(text.Visible(s), func(r rune) bool {
		return r == '`' || unicode.IsLetter(r) || unicode.IsNumber(r)
	})
}

var (
	// tag matches an HTML tag in lower case: the slash of an end tag, the name, the
	// attributes, the slash of a self-closing tag.
	tag       = text.MustCompile(`<(/?)([a-z][a-z0-9]*)((?:\s+` + attributeForm + `)*)\s*(/?)>`)
	attribute = text.MustCompile(attributeForm)
	endTag    = text.MustCompile(`</([a-z][a-z0-9]*)\s*>`)
)

// attributeForm matches one attribute: its name, and its value if any.
const attributeForm = `([a-z_:@][a-z0-9_.:-]*)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?`

// isLink reports whether a text in angle brackets is a comment or a link.
func isLink(text string) bool {
	return strings.HasPrefix(text, "<!") || strings.Contains(text, "://") || strings.Contains(text, "@")
}

// addClosed adds the elements whose end tags are in a text.
func addClosed(closed map[string]bool, text string) {
	for _, m := range endTag.FindAllStringSubmatch(strings.ToLower(text), -1) {
		closed[m[1]] = true
	}
}

// untagged returns a bare text without HTML tags; a tag that shows something, such as an image, becomes a
// word. An element whose name is also a template's word counts as HTML only as an end tag or a self-closing one,
// with an attribute, or if it is among the closed ones.
func (p *placeholders) untagged(plain string, closed map[string]bool) string {
	return text.Bare(tag.ReplaceAllStringFunc(plain, func(found string) string {
		part := tag.FindStringSubmatch(found)
		name := part[2]
		attributes := part[3]
		endSlash, selfClosingSlash := part[1], part[len(part)-1]
		isSure := endSlash+attributes+selfClosingSlash != "" || closed[name]
		if !p.HTML[name] && !(p.Elements[name] && isSure) {
			return found
		}
		for _, a := range attribute.FindAllStringSubmatch(attributes, -1) {
			attributeName, value := a[1], a[2]
			isWord := value == "" && !p.Flags[attributeName]
			if isWord { // <a file that matters>
				return found
			}
			if attributeName == "src" {
				return " link "
			}
		}
		return " "
	}))
}
