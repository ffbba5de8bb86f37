package payload

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Converted is a handoff in another format.
type Converted struct {
	// Text is the whole file.
	Text string
	// Lost is what was dropped.
	Lost []Loss
	// Open names the places that nothing was found for: fields, "section 1", "the
	// title". In a report they hold a placeholder, and check refuses it until they
	// are filled in.
	Open []string
}

// Convert makes a handoff in another format of a document that passes. The skeleton
// is what there is to fill in of a report, as `handofflint new` prints it.
// An error says that the pair makes no sense, and what does.
func Convert(doc *document.Document, to document.Format, skeleton string) (made Converted, err error) {
	if doc.Format == to {
		return made, fmt.Errorf("it is a %s already", to)
	}
	table := LoadConversions()
	pair := table.find(doc.Format, to)
	if pair == nil {
		var names []string
		for _, p := range table.Pairs {
			names = append(names, fmt.Sprintf("%s to %s", p.From, p.To))
		}
		slices.Sort(names)
		return made, fmt.Errorf("a %s does not say what a %s needs; what can be converted: %s", doc.Format, to, strings.Join(names, ", "))
	}
	c := newConversion(table, pair, doc, table.Limits.Summary)
	if to == document.Report {
		made.Text, made.Open = writeReport(skeleton, c)
	} else {
		c.trim(table.Limits)
		p := c.payload()
		if p.Summary == "" {
			made.Open = []string{summaryField}
		}
		var data []byte
		data, err = text.JSONIndented(p)
		made.Text = string(data)
	}
	made.Lost = c.lost
	return made, err
}

// Unexcused are the errors of a result that its placeholders do not explain:
// those that a bare skeleton, with the findings given, does not have as well.
func (r Converted) Unexcused(result, skeleton []rules.Finding) []rules.Finding {
	type key struct{ rule, pointer string }
	excused := map[key]bool{}
	if len(r.Open) > 0 {
		for _, f := range skeleton {
			excused[key{f.Rule, f.Pointer}] = true
		}
	}
	var out []rules.Finding
	for _, f := range result {
		if f.Severity == rules.Error && !excused[key{f.Rule, f.Pointer}] {
			out = append(out, f)
		}
	}
	return out
}

// placeholder is where a skeleton wants something: a field of the front matter, the
// title, or a paragraph, in angle brackets.
var placeholder = regexp.MustCompile(`(?m)^(?:(\w+): |# )?"?<[^!>\n][^>\n]*>"?$`)

// controls are the characters that JSON leaves in a string and YAML does not.
var controls = regexp.MustCompile("[\u007f-\u009f]")

// writeReport fills a report's skeleton in, and names the places that are left:
// fields, the title, and "section 1".
func writeReport(skeleton string, c *conversion) (report string, open []string) {
	front, body, _ := strings.Cut(skeleton, "\n---\n")
	front = placeholder.ReplaceAllStringFunc(front, func(line string) string {
		name := placeholder.FindStringSubmatch(line)[1]
		field, ok := c.fields[name]
		if !ok {
			open = append(open, name)
			return line
		}
		return name + ": " + controls.ReplaceAllStringFunc(text.JSONQuote(field), text.EscapePoint)
	})
	sections := strings.Split(body, "\n## ")
	if placeholder.MatchString(sections[0]) {
		open = append(open, "the title")
	}
	for i, section := range sections[1:] {
		number, _, _ := strings.Cut(section, ".")
		var texts []string
		for _, p := range c.parts[number] {
			texts = append(texts, p.heading+":\n\n"+p.text)
		}
		if texts == nil {
			open = append(open, "section "+number)
			continue
		}
		sections[i+1] = placeholder.ReplaceAllLiteralString(section, strings.Join(texts, "\n\n"))
	}
	return front + "\n---\n" + strings.Join(sections, "\n## "), open
}
