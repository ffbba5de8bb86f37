package hook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// count returns the numbers of errors and warnings in words, or that the file is not sealed if it has none.
func (f checked) count() string {
	count := rules.Summarize([]rules.Result{{Findings: f.Findings}})
	var parts []string
	if count.Errors > 0 {
		parts = append(parts, text.Count(count.Errors, "error"))
	}
	if count.Warnings > 0 {
		parts = append(parts, text.Count(count.Warnings, "warning"))
	}
	return cmp.Or(strings.Join(parts, ", "), builtin().Words["unsealed"])
}

// opening returns the name of the opening words for a file. For an untouched form there is nothing more,
// since its placeholders would invite invention.
func (f checked) opening() string {
	if form := builtin().Forms[f.words]; f.isForm && form != "" {
		return form
	}
	return f.words
}

// reason describes files within the host's limit; findings that do not fit are counted. No sentence appears
// twice; see soFar.
func (c *call) reason(list []checked) string {
	d := builtin()
	var findings []rules.Finding
	for _, f := range list {
		if !f.isForm {
			findings = append(findings, f.Findings...)
		}
	}
	closing := d.Words["data"]
	if slices.ContainsFunc(findings, func(f rules.Finding) bool { return f.Team }) {
		closing += " " + d.Words["team"]
	}
	left := len(findings)
	more := func(path string) string {
		return d.Say("more", rules.Values{"n": strconv.Itoa(left), "argument": argument(path)})
	}
	var b strings.Builder
	t := soFar{once: map[string]bool{}, messages: map[string]string{}}
	for _, f := range list {
		b.WriteString(t.opening(f, c.relative(f.Path)) + "\n")
		if f.isForm {
			continue
		}
		for _, finding := range grouped(f.Findings) {
			piece := t.finding(finding)
			if path := c.relative(f.Path); b.Len()+len(piece)+len(more(path))+len("\n"+closing) > d.Characters {
				return b.String() + more(path) + "\n" + closing
			}
			b.WriteString(piece)
			left--
		}
	}
	if left < len(findings) { // one is quoted above
		b.WriteString(closing)
	}
	return text.Shorten(strings.TrimSuffix(b.String(), "\n"), d.Characters)
}

// soFar is what a text already says: orders, quoted lines and parts in once, and the last message below each
// heading. heading is the last one of the file.
type soFar struct {
	once     map[string]bool
	messages map[string]string
	heading  string
}

// isNew reports whether a text does not say something yet, and adds it.
func (t *soFar) isNew(said string) bool {
	isNew := said != "" && !t.once[said]
	t.once[said] = true
	return isNew
}

// opening returns the line about a file as a whole, with what to do about it for the first of several such
// files.
func (t *soFar) opening(f checked, path string) string {
	d := builtin()
	t.heading = ""
	words := f.opening()
	line := d.Say(words, rules.Values{"path": text.Quote(path), "count": f.count(), "argument": argument(path)})
	if order := d.Orders[words]; t.isNew(order) {
		line += ". " + order
	}
	if f.isForm || len(f.Findings) == 0 {
		return line + "."
	}
	return line + ":"
}

// finding returns the lines of a finding, below a heading unless it is that of the finding before. A help and
// the last message below the same heading are not repeated.
func (t *soFar) finding(f rules.Finding) (lines string) {
	d := builtin()
	heading, message := heading(f), oneLine(f, f.Message)
	last, isKnown := t.messages[heading]
	if heading != t.heading {
		lines = heading + "\n"
		if isKnown {
			lines = strings.TrimRight(strings.TrimSuffix(heading, help(f)), ": ") + "\n"
		}
	}
	t.heading, t.messages[heading] = heading, message
	if message == last {
		message = d.Words["again"]
	}
	lines += d.Say("finding", rules.Values{"line": strconv.Itoa(f.Range.Start.Line), "message": message}) + "\n"
	for _, more := range []string{quote(f), missingPart(f)} {
		if t.isNew(more) {
			lines += more + "\n"
		}
	}
	return lines
}

// heading returns the line above the findings of a rule with the same help.
func heading(f rules.Finding) string {
	words := "heading"
	if f.Severity != rules.Error {
		words = "noted"
	}
	rule := f.Rule
	if !strings.HasPrefix(rule, "schema/") { // a built-in rule for a custom format
		rule = oneLine(f, rule)
	}
	return strings.TrimSpace(builtin().Say(words, rules.Values{"rule": rule, "help": help(f)}))
}

// grouped returns findings with errors first, and those of a rule with the same help together.
func grouped(findings []rules.Finding) []rules.Finding {
	first := map[string]int{}
	key := func(f rules.Finding) string { return f.Rule + "\x00" + f.Help }
	for i, f := range slices.Backward(findings) {
		first[key(f)] = i
	}
	rank := map[rules.Severity]int{rules.Error: -1}
	list := slices.Clone(findings)
	slices.SortStableFunc(list, func(a, b rules.Finding) int {
		return cmp.Or(rank[a.Severity]-rank[b.Severity], first[key(a)]-first[key(b)])
	})
	return list
}

// help returns the help of a finding. The help about a marker would repeat the file's name, so it has
// shorter words.
func help(f rules.Finding) string {
	if f.Rule == builtin().Sealed {
		return builtin().Words["seal"]
	}
	if f.Help == "" {
		return ""
	}
	return oneLine(f, f.Help)
}

// quote returns the line of a finding as data, "" if the message already has a quotation.
func quote(f rules.Finding) string {
	line := strings.TrimSpace(f.Excerpt.Text)
	if line == "" || f.Range.Start == f.Range.End || strings.Contains(f.Message, `"`) {
		return ""
	}
	return builtin().Say("quoted", rules.Values{"text": text.Quote(text.Shorten(line, builtin().Quote))})
}

// missingPart returns an example of a missing part in a code fence, "" for none.
func missingPart(f rules.Finding) string {
	skeletons := builtin().Skeletons
	return strings.TrimSuffix(text.CodeBlock(cmp.Or(skeletons[f.Rule+":"+f.Variant], skeletons[f.Rule])), "\n")
}

// oneLine returns a text of a finding on one line. Text from a custom rule is quoted, since the checked
// tree holds it.
func oneLine(f rules.Finding, s string) string {
	if f.Team {
		return text.Quote(s)
	}
	return text.Escape(s)
}

// argument returns a path quoted for a command in a text.
func argument(path string) string { return text.Escape(text.ShellQuote(path)) }
