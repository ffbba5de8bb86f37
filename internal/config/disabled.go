package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// Disabled returns what each file of the tree's configuration disables or lowers, compared with the defaults and
// with the files that it extends: rules, parameters, replaced lists, fail-on, limits and the profile. failOn means
// that its fail-on is in effect. The user's own settings are left out: users know them.
func (c *Config) Disabled(failOn bool) []report.Disabled {
	if c == nil {
		return nil
	}
	d := &disabled{Config: c}
	d.addSettings(c.root, c.severities, allFiles)
	for _, o := range c.overrides {
		d.addSettings(o.node, o.severities, document.Texts(o.node.Field("paths").OneOrMore()))
	}
	d.addLists()
	if n := c.at("fail-on"); failOn && slices.Contains([]string{"error", "never"}, n.Str()) {
		d.add(n, allFiles, "fail-on: "+n.Text)
	}
	// A file over either limit is skipped if it was found in a folder.
	for _, name := range []string{"bytes", "trailing"} {
		least, _ := strconv.ParseInt(rules.LimitsSchema().Field(name).Default, 10, 64)
		if n := c.at("limits", name); n != nil && c.origins[n] != c.user && n.Int() < least {
			d.add(n, allFiles, "limits."+name+": "+n.Text)
		}
	}
	if n := c.at("metadata", "profile"); n.Str() == "base" {
		d.add(n, allFiles, "metadata.profile: base")
	}
	return d.list
}

// DisabledInHooks returns what Disabled does, and what keeps hooks from acting: excluded files, files that are taken for
// a format because of which hooks never block, and messages and receipts that are off.
func (c *Config) DisabledInHooks() []report.Disabled {
	if c == nil {
		return nil
	}
	const failOn = false // a hook has no exit code
	d := &disabled{Config: c, list: c.Disabled(failOn)}
	if n := c.at("exclude"); len(n.Elements()) > 0 {
		d.add(n, document.Texts(n.Elements()), "excluded")
	}
	for _, n := range c.at("files").Elements() {
		if format := n.Field("format").Str(); protocol.Named(format).IsInformal {
			d.addTaken(n)
		}
	}
	for _, name := range []string{"messages", "receipts"} {
		if n := c.at("evidence", name); n.Str() == "off" && c.origins[n] != c.user {
			d.add(n, allFiles, "evidence."+name+": off")
		}
	}
	return d.list
}

// disabled collects what a configuration disables.
type disabled struct {
	*Config
	list []report.Disabled
}

// allFiles are the paths of a setting that is not in overrides.
var allFiles []string

// entryFor returns the entry for a setting's file and paths.
func (d *disabled) entryFor(n *document.Node, paths []string) *report.Disabled {
	by := d.origins[n].shown
	i := slices.IndexFunc(d.list, func(x report.Disabled) bool { return x.By == by && slices.Equal(x.Paths, paths) })
	if i < 0 {
		i = len(d.list)
		d.list = append(d.list, report.Disabled{By: by, Paths: paths})
	}
	return &d.list[i]
}

func (d *disabled) add(n *document.Node, paths []string, text string) {
	entry := d.entryFor(n, paths)
	entry.Settings = append(entry.Settings, text)
}

// addTaken adds an entry of files once.
func (d *disabled) addTaken(n *document.Node) {
	paths := document.Texts(n.Field("paths").OneOrMore())
	taken := "taken for " + n.Field("format").Str()
	if !slices.Contains(d.entryFor(n, paths).Settings, taken) {
		d.add(n, paths, taken)
	}
}

// extendedBy returns the files that the file of a setting extends.
func (d *disabled) extendedBy(n *document.Node) []*source {
	return d.files[:max(slices.Index(d.files, d.origins[n]), 0)]
}

// addSettings adds what the settings of the root or of an override disable: severities, the parameters that are set
// to 0 or to an empty list, and strict and inline if an extended file is stricter.
func (d *disabled) addSettings(root *document.Node, severities []placedOverride, paths []string) {
	d.addSeverities(severities, paths)
	for _, rule := range root.Field("rules").Fields() {
		eachValue(rule.Field("params"), nil, func(path []string, n *document.Node) {
			if value := document.JSON(n); value == "[]" || value == "0" {
				path[0] = rule.Name // in place of "params"
				d.add(n, paths, strings.Join(path, ".")+": "+value)
			}
		})
	}
	for _, key := range []string{"strict", "inline"} {
		n := root.Field(key)
		strictest := key == "strict" // inline is stricter if it is false
		isStrictest := func(f *source) bool { return f.root.Field(key).Is(strictest) }
		if n.Is(!strictest) && slices.ContainsFunc(d.extendedBy(n), isStrictest) {
			d.add(n, paths, key+": "+document.JSON(n))
		}
	}
}

// addSeverities adds the rules whose severity a list lowers; of several severities for a rule the last one wins.
func (d *disabled) addSeverities(severities []placedOverride, paths []string) {
	for _, rule := range d.team.catalogue.Rules {
		last := lastFor(severities, rule.Name)
		if last == nil || rule.Fixed {
			continue
		}
		highest := d.highest(rule, last)
		isOff := last.Severity == rules.Off && highest != rules.Off
		isStrict := d.at("strict").Is(true) // it treats warnings as errors
		isLowered := last.Severity == rules.Warning && highest == rules.Error && !isStrict
		if isOff {
			entry := d.entryFor(last.from, paths)
			entry.RulesOff = append(entry.RulesOff, rule.Name)
		} else if isLowered {
			entry := d.entryFor(last.from, paths)
			entry.RulesLowered = append(entry.RulesLowered, rule.Name)
		}
	}
}

// highest returns the highest severity of a rule without a setting: the built-in one in any profile, or an
// extended file's.
func (d *disabled) highest(rule *rules.Rule, setting *placedOverride) rules.Severity {
	highest := rule.Severity
	raise := func(severity rules.Severity) {
		if severity == rules.Error || highest == rules.Off { // the order is off, warning, error
			highest = severity
		}
	}
	for _, profile := range rule.Profiles {
		raise(rules.Severity(profile.Value))
	}
	for _, file := range d.extendedBy(setting.from) {
		if last := lastFor(file.severities, rule.Name); last != nil {
			raise(last.Severity)
		}
	}
	return highest
}

// addLists adds the lists of an extended file that a nearer one replaces, and the entries of a nearer one's
// `files` that set a built-in format although there are custom ones.
func (d *disabled) addLists() {
	for _, key := range []string{"rule-files", "files", "overrides"} {
		near := d.at(key)
		identity := document.JSON
		if key == "rule-files" {
			identity = d.path // two files may write the same path differently
		}
		kept := map[string]bool{}
		for _, n := range near.Elements() {
			kept[identity(n)] = true
		}
		isLost := func(n *document.Node) bool { return !kept[identity(n)] }
		for i, far := range d.extendedBy(near) {
			isKept := key == "rule-files" && i < d.base // a tree adds its rule-files to those of the base
			if !isKept && slices.ContainsFunc(far.root.Field(key).Elements(), isLost) {
				d.add(near, allFiles, key+" of "+far.shown+" replaced")
			}
		}
	}
	hasOwn := len(d.team.catalogue.Formats) > len(rules.BuiltIn().Formats) // formats whose rules the entry may switch off
	for _, n := range d.at("files").Elements() {
		isBuiltIn := rules.BuiltIn().Format(n.Field("format").Str()) != nil
		if hasOwn && isBuiltIn && len(d.extendedBy(n)) > 0 {
			d.addTaken(n)
		}
	}
}
