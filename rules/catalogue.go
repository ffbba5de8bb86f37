package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
)

// Catalogue holds all rules and formats, with the texts that explain them.
type Catalogue struct {
	// Rules are sorted by group: files and syntax first, then rules for all
	// formats, then one format after the other.
	Rules   []*Rule
	Formats []*FormatInfo
	// Dispatch holds the templates of the prompt block for an agent.
	Dispatch Dispatch
	// Suggest holds the texts of the failure log's proposals.
	Suggest Suggest
	byName  map[string]*Rule
	custom  *custom // nil without sources
}

// FormatInfo describes a format.
type FormatInfo struct {
	Name       Format
	Title      string
	Upstream   string
	Form       string
	Where      []string
	Recognised string
	// Origin is the source of a team's format, "" for a built-in one.
	Origin string
	// Skeleton is a template of a team's format to fill in, "" if it has none.
	Skeleton string

	schema string
}

var builtIn = sync.OnceValues(func() (*Catalogue, error) { return LoadCatalogue() })

// BuiltIn returns the embedded catalogue, which is read once per process. It is
// shared: do not change it.
func BuiltIn() (*Catalogue, error) { return builtIn() }

// LoadCatalogue reads the embedded sources, and adds those given. An error
// without sources is a bug in handofflint; with sources it may also be a
// *SourceError or a *guard.Exceeded, see Source.
func LoadCatalogue(sources ...Source) (*Catalogue, error) {
	return loadCatalogue(settings{}, sources)
}

// LoadCatalogueWith reads the embedded sources and those of the options, and
// applies the severities, parameters, titles and limits of the options. An
// error says what is wrong with the options.
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

// contractFiles define what other files may contain.
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

// Rule returns the rule of that name, nil if there is none.
func (c *Catalogue) Rule(name string) *Rule { return c.byName[name] }

// Match returns the rules that a name or a pattern, `group/*` or `*`, matches.
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

// Format returns the format of that name, nil if it is unknown.
func (c *Catalogue) Format(name string) *FormatInfo {
	for _, f := range c.Formats {
		if string(f.Name) == name {
			return f
		}
	}
	return nil
}
