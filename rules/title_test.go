package rules

import "testing"

func TestInSentence(t *testing.T) {
	for title, want := range map[string]string{
		"Context file": "a context file", "API incident": "an API incident", "Incident": "an incident",
		"URL list": "a URL list", "MCP handoff": "an MCP handoff", "AIOX handoff": "an AIOX handoff",
		"Union": "a union", "Use case": "a use case", "Unread note": "an unread note", "Upstream note": "an upstream note",
		"European note": "a european note", "Event": "an event", "One-pager": "a one-pager", "On-call note": "an on-call note", "Session notes": "a session notes",
		"N": "a n", "": "a ",
	} {
		if got := inSentence(title); got != want {
			t.Errorf("%q is %q, want %q", title, got, want)
		}
	}
}
