package checks

import (
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// names are names of elements or attributes in lower case.
type names = map[string]bool

// elements distinguishes HTML from words in angle brackets.
type elements struct {
	// plain are the elements whose bare start tag is HTML, words those whose
	// name may be a placeholder too, flags the attributes without a value.
	plain, words, flags names
}

func (params placeholderParams) elements() elements {
	return elements{plain: foldedSet(params.HTML), words: foldedSet(params.Elements), flags: foldedSet(params.Flags)}
}

var (
	// anyTag matches one pair of angle brackets.
	anyTag = regexp.MustCompile(`<[^<>]*>`)
	// tagForm matches a tag in lower case: the slash of an end tag, the name,
	// the attributes, the slash of a self-closing tag.
	tagForm = regexp.MustCompile(`^<(/?)([a-z][a-z0-9]*)((?:\s+` + attributeForm + `)*)\s*(/?)>$`)
	// attribute matches one attribute: its name, and its value if any.
	attribute = regexp.MustCompile(attributeForm)
	endTag    = regexp.MustCompile(`(?i)</([a-z][a-z0-9]*)\s*>`)
)

const attributeForm = `([a-z_:@][a-z0-9_.:-]*)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?`

// closedIn returns the elements whose end tags are in a section's texts: a
// blank line splits an element into several texts.
func closedIn(leaves []rules.Leaf) names {
	closed := names{}
	for _, leaf := range leaves {
		addClosed(closed, leaf.Text)
	}
	return closed
}

func addClosed(closed names, text string) {
	for _, m := range endTag.FindAllStringSubmatch(text, -1) {
		closed[strings.ToLower(m[1])] = true
	}
}

// is reports whether a text in lower case consists of HTML tags. As the whole
// value of a field, <summary> is a placeholder nevertheless.
func (e elements) is(text string, at place) bool {
	tags := anyTag.FindAllString(text, -1)
	own := names{}
	addClosed(own, text)
	for _, tag := range tags {
		if !e.isTag(tag, func(name string) bool { return !at.whole && (own[name] || at.closed[name]) }) {
			return false
		}
	}
	return len(tags) > 0
}

// untagged returns a lower-case text without HTML tags, except those that show
// something, such as an image.
func (e elements) untagged(text string) string {
	return bare(anyTag.ReplaceAllStringFunc(text, func(tag string) string {
		if !strings.Contains(tag, "src=") && !strings.Contains(tag, "href=") && e.isTag(tag, func(string) bool { return true }) {
			return " "
		}
		return tag
	}))
}

// isTag reports whether a tag is HTML: by its name, or if the name is a word
// too, by its form. In <a file that matters> the words after the name are not
// attributes.
func (e elements) isTag(tag string, closed func(name string) bool) bool {
	part := tagForm.FindStringSubmatch(tag)
	if part == nil || !e.allow(part[3]) {
		return false
	}
	end, name, attributes, empty := part[1], part[2], part[3], part[4]
	if !e.words[name] {
		return e.plain[name]
	}
	return end+attributes+empty != "" || closed(name)
}

// allow reports whether all attributes of a tag have a value or need none.
func (e elements) allow(attributes string) bool {
	for _, a := range attribute.FindAllStringSubmatch(attributes, -1) {
		if a[2] == "" && !e.flags[a[1]] {
			return false
		}
	}
	return true
}
