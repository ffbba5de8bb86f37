package payload

import (
	"errors"
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
// An error says that the pair makes no sense, and what does, or that there is nothing
// to sum the payload up.
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
		made.Lost = c.lost
		return made, nil
	}
	c.trim(table.Limits)
	made.Lost = c.lost
	p := c.payload()
	if p.Summary == "" {
		return made, errors.New("it has nothing that can be the summary of a payload, and one without it says nothing to the next task; write it into the original")
	}
	data, err := text.JSONIndented(p)
	made.Text = string(data)
	return made, err
}

// Check returns the errors of a conversion, except for those that its placeholders
// explain: a bare skeleton has them as well.
func (r Converted) Check(engine *rules.Engine, to document.Format, skeleton string) (rules.Result, error) {
	type key struct{ rule, pointer string }
	excused := map[key]bool{}
	in := document.Input{Path: "<converted>", As: to, Named: true}
	if len(r.Open) > 0 {
		in.Data = []byte(skeleton)
		bare, err := engine.CheckInput(in)
		if err != nil {
			return bare, err
		}
		for _, f := range bare.Findings {
			excused[key{f.Rule, f.Pointer}] = true
		}
	}
	in.Data = []byte(r.Text)
	result, err := engine.CheckInput(in)
	result.Findings = slices.DeleteFunc(result.Findings, func(f rules.Finding) bool {
		return f.Severity != rules.Error || excused[key{f.Rule, f.Pointer}]
	})
	return result, err
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
