package config

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// Disabled returns what each file of the configuration disables or lowers,
// compared with the defaults; failOn means that its fail-on is in effect.
func (c *Config) Disabled(failOn bool) []report.Disabled {
	if c == nil {
		return nil
	}
	d := &disabled{rules: c.contract.catalogue.Rules, strict: c.at("strict").flag(false)}
	d.settings(c.root, c.severities, nil)
	for _, o := range c.overrides {
		d.settings(o.from, o.severities, o.from.at("paths").texts())
	}
	if s := c.at("fail-on"); failOn && (s.str() == "error" || s.str() == "never") {
		d.add(s, nil, "fail-on: "+s.str())
	}
	// a file over either limit is skipped if it was found in a folder
	for _, name := range []string{"bytes", "trailing"} {
		least, _ := strconv.ParseInt(c.contract.config.Field("limits").Field(name).Default, 10, 64)
		if s := c.at("limits", name); s != nil && s.file != c.user && s.number() < least {
			d.add(s, nil, fmt.Sprintf("limits.%s: %d", name, s.number()))
		}
	}
	if s := c.at("metadata", "profile"); s.str() == "base" {
		d.add(s, nil, "metadata.profile: base")
	}
	return d.list
}

// disabled collects what is disabled.
type disabled struct {
	rules []*rules.Rule
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

func (d *disabled) add(s *setting, paths []string, text string) {
	entry := d.by(s, paths)
	entry.Settings = append(entry.Settings, text)
}

// settings adds the rules whose severity a list lowers, of which the last one wins,
// and the parameters that are set to 0 or to an empty list.
func (d *disabled) settings(root *setting, severities []placedOverride, paths []string) {
	for _, rule := range d.rules {
		last := lastFor(severities, rule.Name)
		if last == nil || rule.Fixed {
			continue
		}
		most := rule.Severity // in any profile
		for _, profile := range rule.Profiles {
			if severity := rules.Severity(profile.Value); severity == rules.Error || most == rules.Off {
				most = severity
			}
		}
		switch {
		case most == rules.Off:
		case last.Severity == rules.Off:
			entry := d.by(last.from, paths)
			entry.RulesOff = append(entry.RulesOff, rule.Name)
		case last.Severity == rules.Warning && most == rules.Error && !d.strict:
			entry := d.by(last.from, paths)
			entry.RulesLowered = append(entry.RulesLowered, rule.Name)
		}
	}
	for _, rule := range root.at("rules").all() {
		d.emptied(rule.at("params"), rule.node.Name, paths)
	}
}

func (d *disabled) emptied(s *setting, name string, paths []string) {
	switch {
	case s == nil:
	case s.node.Kind == document.Object:
		for _, field := range s.items {
			d.emptied(field, name+"."+field.node.Name, paths)
		}
	case s.node.Kind == document.List && len(s.items) == 0, s.node.Kind == document.Int && s.number() == 0:
		d.add(s, paths, name+": "+string(s.json()))
	}
}
