package ruledoc

import (
	"cmp"
	"encoding/json"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/rules"
)

// With says where the configuration gives the rule its severity.
func (e Entry) With(c *config.Config) Entry {
	if !e.Fixed {
		e.From = c.SeverityOrigin(e.Name)
	}
	return e
}

// With says what the configuration makes of a rule, whose entry in the
// catalogue without it is plain.
func (d Doc) With(c *config.Config, rule, plain *rules.Rule) Doc {
	d.Entry = d.Entry.With(c)
	defaults := map[string]parameterDoc{}
	for _, p := range plain.Parameters() {
		defaults[p.Name] = parameterDoc{Default: p.Default}
	}
	for i, p := range d.Parameters {
		origin := c.ParamOrigin(rule, p.Name)
		if origin == "" {
			continue
		}
		d.Parameters[i].Value, d.Parameters[i].From = p.Default, origin
		d.Parameters[i].Default = defaults[p.Name].Default
	}
	return d
}

// current is a parameter's value as JSON: the configuration's, if it has one.
func (p parameterDoc) current() json.RawMessage {
	if p.Value != nil {
		return p.Value
	}
	return p.Default
}

// text is a parameter's value on one line, as JSON.
func (p parameterDoc) text() string { return valueText(p.current()) }

// note says where the configuration sets a parameter, and what it is without.
func (p parameterDoc) note() string {
	if p.From == "" {
		return ""
	}
	without := "not set"
	if p.Default != nil {
		without = p.shortDefault()
	}
	return " (from " + p.From + "; " + cmp.Or(without, "empty") + " by default)"
}

// SetNote says where the configuration sets something, "" if it does not.
func SetNote(origin string) string {
	if origin == "" {
		return ""
	}
	return " (from " + origin + ")"
}
