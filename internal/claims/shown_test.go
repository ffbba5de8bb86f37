package claims

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
	"github.com/handofflint/handofflint/rules"
)

func factsOfDeeds(deeds []ledger.Deed) *Facts {
	return &Facts{Timeline: timeline.Build([]*ledger.Ledger{{Deeds: deeds}}, nil)}
}

// Beyond the bounds of a command line, anything may have been done, so nothing is reported.
func TestCommandsBeyondABoundMayHaveDoneAnything(t *testing.T) {
	for name, line := range map[string]string{
		"deeds":    strings.Repeat("cat a.go; ", 5_000) + "npm audit",
		"operands": "cat " + strings.Repeat("a.go ", 5_000) + "; npm audit",
		"chain":    strings.Repeat("cd a && ", 5_000) + "npm audit",
		"targets":  "npm audit " + strings.Repeat("> a.go ", 5_000),
		"nested":   "echo $(" + strings.Repeat("cat a.go; ", 5_000) + ") && npm audit",
	} {
		f := factsOfDeeds(shell.Deeds(line, "/repo", shell.Nonzero, "FAIL", nil))
		if f.ran("npm audit").answer == ledger.No || f.hasRead("b.go").answer == ledger.No || f.wrote("b.go").answer == ledger.No {
			t.Errorf("%s: something is said not to have been done", name)
		}
	}
}

// Parts of a line or a transcript that are not visited may have done anything.
func TestCommandsThatAreNotVisitedMayHaveDoneAnything(t *testing.T) {
	line := "cat " + strings.Repeat(`"a"b `, shell.MaxLine/6)
	budget := text.NewSteps(2_000_000)
	for range 100 {
		f := factsOfDeeds(shell.Deeds(line, "/w", shell.Zero, "", budget))
		if f.ran("npm audit").answer == ledger.No || f.hasRead("b.go").answer == ledger.No || f.wrote("b.go").answer == ledger.No {
			t.Fatal("something is said not to have been done")
		}
	}
}

// A gap of any agent hides actions, whichever agent comes after it.
func TestAGapOfAnyAgentHides(t *testing.T) {
	gap, whole := &ledger.Ledger{Gaps: []ledger.Gap{{Line: 3, Why: ledger.Torn}}}, &ledger.Ledger{Agent: "a"}
	for _, agents := range [][]*ledger.Ledger{{gap, whole}, {whole, gap}} {
		f := &Facts{Timeline: timeline.Build(agents, nil)}
		if got := f.hasRead("a.go").answer; got != ledger.Unknown {
			t.Errorf("%v, want unknown", got)
		}
	}
}

// A sourced file may have run anything, unless it only changes the environment.
func TestSourced(t *testing.T) {
	for line, want := range map[string]ledger.Answer{
		"source .venv/bin/activate && go vet ./...":       ledger.No,
		". /etc/profile; . \"$NVM_DIR/nvm.sh\"; go vet .": ledger.No,
		"source ~/.bashrc && go vet ./...":                ledger.No,
		"source ci.sh && go vet ./...":                    ledger.Unknown,
		"source deactivate && go vet ./...":               ledger.Unknown,
		"source $file && go vet ./...":                    ledger.Unknown,
		". && go vet ./...":                               ledger.Unknown,
		"bash .bashrc && go vet ./...":                    ledger.Unknown,
	} {
		f := factsOfDeeds(shell.Deeds(line, "/w", shell.Zero, "", nil))
		if got := f.ran("npm audit").answer; got != want {
			t.Errorf("%q: npm audit ran: %v, want %v", line, got, want)
		}
	}
}

// TestHooksShowNoFile checks that a file named by a hook was not shown to the agent. A prompt that names
// one may contain its text.
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
		file := filepath.Join(t.TempDir(), "s.jsonl")
		if err := os.WriteFile(file, []byte(tt.transcript), 0o644); err != nil {
			t.Fatal(err)
		}
		session, err := timeline.Open(file, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f := &Facts{Timeline: session}
		if got := f.hasRead("internal/auth/auth.go").answer; got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// TestQuestionsAreBounded checks that questions about a handoff stop at a bound, and report it.
func TestQuestionsAreBounded(t *testing.T) {
	f := factsOfDeeds(nil)
	f.Incomplete = &rules.Incomplete{}
	if f.hasRead("a.go").answer != ledger.No || f.Incomplete.Has(rules.KindActions) {
		t.Errorf("a file that was not read: %v", f.Incomplete.Reasons())
	}
	f.look(maxLooked)
	f.Timeline = factsOfDeeds([]ledger.Deed{{Act: ledger.Read, Path: "/w/b.go"}}).Timeline
	if f.hasRead("a.go").answer != ledger.Unknown || !f.Incomplete.Has(rules.KindActions) {
		t.Errorf("beyond the bound: %v", f.Incomplete.Reasons())
	}
}

// TestClaimsAreBounded checks how many claims of a handoff a rule compares with transcripts, of which each is
// searched.
func TestClaimsAreBounded(t *testing.T) {
	var files, commands, changes []string
	for i := range maxHeld + 1 {
		files = append(files, fmt.Sprintf("src/f%d.go", i))
		changes = append(changes, fmt.Sprintf("Fixed `src/f%d.go`.", i))
		commands = append(commands, fmt.Sprintf("Ran `npm run t%d`.", i))
	}
	list, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	for want, tt := range map[string]struct{ text, field string }{
		"evidence/never-read":              {"", `, "source_files_verified": ` + string(list)},
		"evidence/never-written":           {"", `, "files_modified": ` + string(list)},
		"evidence/never-written: the text": {strings.Join(changes, "\n\n"), ""},
		"evidence/never-ran":               {strings.Join(commands, "\n\n"), ""},
	} {
		data := "# Quota\n\n" + tt.text + "\n\n```json\n" + `{"agent": "a", "output_type": "b"` + tt.field + "}\n```\n"
		in := rules.Input{Path: "h.md", Named: true, As: "metadata", Data: []byte(data)}
		found := accusations(t, evidenceEngine(t), in, factsOfDeeds([]ledger.Deed{{Act: ledger.Read, Path: "/w/a.go"}}))
		if len(found) != maxHeld || !strings.HasPrefix(found[0], want) {
			t.Errorf("%s: %d findings, want %d", want, len(found), maxHeld)
		}
	}
}

// TestFolderOfTheAgent checks that a change is missing from a list only if it is in the agent's folder, which
// some transcripts do not name.
func TestFolderOfTheAgent(t *testing.T) {
	in := rules.Input{Path: "h.json", Named: true, As: "metadata", Data: []byte(`{"agent": "a", "output_type": "b", "files_modified": ["a.go"]}`)}
	for folder, want := range map[string]int{"/w": 1, "/w/": 1, "/": 0, "": 0, "/x": 0} {
		deeds := []ledger.Deed{{Act: ledger.Write, Path: "/w/a.go"}, {Act: ledger.Write, Path: "/w/b.go"}}
		facts := &Facts{Timeline: timeline.Build([]*ledger.Ledger{{Cwd: folder, Deeds: deeds}}, nil)}
		if found := accusations(t, evidenceEngine(t), in, facts); len(found) != want {
			t.Errorf("from %q: %q, want %d", folder, found, want)
		}
	}
}

// TestBegan checks that a session whose beginning may be missing has no known start.
func TestBegan(t *testing.T) {
	at := time.Date(2026, time.May, 31, 12, 0, 0, 0, time.UTC)
	for why, want := range map[ledger.GapWhy]bool{ledger.Torn: true, ledger.NoStart: false, ledger.Compacted: false} {
		agent := &ledger.Ledger{Agent: "a", Began: at.Add(-time.Hour), Gaps: []ledger.Gap{{Line: 1, Why: why}}}
		f := &Facts{Timeline: timeline.Build([]*ledger.Ledger{{Began: at}, agent, {Agent: "b"}, {Agent: "c", Began: at}}, nil)}
		if began, isKnown := f.began(); isKnown != want || isKnown && !began.Equal(agent.Began) {
			t.Errorf("%s: began at %v, known: %t", why, began, isKnown)
		}
	}
	// A handoff that was there before says nothing about its agent's clock.
	for _, tt := range []struct {
		act, timestamp string
		want           int
	}{
		{"edit h.json", "2026-05-20T12:00:00Z", 1}, {"show b.go", "2026-05-20T12:00:00Z", 1}, {"show h.json", "2026-05-20T12:00:00Z", 0},
		{"show b.go", "2026-05-30T12:00:00Z", 1}, {"show b.go", "2026-05-30", 0}, {"show b.go", "2026-05-31T11:59:59Z", 0},
	} {
		acts := timelinetest.Acts(tt.act)
		acts.Agent.Began = at
		in := rules.Input{Path: "h.json", Named: true, As: "metadata", Data: []byte(`{"agent": "a", "output_type": "b", "timestamp": "` + tt.timestamp + `"}`)}
		if found := accusations(t, evidenceEngine(t), in, &Facts{Timeline: acts}); len(found) != tt.want {
			t.Errorf("%+v: %q", tt, found)
		}
	}
	report := rules.Input{Path: "01-a-report.md", Named: true, As: "report", Data: []byte("---\nagent_role: \"a\"\nsession_id: \"20260531-120000-ad4f12aa\"\ncreated: \"2026-05-20T12:00:00Z\"\n---\n\n## 1. What Was Done\n\n" + strings.Repeat("The quota is kept. ", 9) + "\n")}
	if found := accusations(t, evidenceEngine(t), report, &Facts{Timeline: timelinetest.Acts("show b.go")}); len(found) != 1 {
		t.Errorf("by the id of the session: %q", found)
	}
}

// TestHasWord checks where a word begins and ends.
func TestHasWord(t *testing.T) {
	for s, want := range map[string]bool{
		"npm": true, "run npm": true, "npm~": true, "./npm-run": true, "snpm npm": true,
		"_npm": false, "npm_": false, "npm2": false, "npmz": false, "Anpm": false, "": false,
	} {
		if hasWord(s, "npm") != want {
			t.Errorf("%q has the word: want %t", s, want)
		}
	}
}
