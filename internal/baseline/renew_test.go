package baseline

import (
	"maps"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// Entries of version 1 go over to the new fingerprints when a run finds them
// again, each finding taking one.
func TestRenewed(t *testing.T) {
	finding := found("a.md", "x", "one")
	old, now := key{"a.md", "x", finding.FingerprintV1()}, key{"a.md", "x", current + finding.Fingerprint()}
	other := key{"c.md", "x", finding.FingerprintV1()}
	firmOne := finding
	firmOne.Firm = true
	tests := []struct {
		name     string
		entries  map[key]int
		findings []rules.Finding
		want     map[key]int
	}{
		{"found again", map[key]int{old: 1}, []rules.Finding{finding}, map[key]int{now: 1}},
		{"one of two", map[key]int{old: 2}, []rules.Finding{finding}, map[key]int{old: 1, now: 1}},
		{"one more", map[key]int{old: 1}, []rules.Finding{finding, finding}, map[key]int{now: 1}},
		{"known in both, as a merge leaves it", map[key]int{old: 1, now: 1}, []rules.Finding{finding}, map[key]int{old: 1, now: 1}},
		{"another file's", map[key]int{other: 1}, []rules.Finding{finding}, map[key]int{other: 1}},
		{"what no baseline knows", map[key]int{old: 1}, []rules.Finding{firmOne}, map[key]int{old: 1}},
		{"not looked at", map[key]int{old: 1}, nil, map[key]int{old: 1}},
	}
	for _, tt := range tests {
		b := inFolder(t, "a.md", "c.md")
		b.entries = maps.Clone(tt.entries)
		got := b.renewed(Run{Results: []rules.Result{result("a.md", tt.findings...)}})
		if !maps.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if !maps.Equal(b.entries, tt.entries) {
			t.Errorf("%s: the baseline itself was changed", tt.name)
		}
	}
}

// A file of version 1 is one: nothing of it is new, and nothing in it stale.
func TestVersion1(t *testing.T) {
	b := inFolder(t, "a.md")
	finding := found("a.md", "x", "one")
	text := `{"version": 1, "entries": [{"path": "a.md", "rule": "x", "fingerprint": "` + finding.FingerprintV1() + `", "count": 1}]}`
	if err := b.parse([]byte(text)); err != nil {
		t.Fatal(err)
	}
	run := Run{Results: []rules.Result{result("a.md", finding)}}
	if left, stale := b.Apply(run); brief(left) != "" || stale != 0 {
		t.Errorf("left %q, stale %d", brief(left), stale)
	}
	if got := b.Update(run); got != (Changes{Entries: 1}) {
		t.Errorf("%+v", got)
	}
}
