package rules

import (
	"fmt"

	"cuelang.org/go/cue"
)

// Hook holds the limits, patterns and words of the hooks; see hook.cue.
//
// Internal: it serves the commands of handofflint.
type Hook struct {
	// Characters bounds a text for a model, Quote a line quoted in it.
	Characters int `json:"characters"`
	Quote      int `json:"quote"`
	// Blocks is how often a file is blocked in one session.
	Blocks int `json:"blocks"`
	// Reports is how many reports a sweep checks, Listed how many a line names.
	Reports int `json:"reports"`
	Listed  int `json:"listed"`
	// Fresh is how recently, in seconds, a file named by a command must have
	// changed to count as its work.
	Fresh int `json:"fresh"`
	// Exempt are globs of the kinds of agents that need no handoff.
	Exempt []string `json:"exempt"`
	// Later are the rules that do not apply to a file just written, Unfinished
	// those that mean a report is unfinished, Sealed the rule about its marker.
	Later      []string `json:"later"`
	Unfinished []string `json:"unfinished"`
	Sealed     string   `json:"sealed"`
	// Patterns are regular expressions (RE2) by name.
	Patterns map[string]string `json:"patterns"`
	// Skeletons show what missing parts look like, by "rule" or "rule:variant".
	Skeletons map[string]string `json:"skeletons"`
	// Words are templates by name, Parts those for the parts of a prompt.
	Words map[string]string `json:"words"`
}

// LoadHook reads hook.cue alone, which is fast. An error is a bug in
// handofflint.
//
// Internal: it serves the commands of handofflint.
func LoadHook() (*Hook, error) {
	value, err := loadSources(func(name string) bool { return name != hookFile })
	if err != nil {
		return nil, err
	}
	value = value.LookupPath(cue.ParsePath("hook"))
	h := &Hook{}
	if err := value.Decode(h); err != nil {
		return nil, fmt.Errorf("%s: %w", hookFile, err)
	}
	return h, nil
}

// Say fills in the template of that name.
func (h *Hook) Say(name string, values Values) string { return fill(h.Words[name], values) }

// Skeleton returns what the missing part of a finding looks like, "" if the
// sources do not say.
func (h *Hook) Skeleton(f Finding) string {
	text, ok := h.Skeletons[f.Rule+":"+f.Variant]
	if !ok {
		text = h.Skeletons[f.Rule]
	}
	return fill(text, f.Values)
}
