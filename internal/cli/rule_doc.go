package cli

import (
	"cmp"
	_ "embed" // the page
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// ruleEntry is a rule as lists have it. Its JSON form is a contract.
type ruleEntry struct {
	Name string `json:"name"`
	// Severity is that of every profile which Profiles does not name.
	Severity rules.Severity            `json:"severity"`
	Profiles map[string]rules.Severity `json:"profiles"`
	Formats  []string                  `json:"formats"`
	Summary  string                    `json:"summary"`
	// Fixed is set if the severity cannot be changed.
	Fixed bool `json:"fixed"`
	// Fixable is set if findings of the rule can have a fix.
	Fixable bool   `json:"fixable"`
	Since   string `json:"since"`
	URL     string `json:"url"`
	// Origin is the source that a team's own rule is in.
	Origin string `json:"origin,omitempty"`
}

// ruleDoc is all that the catalogue says of a rule: what `explain` prints, and so the
// pages under docs/rules.
type ruleDoc struct {
	ruleEntry
	Why        string         `json:"why"`
	Message    string         `json:"message"`
	Help       string         `json:"help"`
	Variants   []variantDoc   `json:"variants"`
	Fixes      []fixDoc       `json:"fixes"`
	Parameters []parameterDoc `json:"parameters"`
	Bad        string         `json:"bad"`
	Good       string         `json:"good"`
	// formats are the formats as the catalogue describes them.
	formats []*rules.FormatInfo
}

// variantDoc is a case of a rule with words of its own.
type variantDoc struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	Help    string `json:"help"`
}

// fixDoc is what --fix does for a case of a rule, "" for all without a fix of
// their own.
type fixDoc struct {
	Variant string `json:"variant"`
	Message string `json:"message"`
}

// parameterDoc is a parameter of a rule, with its value.
type parameterDoc struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
	Doc   string          `json:"doc"`
	// engine reports that only the engine needs it.
	engine bool
}

// ruleEntryOf returns a rule of a catalogue that has the settings of a configuration.
func ruleEntryOf(rule *rules.Rule) ruleEntry {
	e := ruleEntry{
		Name:     rule.Name,
		Severity: rule.Severity,
		Profiles: map[string]rules.Severity{},
		Summary:  rule.Summary,
		Fixed:    rule.Fixed,
		Fixable:  len(rule.FixMessages()) > 0,
		Since:    rule.Since,
		URL:      rule.URL(),
		Origin:   rule.Origin,
	}
	for _, p := range rule.Profiles {
		e.Profiles[p.Name] = rules.Severity(p.Value)
	}
	for _, f := range rule.Formats {
		e.Formats = append(e.Formats, string(f))
	}
	return e
}

// ruleDocOf returns all that such a catalogue says of one of its rules.
func ruleDocOf(catalogue *rules.Catalogue, rule *rules.Rule) ruleDoc {
	d := ruleDoc{
		ruleEntry: ruleEntryOf(rule),
		Why:       strings.TrimSpace(rule.Why), Message: rule.Message, Help: rule.Help, Bad: rule.Bad, Good: rule.Good,
		Variants: []variantDoc{}, Fixes: []fixDoc{}, Parameters: []parameterDoc{},
	}
	for _, v := range rule.Variants {
		words := rule.In(v.Name)
		d.Variants = append(d.Variants, variantDoc{v.Name, words.Message, words.Help})
	}
	slices.SortFunc(d.Variants, func(a, b variantDoc) int { return strings.Compare(a.Name, b.Name) })
	fixes := rule.FixMessages()
	for _, variant := range slices.Sorted(maps.Keys(fixes)) {
		d.Fixes = append(d.Fixes, fixDoc{variant, fixes[variant]})
	}
	for _, p := range rule.Parameters() {
		d.Parameters = append(d.Parameters, parameterDoc{Name: p.Name, Value: p.Value, Doc: p.Doc, engine: p.Engine})
	}
	for _, name := range d.Formats {
		if name == string(rules.SessionFormat) {
			name = string(handoff.Report) // a session is a folder of reports
		}
		d.formats = append(d.formats, catalogue.Format(name))
	}
	return d
}

// SeverityText returns a rule's severity on one line, as most handoffs have it: if it is
// off in most, those in which it is not: "error (phased)".
func (e ruleEntry) SeverityText() string {
	if e.Severity != rules.Off {
		return string(e.Severity)
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(e.Profiles)) {
		if severity := e.Profiles[name]; severity != rules.Off {
			parts = append(parts, fmt.Sprintf("%s (%s)", severity, name))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), string(rules.Off))
}

// Exceptions returns the profiles and formats in which the severity is another one than in
// most handoffs, or "" if there are none: "warning in gsd, off in found".
func (e ruleEntry) Exceptions() string {
	if e.Severity == rules.Off {
		return ""
	}
	var parts []string
	for _, severity := range []rules.Severity{rules.Error, rules.Warning, rules.Off} {
		isAsMost := func(name string) bool { return e.Profiles[name] != severity || severity == e.Severity }
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(e.Profiles)), isAsMost)
		if len(names) > 0 {
			parts = append(parts, fmt.Sprintf("%s in %s", severity, strings.Join(names, ", ")))
		}
	}
	return strings.Join(parts, "; ")
}

// FormatsText returns a rule's formats on one line: "all" for the formats that there
// are without a team's own, and no other.
func (e ruleEntry) FormatsText() string {
	if slices.Equal(slices.Sorted(slices.Values(e.Formats)), slices.Sorted(slices.Values(document.FormatNames))) {
		return "all"
	}
	return strings.Join(e.Formats, ", ")
}

//go:embed rule.md.tmpl
var rulePageText string

var rulePage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"join":    strings.Join,
		"escape":  text.EscapeMarkdown,
		"code":    code,
		"filled":  filled,
		"example": example,
	}).Parse(rulePageText))
})

// code returns a text as a code block.
func code(s string) string { return strings.TrimSuffix(text.CodeBlock(s), "\n") }

// values are those of a template, one after another.
var values = text.MustCompile(`\{\w+\}(?: \{\w+\})*`)

// filled returns a template for readers: an ellipsis is whatever the file has there.
func filled(template string) string { return values.ReplaceAllString(template, "…") }

// example returns an example of a rule as a code block in its language, without the indentation
// that it has in its file. The actions of a transcript are a block of their own.
func example(s string) string {
	s, actions, hasActions := strings.Cut(strings.Trim(s, "\n"), "\n\ntranscript.jsonl:\n")
	indent := s[:len(s)-len(strings.TrimLeft(s, " "))]
	s = strings.ReplaceAll(strings.TrimPrefix(s, indent), "\n"+indent, "\n")
	block := strings.Replace(code(s), "\n", languageOf(s)+"\n", 1)
	if hasActions {
		block += "\n\n`transcript.jsonl`, as `handofflint audit --actions` prints it:\n\n" + code(actions)
	}
	return block
}

// exampleLanguages are the beginnings of examples in a language.
var exampleLanguages = []struct {
	language string
	begins   *regexp.Regexp
}{
	{"json", regexp.MustCompile(`^["{\[]`)},
	{"md", regexp.MustCompile("^(## |<!--|\\*\\*|```)")},
	{"yaml", regexp.MustCompile(`^(---|[a-z_]+: )`)},
}

// languageOf returns the language of an example, "" for plain text.
func languageOf(example string) string {
	for _, l := range exampleLanguages {
		if l.begins.MatchString(example) {
			return l.language
		}
	}
	return ""
}

// Markdown returns the rule's page, for a terminal as for the documentation; a long one has
// the parameters and the format too. A team's rule may lack most of it.
func (d ruleDoc) Markdown(long bool) string {
	first, size := utf8.DecodeRuneInString(d.Summary)
	cases := d.Variants
	if d.Message != "" && !slices.ContainsFunc(cases, func(v variantDoc) bool { return v.Message == d.Message }) {
		cases = append(slices.Clone(cases), variantDoc{"otherwise", d.Message, d.Help})
	}
	var page strings.Builder
	err := rulePage().Execute(&page, struct {
		ruleDoc
		Long, OfSession bool
		Sentence        string
		Cases           []variantDoc
		ParameterLines  []string
		FormatInfos     []*rules.FormatInfo
	}{
		d, long, d.Formats[0] == string(rules.SessionFormat),
		string(unicode.ToUpper(first)) + strings.TrimSuffix(d.Summary[size:], ".") + ".",
		cases, d.parameterLines(), d.formats,
	})
	if err != nil {
		panic(err) // the template is the program's own
	}
	return page.String()
}

// severityStyles are those of severities.
var severityStyles = map[rules.Severity]terminal.Style{rules.Error: terminal.Bad, rules.Warning: terminal.Doubt}

// onScreen returns the rule's page for a terminal: without marks of Markdown, code indented, and
// paragraphs wrapped.
func (d ruleDoc) onScreen(page string, screen terminal.Screen) string {
	var b strings.Builder
	fence, paragraph := "", ""
	for line := range strings.Lines(page + "\n") {
		line = text.Escape(strings.TrimSuffix(line, "\n"))
		isFence := strings.HasPrefix(line, "```") && (fence == "" || line == fence)
		isProse := fence == "" && !isFence && line != "" && !strings.ContainsAny(line[:1], "#- ")
		if isProse {
			paragraph += line + " "
			continue
		}
		if paragraph != "" {
			b.WriteString(screen.WrapLine(strings.TrimSpace(paragraph), 0) + "\n")
			paragraph = ""
		}
		if isFence && fence == "" {
			fence = strings.TrimRight(line, "abcdefghijklmnopqrstuvwxyz")
			continue
		}
		if isFence {
			fence = ""
			continue
		}
		b.WriteString(screen.Wrap(d.styled(line, fence != "", screen) + "\n"))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// styled returns a heading, list item or line of code as a terminal shows it.
func (d ruleDoc) styled(line string, isCode bool, screen terminal.Screen) string {
	if isCode {
		return "    " + screen.Paint(terminal.Weak, line)
	}
	if heading := strings.TrimLeft(line, "#"); heading != line {
		return screen.Paint(terminal.Strong, strings.Trim(heading, " `"))
	}
	if strings.HasPrefix(line, "- severity: ") {
		severity := string(d.Severity)
		return strings.Replace(line, severity, screen.Paint(severityStyles[d.Severity], severity), 1)
	}
	return line
}

// parameterLines lists the parameters that a person may want to set. The meaning of several
// in a row is printed once.
func (d ruleDoc) parameterLines() (lines []string) {
	doc := ""
	for _, p := range d.Parameters {
		if p.engine {
			continue
		}
		line := fmt.Sprintf("`%s` = `%s`", p.Name, compact(string(p.Value)))
		if p.Doc != "" && p.Doc != doc {
			line += ": " + p.Doc
			doc = p.Doc
		}
		lines = append(lines, line)
	}
	return lines
}

// compact returns a JSON value without the escapes that HTML would need.
func compact(value string) string {
	if short, err := text.JSON(json.RawMessage(value)); err == nil {
		return string(short)
	}
	return value
}
