package evidence

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

// TestHooksShowNoFile: what a hook says to an agent names files, and shows none of them. A
// prompt that names one may have its text.
func TestHooksShowNoFile(t *testing.T) {
	const named = `handofflint: \"agent-handoffs/s/01-x-report.md\" ...\n  line 3: \"Read ` + "`internal/auth/auth.go`" + ` in full\": it was never read`
	claude := `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"role":"user","content":"Go."}}` + "\n"
	codex := `{"type":"session_meta","payload":{"id":"c1","cwd":"/w"}}` + "\n"
	user := func(said string) string {
		return `{"type":"user","uuid":"u2","parentUuid":"u1","sessionId":"s","cwd":"/w","message":{"role":"user","content":"` + said + `"}}` + "\n"
	}
	codexUser := func(said string) string {
		return `{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"` + said + `"}]}}` + "\n"
	}
	for name, tt := range map[string]struct {
		transcript string
		want       ledger.Answer
	}{
		"a prompt":             {claude + user(named), ledger.Unknown},
		"feedback at a stop":   {claude + user(`Stop hook feedback:\n[handofflint hook]: `+named), ledger.No},
		"in a list":            {claude + strings.Replace(user(`Stop hook feedback:\n`+named), `"content":"S`, `"isMeta":true,"content":"S`, 1), ledger.No},
		"a reminder":           {claude + user(`<system-reminder>\nPostToolUse:Write hook blocking error from command: \"handofflint hook\": `+named), ledger.No},
		"an attachment":        {claude + `{"type":"attachment","uuid":"u2","attachment":{"type":"hook_blocking_error","path":"internal/auth/auth.go","content":"` + named + `"}}` + "\n", ledger.No},
		"a file as attachment": {claude + `{"type":"attachment","uuid":"u2","attachment":{"type":"edited_text_file","filename":"internal/auth/auth.go"}}` + "\n", ledger.Unknown},
		"a prompt about hooks": {claude + user(`Our hook feedback is noisy, and the hook error names `+"`internal/auth/auth.go`"), ledger.Unknown},
		"a prompt in Codex":    {codex + codexUser(named), ledger.Unknown},
		"feedback in Codex":    {codex + codexUser(`<hook_prompt hook_run_id=\"1\">`+named+`</hook_prompt>`), ledger.No},
	} {
		d, err := OpenDeeds(inFile(t, tt.transcript), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := d.Read("internal/auth/auth.go").Answer; got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
