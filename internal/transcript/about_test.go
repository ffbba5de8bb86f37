package transcript

import (
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

// TestAbout checks what a ledger says about its session.
func TestAbout(t *testing.T) {
	const (
		start = `{"type":"user","uuid":"1","sessionId":"s","gitBranch":"main","message":{"content":"Stop the server, please"}}`
		reply = `{"type":"assistant","uuid":"2","gitBranch":"quota","message":{"model":"m-1","content":[{"type":"text","text":"It runs."}]}}`
		made  = `{"type":"assistant","uuid":"3","gitBranch":"HEAD","message":{"model":"<synthetic>","content":[{"type":"text","text":"No."}]}}`
	)
	meta := func(git string) string {
		return `{"type":"session_meta","payload":{"id":"s","cwd":"/w","git":` + git + `}}`
	}
	long := strings.Repeat("x", 500)
	for name, tt := range map[string]struct {
		lines []string
		want  ledger.Ledger
	}{
		"branch and model":        {[]string{start, reply, made}, ledger.Ledger{Branch: "quota", Model: "m-1"}},
		"a summary":               {[]string{start, `{"type":"summary","summary":"Quota","leafUuid":"1"}`}, ledger.Ledger{Branch: "main", Title: "Quota"}},
		"that of another session": {[]string{`{"type":"summary","summary":"Quota","leafUuid":"9"}`, start}, ledger.Ledger{Branch: "main"}},
		"the last title":          {[]string{start, `{"type":"ai-title","aiTitle":"A"}`, `{"type":"ai-title","aiTitle":"B"}`}, ledger.Ledger{Branch: "main", Title: "B"}},
		"that of the user counts": {[]string{start, `{"type":"custom-title","customTitle":"A"}`, `{"type":"ai-title","aiTitle":"B"}`}, ledger.Ledger{Branch: "main", Title: "A"}},
		"an empty one":            {[]string{start, `{"type":"custom-title","customTitle":""}`, `{"type":"ai-title","aiTitle":"B"}`}, ledger.Ledger{Branch: "main", Title: "B"}},
		"a prompt is no title":    {[]string{start, `{"type":"ai-title","aiTitle":"Stop the Server"}`}, ledger.Ledger{Branch: "main"}},
		"a long one":              {[]string{start, `{"type":"ai-title","aiTitle":"` + long + `"}`}, ledger.Ledger{Branch: "main", Title: long[:maxAbout]}},
		"Codex": {
			[]string{
				meta(`{"branch":"quota","repository_url":"https://dev:token@example.com/shop.git?key=1#2"}`),
				`{"type":"turn_context","payload":{"model":"m-1"}}`, `{"type":"turn_context","payload":{"model":"m-2"}}`,
				`{"type":"event_msg","payload":{"type":"thread_name_updated","thread_name":"Quota"}}`,
			},
			ledger.Ledger{Branch: "quota", Repository: "https://example.com/shop.git", Model: "m-2", Title: "Quota"},
		},
		"a part of a page":         {[]string{meta(`{"repository_url":"https://example.com/shop#token=1"}`)}, ledger.Ledger{Repository: "https://example.com/shop"}},
		"an address for ssh":       {[]string{meta(`{"repository_url":"git@example.com:shop.git"}`)}, ledger.Ledger{Repository: "example.com:shop.git"}},
		"a path":                   {[]string{meta(`{"repository_url":"/srv/shop.git"}`)}, ledger.Ledger{Repository: "/srv/shop.git"}},
		"a slash in the password":  {[]string{meta(`{"repository_url":"https://dev:a/b@example.com/shop"}`)}, ledger.Ledger{Repository: "https://example.com/shop"}},
		"nothing is known of them": {[]string{meta(`null`)}, ledger.Ledger{}},
	} {
		l, err := readLedger([]byte(strings.Join(tt.lines, "\n") + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := [4]string{l.Title, l.Repository, l.Branch, l.Model}
		if want := [4]string{tt.want.Title, tt.want.Repository, tt.want.Branch, tt.want.Model}; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestRecordsOfTheClient checks that records that the client writes for itself hide nothing, and that a
// queued prompt counts.
func TestRecordsOfTheClient(t *testing.T) {
	lines := []string{
		`{"type":"mode","mode":"normal","sessionId":"s"}`,
		`{"type":"last-prompt","lastPrompt":"Add the quota","sessionId":"s"}`,
		`{"type":"file-history-snapshot","messageId":"m","snapshot":{"trackedFileBackups":{}}}`,
		`{"type":"permission-mode","permissionMode":"plan","sessionId":"s"}`,
		`{"type":"attachment","uuid":"1","parentUuid":null,"sessionId":"s","attachment":{"type":"hook_success"}}`,
		`{"type":"user","uuid":"2","parentUuid":"1","sessionId":"s","message":{"content":"Add the quota"}}`,
		`{"type":"system","subtype":"api_error","uuid":"3","parentUuid":"2"}`,
		`{"type":"system","subtype":"microcompact_boundary","uuid":"4","parentUuid":"3"}`,
		`{"type":"attachment","uuid":"5","parentUuid":"4","attachment":{"type":"queued_command","commandMode":"prompt","prompt":"I ran them: green."}}`,
		`{"type":"attachment","uuid":"6","parentUuid":"5","attachment":{"type":"queued_command","commandMode":"task-notification","prompt":"<task-notification><task-id>b</task-id><summary>exit code 1</summary></task-notification>"}}`,
		`{"type":"attachment","uuid":"6a","parentUuid":"6","attachment":{"type":"todo_reminder"}}`,
		`{"type":"user","uuid":"6b","parentUuid":"6a","isMeta":true,"message":{"content":"I ran it."}}`,
		`{"type":"file-history-delta","messageId":"m","delta":{}}`,
		`{"type":"queue-operation","operation":"enqueue","content":"I ran them: green.","sessionId":"s"}`,
		`{"type":"pr-link","prNumber":1,"prUrl":"https://example.com/1","sessionId":"s"}`,
		`{"type":"bridge-session","bridgeSessionId":"b","sessionId":"s"}`,
		`{"type":"assistant","uuid":"7","parentUuid":"6","message":{"content":[{"type":"text","text":"Done."}]}}`,
		`{"type":"system","subtype":"away_summary","uuid":"8","parentUuid":"7","content":"The quota is added."}`,
		`{"type":"agent-name","agentName":"quota","sessionId":"s"}`,
	}
	l, err := readLedger([]byte(strings.Join(lines, "\n") + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Gaps) > 0 || len(l.Deeds) > 0 || len(l.Messages) != 1 {
		t.Errorf("gaps %v, deeds %v, messages %v", l.Gaps, l.Deeds, l.Messages)
	}
	if len(l.Prompts) != 2 || l.Prompts[1] != (ledger.Prompt{Line: 9, Text: "I ran them: green."}) {
		t.Errorf("told %v", l.Prompts)
	}
}

// TestAttachedFiles checks that the agent has seen the files that the client adds to a prompt.
func TestAttachedFiles(t *testing.T) {
	var lines []string
	for _, attached := range []string{
		`"type":"edited_text_file","filename":"/w/a.go"`, `"type":"nested_memory","path":"/w/b.md"`, `"type":"file","file":{"path":"/w/c.go"}`,
		`"type":"file","content":{"file":{"filePath":"/w/d.go"}}`, `"type":"hook_success","filename":"/w/e.go"`,
	} {
		lines = append(lines, `{"type":"attachment","sessionId":"s","cwd":"/w","attachment":{`+attached+`}}`)
	}
	l, err := readLedger([]byte(strings.Join(lines, "\n") + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, d := range l.Deeds {
		seen = append(seen, string(d.Act)+" "+d.Path)
	}
	if want := []string{"seen /w/a.go", "seen /w/b.md", "seen /w/c.go", "seen /w/d.go"}; !slices.Equal(seen, want) {
		t.Errorf("%q, want %q", seen, want)
	}
}
