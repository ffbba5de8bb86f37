package config

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// Config is a configuration without mistakes. It is read-only; nil is an empty
// one.
type Config struct {
	contract *contract
	team     teamSources
	files    []*source
	root     *setting
	// severities are those for all files; the last one wins.
	severities []placedOverride
	formats    []formatGlobs
	overrides  []override
	exclude    *files.Globs
	// user is the user's own configuration, nil for none.
	user *source
}

// placedOverride is a severity and the setting that it comes from.
type placedOverride struct {
	rules.Override
	from *setting
}

type formatGlobs struct {
	globs  *files.Globs
	format document.Format
	from   *setting
}

// override is an entry of overrides.
type override struct {
	globs      *files.Globs
	severities []placedOverride
	from       *setting
}

// newConfig merges the files, which have no mistakes. The globs of all files
// are relative to one folder, that of the user's file: the handoffs are in its
// repository.
func newConfig(c *contract, files []*source, user *source, team teamSources, folder string) (*Config, error) {
	config := &Config{contract: c, team: team, files: files, user: user}
	for _, f := range files {
		s := settingOf(f.root, f)
		plainSeverities(s.field("rules"))
		config.root = merge(config.root, s)
		config.severities = append(config.severities, c.severitiesOf(s.field("rules"))...)
	}
	if user != nil {
		// last: what users say about their machine wins over every tree
		config.root = merge(config.root, settingOf(user.root, user))
	}
	return config, config.readGlobs(folder)
}

// plainSeverities turns a bare severity into an object, so that it merges with
// the parameters of another file.
func plainSeverities(entries *setting) {
	if entries == nil {
		return
	}
	for i, s := range entries.fields {
		if s.node.Kind != document.String {
			continue
		}
		severity := &setting{name: "severity", node: s.node, file: s.file}
		object := &document.Node{Kind: document.Object, Name: s.name, Key: s.node.Key, Value: s.node.Value}
		entries.fields[i] = &setting{name: s.name, node: object, file: s.file, fields: []*setting{severity}}
	}
}

// severitiesOf returns the severities that one file gives to rules defined
// elsewhere, the least specific first: all rules, then groups, then single
// rules.
func (c *contract) severitiesOf(entries *setting) []placedOverride {
	var list []placedOverride
	if entries == nil {
		return nil
	}
	for _, s := range entries.fields {
		if severity := s.field("severity"); severity.str() != "" && !c.isTeamRule(s.node) {
			list = append(list, placedOverride{rules.Override{Pattern: s.name, Severity: rules.Severity(severity.str())}, severity})
		}
	}
	slices.SortStableFunc(list, func(a, b placedOverride) int { return particular(a.Pattern) - particular(b.Pattern) })
	return list
}

func particular(pattern string) int {
	switch {
	case pattern == "*":
		return 0
	case strings.HasSuffix(pattern, "/*"):
		return 1
	}
	return 2
}

func (c *Config) readGlobs(folder string) (err error) {
	if c.exclude, err = files.NewGlobs(folder, c.root.field("exclude").texts()); err != nil {
		return err
	}
	for _, s := range c.root.field("files").items() {
		globs, err := files.NewGlobs(folder, s.field("paths").texts())
		if err != nil {
			return err
		}
		c.formats = append(c.formats, formatGlobs{globs, document.Format(s.field("format").str()), s})
	}
	for _, s := range c.root.field("overrides").items() {
		globs, err := files.NewGlobs(folder, s.field("paths").texts())
		if err != nil {
			return err
		}
		plainSeverities(s.field("rules"))
		c.overrides = append(c.overrides, override{globs, c.contract.severitiesOf(s.field("rules")), s})
	}
	return nil
}

// User returns the user's own configuration as findings show it, "" for none.
func (c *Config) User() string {
	if c == nil || c.user == nil {
		return ""
	}
	return c.user.shown
}

// Files returns the files of the tree's configuration as findings show them,
// the nearest first.
func (c *Config) Files() []string {
	if c == nil {
		return nil
	}
	var shown []string
	for _, f := range slices.Backward(c.files) {
		shown = append(shown, f.shown)
	}
	return shown
}

// Paths returns the files of the configuration as absolute paths.
func (c *Config) Paths() []string {
	if c == nil {
		return nil
	}
	var paths []string
	for _, f := range c.files {
		paths = append(paths, f.path)
	}
	return paths
}

// Texts returns the contents of the configuration's files and of the team's
// rules and formats, in a fixed order.
func (c *Config) Texts() [][]byte {
	if c == nil {
		return nil
	}
	var texts [][]byte
	for _, f := range c.files {
		texts = append(texts, f.data)
	}
	for _, s := range c.team.sources {
		texts = append(texts, s.Data)
	}
	return texts
}

// Options returns the configuration's options for any file.
func (c *Config) Options() rules.Options { return c.options("") }

// options returns the options with a set of overrides.
func (c *Config) options(set string) rules.Options {
	if c == nil {
		return rules.Options{}
	}
	root := c.merged(set)
	o := rules.Options{
		Params:   map[string]json.RawMessage{},
		Limits:   limitsOf(root),
		Titles:   titlesOf(root),
		Strict:   root.field("strict").flag(false),
		NoInline: !root.field("inline").flag(true),
		Sources:  c.team.sources,
	}
	if profile := root.at("metadata", "profile").str(); profile != "auto" {
		o.Profile = profile
	}
	for _, s := range c.severitiesFor(set) {
		o.Overrides = append(o.Overrides, s.Override)
	}
	for _, s := range root.field("rules").all() {
		if p := s.field("params"); p != nil && !c.contract.isTeamRule(s.node) && c.team.catalogue.Rule(s.name) != nil {
			o.Params[s.name] = p.json()
		}
	}
	return o
}

func limitsOf(root *setting) rules.Limits {
	l := root.field("limits")
	return rules.Limits{
		Bytes: l.field("bytes").number(),
		Limits: document.Limits{
			Depth:    int(l.field("depth").number()),
			Values:   int(l.field("values").number()),
			Trailing: int(l.field("trailing").number()),
		},
		Findings: int(l.field("findings").number()),
	}
}

func titlesOf(root *setting) map[int]string {
	titles := map[int]string{}
	for _, s := range root.field("sections").all() {
		number, _ := strconv.Atoi(s.name) // the contract allows digits only
		titles[number] = strings.TrimSpace(s.str())
	}
	return titles
}

// FailOn returns the severity that makes the exit code non-zero, "" if the
// configuration does not say.
func (c *Config) FailOn() string {
	if c == nil {
		return ""
	}
	return c.root.field("fail-on").str()
}

// FailureLog returns the path to which failures are appended, "" if the
// configuration does not say; off means that no log is kept. A relative path is
// relative to the file that names it; a leading ~/ is left for the log to
// resolve.
func (c *Config) FailureLog() (path string, off bool) {
	if c == nil {
		return "", false
	}
	s := c.root.field("failure-log")
	path = s.str()
	switch {
	case s == nil:
		return "", false
	case path == "":
		return "", true
	case atHome(path):
		return path, false
	}
	return s.path(), false
}

// Exempt returns the kinds of agents, as globs, that need no handoff even if
// the hooks require one of every agent.
func (c *Config) Exempt() []string {
	if c == nil {
		return nil
	}
	return c.root.at("hooks", "exempt").texts()
}

// Baseline returns the file with known findings, "" if there is none. A
// relative path is relative to the file that names it.
func (c *Config) Baseline() string {
	if c == nil {
		return ""
	}
	return c.root.field("baseline").path()
}

// ReportsFolder is the folder that dispatch makes the folders of sessions in, from
// the root of the project with forward slashes; "" if the configuration does not
// say.
func (c *Config) ReportsFolder() string {
	if c == nil {
		return ""
	}
	return c.root.at("dispatch", "folder").str()
}

// Format returns the format that the configuration gives a file, Unknown if it
// gives none.
func (c *Config) Format(path string) document.Format {
	if c == nil {
		return document.Unknown
	}
	for _, f := range c.formats {
		if f.globs.Match(path, false) != "" {
			return f.format
		}
	}
	return document.Unknown
}

// Excluded returns the glob that excludes a file or folder, "" if none does.
func (c *Config) Excluded(path string) string {
	if c == nil {
		return ""
	}
	return c.exclude.Match(path, false)
}

// Exclude returns the globs of what is excluded from folders.
func (c *Config) Exclude() *files.Globs {
	if c == nil {
		return nil
	}
	return c.exclude
}

// Include returns the globs of files that are checked whatever their extension.
func (c *Config) Include() []*files.Globs {
	if c == nil {
		return nil
	}
	var list []*files.Globs
	for _, f := range c.formats {
		list = append(list, f.globs)
	}
	return list
}

// atHome reports whether the path of a log is in the user's home, which package
// failurelog resolves.
func atHome(path string) bool {
	return strings.HasPrefix(path, "~/") || strings.HasPrefix(path, `~\`)
}
