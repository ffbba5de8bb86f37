package cli

import (
	"fmt"
	"slices"
	"strings"
)

// Markdown is the rule as a page of the documentation.
func (d ruleDoc) Markdown() string {
	var page strings.Builder
	fmt.Fprintf(&page, "# %s\n\n%s\n\n", code(d.Name), sentence(d.Summary))
	fmt.Fprintf(&page, "| severity | formats | since |\n|---|---|---|\n| %s | %s | %s |\n",
		d.SeverityText()+d.fixedNote(), strings.Join(d.Formats, ", "), d.Since)
	part := func(title, body string) {
		if body != "" {
			fmt.Fprintf(&page, "\n## %s\n\n%s", title, body)
		}
	}
	// A team's own rules may do without these three.
	if d.Why != "" {
		part("Why", d.Why+"\n")
	}
	if d.Bad != "" {
		part("Wrong", fenced("", dedent(d.Bad)))
	}
	if d.Good != "" {
		part("Right", fenced("", dedent(d.Good)))
	}
	part("What it says", d.wordsMarkdown())
	part("Fix", d.fixesMarkdown())
	part("Parameters", d.parametersMarkdown())
	part(d.formatTitle(), d.formatMarkdown())
	part("Change its severity", d.severityMarkdown())
	return page.String()
}

func (d ruleDoc) wordsMarkdown() string {
	if len(d.Variants) == 0 {
		return fenced("text", message(d.Message, d.Help))
	}
	var b strings.Builder
	for i, v := range d.cases() {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s:\n\n%s", code(v.Name), fenced("text", message(v.Message, v.Help)))
	}
	return b.String()
}

// fixesMarkdown says what --fix does, and that it does not always.
func (d ruleDoc) fixesMarkdown() string {
	if len(d.Fixes) == 0 {
		return ""
	}
	b := fixSentence("`", "`") + "\n\n"
	for _, f := range d.Fixes {
		b += "- " + f.of(code) + code(f.Message) + "\n"
	}
	return b + "\n[Fixes](../../fixes.md) has the conditions, and what is never fixed.\n"
}

func message(message, help string) string {
	if help == "" {
		return message
	}
	return message + "\n= " + help
}

// parametersMarkdown is a table of the parameters that a person may want to set.
func (d ruleDoc) parametersMarkdown() string {
	d.Parameters = slices.DeleteFunc(slices.Clone(d.Parameters), func(p parameterDoc) bool { return p.engine })
	if len(d.Parameters) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("| parameter | default | meaning |\n|---|---|---|\n")
	for i, p := range d.Parameters {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", cell(code(p.Name)), cell(code(valueText(p.Default))), cell(d.newDoc(i)))
	}
	return b.String()
}

func (d ruleDoc) formatMarkdown() string {
	if len(d.formats) > 1 {
		var b strings.Builder
		for _, f := range d.formats {
			fmt.Fprintf(&b, "- %s: %s\n", code(string(f.Name)), f.Form)
		}
		return b.String() + "\n`handofflint schema FORMAT` shows the fields of one.\n"
	}
	f := d.formats[0]
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", formatSentence(f))
	for _, where := range f.Where {
		// A ``` in a sentence must not open a code span.
		fmt.Fprintf(&b, "- where: %s\n", strings.ReplaceAll(where, "```", "\\`\\`\\`"))
	}
	fmt.Fprintf(&b, "\n`handofflint schema %s` shows its fields, `handofflint new %s` prints one to fill in.\n", f.Name, f.Name)
	return b.String()
}

func (d ruleDoc) severityMarkdown() string {
	if d.Fixed {
		return fixedReason + "\n"
	}
	return fenced("sh", fmt.Sprintf("handofflint check --rule %s=%s", d.Name, d.otherSeverity())) +
		"\ngives it another severity: `error`, `warning` or `off`.\n"
}

// markdownIndex is the list of rules as a page of the documentation.
func markdownIndex(entries []ruleEntry) string {
	var b strings.Builder
	b.WriteString("# Rules\n\n")
	b.WriteString("`handofflint explain RULE` prints these pages, `handofflint rules` this list.\n\n")
	b.WriteString("| rule | severity | formats | what it reports |\n|---|---|---|---|\n")
	for _, e := range entries {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s | %s |\n", code(e.Name), e.Name, e.SeverityText(), e.FormatsText(), cell(e.Summary))
	}
	return b.String()
}

// fenced is a code block whose fence is longer than any in it.
func fenced(language, text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// code is a code span. A backtick in it takes more of them around it.
func code(s string) string {
	n := longestRun(s)
	if n == 0 {
		return "`" + s + "`"
	}
	fence := strings.Repeat("`", n+1)
	return fence + " " + s + " " + fence
}

// longestRun is how many backticks follow each other in a text.
func longestRun(s string) (longest int) {
	for _, run := range strings.FieldsFunc(s, func(r rune) bool { return r != '`' }) {
		longest = max(longest, len(run))
	}
	return longest
}

// cell makes a text fit for a cell of a table, also inside of a code span.
func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
