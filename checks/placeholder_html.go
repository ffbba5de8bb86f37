package checks

import (
	"regexp"
	"strings"
)

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
