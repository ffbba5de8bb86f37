package audit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnreadTranscript: a session whose transcript was not read to its end is one that failed.
func TestUnreadTranscript(t *testing.T) {
	start := `{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","message":{"content":"go"}}` + "\n"
	long := `{"type":"attachment","uuid":"1","attachment":{"prompt":"` + strings.Repeat("x", 64<<20) + `"}}` + "\n"
	for name, tt := range map[string]struct{ text, want string }{
		"whole":            {start, ""},
		"a long line":      {start + long + start, "line 2 of the transcript s.jsonl is longer than 16 MiB"},
		"a long last line": {start + long, "line 2 of the transcript s.jsonl is longer than 16 MiB"},
		"a long first one": {long + start, "line 1 of the transcript s.jsonl is longer than 16 MiB"},
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		found := Find([]string{path}, Wanted{})
		Read(found, func() {})
		says := ""
		for _, failure := range found.Failed {
			says += failure.Err.Error()
		}
		if (says == "") != (tt.want == "") || !strings.Contains(says, tt.want) {
			t.Errorf("%s: %q, want %q", name, says, tt.want)
		}
	}
}
