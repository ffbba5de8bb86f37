package evidence

import (
	"math"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/shell"
)

// isHeld reports whether an agent is held for one of the claims of a message.
func isHeld(d *Deeds, line int, message string) bool {
	receipt := d.ReceiptAt(line)
	for _, c := range prose.ClaimsOf(message) {
		if receipt.IsHeld(c, receipt.Judge(c)) {
			return true
		}
	}
	return false
}

func TestIsHeld(t *testing.T) {
	for name, tt := range map[string]struct {
		acts    []string
		message string
		want    bool
	}{
		"a run that failed":               {[]string{"edit a.go", failed}, "All tests pass.", true},
		"a build":                         {[]string{"1 go build ./... -> # example.com/a\n./a.go:3:1: undefined: x"}, "The build succeeds.", true},
		"types":                           {[]string{"1 tsc --noEmit -> a.ts(1,1): error TS2322: x\nFound 1 error."}, "Type checks pass.", true},
		"a linter":                        {[]string{"1 golangci-lint run -> 2 issues:"}, "Lint is clean.", true},
		"below":                           {[]string{"1 cd api && go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL"}, "All tests pass.", true},
		"it passed before an edit":        {[]string{passed, "edit a.go", failed}, "All tests pass.", true},
		"in a list":                       {[]string{failed}, "Done:\n\n- Sessions expire\n- All tests pass\n", true},
		"beside git and our own commands": {[]string{failed, "0 git add -A && git commit -m x -> [main 1a2b3c4] x", "0 handofflint check"}, "All tests pass.", true},
		"a script failed, too":            {[]string{failed, "1 ./ci.sh -> no"}, "All tests pass.", true},
		"a later turn that edits":         {[]string{failed, "says One test fails.", "edit a.go"}, "All tests pass.", true},

		"a later turn that does not":    {[]string{failed, "says One test fails.", "0 git commit -am x -> [main 1a2b3c4] x"}, "All tests pass.", false},
		"a later turn that edits text":  {[]string{failed, "says One test fails.", "edit README.md"}, "All tests pass.", false},
		"a number":                      {[]string{"0 npm test -> Tests:       12 passed, 12 total"}, "All 16 tests pass.", false},
		"a commit":                      {[]string{"1 git commit -m x -> no changes added to commit"}, "Committed.", false},
		"edited since":                  {[]string{passed, "edit a.go"}, "All tests pass.", false},
		"an unknown program since":      {[]string{failed, "0 ./deploy.sh -> deployed"}, "All tests pass.", false},
		"a build of an image since":     {[]string{failed, "edit a.go", "0 docker build . -> #9 ok all of it\nnaming to docker.io/x"}, "All tests pass.", false},
		"in a cluster since":            {[]string{failed, "edit a.go", "0 kubectl exec app -- go test ./... -> done"}, "All tests pass.", false},
		"on another machine since":      {[]string{failed, "edit a.go", "0 ssh host ./test.sh -> done"}, "All tests pass.", false},
		"an image that fails, too":      {[]string{failed, "edit a.go", "1 docker build . -> no"}, "All tests pass.", true},
		"a hook of git since":           {[]string{failed, "edit a.go", "0 git push -> pre-push: all of it ok\nTo github.com:a/b"}, "All tests pass.", false},
		"a commit without hooks":        {[]string{failed, "edit a.go", "0 git commit -am x -> [main 1a2b3c4] x"}, "All tests pass.", true},
		"a program that is built since": {[]string{"1 go build ./... -> ./a.go:3:1: undefined: x", "edit a.go", "0 go run . -> usage"}, "The build succeeds.", false},
		"it fails later":                {[]string{"1 go build ./... -> ./a.go:3:1: undefined: x", "edit a.go", "1 go run . -x -> usage"}, "The build succeeds.", false},
		"it says nothing of tests":      {[]string{failed, "edit a.go", "0 go run . -> usage"}, "All tests pass.", true},
		"a script of a project":         {[]string{"1 pytest -q -> 1 failed, 12 passed in 0.5s", "edit a.py", "0 uv run test -v -> ===== 13 passed in 0.5s ====="}, "All tests pass.", false},
		"a person's word":               {[]string{failed, "edit a.go", "told"}, "All tests pass.", false},
		"edited after a person's word":  {[]string{failed, "told", "edit a.go"}, "All tests pass.", true},
		"a skill since":                 {[]string{failed, "edit a.go", "skill run-tests"}, "All tests pass.", false},
		"a skill before":                {[]string{"skill style", failed, "edit a.go"}, "All tests pass.", true},
		"a named package":               {[]string{failed}, "All tests pass in the store package.", false},
		"the whole":                     {[]string{failed}, "All tests pass in the whole workspace.", true},
		"an option":                     {[]string{failed}, "All tests pass with `-short`.", false},
		"an exception beside it":        {[]string{failed}, "All tests pass. TestExpiry is the exception; it failed before.", false},
		"what CI says":                  {[]string{failed, "0 gh pr checks 1 -> test pass 1m"}, "All tests pass.", false},
		"a copy elsewhere":              {[]string{"edit a.go", "1 cd /tmp/repro && go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL"}, "All tests pass.", false},
		"a folder that is not known":    {[]string{"edit a.go", "1 cd $DIR && go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL"}, "All tests pass.", false},
		"it passed on the same files":   {[]string{"edit a.go", passed, failed}, "All tests pass.", false},
		"a part":                        {[]string{failed}, "The new tests pass.", false},
		"a part by its name":            {[]string{failed}, "`TestStore` passes.", false},
		"a package":                     {[]string{"0 go test ./store -> ok  \texample.com/a/store\t0.1s", "1 go test ./auth -> FAIL\texample.com/a/auth\t0.1s\nFAIL"}, "The store tests pass.", false},
		"a failure that is told":        {[]string{failed}, "TestExpiry fails. The other tests pass.", false},
		"a failure that is told before": {[]string{failed}, "TestExpiry fails, as it did before.\n\nAll other tests pass.", false},
		"a question":                    {[]string{failed}, "Do all tests pass?", false},
		"a demand":                      {[]string{failed}, "Make sure that all tests pass.", false},
		"a plan":                        {[]string{failed}, "Next I will make sure that the tests pass.", false},
		"a condition":                   {[]string{failed}, "Once the tests pass, I commit.", false},
		"before a change":               {[]string{failed}, "The tests passed before this change.", false},
		"not yet":                       {[]string{failed}, "The tests do not pass yet.", false},
		"no claim of a run":             {[]string{failed}, "The token passes the check of the server.", false},
		"another program":               {[]string{failed}, "The build compiles fine.", false},
	} {
		if got := isHeld(acts(tt.acts...), math.MaxInt, tt.message); got != tt.want {
			t.Errorf("%s: held %t, want %t", name, got, tt.want)
		}
	}
}

// TestReceiptHasAgentsBelow: what an agent that was sent out did before a message is in the
// receipt, though the one that sent it did nothing since; what it did later is not. For its
// runs that failed nobody else is held.
func TestReceiptHasAgentsBelow(t *testing.T) {
	start := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	run := func(minute int, ended shell.Status, output string) ledger.Deed {
		d := shell.Deeds("go test ./...", "/w", ended, output, nil)[0]
		d.Line, d.Time = minute, start.Add(time.Duration(minute)*time.Minute)
		return d
	}
	const ok, fail = "ok  \texample.com/a\t0.1s", "--- FAIL: TestExpiry (0.00s)\nFAIL"
	session := func(own, below ledger.Deed) *Deeds {
		sent := ledger.Deed{Act: ledger.Send, Agent: "a", Line: 2, Time: start.Add(2 * time.Minute)}
		main := &ledger.Ledger{Session: "s", Began: start, Deeds: []ledger.Deed{own, sent}}
		main.Messages = []ledger.Message{{Line: 9, Time: start.Add(9 * time.Minute)}}
		agent := &ledger.Ledger{Session: "s", Agent: "a", Parent: "s", Began: start.Add(2 * time.Minute), Deeds: []ledger.Deed{below}}
		return &Deeds{Agent: main, Around: []*ledger.Ledger{agent}}
	}
	for name, tt := range map[string]struct {
		own, below ledger.Deed
		want       bool
	}{
		"mended by the agent":      {run(1, shell.Nonzero, fail), run(5, shell.Zero, ok), false},
		"after the message":        {run(1, shell.Nonzero, fail), run(12, shell.Zero, ok), true},
		"the agent's run, its own": {run(1, shell.Zero, ok), run(5, shell.Nonzero, fail), false},
	} {
		if got := isHeld(session(tt.own, tt.below), 9, "All tests pass."); got != tt.want {
			t.Errorf("%s: held %t, want %t", name, got, tt.want)
		}
	}
}
