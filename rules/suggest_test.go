package rules

import "testing"

func TestUpstream(t *testing.T) {
	c, err := LoadCatalogue(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"section_missing": 1, "handoff_end_missing": 1, "content_too_short": 3, "status_invalid": 2, "date_format": 1, "": 0, "no_such_name": 0} {
		if got := c.Upstream(name); len(got) != want {
			t.Errorf("%q stands for %d rules, want %d", name, len(got), want)
		}
	}
}
