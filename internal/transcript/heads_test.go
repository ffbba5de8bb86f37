package transcript

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
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
	const record = `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s1","cwd":"/w","message":{"content":"go"}}` + "\n"
	for text, want := range map[string]Head{
		strings.Repeat("\n", 49) + record:                             {"claude", "s1", "", "/w"},
		strings.Repeat("\n", 50) + record:                             {},
		`{"type":"mode","sessionId":"s1","cwd":"/w"}` + "\n" + record: {"claude", "s1", "", "/w"},
		strings.Replace(record, `"cwd":"/w",`, "", 1) + record:        {"claude", "s1", "", "/w"},
		strings.Replace(record, "s1", "", 1):                          {},
		strings.Replace(record, "/w", `C:\\w`, 1):                     {"claude", "s1", "", "C:/w"},
	} {
		write(text)
		if head, err := new(Heads).Of(name); head != want || (err == nil) != (want != Head{}) {
			t.Errorf("%q: %+v, %v, want %+v", text, head, err, want)
		}
	}
	other := filepath.Join(t.TempDir(), "s.json") // it may be any JSON
	if err := os.WriteFile(other, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	if head, err := heads.Of(other); !errors.Is(err, ErrUnknown) {
		t.Errorf("%+v, %v", head, err)
	}
	write(record)
	want := Head{Client: "claude", Session: "s1", Cwd: "/w"}
	for range 2 {
		if head, err := heads.Of(name); err != nil || head != want {
			t.Errorf("%+v, %v", head, err)
		}
		write("")
	}
}
