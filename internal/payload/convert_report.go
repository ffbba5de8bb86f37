package payload

import (
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// place is where a skeleton wants something: a field of the front matter, or a
// paragraph, in angle brackets.
var place = regexp.MustCompile(`(?m)^(?:(\w+): |# )?"?<[^!>\n][^>\n]*>"?$`)

// sectionHeading is the heading of a section, with its number.
var sectionHeading = regexp.MustCompile(`(?m)^## (\d)\. .*$`)

// writeReport fills a report's skeleton with what was carried, and names the
// places that are left to fill in: fields, and "section 1".
func writeReport(skeleton string, c Carried) (report string, open []string) {
	front, body, _ := strings.Cut(skeleton, "\n---\n")
	front = fillFields(front, c.Fields, &open)
	at := sectionHeading.FindAllStringSubmatchIndex(body, -1)
	var b strings.Builder
	b.WriteString(front + "\n---\n")
	if len(at) == 0 {
		return b.String() + body, open
	}
	head := body[:at[0][0]]
	if place.MatchString(head) {
		open = append(open, "the title")
	}
	b.WriteString(head)
	for i, m := range at {
		end := len(body)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		number := body[m[2]:m[3]]
		b.WriteString(fillSection(body[m[0]:end], number, c.Parts[number], &open))
	}
	return b.String(), open
}

// fillFields puts values where the front matter has placeholders.
func fillFields(front string, fields map[string]string, open *[]string) string {
	return place.ReplaceAllStringFunc(front, func(line string) string {
		name := place.FindStringSubmatch(line)[1]
		value, ok := fields[name]
		if !ok {
			*open = append(*open, name)
			return line
		}
		return name + ": " + quoted(value)
	})
}

// quoted is a text as a JSON string, which is a YAML string too once the one
// control character that JSON lets stand is escaped.
func quoted(s string) string {
	escaped := text.JSONQuote(s)
	for r := rune(0x7f); r <= 0x9f; r++ {
		escaped = strings.ReplaceAll(escaped, string(r), `\u00`+hex(r))
	}
	return escaped
}

func hex(r rune) string {
	const digits = "0123456789abcdef"
	return string(digits[r>>4]) + string(digits[r&15])
}

// fillSection puts parts in the place of a section's placeholder. Without any
// the placeholder stays.
func fillSection(section, number string, parts []Part, open *[]string) string {
	if len(parts) == 0 {
		*open = append(*open, "section "+number)
		return section
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Heading + ":\n\n" + p.Text
	}
	return place.ReplaceAllLiteralString(section, strings.Join(texts, "\n\n"))
}
