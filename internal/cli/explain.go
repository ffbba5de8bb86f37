package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/rules"
)

func (r *runner) explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a rule reports, why, and what right looks like",
		ArgsUsage: "RULE",
		Description: `Of a group, such as metadata, all rules are listed; -f json has all texts of
all of them.

Examples:
   handofflint explain metadata/blocked-next-agent
   handofflint explain 'report/*'
   handofflint explain -f json placeholder`,
		Flags:  append([]cli.Flag{formatFlag(ruleFormats...), colorFlag()}, configFlags()...),
		Action: r.explain,
	}
}

func (r *runner) explain(c *cli.Context) error {
	name, err := oneArgument(c, "the name of a rule")
	if err != nil {
		return err
	}
	format, err := formatOf(c, ruleFormats...)
	if err != nil {
		return err
	}
	color, err := r.useColor(c)
	if err != nil {
		return err
	}
	catalogue, settings, err := r.catalogue(c)
	if err != nil {
		return err
	}
	selected, err := selectRules(catalogue, []string{name})
	if err != nil {
		return err
	}
	plain, err := settings.Plain()
	if err != nil {
		return err
	}
	docs := make([]ruleDoc, len(selected))
	for i, rule := range selected {
		docs[i] = docOf(catalogue, rule).from(settings, rule, plain.Rule(rule.Name))
	}
	return r.printDocs(docs, format, bold(color))
}

// printDocs prints one rule in full, several as a list; in JSON all in full.
func (r *runner) printDocs(docs []ruleDoc, format string, b bold) error {
	switch {
	case format == "json":
		return r.printJSON(map[string]any{"version": version(), "rules": docs})
	case format == "markdown" && len(docs) == 1:
		return r.printText(docs[0].markdown())
	case len(docs) == 1:
		return r.printText(docs[0].text(b))
	}
	entries := make([]ruleEntry, len(docs))
	for i, d := range docs {
		entries[i] = d.ruleEntry
	}
	if format == "markdown" {
		return r.printText(markdownIndex(entries))
	}
	return r.printText(rulesTable(entries, b) + "\n`handofflint explain NAME` says more of one.\n")
}

// text is the rule as a page for a terminal.
func (d ruleDoc) text(b bold) string {
	var page strings.Builder
	page.WriteString(b.heading(d.Name) + "\n\n")
	page.WriteString(wrap(sentence(d.Summary), "  ", pageWidth) + "\n")
	page.WriteString(indented(table(d.facts()), "  "))
	part := func(title, body string) {
		if strings.TrimSpace(body) != "" {
			page.WriteString("\n" + b.heading(title) + "\n\n" + body)
		}
	}
	part("Why", wrap(d.Why, "  ", pageWidth))
	part("Wrong", indented(d.Bad, "      "))
	part("Right", indented(d.Good, "      "))
	part("What it says", d.wordsText())
	part("Fix", d.fixesText())
	part("Parameters", d.parametersText())
	part(d.formatTitle(), d.formatText())
	part("Severity", d.severityHelp())
	page.WriteString("\n" + d.URL + "\n")
	return page.String()
}

// facts are what is short enough for a table.
func (d ruleDoc) facts() [][]string {
	rows := [][]string{
		{"severity", d.severityText() + d.fixedNote() + setNote(d.From)},
		{"formats", strings.Join(d.Formats, ", ")},
	}
	for _, row := range [][]string{{"since", d.Since}, {"from", d.Origin}} {
		if row[1] != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

func (e ruleEntry) fixedNote() string {
	if e.Fixed {
		return ", always"
	}
	return ""
}

// sentence makes a sentence of a summary.
func sentence(summary string) string {
	return strings.ToUpper(summary[:min(1, len(summary))]) + summary[min(1, len(summary)):] + "."
}

// wordsText is what a finding of the rule says, for each of its variants.
func (d ruleDoc) wordsText() string {
	if len(d.Variants) == 0 {
		return words("  ", d.Message, d.Help)
	}
	var b strings.Builder
	for _, v := range d.cases() {
		b.WriteString("  " + v.Name + "\n" + words("    ", v.Message, v.Help))
	}
	return b.String()
}

// cases are the variants, with the rule's own words last where they are those
// of no variant.
func (d ruleDoc) cases() []variantDoc {
	for _, v := range d.Variants {
		if v.Message == d.Message {
			return d.Variants
		}
	}
	return append(slices.Clone(d.Variants), variantDoc{"otherwise", d.Message, d.Help})
}

// words are a message and, behind a =, its help, as findings show them.
func words(indent, message, help string) string {
	out := wrap(message, indent, pageWidth)
	if help != "" {
		lines := wrap(help, indent+"  ", pageWidth)
		out += indent + "= " + strings.TrimPrefix(lines, indent+"  ")
	}
	return out
}

// fixSentence says when a finding is mended, with marks around the command.
func fixSentence(open, end string) string {
	return open + "handofflint check --fix" + end + " mends it where exactly one answer is right:"
}

// fixesText says what --fix does, and that it does not always.
func (d ruleDoc) fixesText() string {
	if len(d.Fixes) == 0 {
		return ""
	}
	b := wrap(fixSentence("", ""), "  ", pageWidth)
	for _, f := range d.Fixes {
		b += wrap(f.of(func(s string) string { return s })+f.Message, "      ", pageWidth)
	}
	return b
}

// of names the case that a fix is for, nothing where it is for all.
func (f fixDoc) of(mark func(string) string) string {
	if f.Variant == "" {
		return ""
	}
	return mark(f.Variant) + ": "
}

func (d ruleDoc) parametersText() string {
	var b strings.Builder
	for i, p := range d.Parameters {
		first := wrap(p.Name+" = "+p.text()+p.note(), "      ", pageWidth)
		b.WriteString("  " + strings.TrimLeft(first, " ") + wrap(d.newDoc(i), "      ", pageWidth))
	}
	return b.String()
}

// newDoc is what is said of a parameter where it was not said of the one before.
func (d ruleDoc) newDoc(i int) string {
	if i > 0 && d.Parameters[i].Doc == d.Parameters[i-1].Doc {
		return ""
	}
	return d.Parameters[i].Doc
}

// formatText tells somebody who has never seen the rule's format what it is.
// Where there are several, each has a line.
func (d ruleDoc) formatText() string {
	if len(d.formats) == 1 {
		return aboutFormat(d.formats[0], d.Formats[0])
	}
	rows := make([][]string, len(d.formats))
	for i, f := range d.formats {
		rows[i] = []string{string(f.Name), f.Form}
	}
	list := indented(table(rows), "  ")
	return list + "\n  `handofflint schema FORMAT` shows the fields of one.\n"
}

func (d ruleDoc) formatTitle() string {
	if len(d.formats) > 1 {
		return "The formats"
	}
	return "The format"
}

func aboutFormat(f *rules.FormatInfo, name string) string {
	session := ""
	if name == string(rules.SessionFormat) {
		session = "A session is a folder of reports. "
	}
	about := wrap(session+formatSentence(f), "  ", pageWidth)
	for _, where := range f.Where {
		about += "\n" + wrap("Where: "+where, "  ", pageWidth)
	}
	return about + "\n" + indented(table([][]string{
		{"handofflint schema " + string(f.Name), "shows its fields"},
		{"handofflint new " + string(f.Name), "prints one to fill in"},
	}), "      ")
}

// formatSentence says in a paragraph what a format is.
func formatSentence(f *rules.FormatInfo) string {
	upstream := ""
	if f.Upstream != "" {
		upstream = ", as the project " + f.Upstream + " has it"
	}
	return f.Title + ": " + f.Form + upstream + ". A file counts as one where " + f.Recognised + "."
}

// severityHelp says how the rule's severity is changed, or why it cannot be.
func (d ruleDoc) severityHelp() string {
	if d.Fixed {
		return wrap(fixedReason, "  ", pageWidth)
	}
	return "      handofflint check --rule " + d.Name + "=" + string(d.otherSeverity()) + "\n\n" +
		wrap("gives it another severity: error, warning or off.", "  ", pageWidth)
}

// fixedReason is why some severities cannot be changed.
const fixedReason = "Its severity cannot be changed: what could not be read or parsed was not judged, and must not pass."
