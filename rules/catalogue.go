package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
)

// Catalogue holds all rules and formats, with the texts that explain them.
type Catalogue struct {
	// Rules are sorted by group: files and syntax first, then rules for all
	// formats, then one format after the other.
	Rules   []*Rule
	Formats []*FormatInfo
	byName  map[string]*Rule
}

// FormatInfo describes a format.
type FormatInfo = schema.Format

// BuiltIn returns the embedded catalogue, which is made once per process. It is shared and must not be
// changed.
var BuiltIn = sync.OnceValue(func() *Catalogue { return newCatalogue(nil) })

// LoadCatalogue returns the embedded catalogue with the team's rules, severities and parameters of the
// options. It is shared and must not be changed. An error says what is wrong with the options.
func LoadCatalogue(options Options) (*Catalogue, error) {
	c := BuiltIn()
	if options.Team != nil {
		c = options.Team.catalogue()
	}
	return c.withOptions(options)
}

// newCatalogue makes a catalogue of the embedded table and a team's table, which may be nil.
func newCatalogue(team *schema.Table) *Catalogue {
	c := &Catalogue{byName: map[string]*Rule{}}
	c.add(&table.Builtin)
	if team != nil {
		c.add(team)
	}
	rank := func(r *Rule) int { // other groups, such as a team's, come last
		if i := slices.Index(groupOrder, r.Group()); i >= 0 {
			return i
		}
		return len(groupOrder)
	}
	slices.SortFunc(c.Rules, func(a, b *Rule) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a.Name, b.Name))
	})
	return c
}

var groupOrder = slices.Concat([]string{"file", "syntax", "schema", "placeholder"}, document.FormatNames, []string{"handoff", "session", "suppression"})

func (c *Catalogue) add(t *schema.Table) {
	for i := range t.Rules {
		rule := (*Rule)(&t.Rules[i])
		c.Rules = append(c.Rules, rule)
		c.byName[rule.Name] = rule
	}
	for i := range t.Formats {
		c.Formats = append(c.Formats, &t.Formats[i])
	}
}

// copy returns a catalogue whose rules may be changed.
func (c *Catalogue) copy() *Catalogue {
	copied := &Catalogue{Formats: c.Formats, byName: make(map[string]*Rule, len(c.Rules))}
	for _, r := range c.Rules {
		rule := *r
		copied.Rules = append(copied.Rules, &rule)
		copied.byName[r.Name] = &rule
	}
	return copied
}

// Rule returns the rule with a name, or nil.
func (c *Catalogue) Rule(name string) *Rule { return c.byName[name] }

// Match returns the rules that a name or a pattern (`group/*` or `*`) matches.
func (c *Catalogue) Match(pattern string) []*Rule {
	if r := c.byName[pattern]; r != nil {
		return []*Rule{r}
	}
	prefix, isGroup := strings.CutSuffix(pattern, "*")
	if !isGroup || prefix != "" && !strings.HasSuffix(prefix, "/") {
		return nil
	}
	var out []*Rule
	for _, r := range c.Rules {
		if strings.HasPrefix(r.Name, prefix) {
			out = append(out, r)
		}
	}
	return out
}

// Format returns the format with a name, or nil.
func (c *Catalogue) Format(name string) *FormatInfo {
	i := slices.IndexFunc(c.Formats, func(f *FormatInfo) bool { return string(f.Name) == name })
	if i < 0 {
		return nil
	}
	return c.Formats[i]
}

// SchemaSource returns a format's schema as one self-contained CUE file, with the definition of its object,
// such as "#Report". For a team's format it returns the source that defines it.
//
//	handofflint schema context > context.cue
//	cue vet -d '#Context' context.cue handoff.json
func SchemaSource(f *FormatInfo) string {
	if f.Origin == "" {
		return f.Source
	}
	return fmt.Sprintf("// The schema of %s is formats.%q.schema.\n\n%s", f.Name, f.Name, f.Source)
}

// Upstream returns the rules with that name in upstream's validator.
func (c *Catalogue) Upstream(name string) []*Rule {
	var out []*Rule
	for _, r := range c.Rules {
		named := func(at schema.Choice) bool { return at.Value == name }
		if name != "" && (r.Upstream == name || slices.ContainsFunc(r.UpstreamAt, named)) {
			out = append(out, r)
		}
	}
	return out
}

// Near returns the rules that a mistyped name was probably meant to be: all of the nearest. It also finds
// rules with a missing or a wrong group, and a group by its bare name, as the pattern group/*.
func (c *Catalogue) Near(name string) []string {
	names := make([]string, len(c.Rules))
	for i, r := range c.Rules {
		names[i] = r.Name
	}
	return near.Rules(name, names)
}

// UnknownRule returns the message for an unknown rule, with a suggestion.
func (c *Catalogue) UnknownRule(name string) string {
	if question := near.DidYouMean(c.Near(name)...); question != "" {
		return fmt.Sprintf("unknown rule %q: %s `handofflint rules` lists them", name, question)
	}
	return fmt.Sprintf("unknown rule %q; `handofflint rules` lists them", name)
}
