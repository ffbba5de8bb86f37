package transcript

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestHeads checks that the head of a transcript is read once.
func TestHeads(t *testing.T) {
	name := filepath.Join(t.TempDir(), "s.jsonl")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var heads Heads
	write("{\"name\": \"a\"}\n")
	if _, err := heads.Of(name); !errors.Is(err, ErrUnknown) {
		t.Errorf("of another file: %v", err)
	}
	write(`{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s1","cwd":"/w","message":{"content":"go"}}` + "\n")
	want := Head{Client: "claude", Session: "s1", Cwd: "/w"}
	for range 2 {
		if head, err := heads.Of(name); err != nil || head != want {
			t.Errorf("%+v, %v", head, err)
		}
		write("")
	}
}
