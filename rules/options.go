package rules

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Options are what a user may decide about judging.
type Options struct {
	// Overrides change severities; a later one wins over an earlier one.
	Overrides []Override
	// Params changes parameters of rules, by the rule's name: a JSON object
	// with those to change. Objects in it are merged with the rule's own key by
	// key, lists and scalars replace them.
	Params map[string]json.RawMessage
	// Titles gives the sections of a report other titles, by their numbers.
	Titles map[int]string
	// Limits moves the bounds of reading and parsing.
	Limits Limits
	// Profile is the profile that every handoff with profiles is taken to be
	// of, "" to let the data choose.
	Profile string
	// Strict makes errors of warnings.
	Strict bool
	// NoInline passes over what files say about rules that they may break:
	// comments, and the key in the handoff's own object.
	NoInline bool
	// Sources are a team's own rules and formats.
	Sources []Source
	// Checks are the names of checks of the program's own that rules in Sources
	// may ask for, for who reads the catalogue alone: NewEngine adds those of
	// its map.
	Checks []string
	// Now is the time that ages are measured from; the zero time is the
	// present.
	Now time.Time
	// Root is the root of the repository, absolute and with forward slashes:
	// what paths are made relative to. "" is none.
	Root string
}

// Override gives the rules that a pattern means another severity.
type Override struct {
	// Pattern is a rule's name, `group/*` or `*`.
	Pattern  string
	Severity Severity
}

// ParseOverride reads "NAME=SEVERITY" as it stands on a command line.
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

// resolveOverrides checks every override against the catalogue and gives the
// severity of each rule that one of them changes. A catalogue that is nil is
// loaded where it is needed.
func resolveOverrides(overrides []Override, catalogue *Catalogue) (map[string]Severity, error) {
	if len(overrides) == 0 {
		return nil, nil
	}
	if catalogue == nil {
		var err error
		if catalogue, err = BuiltIn(); err != nil {
			return nil, err
		}
	}
	severities := map[string]Severity{}
	for _, o := range overrides {
		if err := o.apply(catalogue, severities); err != nil {
			return nil, err
		}
	}
	return severities, nil
}

func (o Override) apply(catalogue *Catalogue, severities map[string]Severity) error {
	matched := catalogue.Match(o.Pattern)
	if len(matched) == 0 {
		return noSuchRule(catalogue, o.Pattern)
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
