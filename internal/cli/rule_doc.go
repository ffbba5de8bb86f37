package cli

import (
	"cmp"
	_ "embed" // the page
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/schema"
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

// ruleDoc is everything that the catalogue says about a rule: what `explain` and the pages under docs/rules show.
type ruleDoc struct {
	ruleEntry
	Rule *rules.Rule
	// Cases are the variants of the rule, and last the findings that are of none.
	Cases []ruleCase
	// Parameters are lines of Markdown.
	Parameters []string
	// FormatInfos are the formats as the catalogue describes them.
	FormatInfos []*rules.FormatInfo
}

// ruleCase is a variant of a rule with its words.
type ruleCase struct {
	Name string
	schema.Words
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

// ruleDocOf returns everything that a catalogue says about one of its rules.
func ruleDocOf(catalogue *rules.Catalogue, rule *rules.Rule) ruleDoc {
	d := ruleDoc{ruleEntry: ruleEntryOf(rule), Rule: rule, Parameters: parameterLines(rule)}
	for _, v := range rule.Variants {
		d.Cases = append(d.Cases, ruleCase{v.Name, rule.In(v.Name)})
	}
	slices.SortFunc(d.Cases, func(a, b ruleCase) int { return strings.Compare(a.Name, b.Name) })
	// A message that no case has is for all other cases.
	isOfRule := func(c ruleCase) bool { return c.Message == rule.Message }
	if rule.Message != "" && !slices.ContainsFunc(d.Cases, isOfRule) {
		d.Cases = append(d.Cases, ruleCase{"otherwise", rule.Words})
	}
	for _, name := range d.Formats {
		if name == string(rules.SessionFormat) {
			name = string(handoff.Report) // a session is a folder of reports
		}
		d.FormatInfos = append(d.FormatInfos, catalogue.Format(name))
	}
	return d
}

// parameterLines returns a line for each parameter that a team may set. Of several in a row with one meaning, only the
// first has it.
func parameterLines(rule *rules.Rule) (lines []string) {
	doc := ""
	for _, p := range rule.Parameters() {
		if p.Engine {
			continue
		}
		value, _ := text.JSON(p.Value) // it was JSON before
		line := fmt.Sprintf("`%s` = `%s`", p.Name, value)
		if p.Doc != "" && p.Doc != doc {
			line += ": " + p.Doc
			doc = p.Doc
		}
		lines = append(lines, line)
	}
	return lines
}

// SeverityText returns a rule's severity in most handoffs. If it is off in most, it returns those in which it is on:
// "error (phased)".
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

// Exceptions returns the profiles and formats whose severity is not that of most handoffs: "warning in gsd, off in
// found", or "" for none.
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

// FormatsText returns a rule's formats on one line: "all" for all built-in formats and no other.
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
		"trim":    strings.TrimSpace,
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

// example returns an example of a rule as a code block in its language, without the indentation that it has in its
// file. The actions of a transcript are a separate block.
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
	begins   *text.Regexp
}{
	{"json", text.MustCompile(`^["{\[]`)},
	{"md", text.MustCompile("^(## |<!--|\\*\\*|```)")},
	{"yaml", text.MustCompile(`^(---|[a-z_]+: )`)},
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

// Sentence returns the summary as a sentence.
func (d ruleDoc) Sentence() string {
	first, size := utf8.DecodeRuneInString(d.Summary)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(d.Summary[size:], ".") + "."
}

// IsOfSession reports whether the rule is about a folder of reports.
func (d ruleDoc) IsOfSession() bool { return d.Formats[0] == string(rules.SessionFormat) }

// Markdown returns the rule's page for a terminal and the documentation. A long one also has the parameters and the
// format. A team's rule may lack most of it.
func (d ruleDoc) Markdown(long bool) string {
	var page strings.Builder
	err := rulePage().Execute(&page, struct {
		ruleDoc
		Long bool
	}{d, long})
	if err != nil {
		panic(err) // the template is the program's own
	}
	return page.String()
}
