package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Options are a user's choices.
type Options struct {
	// Overrides change severities; a later one wins over an earlier one.
	Overrides []Override
	// Select switches off every rule that none of these patterns matches, but for
	// those that are always errors, and switches on, as a warning, a rule that is
	// off in the catalogue and named in full; empty selects all.
	Select []string
	// Params changes parameters by rule name: a JSON object with those to
	// change. Objects in it are merged with the rule's key by key; lists and
	// scalars replace them.
	Params map[string]json.RawMessage
	// Titles replaces titles of a report's sections, by number.
	Titles map[int]string
	// Limits replaces bounds of reading and parsing.
	Limits Limits
	// Profile is the profile of every handoff with profiles, "" to let the data
	// select it.
	Profile string
	// Strict treats warnings as errors.
	Strict bool
	// NoInline ignores suppressions in files: comments, and the key in the
	// handoff's own object.
	NoInline bool
	// Team are a team's rules and formats, nil for none.
	Team *Team
	// Now is the time from which ages are measured; zero means the current
	// time.
	Now time.Time
	// Root is the root of the repository, absolute and with forward slashes,
	// which paths are made relative to. "" is none.
	Root string
}

// Override changes the severity of the rules that a pattern matches.
type Override struct {
	// Pattern is a rule's name, `group/*` or `*`.
	Pattern  string
	Severity Severity
}

// ParseOverride parses "NAME=SEVERITY" from the command line.
func ParseOverride(s string) (Override, error) {
	pattern, severity, found := strings.Cut(s, "=")
	if !found {
		return Override{}, fmt.Errorf("%q has no severity: write %s=error, =warning or =off", s, s)
	}
	parsed, err := ParseSeverity(severity)
	if err != nil {
		return Override{}, fmt.Errorf("%s: %w", s, err)
	}
	return Override{Pattern: pattern, Severity: parsed}, nil
}

// resolveOverrides checks every override against the catalogue and returns the
// severity of each rule that one of them changes.
func resolveOverrides(overrides []Override, selected []string, catalogue *Catalogue) (map[string]Severity, error) {
	severities := map[string]Severity{}
	for _, o := range overrides {
		if err := o.apply(catalogue, severities); err != nil {
			return nil, err
		}
	}
	if len(selected) > 0 {
		return severities, selectRules(selected, catalogue, severities)
	}
	return severities, nil
}

// selectRules applies Options.Select.
func selectRules(patterns []string, catalogue *Catalogue, severities map[string]Severity) error {
	selected := map[string]bool{}
	for _, pattern := range patterns {
		matched := catalogue.Match(pattern)
		if len(matched) == 0 {
			return errors.New(catalogue.UnknownRule(pattern))
		}
		for _, r := range matched {
			selected[r.Name] = true
		}
	}
	for _, r := range catalogue.Rules {
		_, set := severities[r.Name]
		switch {
		case !selected[r.Name] && !r.Fixed:
			severities[r.Name] = Off
		case !set && r.Severity == Off && slices.Contains(patterns, r.Name):
			severities[r.Name] = Warning
		}
	}
	return nil
}

func (o Override) apply(catalogue *Catalogue, severities map[string]Severity) error {
	matched := catalogue.Match(o.Pattern)
	if len(matched) == 0 {
		return errors.New(catalogue.UnknownRule(o.Pattern))
	}
	for _, r := range matched {
		switch {
		case !r.Fixed:
			severities[r.Name] = o.Severity
		case r.Name == o.Pattern && o.Severity != Error:
			return fmt.Errorf("%s is always an error: a file that could not be read, was not parsed or was cut off must not pass", r.Name)
		}
	}
	return nil
}
