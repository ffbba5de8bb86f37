package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/near"
)

// Options are a user's choices.
type Options struct {
	// Overrides change severities; later ones win.
	Overrides []Override
	// Select switches off all rules that match none of these patterns, except for syntax errors and files
	// that could not be checked. A rule that is named in full but off in the catalogue becomes a warning.
	// Empty selects all.
	Select []string
	// Params changes parameters by rule name: a valid JSON object with those to change. Objects are merged
	// key by key; lists and scalars are replaced.
	Params map[string]json.RawMessage
	// Limits replaces bounds of reading and parsing; see [LimitsSchema].
	Limits Limits
	// Profile is the profile of all metadata blocks, or "" to let each block select its own.
	Profile string
	// Strict treats warnings as errors.
	Strict bool
	// NoInline ignores suppressions in files: comments, and the key in the handoff's own object.
	NoInline bool
	// Team are a team's rules and formats, or nil.
	Team *Team
	// Now is the time from which ages are measured; zero means the current time.
	Now time.Time
	// Costs records how long each rule runs; nil records nothing.
	Costs *Costs
	// Root is the root of the repository, absolute and with forward slashes, or "". Paths are made relative
	// to it.
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
	severities := []string{string(Error), string(Warning), string(Off)}
	if !slices.Contains(severities, severity) {
		return Override{}, fmt.Errorf("%s: %q is not a severity%s: use error, warning or off", s, severity, near.DidYouMeanOne(severity, severities))
	}
	return Override{Pattern: pattern, Severity: Severity(severity)}, nil
}

// withOptions returns the catalogue with the severities and parameters of the options.
func (c *Catalogue) withOptions(o Options) (*Catalogue, error) {
	if len(o.Overrides)+len(o.Select)+len(o.Params) == 0 && o.Limits.Bytes == 0 {
		return c, nil
	}
	c = c.copy()
	if err := c.setSeverities(o.Overrides, o.Select); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(o.Params)) {
		rule := c.Rule(name)
		if rule == nil {
			return nil, errors.New(c.UnknownRule(name))
		}
		rule.Params = mergeObjects(rule.Params, string(o.Params[name]))
	}
	if o.Limits.Bytes != 0 {
		rule := c.Rule(ruleTooLarge)
		rule.Params = mergeObjects(rule.Params, fmt.Sprintf(`{"max": %d}`, o.Limits.Bytes))
	}
	return c, nil
}

// ruleTooLarge is the rule whose message states the byte limit, which the configuration may change.
const ruleTooLarge = "file/too-large"

// setSeverities applies overrides and then Options.Select. An override of a rule that is always an error is a mistake if
// it names the rule; a pattern leaves the rule as it is.
func (c *Catalogue) setSeverities(overrides []Override, selected []string) error {
	set := func(r *Rule, severity Severity) { r.Severity, r.Profiles = severity, nil } // in every profile
	overridden := map[*Rule]bool{}
	wanted := map[*Rule]bool{}
	for _, o := range overrides {
		matched, err := c.matched(o.Pattern)
		if err != nil {
			return err
		}
		for _, r := range matched {
			if !r.Fixed {
				set(r, o.Severity)
				overridden[r] = true
			} else if r.Name == o.Pattern && o.Severity != Error {
				return fmt.Errorf("%s is always an error: a file that could not be read, was not parsed or was cut off must not pass", r.Name)
			}
		}
	}
	for _, pattern := range selected {
		matched, err := c.matched(pattern)
		if err != nil {
			return err
		}
		for _, r := range matched {
			wanted[r] = true
			if r.Name == pattern && r.Severity == Off && !overridden[r] {
				set(r, Warning)
			}
		}
	}
	if len(selected) == 0 {
		return nil
	}
	for _, r := range c.Rules {
		if !wanted[r] && !r.isAlwaysSelected() {
			set(r, Off)
		}
	}
	return nil
}

// matched returns the rules that a pattern matches, or an error if there are none.
func (c *Catalogue) matched(pattern string) ([]*Rule, error) {
	matched := c.Match(pattern)
	if len(matched) == 0 {
		return nil, errors.New(c.UnknownRule(pattern))
	}
	return matched, nil
}

// isAlwaysSelected reports whether the rule is about files that could not be read or parsed, in which the
// selected rules could not run.
func (r *Rule) isAlwaysSelected() bool {
	return r.Fixed && slices.Contains([]string{"syntax", "file"}, r.Group())
}
