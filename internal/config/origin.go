package config

import (
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// SeverityOrigin is where the configuration gives a rule its severity, as
// "file:line", "" where it does not. An override for some paths plays no part.
func (c *Config) SeverityOrigin(rule string) string {
	if c == nil {
		return ""
	}
	return originOf(c.severities, rule)
}

// originOf is where the last of some severities stands that means a rule.
func originOf(severities []placedOverride, rule string) string {
	if last := lastFor(severities, rule); last != nil {
		return last.from.origin()
	}
	return ""
}

// ParamOrigin is where the configuration sets a parameter of a rule, or one
// around it, as "file:line", "" where it does not. The path is that of
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
		return "" // the rule itself, and no setting of it
	}
	return placed(inside(entry.at("params"), path))
}

// inside follows a path whose names may have full stops of their own to a
// setting, and is nil where no file has it.
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

// placed is where a setting stands, "" for none.
func placed(s *setting) string {
	if s == nil {
		return ""
	}
	return s.origin()
}
