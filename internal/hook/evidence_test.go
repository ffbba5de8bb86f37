package hook

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestIndexIsPrivate holds that what is kept of transcripts is for the user alone: commands
// in it may have printed anything.
func TestIndexIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes here")
	}
	state, transcript := t.TempDir(), filepath.Join(t.TempDir(), "s.jsonl")
	mustWrite(t, transcript, []byte(`{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","version":"2.1.330","cwd":"/srv","message":{"role":"user","content":"Go on."}}`+"\n"))
	c := &call{config: Config{Getenv: func(name string) string { return map[string]string{"XDG_STATE_HOME": state}[name] }}}
	c.event.Host, c.event.SessionTranscript = &Host{transcripts: true}, transcript
	if c.readDeeds() == nil {
		t.Fatal("the transcript was not read")
	}
	info, err := os.Stat(filepath.Join(state, "handofflint", "transcripts.json"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
}
