package config

import (
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// SeverityOrigin returns where the configuration sets a rule's severity, as
// "file:line", "" if it does not. Overrides for some paths are ignored.
func (c *Config) SeverityOrigin(rule string) string {
	if c == nil {
		return ""
	}
	return originOf(c.severities, rule)
}

// originOf returns where the last severity for a rule is set.
func originOf(severities []placedOverride, rule string) string {
	if last := lastFor(severities, rule); last != nil {
		return last.from.origin()
	}
	return ""
}

// ParamOrigin returns where the configuration sets a parameter of a rule, or an
// object around it, as "file:line", "" if it does not. The path is that of
// rules.Parameter: "roles.writer".
func (c *Config) ParamOrigin(rule *rules.Rule, path string) string {
	if c == nil {
		return ""
	}
	first, _, _ := strings.Cut(path, ".")
	if key := rule.SetBy(first); key != "" {
		return placed(c.root.at(strings.Split(key, ".")...))
	}
	entry := c.root.at("rules", rule.Name)
	if entry != nil && c.contract.isTeamRule(entry.node) {
		return "" // the rule itself, not a setting of it
	}
	return placed(inside(entry.at("params"), path))
}

// inside returns the setting at a path whose names may contain full stops, nil
// if no file has it.
func inside(s *setting, path string) *setting {
	if s == nil {
		return nil
	}
	for _, f := range s.fields {
		if f.name == path {
			return f
		}
		if rest, below := strings.CutPrefix(path, f.name+"."); below {
			if found := inside(f, rest); found != nil {
				return found
			}
		}
	}
	return nil
}

// placed returns the origin of a setting, "" for none.
func placed(s *setting) string {
	if s == nil {
		return ""
	}
	return s.origin()
}
