package timeline_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
)

// answers returns what is certain about a turn: what never happened, and what may have.
func answers(turn timeline.Turn) string {
	var all []string
	for _, answer := range []struct {
		name string
		is   bool
	}{
		{"hides", turn.MayHide()},
		{"no tests", turn.NeverRan(runner.Tests)},
		{"no lint", turn.NeverRan(runner.Lint)},
		{"no commit", turn.NeverRan(runner.Commit)},
		{"may commit", turn.MayHaveDone(turn.Commit)},
		{"committed", turn.Succeeded(runner.Commit)},
		{"pushed", turn.Succeeded(runner.Push)},
		{"deployed", turn.Deploy != nil},
		{"wrote a.go", turn.Wrote("a.go") != nil},
		{"never a.go", turn.NeverWrote("a.go")},
		{"refused a.go", turn.Refused("a.go")},
		{"used nothing", turn.UsedNothing()},
	} {
		if answer.is {
			all = append(all, answer.name)
		}
	}
	return strings.Join(all, ", ")
}

func TestTurn(t *testing.T) {
	const commit = "0 git commit -m x -> [main 1a2b3c4] x"
	for name, tt := range map[string]struct {
		acts []string
		want string
	}{
		"a message":                     {[]string{"says Done."}, "no tests, no lint, no commit, never a.go, used nothing"},
		"a program of the repository":   {[]string{"0 python scripts/journal.py -> 12"}, "hides, may commit"},
		"a program after a commit":      {[]string{commit, "0 python scripts/journal.py -> 12"}, "hides, may commit, committed"},
		"an unknown task that failed":   {[]string{"1 make world -> no"}, "hides"},
		"a linter that failed":          {[]string{"1 npm run lint -> 2 problems"}, "no commit, never a.go"},
		"a push":                        {[]string{"0 git push -> main -> main"}, "no tests, no lint, no commit, pushed, never a.go"},
		"a commit after a push":         {[]string{"0 git push -> main -> main", commit}, "no tests, no lint, committed, never a.go"},
		"a look at the version":         {[]string{"0 pytest --version -> pytest 8.0"}, "no tests, no lint, no commit, never a.go"},
		"a person's command":            {[]string{"user ls"}, "hides, may commit"},
		"nothing":                       {nil, "no tests, no lint, no commit, never a.go, used nothing"},
		"a result that a person tells":  {[]string{"told it passes here"}, "hides"},
		"what a person pastes":          {[]string{"told FAIL\texample.com/a\t0.1s"}, "hides, used nothing"},
		"an order":                      {[]string{"told commit it"}, "no tests, no lint, no commit, never a.go, used nothing"},
		"an edit":                       {[]string{"edit a.go"}, "no tests, no lint, no commit, wrote a.go"},
		"of another file":               {[]string{"edit b.go"}, "no tests, no lint, no commit, never a.go"},
		"of one of the name":            {[]string{"edit src/a.go"}, "no tests, no lint, no commit, wrote a.go"},
		"by a pattern":                  {[]string{"0 sed -i s/a/b/ *.go"}, "no tests, no lint, no commit"},
		"by another pattern":            {[]string{"0 sed -i s/a/b/ *.ts"}, "no tests, no lint, no commit, never a.go"},
		"by somebody else":              {[]string{"other a.go"}, "hides, may commit"},
		"that was refused":              {[]string{"refused a.go"}, "no tests, no lint, no commit, never a.go, refused a.go"},
		"another that was refused":      {[]string{"refused b.go", "refused a.go"}, "no tests, no lint, no commit, never a.go, refused a.go"},
		"two that were refused":         {[]string{"refused x/a.go", "refused y/a.go"}, "no tests, no lint, no commit, never a.go"},
		"twice the same":                {[]string{"refused x/a.go", "refused b.go", "refused x/a.go"}, "no tests, no lint, no commit, never a.go, refused a.go"},
		"tests":                         {[]string{passed}, "no commit, never a.go"},
		"a linter by its name":          {[]string{"0 golangci-lint run -> 0 issues."}, "no tests, no commit, never a.go"},
		"a linter of a task":            {[]string{"0 npm run lint -> ok"}, "no commit, never a.go"},
		"a build that tests":            {[]string{"0 mvn install -> BUILD SUCCESS"}, "no commit"},
		"a commit":                      {[]string{commit}, "no tests, no lint, committed, never a.go"},
		"a commit that was refused":     {[]string{"1 git commit -m x -> nothing to commit, working tree clean"}, "no tests, no lint, never a.go"},
		"a script after it":             {[]string{commit, "0 ./release.sh -> done"}, "hides, may commit, committed"},
		"a script before it":            {[]string{"0 ./release.sh -> done", commit}, "hides, committed"},
		"a merge":                       {[]string{"0 git merge x"}, "no tests, no lint, may commit"},
		"a person's command after it":   {[]string{commit, "user ls"}, "hides, may commit, committed"},
		"a gap":                         {[]string{"gap missing agent"}, "hides, may commit"},
		"a skill":                       {[]string{"skill verify"}, "hides"},
		"a tool of a server":            {[]string{"tool mcp__ide__run"}, "hides, may commit"},
		"a script that failed":          {[]string{"1 ./x -> no"}, "hides"},
		"a program that failed":         {[]string{"1 ls x -> no such file"}, "no tests, no lint, no commit, never a.go"},
		"a server of sources":           {[]string{"0 npm run dev -> ready"}, "hides"},
		"results from elsewhere":        {[]string{"0 gh pr checks 1 -> test pass 1m"}, "hides, may commit"},
		"a log":                         {[]string{"show out/test.log"}, "hides"},
		"a source":                      {[]string{"show b.go"}, "no tests, no lint, no commit, never a.go"},
		"a log by a command":            {[]string{"0 cat test.log -> ok  \texample.com/a\t0.1s"}, "hides"},
		"deleted":                       {[]string{"0 rm a.go"}, "no tests, no lint, no commit, never a.go"},
		"deleted by a pattern":          {[]string{"0 rm *.go"}, "no tests, no lint, no commit, never a.go"},
		"a log that it wrote":           {[]string{"edit test.log"}, "no tests, no lint, no commit, never a.go"},
		"a script before a commit":      {[]string{"edit b.go", "0 ./release.sh -> done", commit}, "hides, committed"},
		"a commit refused after a push": {[]string{"0 git push -> main -> main", "1 git commit -m x -> nothing to commit, working tree clean"}, "no tests, no lint, pushed, never a.go"},
		"tests after a push":            {[]string{"0 git push -> main -> main", passed}, "no commit, pushed, never a.go"},
		"a commit whose hooks make":     {[]string{"0 git commit -m x -> make: 'all' is up to date."}, "no tests, no lint, committed, never a.go"},
		"a deployment":                  {[]string{"0 kubectl apply -f x.yaml -> created"}, "no commit, deployed"},
		"a default target":              {[]string{"0 make -> done"}, "no commit"},
		"a log that shows no run":       {[]string{"0 cat test.log -> started"}, "no tests, no lint, no commit, never a.go"},
	} {
		if got := answers(timelinetest.Acts(tt.acts...).End()); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestTurnAt checks that nothing after the given line counts.
func TestTurnAt(t *testing.T) {
	tests := ledger.Invocation{Program: "go", Words: []string{"test"}}
	line := timelinetest.Acts("edit b.go", "0 go vet ./...", "0 ls", passed, "edit a.go", "0 git commit -m x -> [main 1a2b3c4] x", "gap compacted")
	for at, want := range map[int]string{
		1: "no tests, no lint, no commit, never a.go",
		2: "no tests, no lint, no commit, never a.go",
		3: "no tests, no commit, never a.go",
		4: "no tests, no commit, never a.go",
		5: "no commit, never a.go",
		6: "no commit, wrote a.go",
		7: "committed, wrote a.go",
	} {
		turn := line.TurnAt(at)
		if got := answers(turn); got != want {
			t.Errorf("before line %d: %q, want %q", at, got, want)
		}
		if got := answers(line.OfAgent(line.Agent).TurnAt(at)); got != want {
			t.Errorf("before line %d, of the agent alone: %q, want %q", at, got, want)
		}
		if got := turn.Made("1a2b3c4d5"); got != (at > 6) || turn.Made("") || turn.Made("2a2b3c4") {
			t.Errorf("before line %d: the commit was made: %t", at, got)
		}
		if got := turn.LastCommand(tests) != nil; got != (at > 4) {
			t.Errorf("before line %d: tests ran: %t", at, got)
		}
	}
	words := func(command string) ledger.Invocation { return shell.InvocationOf(command, nil) }
	end := line.End()
	if e := end.LastCommand(words("go test ./...")); e == nil || e.Line != 4 || end.LastCommand(words("go test -race ./...")) != nil {
		t.Errorf("the last command is %+v", e)
	}
	if e := timelinetest.Acts("nonzero go vet ./... || go test ./...").End().LastCommand(words("go test ./...")); e != nil {
		t.Errorf("a command that may not have run: %+v", e)
	}
	if line.Wrote("/other/a.go") != nil {
		t.Error("a file of the same name is another one")
	}
	if end.RefusedSince("a.go", line.Wrote("a.go")) {
		t.Error("nothing was refused")
	}
	again := timelinetest.Acts("refused a.go", "edit a.go", "refused b.go", "edit b.go", "refused b.go").End()
	if again.RefusedSince("a.go", again.Wrote("a.go")) || !again.RefusedSince("b.go", again.Wrote("b.go")) {
		t.Error("only the last edit of b.go was refused after one that went through")
	}
}

// TestTurnsOfAgents checks that a turn of one agent ends with its own message, at its own lines, and that what
// others did can only rule something out.
func TestTurnsOfAgents(t *testing.T) {
	main := timelinetest.Acts("edit a.go", "says Done.", "refused b.go").Agent
	agent := timelinetest.Acts("edit b.go", passed, "says The tests pass.").Agent
	agent.Agent, agent.Parent = "a", "s"
	for _, agents := range [][]*ledger.Ledger{{main, agent}, {agent, main}} {
		line := timeline.Build(agents, nil).OfAgent(main)
		if turns := line.Turns(); turns[0].Message.Text != "Done." {
			t.Errorf("%+v", turns)
		}
		if at := line.TurnAt(2); at.Wrote("a.go") == nil {
			t.Error("another agent's line ended the turn")
		}
		if line.End().RefusedSince("b.go", line.Wrote("b.go")) {
			t.Error("lines of two transcripts were compared")
		}
	}
	// An action without a time is as late as the one before it.
	early, late := timelinetest.Acts(passed).Agent, timelinetest.Acts("edit a.go", failed).Agent
	early.Deeds[0].Time, late.Deeds[0].Time = time.Unix(1, 0), time.Unix(2, 0)
	if s := timeline.Build([]*ledger.Ledger{late, early}, nil).Result().Standing(runner.Tests); s.State != timeline.Failed {
		t.Errorf("the tests are %s", s.State)
	}
	late.Deeds[0].Time, late.Began = time.Time{}, time.Unix(2, 0)
	if s := timeline.Build([]*ledger.Ledger{late, early}, nil).Result().Standing(runner.Tests); s.State != timeline.Failed {
		t.Errorf("an action without a time came before its agent began: the tests are %s", s.State)
	}
	one, another := timelinetest.Acts("edit a.go", passed).Agent, timelinetest.Acts(failed).Agent
	one.Agent, another.Agent = "a", "b"
	if s := timeline.Build([]*ledger.Ledger{one, another}, nil).OfAgent(one).Result().Standing(runner.Tests); s.State != timeline.Passed {
		t.Errorf("the main agent is missing, and the tests of another one count: %s", s.State)
	}
	asker, coder := timelinetest.Acts("show a_test.go", "edit a.go", "says Done.").Agent, timelinetest.Acts("edit b.go").Agent
	coder.Agent, coder.Parent = "a", "s"
	asker.Deeds[1].Time, coder.Deeds[0].Time, asker.Messages[0].Time = time.Unix(1, 0), time.Unix(3, 0), time.Unix(5, 0)
	both := timeline.Build([]*ledger.Ledger{asker, coder}, nil)
	if turn := both.Turns()[0]; len(turn.Changed) != 2 {
		t.Errorf("the message is later than the other agent's edit: %+v", turn.Changed)
	}
	if s := both.OfAgent(coder).Result().Standing(runner.Tests); s.State != timeline.None {
		t.Errorf("the repository has tests, as another agent saw: %s", s.State)
	}
	told := timelinetest.Acts("told it passes here").Agent
	told.Agent = "a"
	if s := timeline.Build([]*ledger.Ledger{timelinetest.Acts("edit a.go", failed).Agent, told}, nil).Result().Standing(runner.Tests); s.State != timeline.Failed {
		t.Errorf("another agent was told that they pass: the tests are %s", s.State)
	}
	launched := timeline.Build([]*ledger.Ledger{agent, main}, nil).OfAgent(main).TurnAt(2)
	if len(launched.Changed) != 2 {
		t.Errorf("another agent's message ended the turn: %+v", launched.Changed)
	}
	main.Deeds = append(main.Deeds, ledger.Deed{Act: ledger.Send, Line: 4})
	agent.Deeds, main.Deeds = main.Deeds, agent.Deeds
	other := timeline.Build([]*ledger.Ledger{main, agent}, nil).OfAgent(agent).End()
	if other.NeverRan(runner.Tests) || !other.RanNone(runner.Tests) {
		t.Error("another agent may have run the tests")
	}
}

// TestRun checks which test a run printed as failed, and which commands it may have called.
func TestRun(t *testing.T) {
	for act, want := range map[string]string{
		failed: "TestExpiry, go test",
		"1 go test ./... -> --- FAIL: TestExpiry_A (0.00s)\nTestExpiry": "go test",
		"1 go test ./... -> --- FAIL: TestExpiry2 (0.00s)":              "go test",
		"1 go test ./... -> --- FAIL: TestExpiry/empty (0.00s)":         "TestExpiry, go test",
		"0 make test -> FAILED (TestExpiry)":                            "TestExpiry, go test, pytest",
		"1 ./x -> --- FAIL: TestA (0.00s)\nFAIL":                        "go test, pytest",
		"0 pytest -> ===== 3 passed in 0.10s =====":                     "pytest",
	} {
		run := timelinetest.Acts(act).Events[0].Runs[0]
		var got []string
		if run.HasFailed("TestExpiry") {
			got = append(got, "TestExpiry")
		}
		for _, command := range []string{"go test", "pytest"} {
			if run.MayHaveCalled(shell.InvocationOf(command, nil)) {
				got = append(got, command)
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %q, want %q", act, got, want)
		}
	}
}

// TestTurns checks that actions after the last message are a turn of their own, without a message.
func TestTurns(t *testing.T) {
	if turns := timelinetest.Acts("edit a.go", "says Done.").Turns(); len(turns) != 1 || turns[0].Message == nil {
		t.Errorf("%+v", turns)
	}
	if turns := timelinetest.Acts("edit a.go", "says Done.", "edit a.go").Turns(); len(turns) != 2 || turns[1].Message != nil {
		t.Errorf("%+v", turns)
	}
	if turns := timelinetest.Acts("edit a.go", "says Done.", "edit a.go", "told go on").Turns(); len(turns) != 2 {
		t.Errorf("%+v", turns)
	}
	const commit = "0 git commit -m x -> [main 1a2b3c4] x"
	last := timelinetest.Acts("edit a.go", passed, commit, "says Done.", "edit b.go", "0 gofmt -l .").Turns()[1]
	if got := fmt.Sprint(len(last.Changed), len(last.Commits), last.Ran); got != "1 0 [format]" {
		t.Errorf("changes, commits and runs of the second turn: %s", got)
	}
	last = timelinetest.Acts("edit a.go", commit, "says Done.", "edit b.py", commit, "0 git push -> main -> main", "0 wrangler deploy -> Deployed x").Turns()[1]
	if got := fmt.Sprint(len(last.Commits), last.SessionChanges, last.Commit.Event.Line, last.Push.Event.Line, last.Deploy.Event.Line, last.Agent != nil); got != "2 2 5 6 7 true" {
		t.Errorf("commits, changes, and the last commit, push and deployment of the second turn: %s", got)
	}
	held := timelinetest.Acts("edit a.go", passed, "says All done.", "edit b.go", "says Done.", "0 gofmt -l .")
	run := held.Result().Standing(runner.Tests).Run
	held.Agent.Messages[0].IsHeld = true
	if turns := held.Turns(); len(turns) != 3 || len(turns[1].Changed) != 2 || !turns[1].Has(run) || turns[2].Has(run) {
		t.Errorf("a hook did not let the first one end: %+v", turns)
	}
}

// TestDoubtWords checks that a doubt names its cause.
func TestDoubtWords(t *testing.T) {
	for act, want := range map[string]string{
		"0 ./ci.sh -> done":                  `"./ci.sh" may have run the same checks again`,
		"tool mcp__ide__run":                 `"mcp__ide__run" may have run the same checks again`,
		"other b.go":                         `somebody else changed "/w/b.go"`,
		"gap compacted":                      ledger.Gap{Why: ledger.Compacted}.Words(),
		"told it passes here":                "a person reported another run since",
		"user go test ./...":                 `a person ran "go test ./..."`,
		"told commit it":                     "",
		"0 go test ./... | cat":              `nothing says how "go test ./..." ended`,
		"told make sure that it works again": "",
	} {
		s := timelinetest.Acts("edit a.go", failed, act).Result().Standing(runner.Tests)
		got := ""
		if s.State == timeline.Unknown {
			got = s.Doubt.Words()
		}
		if !strings.HasSuffix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", act, got, want)
		}
	}
	if words := (timeline.Doubt{}).Words(); words != "" {
		t.Errorf("no doubt: %q", words)
	}
	if s := timelinetest.Acts("edit a.go", "0 gh pr checks 12 -> test pass").Result().Standing(runner.Tests); s.Doubt.Why != timeline.Remote {
		t.Errorf("results from elsewhere: %q", s.Doubt.Why)
	}
}

// TestName checks that a commit is named by the first line of its message, and a check in its hooks by its
// kind, too. Commands beside a commit have their own names.
func TestName(t *testing.T) {
	const hooks = " -> ok  \ta\t0.1s\nhusky - pre-commit script failed (code 1)"
	for command, want := range map[string]string{
		`git commit -m "Fix it's build"`:                                          `the commit "Fix it's build"; the tests in the hooks of the commit "Fix it's build"`,
		"rtk git commit -q -am \"$(cat <<'EOF'\nIt's \"fixed\"\n\nWhy.\nEOF\n)\"": `the commit "It's \"fixed\""; the tests in the hooks of the commit "It's \"fixed\""`,
		"git commit -am x":                     `the commit "x"; the tests in the hooks of the commit "x"`,
		"git commit --amend":                   `"git commit --amend"; "git commit --amend"`,
		"go test ./... -run 'git commit -m x'": `"go test ./... -run 'git commit -m x'"`,
	} {
		events := timelinetest.Acts("1 " + command + hooks).Events
		var got []string
		for _, run := range events[len(events)-1].Runs {
			if run.Kind == runner.Commit || run.Kind == runner.Tests {
				got = append(got, run.Event.Name(run.Kind))
			}
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s: got %s, want %s", command, got, want)
		}
	}
}
