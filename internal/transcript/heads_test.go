package transcript

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// TestHeads checks that the head of a transcript is read once.
func TestHeads(t *testing.T) {
	name := filepath.Join(t.TempDir(), "s.jsonl")
	write := func(text string) {
		t.Helper()
		testkit.Write(t, name, text)
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
	testkit.Write(t, other, record)
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
