package lint

import (
	"testing"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// TestWithoutOld compares the findings of a file with those that it had before.
func TestWithoutOld(t *testing.T) {
	on := func(line string) rules.Finding {
		f := rules.Finding{Rule: "placeholder", Path: "a.md", Excerpt: rules.Excerpt{Text: line}}
		f.Range = text.Range{Start: text.Pos{Line: 1, Column: 1}, End: text.Pos{Line: 1, Column: 4}}
		return f
	}
	end := func(rule, line string) rules.Finding {
		return rules.Finding{Rule: rule, Path: "a.md", Unjudged: true, Excerpt: rules.Excerpt{Text: line}}
	}
	for _, tt := range []struct {
		name        string
		now, before []rules.Finding
		left        int
	}{
		{"a line that is as it was", []rules.Finding{on("TBD")}, []rules.Finding{on("TBD")}, 0},
		{"a line that has changed", []rules.Finding{on("TBD!")}, []rules.Finding{on("TBD")}, 1},
		{"one more of the same", []rules.Finding{on("TBD"), on("TBD")}, []rules.Finding{on("TBD")}, 1},
		{"less", nil, []rules.Finding{on("TBD")}, 0},
		{"a report that was cut off before", []rules.Finding{end("report/missing-end-marker", "b")}, []rules.Finding{end("report/missing-end-marker", "a")}, 0},
		{"what cannot be parsed is not known", []rules.Finding{end("syntax/json", "a")}, []rules.Finding{end("syntax/json", "a")}, 1},
	} {
		left, old := WithoutOld([]rules.Result{{Path: "a.md", Findings: tt.now}}, []rules.Result{{Path: "a.md", Findings: tt.before}})
		if len(left[0].Findings) != tt.left || old != len(tt.now)-tt.left {
			t.Errorf("%s: %d are left, %d old: %v", tt.name, len(left[0].Findings), old, left[0].Findings)
		}
	}
}
