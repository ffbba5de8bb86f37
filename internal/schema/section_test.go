package schema

import (
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

func TestSectionTitles(t *testing.T) {
	steps := Section{Title: "Next steps", Also: []string{"What's next", "下一步"}}
	for heading, want := range map[string]bool{
		"Next steps": true, "NEXT STEPS:": true, "**Next steps**": true, "3. Next steps": true, "3) What's next": true,
		"下一步": true, "下一步：今天": true, "Next steps (open)": true, "Next steps - this week": true, "Next steps — later": true,
		"Next steps: none": true, "Next": false, "The next steps": false, "Next steps-off": false, "Next stepsister": false,
		"Steps": false, "": false, "(Next steps)": false,
	} {
		if steps.Titled(heading) != want {
			t.Errorf("%q: titled is not %t", heading, want)
		}
	}
	for heading, want := range map[string]string{"Next steps: none": "none", "**Next steps** (open)": "open", "Next steps:": "", "Next steps": "", "Other: x": ""} {
		if got := steps.Said(heading); got != want {
			t.Errorf("%q says %q, want %q", heading, got, want)
		}
	}
	if !steps.Is(&document.Section{Title: "Next steps"}) || !steps.Is(&document.Section{Number: 3, Title: "Next steps"}) || steps.Is(&document.Section{Title: "Steps"}) {
		t.Error("a section without a number")
	}
	numbered := Section{Number: 4, Title: "Concerns and Caveats", Starts: "Concerns"}
	for _, tt := range []struct {
		number int
		title  string
		want   bool
	}{{4, "Con", false}, {4, "Concerns", true}, {4, " Concerns", true}, {4, "concerns about time", true}, {3, "Concerns", false}, {0, "Concerns", false}, {4, "Open concerns", false}} {
		if numbered.Is(&document.Section{Number: tt.number, Title: tt.title}) != tt.want {
			t.Errorf("%d. %s: is not %t", tt.number, tt.title, tt.want)
		}
	}
	if got := steps.Name() + ", " + steps.Heading() + ", " + numbered.Name() + ", " + numbered.Heading(); got != `"Next steps", Next steps, 4, 4. Concerns and Caveats` {
		t.Error(got)
	}
}
