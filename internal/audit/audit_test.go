package audit

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/internal/verdict"
)

// TestUnreadTranscript: a session whose transcript was not read to its end is one that failed.
func TestUnreadTranscript(t *testing.T) {
	start := `{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","message":{"content":"go"}}` + "\n"
	long := `{"type":"attachment","uuid":"1","attachment":{"prompt":"` + strings.Repeat("x", 17<<20) + `"}}` + "\n"
	for name, tt := range map[string]struct{ text, want string }{
		"whole":            {start, ""},
		"a long line":      {start + long + start, "the transcript s.jsonl is cut off, no JSON or too long at line 2"},
		"a long last line": {start + long, "the transcript s.jsonl is cut off, no JSON or too long at line 2"},
		"a long first one": {long + start, "not the transcript of"},
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		testkit.Write(t, path, tt.text)
		for _, named := range []string{path, filepath.Dir(path)} {
			found := Find([]string{named}, Wanted{})
			Read(found, filepath.ToSlash)
			says := ""
			for _, failure := range found.Failed {
				says += failure.Err.Error()
				if failure.Named != (named == path) {
					t.Errorf("%s: %+v", name, failure)
				}
			}
			isToldOf := (says == "") == (tt.want == "") && strings.Contains(says, tt.want)
			if named == path && !isToldOf {
				t.Errorf("%s: %q, want %q", name, says, tt.want)
			}
		}
	}
}

// TestSessionAbout holds what a session says of its client, model, repository and branch.
func TestSessionAbout(t *testing.T) {
	const (
		reply = `{"type":"assistant","uuid":"2","sessionId":"s","version":"2.1.0","cwd":"/home/dev/shop","gitBranch":"quota","message":{"model":"m-1","content":[{"type":"text","text":"Done."}]}}`
		meta  = `{"type":"session_meta","payload":{"id":"s","cwd":"/home/dev/shop","cli_version":"0.9.0","git":{"branch":"quota","repository_url":"https://dev:token@example.com/shop.git"}}}`
	)
	start := func(cwd string) string {
		return `{"type":"user","uuid":"1","sessionId":"s","version":"2.1.0","cwd":"` + cwd + `","gitBranch":"main","message":{"content":"go"}}`
	}
	for name, tt := range map[string]struct {
		lines []string
		want  Session
	}{
		"Claude Code": {[]string{start("/home/dev/shop"), reply}, Session{Version: "2.1.0", Model: "m-1", Repository: "shop", Branch: "quota"}},
		"Windows":     {[]string{start(`C:\\dev\\shop`)}, Session{Version: "2.1.0", Repository: "shop", Branch: "main"}},
		"a work tree": {[]string{start("/home/dev/shop/.claude/worktrees/quota")}, Session{Version: "2.1.0", Repository: "shop", Branch: "main"}},
		"one below":   {[]string{start("/home/dev/shop/.worktrees/dev/quota")}, Session{Version: "2.1.0", Repository: "shop", Branch: "main"}},
		"one beside":  {[]string{start("/home/dev/shop-worktrees/quota")}, Session{Version: "2.1.0", Repository: "shop", Branch: "main"}},
		"one at home": {[]string{start("/home/dev/.claude-worktrees/shop/quota")}, Session{Version: "2.1.0", Repository: "shop", Branch: "main"}},
		"a token":     {[]string{start("/ghp_Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo")}, Session{Version: "2.1.0", Repository: "ghp_" + strings.Repeat("*", 36), Branch: "main"}},
		"an agent":    {[]string{strings.Replace(start("/home/dev/shop"), `"uuid"`, `"agentId":"1","uuid"`, 1)}, Session{Version: "2.1.0", Repository: "shop", Branch: "main"}},
		"no folder":   {[]string{start("")}, Session{Version: "2.1.0", Branch: "main"}},
		"Codex":       {[]string{meta, `{"type":"turn_context","payload":{"model":"m-2"}}`}, Session{Version: "0.9.0", Model: "m-2", Repository: "https://example.com/shop.git", Branch: "quota"}},
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		testkit.Write(t, path, strings.Join(tt.lines, "\n")+"\n")
		s := Read(Find([]string{path}, Wanted{}), filepath.ToSlash)[0]
		client := "claude"
		if name == "Codex" {
			client = "codex"
		}
		if s.Client != client || s.Path != filepath.ToSlash(path) || s.Claims == nil {
			t.Errorf("%s: of %q, in %q, claims %v", name, s.Client, s.Path, s.Claims)
		}
		got, want := [5]string{"s", s.Version, s.Model, s.Repository, s.Branch}, [5]string{s.ID, tt.want.Version, tt.want.Model, tt.want.Repository, tt.want.Branch}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestID: an export of OpenCode is of one session, also if that is an agent's; elsewhere an agent has the id of
// its session.
func TestID(t *testing.T) {
	for client, want := range map[string]string{transcript.OpenCode: "a", "claude": "s"} {
		if got := idOf(&ledger.Ledger{Client: client, Session: "s", Agent: "a"}); got != want {
			t.Errorf("%s: %s, want %s", client, got, want)
		}
	}
	if got := idOf(&ledger.Ledger{Client: transcript.OpenCode, Session: "s"}); got != "s" {
		t.Errorf("the main agent's: %s", got)
	}
}

// TestWouldStop: hooks would stop an agent whose client has some.
func TestWouldStop(t *testing.T) {
	for client, want := range map[string]bool{"claude": true, transcript.OpenCode: false} {
		session := timelinetest.Acts("edit a.go", "1 go test ./... -> --- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s", "says All tests pass.")
		session.Agent.Client = client
		var s Session
		s.addTurns(session, nil)
		if len(s.Claims) != 1 || s.Claims[0].WouldStop != want {
			t.Errorf("%s: %+v, want one that would stop: %t", client, s.Claims, want)
		}
	}
}

// TestClaimHasNoToken masks credentials in the clause and in the rest of its sentence.
func TestClaimHasNoToken(t *testing.T) {
	const token = "ghp_Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo"
	s := sessionOfActs("says I set TOKEN="+token+", and all tests pass.", "says All tests pass with "+token+".")
	printed, err := json.Marshal(s.Claims)
	if err != nil || len(s.Claims) != 2 || strings.Contains(string(printed), token) || !strings.Contains(string(printed), "ghp_***") {
		t.Errorf("%s, %v", printed, err)
	}
}

// TestChangeByAnAgent: the record of a change is in the transcript of the agent that made it.
func TestChangeByAnAgent(t *testing.T) {
	main, agent := timelinetest.Acts("show a.go").Agent, timelinetest.Acts("edit a.go").Agent
	main.Transcript, agent.Transcript = "s.jsonl", "agent-a1.jsonl"
	agent.Agent, agent.Parent = "a1", "s"
	main.Deeds = append(main.Deeds, ledger.Deed{Act: ledger.Send, Line: 2, Name: "coder", Agent: "a1"})
	changed := factsOf(timeline.Build([]*ledger.Ledger{main, agent}, nil)).Changed
	if want := (Change{File: "a.go", Path: "agent-a1.jsonl", Line: 1}); len(changed) != 1 || changed[0] != want {
		t.Errorf("%+v, want %+v", changed, want)
	}
}

// TestIgnored checks that what the user ignores is left out, and that a message held by a hook does not end a turn.
func TestIgnored(t *testing.T) {
	for name, tt := range map[string]struct {
		run                   string
		isHeld                bool
		claims, held, ignored int
	}{
		"a false claim":  {"1 go test ./... -> --- FAIL: TestA (0.00s)", false, 1, 0, 1},
		"one that holds": {"0 go test ./... -> ok  \ta\t0.1s", false, 2, 0, 0},
		"in a held one":  {"0 go test ./... -> ok  \ta\t0.1s", true, 0, 2, 0},
	} {
		session := timelinetest.Acts("edit a.go", tt.run, "says All tests pass. Committed.")
		session.Agent.Messages[0].IsHeld = tt.isHeld
		var s Session
		s.addTurns(session, []string{"all tests pass"})
		if len(s.Claims) != tt.claims || len(s.held) != tt.held || s.ignored != tt.ignored {
			t.Errorf("%s: %d claims, %d held, %d ignored", name, len(s.Claims), len(s.held), s.ignored)
		}
	}
}

// TestRows: a row has the model and the branch of its own agent, else those of the session, and quotes
// its message only if that is wanted.
func TestRows(t *testing.T) {
	for _, words := range []bool{false, true} {
		s := &Session{Model: "m-1", Branch: "main", rows: []Row{{}, {Model: "m-2", Branch: "quota"}}, Claims: []*Claim{{Text: "t", Sentence: "s", Why: "w", Evidence: &Command{Command: "go test ./..."}}}}
		rows := Rows([]*Session{s}, words)
		if rows[0].Model != "m-1" || rows[0].Branch != "main" || rows[1].Model != "m-2" || rows[1].Branch != "quota" {
			t.Errorf("%+v", rows)
		}
		if c := rows[0].Claims[0]; (c.Text == "t") != words || (c.Sentence == "s") != words || (c.Why == "w") != words || c.Evidence.Command != "go test ./..." {
			t.Errorf("with words %t: %+v", words, c)
		}
	}
	one := sessionOfActs("edit a.go", "0 git commit -m x -> [main 1a2b3c4] x", "1 go test ./... -> --- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s", "says All tests pass.")
	one.Client, one.Version, one.Repository, one.Model, one.Branch = "claude", "2.1.0", "shop", "m-1", "main"
	whole, err := json.Marshal(Rows([]*Session{one}, true)[0])
	const row = `{"id":"6fe855cd030d","session":"s","client":"claude","version":"2.1.0","model":"m-1","repository":"shop","branch":"main","agent":"","time":null,"path":"s.jsonl","line":4,` +
		`"changed":["a.go"],"changed_count":1,` +
		`"commits":[{"path":"s.jsonl","line":2,"command":"git commit -m x","result":"passed","outcome":"passed","exit":0,"printed":"[main 1a2b3c4] x"}],` +
		`"standings":[{"kind":"tests","state":"failed","language":"go","run":{"path":"s.jsonl","line":3,"command":"go test ./...","result":"failed","outcome":"failed","exit":1,"printed":"--- FAIL: TestA (0.00s)"},"changed_count":1}],` +
		`"claims":[{"path":"s.jsonl","line":4,"id":"74d51cba9490","claim":"All tests pass","sentence":"All tests pass.","verdict":"false","kind":"tests","case":"failed",` +
		`"why":"the last test run, \"go test ./...\" on line 3, failed: \"--- FAIL: TestA (0.00s)\"","evidence":{"path":"s.jsonl","line":3,"command":"go test ./...","result":"failed"},"would_stop":true}]}`
	if err != nil || string(whole) != row {
		t.Errorf("a row with all of its fields: %s, %v", whole, err)
	}
	for _, words := range []bool{false, true} { // a doubt may quote a command
		doubted := sessionOfActs("edit a.go", "1 go test ./... -> --- FAIL: TestA (0.00s)", "0 ./ci.sh -> done", "says Done.")
		if s := Rows([]*Session{doubted}, words)[0].Standings[0]; s.State != timeline.Unknown || (s.Doubt != "") != words {
			t.Errorf("with words %t: %+v", words, s)
		}
	}
	acts := []string{"edit a.go", "1 go test ./... -> --- FAIL: TestA (0.00s)", `0 ./ci.sh; git commit -m "Add words" -> [main 1a2b3c4] Add words`, "edit a.ts", "1 git commit -m \"Add words\" -> > vitest run\n      Tests  10 passed (10)\nhusky - pre-commit script failed (code 1)"}
	for i := range maxChanged {
		acts = append(acts, fmt.Sprintf("edit b%d.go", i))
	}
	for _, words := range []bool{false, true} {
		row := Rows([]*Session{sessionOfActs(append(acts, "says All tests pass. It is committed.")...)}, words)[0]
		printed, err := json.Marshal(row)
		if has := strings.Contains(string(printed), "Add words"); err != nil || has != words {
			t.Errorf("with words %t: %s, %v", words, printed, err)
		}
		checked := Rows([]*Session{sessionOfActs(acts[3], acts[4], "says Done.")}, words)[0]
		printed, err = json.Marshal(checked.Standings)
		if has := strings.Contains(string(printed), "Add words"); err != nil || has != words || len(checked.Standings) == 0 {
			t.Errorf("with words %t: %s, %v", words, printed, err)
		}
		const withWords, withoutWords = `git commit -m "Add words"`, "git commit"
		if got := row.Commits[0].Command.Command; got != map[bool]string{true: withWords, false: withoutWords}[words] {
			t.Errorf("with words %t: %s", words, got)
		}
		if row.Time != nil || row.ChangedCount != maxChanged+2 || len(row.Changed) != maxChanged {
			t.Errorf("%+v", row)
		}
	}
}

// TestCopies: a session that is resumed begins with the records of the one before, which are counted there.
func TestCopies(t *testing.T) {
	folder := t.TempDir()
	says := func(id, text string) string {
		return `{"type":"user","uuid":"u` + id + `","sessionId":"s","message":{"content":"go"}}
{"type":"assistant","uuid":"` + id + `","sessionId":"s","timestamp":"2026-05-31T10:0` + id + `:00Z","message":{"content":[{"type":"text","text":"` + text + `"}]}}
`
	}
	start := func(session string) string {
		return `{"type":"user","uuid":"` + session + `","sessionId":"` + session + `","message":{"content":"go"}}` + "\n"
	}
	first := says("1", "All tests pass.")
	for name, text := range map[string]string{
		"a.jsonl": first + says("2", "Lint is clean."), "b.jsonl": first,
		// No record of these has a time, but those of an agent of one.
		"u.jsonl": start("u"), "v.jsonl": start("v"), "u/subagents/agent-1.jsonl": strings.ReplaceAll(says("3", "Done."), `"s"`, `"u","agentId":"1"`),
	} {
		testkit.Write(t, filepath.Join(folder, name), text)
	}
	long := Read(Find([]string{folder}, Wanted{Since: time.Date(2026, 5, 31, 10, 1, 30, 0, time.UTC)}), filepath.ToSlash)
	if len(long) != 3 || long[0].Ended.Minute() != 2 || long[1].Ended.Minute() != 3 {
		t.Errorf("ended since then: %+v", long)
	}
	sessions := Read(Find([]string{folder}, Wanted{}), filepath.ToSlash)
	if len(sessions) != 4 || len(sessions[0].rows) != 1 || sessions[0].rows[0].Time == nil || len(sessions[1].rows) != 1 {
		t.Fatalf("%+v", sessions)
	}
	held := &Session{held: []*Claim{{message: message{id: "1"}}}}
	if dropCopies([]*Session{held}); len(held.held) != 1 {
		t.Error("a message that a hook held is a copy of none")
	}
	resumed := func(minute int) *Session {
		m := message{id: "1"}
		return &Session{Ended: time.Date(2026, 5, 31, 10, minute, 0, 0, time.UTC), rows: []Row{{message: m}}, Claims: []*Claim{{message: m}}, held: []*Claim{{message: m}}}
	}
	later, earlier := resumed(2), resumed(1)
	dropCopies([]*Session{later, earlier})
	if got := fmt.Sprint(len(earlier.rows), len(earlier.Claims), len(earlier.held), len(later.rows), len(later.Claims), len(later.held)); got != "1 1 1 0 0 0" {
		t.Errorf("what the earlier and the later session keep: %s", got)
	}
	if a, b := sessions[0].Claims, sessions[1].Claims; len(a) != 1 || a[0].Text != "Lint is clean" || len(b) != 1 || b[0].Text != "All tests pass" {
		t.Errorf("%+v, %+v", a, b)
	}
}

// TestIsChangedAfter: lines of two transcripts say nothing about what came first.
func TestIsChangedAfter(t *testing.T) {
	main, agent := &ledger.Ledger{}, &ledger.Ledger{Agent: "a1"}
	changed := &timeline.Change{Event: &timeline.Event{Agent: main, Line: 5}}
	for _, tt := range []struct {
		verdict verdict.Verdict
		by      *ledger.Ledger
		line    int
		want    bool
	}{{verdict.False, main, 4, true}, {verdict.False, main, 6, false}, {verdict.False, agent, 4, false}, {verdict.Outdated, agent, 4, true}} {
		run := &timeline.Run{Event: &timeline.Event{Agent: tt.by, Line: tt.line}}
		if got := isChangedAfter(verdict.Judgement{Verdict: tt.verdict, Run: run, Changed: changed}); got != tt.want {
			t.Errorf("%s, %q, line %d: %t", tt.verdict, tt.by.Agent, tt.line, got)
		}
	}
}

// Only a user dismisses findings: what an agent dismissed, by the command or in its file, stays.
func TestDismissals(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if ids, err := Dismissed(); err != nil || len(ids) > 0 {
		t.Errorf("before the first one: %q, %v", ids, err)
	}
	if Dismiss("no id") == nil {
		t.Error("a word that is not an id is dismissed")
	}
	const id, other = "5a46597d4614", "2b0b2f90b55b"
	for _, one := range []string{id, other, id} {
		if err := Dismiss(one); err != nil {
			t.Fatal(err)
		}
	}
	ids, err := Dismissed()
	if err != nil || strings.Join(ids, " ") != id+" "+other {
		t.Fatalf("%q, %v", ids, err)
	}
	for name, tt := range map[string]struct {
		act               string
		verdict           verdict.Verdict
		id                string
		dropped, byAgents int
	}{
		"a user's":          {"0 ls", verdict.False, id, 1, 0},
		"another finding":   {"0 ls", verdict.False, "f132830fa8a5", 0, 0},
		"what holds":        {"0 ls", verdict.Holds, id, 0, 0},
		"by a command":      {"0 handofflint audit --dismiss " + id, verdict.False, id, 0, 1},
		"another edit":      {"edit /home/dev/shop/dismissed", verdict.False, id, 1, 0},
		"by an edit":        {"edit /home/dev/.local/state/handofflint/dismissed", verdict.False, id, 0, 1},
		"a look at it":      {"show /home/dev/.local/state/handofflint/dismissed", verdict.False, id, 1, 0},
		"a look at audit":   {"0 handofflint audit --show " + id, verdict.False, id, 1, 0},
		"a person's own":    {"user handofflint audit --dismiss " + id, verdict.False, id, 1, 0},
		"of another option": {"0 go test --dismiss", verdict.False, id, 1, 0},
	} {
		s := &Session{Claims: []*Claim{{ID: tt.id, Verdict: tt.verdict}}}
		s.addDismissals(timelinetest.Acts(tt.act).Agent)
		dropped, byAgents := DropDismissed([]*Session{s}, ids)
		if dropped != tt.dropped || byAgents != tt.byAgents || len(s.Claims) != 1-tt.dropped {
			t.Errorf("%s: %d dropped, %d of agents", name, dropped, byAgents)
		}
	}
	blocked := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(blocked, "config"))
	if err := os.MkdirAll(dismissedPath(), 0o700); err != nil {
		t.Fatal(err)
	}
	if ids, err := Dismissed(); err == nil || !strings.Contains(err.Error(), "dismissed") || Dismiss(id) == nil {
		t.Errorf("a folder in its place: %q, %v", ids, err)
	}
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("AppData", "")
	ids, err = Dismissed()
	if failed := Dismiss(id); err != nil || len(ids) > 0 || failed == nil || !strings.Contains(failed.Error(), "no home folder") {
		t.Errorf("without a home folder: %q, %v, %v", ids, err, failed)
	}
	named := &Session{dismissals: []string{"handofflint audit --dismiss " + id}}
	ids = []string{id, other}
	claimed := &Session{ignored: 2, Claims: []*Claim{{ID: id, Verdict: verdict.False}, {ID: other, Verdict: verdict.Outdated}}}
	if dropped, byAgents := DropDismissed([]*Session{named, claimed}, ids); dropped != 3 || byAgents != 1 {
		t.Errorf("by an agent of another session: %d dropped, %d of agents", dropped, byAgents)
	}
}

// The status line has a part for each kind of which something is proved or open, by fixed words.
func TestStatus(t *testing.T) {
	const lint = "0 golangci-lint run -> 0 issues."
	failed, passed := "1 go test ./... -> --- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s", "0 go test ./... -> ok  \ta\t0.1s"
	for name, tt := range map[string]struct {
		acts []string
		want Status
	}{
		"nothing": {nil, Status{}},
		"none":    {[]string{"show a_test.go", "edit a.go"}, Status{Line: "tests never ran: 1 file changed", Open: "tests never ran: 1 file changed"}},
		"a part":  {[]string{"edit a.go", "1 go vet ./... && go test ./... -> --- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s"}, Status{Line: "tests ✗ go test · build ✓ · lint ✓", Open: "tests ✗ go test"}},
		"passed":  {[]string{"edit a.go", passed}, Status{Line: "tests ✓ · build ✓"}},
		"failed":  {[]string{"edit a.go", failed}, Status{Line: "tests ✗ go test", Open: "tests ✗ go test"}},
		"two":     {[]string{"edit a.go", failed, lint}, Status{Line: "tests ✗ go test · build ✓ · lint ✓", Open: "tests ✗ go test"}},
		"changed": {[]string{"edit a.go", passed, "edit a.go"}, Status{Line: "tests changed: 1 file since they passed · build changed", Open: "tests changed: 1 file since they passed · build changed"}},
		"since":   {[]string{"edit a.go", "edit b.go", passed, lint, "edit a.go"}, Status{Line: "tests changed: 1 file since they passed · build changed · lint changed", Open: "tests changed: 1 file since they passed · build changed · lint changed"}},
		"unknown": {[]string{"edit a.go", failed, "0 ./ci.sh -> done"}, Status{Line: "tests unknown", Open: "tests unknown"}},
		"a form":  {[]string{"edit a.ts", "0 npx prettier --check . -> All matched files use Prettier code style!"}, Status{}},
	} {
		got := statusOf(factsOf(timelinetest.Acts(tt.acts...)))
		if got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
		atStop := "at the last stop: " + tt.want.Open
		if tt.want.Open == "" {
			atStop = ""
		}
		if got.AtStop() != atStop {
			t.Errorf("%s: at a stop: %q", name, got.AtStop())
		}
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "s.jsonl")
	testkit.Write(t, path, `{"type":"user","uuid":"1","sessionId":"s","message":{"content":"go"}}`+"\n")
	if _, err := StatusOf(path, "s"); err != nil {
		t.Error(err)
	}
	if _, err := StatusOf(path, "another"); err == nil {
		t.Error("the transcript is of another session")
	}
	agent := filepath.Join(folder, "agent-1.jsonl")
	testkit.Write(t, agent, `{"type":"user","uuid":"1","sessionId":"s","agentId":"1","isSidechain":true,"message":{"content":"go"}}`+"\n")
	if _, err := StatusOf(agent, "s"); err == nil {
		t.Error("the transcript is of an agent")
	}
	if _, err := StatusOf(filepath.Join(folder, "none.jsonl"), "s"); err == nil {
		t.Error("a missing transcript was read")
	}
}

// TestPlaces: clients keep their sessions in the home folder unless the environment names another one.
func TestPlaces(t *testing.T) {
	set := map[string]string{"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x"}
	for want, getenv := range map[string]func(string) string{
		"/home/dev/.claude/projects /home/dev/.codex/sessions": func(string) string { return "" },
		"/c/projects /x/sessions":                              func(name string) string { return set[name] },
	} {
		if got := filepath.ToSlash(strings.Join(Places("/home/dev", getenv), " ")); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestSessions names each session of Codex once, and its agents in another folder, where they are not found.
func TestSessions(t *testing.T) {
	all := []candidate{
		{"1/a.jsonl", transcript.Head{Client: transcript.Codex, Session: "a", Agent: "x"}},
		{"1/b.jsonl", transcript.Head{Client: transcript.Codex, Session: "a", Agent: "y"}},
		{"1/c.jsonl", transcript.Head{Client: transcript.Codex, Session: "c", Agent: "x"}},
		{"1/d.jsonl", transcript.Head{Client: transcript.Codex, Session: "c"}},
		{"2/e.jsonl", transcript.Head{Client: transcript.Codex, Session: "c", Agent: "z"}},
		{"1/f.jsonl", transcript.Head{Client: "claude", Session: "f", Agent: "x"}},
		{"1/g.jsonl", transcript.Head{Client: "claude", Session: "f", Agent: "y"}},
	}
	if got := strings.Join(sessions(all), " "); got != "1/a.jsonl 1/d.jsonl 1/f.jsonl 1/g.jsonl 2/e.jsonl" {
		t.Error(got)
	}
}

// TestFind reads the transcripts of a folder that are of the wanted time and working folders; of an agent
// whose session is there, that of the session alone is named.
func TestFind(t *testing.T) {
	folder := t.TempDir()
	old := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	write := func(name, session, cwd string, at time.Time) {
		path := filepath.Join(folder, name)
		line := `{"type":"user","uuid":"1","sessionId":"` + session + `","cwd":"` + cwd + `","timestamp":"` + at.Format(time.RFC3339) + `","message":{"content":"go"}}` + "\n"
		testkit.Write(t, path, line)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	write("a.jsonl", "a", "/w/shop", old.AddDate(0, 0, 20))
	write("b.jsonl", "b", "/w/web", old.AddDate(0, 0, 20))
	write("c.jsonl", "c", "/w/shop/api", old)
	write("d.txt", "d", "/w/shop", old.AddDate(0, 0, 20))
	write("e.jsonl", "e", "shop", old.AddDate(0, 0, 20))
	write("f.jsonl", `a","agentId":"1`, "/w/shop", old.AddDate(0, 0, 20))
	write("g.jsonl", `g","agentId":"2`, "/w/shop", old.AddDate(0, 0, 20))
	for _, name := range []string{"h.json", "i.json"} {
		write(name, `x","projectHash":"y`, "", old.AddDate(0, 0, 20))
	}
	// An agent of another client, whose session has the id of one that is there.
	other := `{"info":{"id":"ses_2","parentID":"a","version":"1.18.0","directory":"/w/shop"},"messages":[]}`
	for name, text := range map[string]string{"none.json": "{}\n", "o.json": other} {
		testkit.Write(t, filepath.Join(folder, name), text)
	}
	for name, tt := range map[string]struct {
		want      Wanted
		names     string
		elsewhere int
	}{
		"all":         {Wanted{}, "a.jsonl b.jsonl c.jsonl e.jsonl g.jsonl o.json", 0},
		"a folder":    {Wanted{Roots: []string{"/w/shop"}}, "a.jsonl c.jsonl g.jsonl o.json", 2},
		"none":        {Wanted{Roots: []string{}}, "", 6},
		"this folder": {Wanted{Roots: []string{files.Real(".")}}, "", 6},
		"since a day": {Wanted{Since: old.AddDate(0, 0, 1)}, "a.jsonl b.jsonl e.jsonl g.jsonl o.json", 0},
	} {
		found := Find([]string{folder}, tt.want)
		var names []string
		for _, name := range found.Names {
			names = append(names, filepath.Base(name))
		}
		if got := strings.Join(names, " "); got != tt.names || found.Elsewhere != tt.elsewhere || found.Unread["Gemini CLI"] != 2 || len(found.Failed) > 0 {
			t.Errorf("%s: %q, %+v", name, got, found)
		}
	}
	if found := Find([]string{folder, filepath.Join(folder, "b.jsonl")}, Wanted{}); len(found.Names) != 6 || filepath.Base(found.Names[0]) != "b.jsonl" {
		t.Errorf("a file of it is named as well: %q", found.Names)
	}
	if found := Find([]string{filepath.Join(folder, "none")}, Wanted{}); len(found.Failed) != 1 || !found.Failed[0].Named || !strings.Contains(found.Failed[0].Err.Error(), "none") {
		t.Errorf("a folder that is not there: %+v", found.Failed)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	write("k.jsonl", "k", filepath.ToSlash(link), old)
	if err := os.Symlink("b.jsonl", filepath.Join(folder, "l.jsonl")); err != nil {
		t.Fatal(err)
	}
	if found := Find([]string{link}, Wanted{}); len(found.Names) != 7 {
		t.Errorf("a link to it: %q", found.Names)
	}
	if found := Find([]string{folder}, Wanted{Roots: []string{files.Real(folder)}}); len(found.Names) != 1 || found.Elsewhere != 6 {
		t.Errorf("work in a folder that a link leads to: %+v", found)
	}
}
