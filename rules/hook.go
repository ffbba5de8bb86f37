package rules

import (
	"fmt"

	"cuelang.org/go/cue"
)

// Hook is what the sources say about judging inside a coding agent: limits,
// patterns and words, as hook.cue explains them.
//
// Internal: it serves the commands of handofflint.
type Hook struct {
	// Characters bounds a text for a model, Quote a line that is quoted in it.
	Characters int `json:"characters"`
	Quote      int `json:"quote"`
	// Blocks is how often a file is blocked in one session.
	Blocks int `json:"blocks"`
	// Reports is how many reports a sweep looks at, Listed how many a line names.
	Reports int `json:"reports"`
	Listed  int `json:"listed"`
	// Fresh is how many seconds ago a file that a command names may have changed
	// to be taken for its work.
	Fresh int `json:"fresh"`
	// Exempt are globs of the kinds of agents that need no handoff.
	Exempt []string `json:"exempt"`
	// Later are the rules that say nothing of a file just written, Unfinished
	// those that make a report unfinished, Sealed the one about its marker.
	Later      []string `json:"later"`
	Unfinished []string `json:"unfinished"`
	Sealed     string   `json:"sealed"`
	// Patterns are regular expressions (RE2) by name.
	Patterns map[string]string `json:"patterns"`
	// Skeletons are what missing parts look like, by "rule" or "rule:variant".
	Skeletons map[string]string `json:"skeletons"`
	// Words are templates by name.
	Words map[string]string `json:"words"`
}

// LoadHook reads hook.cue alone, which is quick. An error is a fault of the
// program.
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

// Say fills in the words of that name.
func (h *Hook) Say(name string, values Values) string { return fill(h.Words[name], values) }

// Skeleton is what the missing part that a finding is about looks like, ""
// where the sources have none.
func (h *Hook) Skeleton(f Finding) string {
	text, ok := h.Skeletons[f.Rule+":"+f.Variant]
	if !ok {
		text = h.Skeletons[f.Rule]
	}
	return fill(text, f.Values)
}
