package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// Disabled returns what each file of the configuration disables or lowers,
// compared with the defaults; failOn means that its fail-on is in effect.
func (c *Config) Disabled(failOn bool) ([]report.Disabled, error) {
	if c == nil {
		return nil, nil
	}
	catalogue := rules.BuiltIn()
	builtIn := rules.LoadLimits()
	d := &disabled{strict: c.root.field("strict").flag(false)}
	d.severities(catalogue, c.severities, nil)
	d.params(c.root, nil)
	for _, o := range c.overrides {
		paths := o.from.field("paths").texts()
		d.severities(catalogue, o.severities, paths)
		d.params(o.from, paths)
	}
	if fail := c.root.field("fail-on"); failOn && (fail.str() == "error" || fail.str() == "never") {
		d.by(fail, nil).Settings = append(d.by(fail, nil).Settings, "fail-on: "+fail.str())
	}
	for _, limit := range []struct {
		name  string
		least int64
	}{{"bytes", builtIn.Bytes}, {"trailing", int64(builtIn.Trailing)}} {
		// a file over either limit is skipped if it was found in a folder
		if s := c.root.at("limits", limit.name); s != nil && slices.Contains(c.files, s.file) && s.number() < limit.least {
			d.by(s, nil).Settings = append(d.by(s, nil).Settings, fmt.Sprintf("limits.%s: %d", limit.name, s.number()))
		}
	}
	if s := c.root.at("metadata", "profile"); s.str() == "base" {
		d.by(s, nil).Settings = append(d.by(s, nil).Settings, "metadata.profile: base")
	}
	return d.list, nil
}

// ExcludedBy returns the file that excludes paths from folders, "" for none.
func (c *Config) ExcludedBy() string {
	if c == nil || c.root.field("exclude") == nil {
		return ""
	}
	return c.root.field("exclude").file.shown
}

// disabled collects what is disabled.
type disabled struct {
	// strict means that a warning counts as an error.
	strict bool
	list   []report.Disabled
}

// by returns the entry of a setting's file, for some paths.
func (d *disabled) by(s *setting, paths []string) *report.Disabled {
	i := slices.IndexFunc(d.list, func(x report.Disabled) bool { return x.By == s.file.shown && slices.Equal(x.Paths, paths) })
	if i < 0 {
		i = len(d.list)
		d.list = append(d.list, report.Disabled{By: s.file.shown, Paths: paths})
	}
	return &d.list[i]
}

// severities adds the rules whose severity a list lowers; its last entry wins.
func (d *disabled) severities(catalogue *rules.Catalogue, list []placedOverride, paths []string) {
	for _, rule := range catalogue.Rules {
		last := lastFor(list, rule.Name)
		if last == nil || rule.Fixed {
			continue
		}
		switch had := mostSevere(rule); {
		case had == rules.Off:
		case last.Severity == rules.Off:
			entry := d.by(last.from, paths)
			entry.RulesOff = append(entry.RulesOff, rule.Name)
		case last.Severity == rules.Warning && had == rules.Error && !d.strict:
			entry := d.by(last.from, paths)
			entry.RulesLowered = append(entry.RulesLowered, rule.Name)
		}
	}
}

// params adds parameters that are set to 0 or to an empty list.
func (d *disabled) params(root *setting, paths []string) {
	rules := root.field("rules")
	if rules == nil {
		return
	}
	for _, rule := range rules.fields {
		d.emptied(rule.field("params"), rule.name, paths)
	}
}

func (d *disabled) emptied(s *setting, name string, paths []string) {
	switch {
	case s == nil:
	case s.node.Kind == document.Object:
		for _, field := range s.fields {
			d.emptied(field, name+"."+field.name, paths)
		}
	case s.node.Kind == document.List && len(s.node.Items) == 0, s.node.Kind == document.Int && s.number() == 0:
		entry := d.by(s, paths)
		entry.Settings = append(entry.Settings, name+": "+string(s.json()))
	}
}

// mostSevere returns a rule's highest severity in any profile.
func mostSevere(rule *rules.Rule) rules.Severity {
	most := rule.Severity
	for _, severity := range rule.Profiles {
		if severity == rules.Error || most == rules.Off {
			most = severity
		}
	}
	return most
}

// lastFor returns the last severity for a rule, nil for none.
func lastFor(list []placedOverride, rule string) (last *placedOverride) {
	for i, s := range list {
		prefix, group := strings.CutSuffix(s.Pattern, "*")
		if s.Pattern == rule || group && strings.HasPrefix(rule, prefix) {
			last = &list[i]
		}
	}
	return last
}
