package transcript

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
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

// TestUnread checks that the client of an unsupported session is named, by its first object alone.
func TestUnread(t *testing.T) {
	for first, want := range map[string]string{
		"{\n  \"sessionId\": \"s\",\n  \"projectHash\": \"a\",\n":                     "Gemini CLI",
		`{"type":"session.start","data":{"sessionId":"s","copilotVersion":"1.0.77"}}`: "Copilot CLI",
		`{"role":"user","message":{"content":[{"type":"text","text":"go"}]}}`:         "Cursor",
		`{"type":"session_start","id":"s","title":"go","cwd":"/w"}`:                   "Factory Droid",
		`{"type":"session","version":3,"id":"s","cwd":"/w"}`:                          "Pi",
		`{"type":"response_item"}`:                                                    "",
		`{"sessionId":"s"}`:                                                           "",
		`{"type":"user","payload":{"id":"s"}}`:                                        "",
		`{"type":"session","id":"s"}`:                                                 "",
		`{"role":"user","content":"go"}`:                                              "",
		`{"info":{"title":"API","version":"1"},"paths":{}}`:                           "",
		`[{"sessionId":"s","projectHash":"a"}]`:                                       "",
		`{"a":{"sessionId":"s","projectHash":"a"}}`:                                   "",
		"{}\n" + `{"sessionId":"s","projectHash":"a"}`:                                "",
		"":        "",
		"# Notes": "",
	} {
		name := filepath.Join(t.TempDir(), "s.jsonl")
		testkit.Write(t, name, first)
		_, openErr := Open(name, nil, nil)
		_, headErr := new(Heads).Of(name)
		for _, err := range []error{openErr, headErr} {
			unread, client := (*UnreadError)(nil), ""
			if errors.As(err, &unread) {
				client = unread.Client
			}
			if client != want || !errors.Is(err, ErrUnknown) {
				t.Errorf("%s: %v, want %q", first, err, want)
			}
		}
	}
}
