package transcript

import (
	"fmt"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

// TestKilled checks that a command that was stopped early has neither passed nor failed.
func TestKilled(t *testing.T) {
	for out, want := range map[string]ledger.Result{
		"Exit code 1\nbuilding":                       ledger.Failed,
		"Exit code 124\nbuilding":                     "",
		"Exit code 137\nKilled":                       "",
		"Command timed out after 2m 0s\nbuilding":     "",
		"building\n[Request interrupted by user]":     "",
		"Exit code 2\nthe log: Command timed out not": ledger.Failed,
	} {
		call := `{"type":"assistant","uuid":"1","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"go build ./..."}}]}}`
		result := fmt.Sprintf(`{"type":"user","uuid":"2","parentUuid":"1","cwd":"/w","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":%q,"is_error":true}]}}`, out)
		l, err := readLedger([]byte(call + "\n" + result + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Deeds[0].Result; got != want {
			t.Errorf("%q: %q, want %q", out, got, want)
		}
	}
}
