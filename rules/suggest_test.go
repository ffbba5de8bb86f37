package rules

import (
	"regexp"
	"testing"
)

// Whatever a rule says, the help that belongs to it is found again from the
// message, unless the message lacks one of its values.
func TestHelperOfEveryRule(t *testing.T) {
	c, err := LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	answered := 0
	for _, r := range c.Rules {
		h := r.Helper()
		for _, variant := range r.Cases() {
			words := r.In(variant)
			values := Values{}
			for _, template := range []string{words.Message, words.Help} {
				for _, m := range hole.FindAllStringSubmatch(regexp.QuoteMeta(template), -1) {
					values[m[1]] = "value of " + m[1]
				}
			}
			got, want := h.Help(fill(words.Message, values)), fill(words.Help, values)
			if got != "" {
				answered++
			}
			if got != "" && got != want {
				t.Errorf("%s:%s: %q has help %q, want %q or none", r.Name, variant, fill(words.Message, values), got, want)
			}
		}
		if got := h.Help("\x00 nobody says this"); got != "" && r.In("").Message[0] != '{' {
			t.Errorf("%s: help %q for a message that is not its own", r.Name, got)
		}
	}
	if answered < len(c.Rules)/2 {
		t.Errorf("only %d cases of %d rules were answered", answered, len(c.Rules))
	}
}

func TestHelper(t *testing.T) {
	c, err := LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ rule, message, want string }{
		{"report/missing-section", `section 3 is missing: no heading "## 3. Decisions and Trade-offs"`, `write "## 3. Decisions and Trade-offs" and what belongs under it`},
		{"report/missing-section", `section 3 is missing: its heading stands inside a code fence or a comment`, ""},
		{"report/missing-section", `section 3 is missing`, ""},
		{"report/no-action", `section 5 has no action for the next agent`, ""},
		{"report/missing-end-marker", `no <!-- handoff-end --> at the end: the report may be cut off`, "finish the report, then write <!-- handoff-end --> as its last line"},
	}
	for _, tt := range tests {
		if got := c.Rule(tt.rule).Helper().Help(tt.message); got != tt.want {
			t.Errorf("%s: %q has help %q, want %q", tt.rule, tt.message, got, tt.want)
		}
	}
}

func TestUpstream(t *testing.T) {
	c, err := LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"section_missing": 1, "handoff_end_missing": 1, "content_too_short": 3, "": 0, "no_such_name": 0} {
		if got := c.Upstream(name); len(got) != want {
			t.Errorf("%q stands for %d rules, want %d", name, len(got), want)
		}
	}
}
