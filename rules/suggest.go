package rules

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue"
)

// Suggest is what the sources say about proposals from the failure log, as
// suggest.cue explains it.
//
// Internal: it serves the commands of handofflint.
type Suggest struct {
	Entries int `json:"entries"`
	Percent int `json:"percent"`
	Roles   int `json:"roles"`
	Silent  int `json:"silent"`
	// Words are templates, by name.
	Words map[string]string `json:"words"`
}

func (c *Catalogue) readSuggest(v cue.Value) error {
	if err := v.Decode(&c.Suggest); err != nil {
		return fmt.Errorf("suggest.cue: %w", err)
	}
	return nil
}

// Upstream is the rules that upstream's validator has that name for.
func (c *Catalogue) Upstream(name string) []*Rule {
	var out []*Rule
	for _, r := range c.Rules {
		if r.upstream.has(name) {
			out = append(out, r)
		}
	}
	return out
}

func (u upstreamName) has(name string) bool {
	if u.name == name {
		return name != ""
	}
	for _, n := range u.byPointer {
		if n == name {
			return true
		}
	}
	return false
}

// Helper gives the help that went with a message. A log keeps messages alone;
// the values in one are those that the help was filled in with.
//
// Internal: it serves the commands of handofflint.
type Helper struct {
	cases []helpCase
}

type helpCase struct {
	message *regexp.Regexp
	help    string
}

// hole is the place of a value in a template.
var hole = regexp.MustCompile(`\\\{([a-z_]+)\\\}`)

// Helper makes the helper of a rule.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) Helper() *Helper {
	h, helps := &Helper{}, map[string]map[string]bool{}
	for _, variant := range r.Cases() {
		words := r.In(variant)
		if helps[words.Message] == nil {
			helps[words.Message] = map[string]bool{}
		}
		helps[words.Message][words.Help] = true
	}
	// The rule's own words come last: a variant may have the same message. Where
	// their helps differ, the message does not say which one went with it.
	for _, variant := range append(slices.Sorted(maps.Keys(r.Variants)), "") {
		words := r.In(variant)
		if len(helps[words.Message]) > 1 {
			continue
		}
		pattern := hole.ReplaceAllString(regexp.QuoteMeta(words.Message), `(?P<$1>.+?)`)
		message, err := regexp.Compile(`^` + pattern + `$`)
		if err == nil {
			h.cases = append(h.cases, helpCase{message, words.Help})
		}
	}
	return h
}

// Help is the help that went with a message, "" where the message is none of
// the rule's, or the help has a value that the message does not say.
func (h *Helper) Help(message string) string {
	for _, c := range h.cases {
		found := c.message.FindStringSubmatch(message)
		if found == nil {
			continue
		}
		values := Values{}
		for i, name := range c.message.SubexpNames()[1:] {
			values[name] = found[i+1]
		}
		if missing(c.help, values) {
			return ""
		}
		return fill(c.help, values)
	}
	return ""
}

// missing says whether a template has a place that no value fills.
func missing(template string, values Values) bool {
	for _, m := range hole.FindAllStringSubmatch(regexp.QuoteMeta(template), -1) {
		if _, ok := values[m[1]]; !ok {
			return true
		}
	}
	return strings.TrimSpace(template) == ""
}
