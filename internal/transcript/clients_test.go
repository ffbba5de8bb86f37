package transcript

import (
	"path/filepath"
	"testing"
)

// TestOfAgent checks that an agent's transcript is found only where its client names it by id.
func TestOfAgent(t *testing.T) {
	session := filepath.Join("p", "s.jsonl")
	for _, tt := range []struct{ client, session, agent, want string }{
		{"claude", session, "a1", filepath.Join("p", "s", "subagents", "agent-a1.jsonl")},
		{"claude", session, "", ""},
		{"claude", session, "../a1", ""},
		{"claude", filepath.Join("p", "s.json"), "a1", ""},
		{"codex", session, "a1", ""},
		{"other", session, "a1", ""},
	} {
		if got := OfAgent(tt.client, tt.session, tt.agent); got != tt.want {
			t.Errorf("%s, %s, %q: %q, want %q", tt.client, tt.session, tt.agent, got, tt.want)
		}
	}
}
