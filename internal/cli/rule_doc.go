package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// ruleEntry is a rule as lists have it. Its JSON form is a contract.
type ruleEntry struct {
	Name string `json:"name"`
	// Severity is that of every profile which Profiles does not name.
	Severity rules.Severity            `json:"severity"`
	Profiles map[string]rules.Severity `json:"profiles"`
	Formats  []string                  `json:"formats"`
	Summary  string                    `json:"summary"`
	// Fixed says that the severity cannot be changed.
	Fixed bool `json:"fixed"`
	// Fixable says that findings of the rule can have a fix.
	Fixable bool   `json:"fixable"`
	Since   string `json:"since"`
	URL     string `json:"url"`
	// From is where the configuration gives the rule its severity, as
	// "file:line".
	From string `json:"from,omitempty"`
	// Origin is the source that a team's own rule is in.
	Origin string `json:"origin,omitempty"`
}

// ruleDoc is all that the catalogue reports a rule. It is the one source of
// `explain` in all of its forms, and so of the pages under docs/rules.
type ruleDoc struct {
	ruleEntry
	Why        string         `json:"why"`
	Message    string         `json:"message"`
	Help       string         `json:"help"`
	Variants   []variantDoc   `json:"variants"`
	Fixes      []fixDoc       `json:"fixes"`
	Parameters []parameterDoc `json:"parameters"`
	Bad        string         `json:"bad"`
	Good       string         `json:"good"`
	// formats are the formats as the catalogue describes them.
	formats []*rules.FormatInfo
}

// variantDoc is a case of a rule with words of its own.
type variantDoc struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	Help    string `json:"help"`
}

// fixDoc is what --fix does for a case of a rule, "" for all without a fix of
// their own.
type fixDoc struct {
	Variant string `json:"variant"`
	Message string `json:"message"`
}

// parameterDoc is what a rule measures with, and where it is by default.
type parameterDoc struct {
	Name string `json:"name"`
	// Default is null where only the configuration has the parameter.
	Default json.RawMessage `json:"default"`
	Doc     string          `json:"doc"`
	// Value is what the configuration makes of it, and From where it does, as
	// "file:line".
	Value json.RawMessage `json:"value,omitempty"`
	From  string          `json:"from,omitempty"`
	// engine reports that only the engine needs it.
	engine bool
}

// ruleEntryOf is a rule of a catalogue as lists have it.
func ruleEntryOf(rule *rules.Rule) ruleEntry {
	e := ruleEntry{
		Name:     rule.Name,
		Severity: rule.Severity,
		Profiles: rule.Profiles,
		Summary:  rule.Summary,
		Fixed:    rule.Fixed,
		Fixable:  len(rule.FixMessages()) > 0,
		Since:    rule.Since,
		URL:      rule.URL(),
		Origin:   rule.Origin,
	}
	if e.Profiles == nil {
		e.Profiles = map[string]rules.Severity{}
	}
	for _, f := range rule.Formats {
		e.Formats = append(e.Formats, string(f))
	}
	return e
}

// ruleDocOf is all that a catalogue reports one of its rules.
func ruleDocOf(catalogue *rules.Catalogue, rule *rules.Rule) ruleDoc {
	d := ruleDoc{
		ruleEntry:  ruleEntryOf(rule),
		Why:        strings.TrimSpace(rule.Why),
		Message:    rule.Message,
		Help:       rule.Help,
		Variants:   []variantDoc{},
		Fixes:      []fixDoc{},
		Parameters: []parameterDoc{},
		Bad:        rule.Examples.Bad,
		Good:       rule.Examples.Good,
	}
	for _, name := range slices.Sorted(maps.Keys(rule.Variants)) {
		w := rule.Variants[name]
		d.Variants = append(d.Variants, variantDoc{name, cmp.Or(w.Message, rule.Message), cmp.Or(w.Help, rule.Help)})
	}
	for variant, message := range rule.FixMessages() {
		d.Fixes = append(d.Fixes, fixDoc{variant, message})
	}
	slices.SortFunc(d.Fixes, func(a, b fixDoc) int { return strings.Compare(a.Variant, b.Variant) })
	for _, p := range rule.Parameters() {
		d.Parameters = append(d.Parameters, parameterDoc{Name: p.Name, Default: p.Default, Doc: p.Doc, engine: p.Engine})
	}
	for _, name := range d.Formats {
		if name == string(rules.SessionFormat) {
			name = "report" // a session is a folder of reports
		}
		d.formats = append(d.formats, catalogue.Format(name))
	}
	return d
}

// SeverityText is a rule's severity on one line, the heaviest first:
// "error (phased), off (base)".
func (e ruleEntry) SeverityText() string {
	if len(e.Profiles) == 0 {
		return string(e.Severity)
	}
	var parts []string
	for _, severity := range []rules.Severity{rules.Error, rules.Warning, rules.Off} {
		for _, profile := range slices.Sorted(maps.Keys(e.Profiles)) {
			if e.Profiles[profile] == severity {
				parts = append(parts, fmt.Sprintf("%s (%s)", severity, profile))
			}
		}
	}
	return strings.Join(parts, ", ")
}

// SeverityShort is a rule's severity for a list: without the profiles in which
// it is off, if there is one in which it is not.
func (e ruleEntry) SeverityShort() string {
	parts := strings.Split(e.SeverityText(), ", ")
	on := slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return strings.HasPrefix(part, string(rules.Off)+" (") })
	if len(on) == 0 {
		on = parts
	}
	return strings.Join(on, ", ")
}

// FormatsText is a rule's formats on one line: "all" for the formats that there
// are without a team's own, and no other.
func (e ruleEntry) FormatsText() string {
	if slices.Equal(slices.Sorted(slices.Values(e.Formats)), slices.Sorted(slices.Values(document.FormatNames))) {
		return "all"
	}
	return strings.Join(e.Formats, ", ")
}

// otherSeverity is a severity to show in an example of changing it.
func (e ruleEntry) otherSeverity() rules.Severity {
	if e.Severity == rules.Off {
		return rules.Warning
	}
	return rules.Off
}

// objectsOf are the entries of a list of objects as JSON, nil for any other
// value: each has a line of its own.
func objectsOf(value json.RawMessage) []string {
	var objects []map[string]any
	if !bytes.HasPrefix(value, []byte("[{")) || json.Unmarshal(value, &objects) != nil {
		return nil
	}
	return itemTexts(value)
}

// valueText is a JSON value on one line.
func valueText(value json.RawMessage) string { return strings.Join(itemTexts(value), ", ") }

// itemTexts are the items of a list as JSON, or a value that is none, without the
// escapes that HTML would need.
func itemTexts(value json.RawMessage) (texts []string) {
	items := []any{nil}
	if json.Unmarshal(value, &items) != nil {
		items = []any{nil}
		_ = json.Unmarshal(value, &items[0]) // the catalogue's values are JSON
	}
	for _, item := range items {
		if text, err := text.JSON(item); err == nil {
			texts = append(texts, string(text))
		}
	}
	return texts
}

// With adds where the configuration gives the rule its severity.
func (e ruleEntry) With(c *config.Config) ruleEntry {
	if !e.Fixed {
		e.From = c.SeverityOrigin(e.Name)
	}
	return e
}

// With adds what the configuration makes of a rule, whose entry in the
// catalogue without it is plain.
func (d ruleDoc) With(c *config.Config, rule, plain *rules.Rule) ruleDoc {
	d.ruleEntry = d.ruleEntry.With(c)
	defaults := map[string]json.RawMessage{}
	for _, p := range plain.Parameters() {
		defaults[p.Name] = p.Default
	}
	for i, p := range d.Parameters {
		if origin := c.ParamOrigin(rule, p.Name); origin != "" {
			d.Parameters[i].Value, d.Parameters[i].Default, d.Parameters[i].From = p.Default, defaults[p.Name], origin
		}
	}
	return d
}

// setNote says where the configuration sets something, "" if it does not.
func setNote(origin string) string {
	if origin == "" {
		return ""
	}
	return " (from " + origin + ")"
}

// note says where the configuration sets a parameter, and what it is without: of a
// list of objects, how many there are.
func (p parameterDoc) note() string {
	if p.From == "" {
		return ""
	}
	without := "not set"
	if objects := objectsOf(p.Default); objects != nil {
		without = fmt.Sprintf("%d entries", len(objects))
	} else if p.Default != nil {
		without = cmp.Or(valueText(p.Default), "empty")
	}
	return " (from " + p.From + "; " + without + " by default)"
}
