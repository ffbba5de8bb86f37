package cli

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Text is the rule as a page for a terminal, if verbose with its parameters and
// its format. A team writes its own rules, so their text is escaped.
func (d ruleDoc) Text(b bold, verbose bool) string {
	var page strings.Builder
	page.WriteString(b.Heading(d.Name) + "\n\n")
	page.WriteString(text.EscapeLines(wrap(sentence(d.Summary), "  ", pageWidth)) + "\n")
	facts := [][]string{
		{"severity", d.SeverityText() + d.fixedNote() + setNote(d.From)},
		{"formats", strings.Join(d.Formats, ", ")},
	}
	for _, row := range [][]string{{"since", d.Since}, {"from", d.Origin}} {
		if row[1] != "" {
			facts = append(facts, row)
		}
	}
	page.WriteString(text.EscapeLines(indented(table(facts), "  ")))
	part := func(title, body string) {
		if strings.TrimSpace(body) != "" {
			page.WriteString("\n" + b.Heading(title) + "\n\n" + text.EscapeLines(body))
		}
	}
	part("Why", wrap(d.Why, "  ", pageWidth))
	part("Wrong", indented(d.Bad, "      "))
	part("Right", indented(d.Good, "      "))
	part("What it says", d.wordsText())
	part("Fix", d.fixesText())
	if verbose {
		part("Parameters", d.parametersText())
		part(d.formatTitle(), d.formatText())
	}
	part("Severity", d.severityHelp())
	page.WriteString("\n" + text.Escape(d.URL) + "\n")
	return page.String()
}

func (e ruleEntry) fixedNote() string {
	if e.Fixed {
		return ", always"
	}
	return ""
}

// sentence makes a sentence of a summary, which a team may have written in any
// script, and may have ended already.
func sentence(summary string) string {
	first, size := utf8.DecodeRuneInString(summary)
	if size == 0 {
		return ""
	}
	end := "."
	if last, _ := utf8.DecodeLastRuneInString(summary); strings.ContainsRune(".!?…。！？", last) {
		end = ""
	}
	return string(unicode.ToUpper(first)) + summary[size:] + end
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

// words are a message and, after a =, its help, as findings show them.
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

// of names the case that a fix is for, nothing if it is for all.
func (f fixDoc) of(mark func(string) string) string {
	if f.Variant == "" {
		return ""
	}
	return mark(f.Variant) + ": "
}

func (d ruleDoc) parametersText() string {
	var b strings.Builder
	for i, p := range d.Parameters {
		current := p.Default
		if p.Value != nil {
			current = p.Value
		}
		value, objects := " = "+valueText(current), objectsOf(current)
		if objects != nil {
			value = ""
		}
		first := wrap(p.Name+value+p.note(), "      ", pageWidth)
		b.WriteString("  " + strings.TrimLeft(first, " ") + wrap(d.newDoc(i), "      ", pageWidth))
		for _, object := range objects {
			b.WriteString("      = " + object + "\n")
		}
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

// formatText says to somebody who has never seen the rule's format what it is.
// Of several, each has a line.
func (d ruleDoc) formatText() string {
	if len(d.formats) > 1 {
		rows := make([][]string, len(d.formats))
		for i, f := range d.formats {
			rows[i] = []string{string(f.Name), f.Form}
		}
		return indented(table(rows), "  ") + "\n  `handofflint schema FORMAT` shows the fields of one.\n"
	}
	f, session := d.formats[0], ""
	if d.Formats[0] == string(rules.SessionFormat) {
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

func (d ruleDoc) formatTitle() string {
	if len(d.formats) > 1 {
		return "The formats"
	}
	return "The format"
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
const fixedReason = "Its severity cannot be changed: a file that could not be read, was not parsed or was cut off must not pass."
