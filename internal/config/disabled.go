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

// Disabled returns what each file of the configuration disables or lowers,
// compared with the defaults; failOn means that its fail-on is in effect.
func (c *Config) Disabled(failOn bool) []report.Disabled {
	if c == nil {
		return nil
	}
	d := &disabled{Config: c}
	d.settings(c.root, c.severities, nil)
	for _, o := range c.overrides {
		d.settings(o.node, o.severities, document.Texts(o.node.Field("paths").OneOrMore()))
	}
	if n := c.at("fail-on"); failOn && (n.Str() == "error" || n.Str() == "never") {
		d.add(n, nil, "fail-on: "+n.Text)
	}
	// a file over either limit is skipped if it was found in a folder
	for _, name := range []string{"bytes", "trailing"} {
		least, _ := strconv.ParseInt(rules.LimitsSchema().Field(name).Default, 10, 64)
		if n := c.at("limits", name); n != nil && c.origins[n] != c.user && n.Int() < least {
			d.add(n, nil, "limits."+name+": "+n.Text)
		}
	}
	if n := c.at("metadata", "profile"); n.Str() == "base" {
		d.add(n, nil, "metadata.profile: base")
	}
	return d.list
}

// DisabledInHooks returns what each file of the tree's configuration disables or lowers in hooks.
func (c *Config) DisabledInHooks() []report.Disabled {
	if c == nil {
		return nil
	}
	d := &disabled{Config: c, list: c.Disabled(false)}
	if n := c.at("exclude"); len(n.Elements()) > 0 {
		d.add(n, document.Texts(n.Elements()), "excluded")
	}
	for _, n := range c.at("files").Elements() {
		if format := n.Field("format").Str(); protocol.Named(format).IsInformal {
			d.add(n, document.Texts(n.Field("paths").OneOrMore()), "taken for "+format)
		}
	}
	for _, name := range []string{"messages", "receipts"} {
		if n := c.at("evidence", name); n.Str() == "off" && c.origins[n] != c.user {
			d.add(n, nil, "evidence."+name+": off")
		}
	}
	return d.list
}

// disabled collects what a configuration disables.
type disabled struct {
	*Config
	list []report.Disabled
}

// by returns the entry of a setting's file, for some paths.
func (d *disabled) by(n *document.Node, paths []string) *report.Disabled {
	by := d.origins[n].shown
	i := slices.IndexFunc(d.list, func(x report.Disabled) bool { return x.By == by && slices.Equal(x.Paths, paths) })
	if i < 0 {
		i = len(d.list)
		d.list = append(d.list, report.Disabled{By: by, Paths: paths})
	}
	return &d.list[i]
}

func (d *disabled) add(n *document.Node, paths []string, text string) {
	entry := d.by(n, paths)
	entry.Settings = append(entry.Settings, text)
}

// settings adds the rules whose severity a list lowers, of which the last one wins,
// and the parameters that are set to 0 or to an empty list.
func (d *disabled) settings(root *document.Node, severities []placedOverride, paths []string) {
	for _, rule := range rules.BuiltIn().Rules {
		last := lastFor(severities, rule.Name)
		if last == nil || rule.Fixed {
			continue
		}
		highest := rule.Severity // in any profile
		for _, profile := range rule.Profiles {
			if severity := rules.Severity(profile.Value); severity == rules.Error || highest == rules.Off {
				highest = severity
			}
		}
		isLowered := last.Severity == rules.Warning && highest == rules.Error && !d.at("strict").Is(true)
		if last.Severity == rules.Off && highest != rules.Off {
			entry := d.by(last.from, paths)
			entry.RulesOff = append(entry.RulesOff, rule.Name)
		} else if isLowered {
			entry := d.by(last.from, paths)
			entry.RulesLowered = append(entry.RulesLowered, rule.Name)
		}
	}
	for _, rule := range root.Field("rules").Fields() {
		leaves(rule.Field("params"), nil, func(path []string, n *document.Node) {
			if value := document.JSON(n); value == "[]" || value == "0" {
				path[0] = rule.Name
				d.add(n, paths, strings.Join(path, ".")+": "+value)
			}
		})
	}
}
