package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
)

// Catalogue is all rules and formats, with the texts that explain them.
type Catalogue struct {
	// Rules are in the order of their names' groups: files and syntax first,
	// then what all formats share, then one format after the other.
	Rules   []*Rule
	Formats []*FormatInfo
	// Dispatch is the text with which an agent is sent out.
	Dispatch Dispatch
	// Suggest is how proposals are made of the failure log.
	Suggest Suggest
	byName  map[string]*Rule
	custom  *custom // nil without sources
}

// FormatInfo is what the catalogue says of a format.
type FormatInfo struct {
	Name       Format
	Title      string
	Upstream   string
	Form       string
	Where      []string
	Recognised string
	// Origin is the source that a team's own format stands in, "" for the four.
	Origin string
	// Skeleton is a handoff of a team's own format to fill in, "" where there
	// is none.
	Skeleton string

	schema string
}

var builtIn = sync.OnceValues(func() (*Catalogue, error) { return LoadCatalogue() })

// BuiltIn is the catalogue as the sources have it, read once a process. It is
// shared: do not change it.
func BuiltIn() (*Catalogue, error) { return builtIn() }

// LoadCatalogue reads all of the embedded sources. An error is a fault of the
// program, not of its user.
//
// With sources it also has what they add; an error may then be a *SourceError
// or a *guard.Exceeded, as Source has it.
func LoadCatalogue(sources ...Source) (*Catalogue, error) {
	return loadCatalogue(settings{}, sources)
}

// LoadCatalogueWith reads all of the embedded sources and those of the options,
// and puts the severities, parameters, titles and limits of the options in
// place of their defaults. An error says what is wrong with the options.
func LoadCatalogueWith(options Options) (*Catalogue, error) {
	team, err := teamCatalogue(options)
	if err != nil {
		return nil, err
	}
	s, err := newSettings(options, team)
	if err != nil {
		return nil, err
	}
	if s.checks, err = programChecks(options.Checks); err != nil {
		return nil, err
	}
	return loadCatalogue(s, options.Sources)
}

func loadCatalogue(s settings, sources []Source) (*Catalogue, error) {
	c, err := loadBuiltIn(s)
	if err != nil || len(sources) == 0 {
		return c, err
	}
	if err := c.loadCustom(sources, s); err != nil {
		return nil, err
	}
	return c, nil
}

// contractFiles say what other files may hold.
var contractFiles = []string{contract, configFile, customFile}

func loadBuiltIn(s settings) (*Catalogue, error) {
	value, err := loadSources(func(name string) bool { return slices.Contains(contractFiles, name) })
	if err != nil {
		return nil, err
	}
	if value, err = s.limits.fill(value); err != nil {
		return nil, err
	}
	c := &Catalogue{byName: map[string]*Rule{}}
	if err := c.readFormats(lookup(value, "formats")); err != nil {
		return nil, err
	}
	if err := c.readDispatch(lookup(value, "dispatch")); err != nil {
		return nil, err
	}
	if err := c.readSuggest(lookup(value, "suggest")); err != nil {
		return nil, err
	}
	return c, c.readRules(lookup(value, "rules"), s)
}

func (c *Catalogue) readRules(v cue.Value, s settings) error {
	fields, err := v.Fields()
	if err != nil {
		return err
	}
	for fields.Next() {
		rule, err := s.readRule(fields.Selector().Unquoted(), fields.Value())
		if err != nil {
			return err
		}
		if err := rule.readTexts(fields.Value()); err != nil {
			return err
		}
		c.add(rule)
	}
	sortRules(c.Rules)
	return nil
}

func (c *Catalogue) readFormats(v cue.Value) error {
	for _, name := range []document.Format{document.Report, document.Metadata, document.Context, document.Task} {
		f := v.LookupPath(cue.MakePath(cue.Str(string(name))))
		if !f.Exists() {
			return fmt.Errorf("the sources have no format %s", name)
		}
		in := reading(f)
		c.Formats = append(c.Formats, &FormatInfo{
			Name:       name,
			Title:      in.text("title"),
			Upstream:   in.text("upstream"),
			Form:       in.text("form"),
			Where:      in.list("where"),
			Recognised: in.text("recognised"),
		})
		if in.err != nil {
			return fmt.Errorf("format %s: %w", name, in.err)
		}
	}
	return nil
}

// Rule is the rule of that name, nil where there is none.
func (c *Catalogue) Rule(name string) *Rule { return c.byName[name] }

// Match is the rules that a name or a pattern, `group/*` or `*`, means.
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

// Format is what the catalogue says of a format, nil for an unknown one.
func (c *Catalogue) Format(name string) *FormatInfo {
	for _, f := range c.Formats {
		if string(f.Name) == name {
			return f
		}
	}
	return nil
}
