package rules

import "testing"

func TestWithArticle(t *testing.T) {
	for title, want := range map[string]string{
		"Report":         "a report",
		"Context file":   "a context file",
		"api incident":   "an api incident",
		"API incident":   "an API incident",
		"JSON handoff":   "a JSON handoff",
		"SRE note":       "an SRE note",
		"Incident":       "an incident",
		"User story":     "a user story",
		"Update":         "an update",
		"Unfinished job": "an unfinished job",
		"A note":         "a note",
		"The plan":       "the plan",
		"":               "",
	} {
		if got := withArticle(title); got != want {
			t.Errorf("%q is %q, want %q", title, got, want)
		}
	}
}
