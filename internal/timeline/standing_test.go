package timeline

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
)

// acts makes the timeline of an agent that did one thing a line of its transcript: it edits or
// shows a file, deletes one, is told something, calls a tool of a server, or runs a command line
// with its exit code and what it prints. "user" is a command of a person, "gap" a gap.
func acts(lines ...string) *Timeline {
	l := &ledger.Ledger{Client: "claude", Session: "s", Cwd: "/w"}
	statuses := map[string]shell.Status{"0": shell.Zero, "1": shell.Exited(1), "2": shell.Exited(2), "nonzero": shell.Nonzero, "running": shell.Ongoing, "user": shell.Unknown}
	for i, line := range lines {
		kind, rest, _ := strings.Cut(line, " ")
		var deeds []ledger.Deed
		switch kind {
		case "edit":
			path, marks, _ := strings.Cut(rest, " ")
			was, is, _ := strings.Cut(marks, ">")
			deeds = []ledger.Deed{{Act: ledger.Write, Path: ledger.Absolute("/w", path), Was: was, Is: is}}
		case "show":
			deeds = []ledger.Deed{{Act: ledger.Read, Path: ledger.Absolute("/w", rest)}}
		case "told":
			l.Told = append(l.Told, ledger.Told{Line: i + 1, Text: rest})
		case "gap":
			l.Gaps = append(l.Gaps, ledger.Gap{Line: i + 1, Why: ledger.GapWhy(rest)})
		case "tool":
			deeds = []ledger.Deed{{Act: ledger.Run, Command: rest, Maybe: true}}
		default:
			command, output, _ := strings.Cut(rest, " -> ")
			ended, isKnown := statuses[kind]
			if !isKnown {
				panic("what is " + line)
			}
			deeds = shell.Deeds(command, "/w", ended, output, nil)
		}
		for _, d := range deeds {
			d.Line = i + 1
			d.User = kind == "user" && d.Act == ledger.Run
			l.Deeds = append(l.Deeds, d)
		}
	}
	return Build([]*ledger.Ledger{l}, nil)
}

const (
	failed = "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\texample.com/a\t0.1s\nFAIL"
	passed = "0 go test ./... -> ok  \texample.com/a\t0.1s"
)

// The cases are those of the definition of a standing: what decides it, and what must not.
func TestStandings(t *testing.T) {
	for name, tt := range map[string]struct {
		acts []string
		kind runner.Kind
		want State
	}{
		// What each state says.
		"passed":                         {[]string{"edit a.go", passed}, runner.Tests, Passed},
		"failed":                         {[]string{"edit a.go", failed}, runner.Tests, Failed},
		"its own edits excuse nothing":   {[]string{"edit a.go", failed, "edit a.go"}, runner.Tests, Failed},
		"it was run again":               {[]string{"edit a.go", failed, "edit a.go", passed}, runner.Tests, Passed},
		"changed":                        {[]string{"edit a.go", passed, "edit a.go"}, runner.Tests, Changed},
		"a document is no source":        {[]string{"edit a.go", passed, "edit README.md"}, runner.Tests, Passed},
		"another language":               {[]string{"edit a.go", passed, "edit a.py"}, runner.Tests, Passed},
		"running":                        {[]string{"edit a.go", "running go test ./..."}, runner.Tests, Running},
		"none":                           {[]string{"show a_test.go", "edit a.go"}, runner.Tests, None},
		"no test was ever seen":          {[]string{"edit a.go"}, runner.Tests, Nothing},
		"no source was changed":          {[]string{failed}, runner.Tests, Nothing},
		"an edit that was taken back":    {[]string{"edit a.go x>y", "edit a.go y>x", failed}, runner.Tests, Nothing},
		"the worst language":             {[]string{"edit a.go", passed, "show b_test.go", "edit b.ts", "1 npx vitest run ->  Test Files  1 failed | 3 passed (4)"}, runner.Tests, Failed},
		"types of a compiled language":   {[]string{"edit a.go", passed}, runner.Types, Nothing},
		"tests compile":                  {[]string{"edit a.go", passed}, runner.Build, Passed},
		"tests that fail prove no build": {[]string{"0 go build ./...", "edit a.go", failed}, runner.Build, Changed},

		// Parts.
		"a part":                          {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, Part},
		"the part that was changed":       {[]string{"edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, Passed},
		"parts together":                  {[]string{"edit a/a.go", "edit b/b.go", "0 go test ./a/... -> ok  \tx/a\t0.1s", "0 go test ./b/... -> ok  \tx/b\t0.1s"}, runner.Tests, Passed},
		"a file outside of the part":      {[]string{"edit a/a.go", "0 go test ./a/... -> ok  \tx/a\t0.1s", "edit b/b.go"}, runner.Tests, Part},
		"a filter":                        {[]string{"edit store/b.go", "0 go test ./store -run TestB -> ok  \tx/store\t0.1s"}, runner.Tests, Part},
		"a narrower pass":                 {[]string{"edit a.go", failed, "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, Failed},
		"the part that failed passes":     {[]string{"edit store/b.go", "1 go test ./store -> FAIL\tx/store\t0.1s", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, Passed},
		"a wider pass":                    {[]string{"edit store/b.go", "1 go test ./store -run TestB -> FAIL\tx/store\t0.1s", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, Passed},
		"the test file of a source":       {[]string{"edit src/quota.ts", "0 npx vitest run src/quota.test.ts ->       Tests  3 passed (3)"}, runner.Tests, Passed},
		"a narrow build after the whole":  {[]string{"edit a.go", "0 go build ./...", "1 go build ./testdata/bad -> x"}, runner.Build, Passed},
		"a narrow test on the same files": {[]string{"edit a.go", passed, "1 go test ./bad -> FAIL\tx/bad\t0.1s"}, runner.Tests, Passed},
		"a narrow test after a change":    {[]string{"edit a.go", passed, "edit a.go", "1 go test ./store -> FAIL\tx/store\t0.1s"}, runner.Tests, Failed},

		// What may have made it good.
		"a script may have run them":  {[]string{"edit a.go", failed, "0 ./ci.sh -> done"}, runner.Tests, Unknown},
		"a script that fails":         {[]string{"edit a.go", passed, "edit a.go", "1 ./ci.sh -> --- FAIL: TestA (0.00s)\nFAIL"}, runner.Tests, Failed},
		"a script that prints a pass": {[]string{"edit a.go", failed, "0 ./ci.sh -> 42 passed in 0.1s"}, runner.Tests, Unknown},
		"a tool of a server":          {[]string{"edit a.go", failed, "tool mcp__ide__run"}, runner.Tests, Unknown},
		"in a container":              {[]string{"edit a.go", failed, "0 docker run --rm app make test"}, runner.Tests, Unknown},
		"results from elsewhere":      {[]string{"show a_test.go", "edit a.go", "0 gh pr checks 12 -> test pass"}, runner.Tests, Unknown},
		"a person's command":          {[]string{"edit a.go", failed, "user go test ./..."}, runner.Tests, Unknown},
		"a person reports":            {[]string{"edit a.go", failed, "told I fixed it, it passes here"}, runner.Tests, Unknown},
		"an order":                    {[]string{"edit a.go", failed, "told commit it"}, runner.Tests, Failed},
		"a gap after it":              {[]string{"edit a.go", passed, "gap missing agent"}, runner.Tests, Unknown},
		"a gap before it":             {[]string{"edit a.go", "gap missing agent", passed}, runner.Tests, Passed},
		"a pipe hides the status":     {[]string{"edit a.go", "0 tsc --noEmit | head"}, runner.Types, Nothing},
		"a pipe hides that of types":  {[]string{"edit a.ts", "0 tsc --noEmit | head"}, runner.Types, Unknown},
		"a pipe shows a failure":      {[]string{"edit a.go", "0 go test ./... | tail -3 -> FAIL\tx/a\t0.1s\nFAIL"}, runner.Tests, Failed},
		"hidden on the same files":    {[]string{"edit a.go", passed, "0 go test ./... | grep -c ok -> 4"}, runner.Tests, Passed},

		// What excuses nothing.
		"a text that looks like a pass": {[]string{"edit a.go", failed, "0 cat README.md -> 42 passed in 0.1s"}, runner.Tests, Failed},
		"the log of git":                {[]string{"edit a.go", failed, "0 git log -3 -> ok  \tx/a\t0.1s"}, runner.Tests, Failed},
		"a commit":                      {[]string{"edit a.go", failed, "0 git commit -qm x -> [main 1a2b3c4] x"}, runner.Tests, Failed},
		"list of packages":              {[]string{"edit a.ts", "1 npx vitest run ->  Test Files  1 failed | 3 passed (4)", "0 npm ls -> a@1"}, runner.Tests, Failed},
		"an echo in a shell":            {[]string{"edit a.go", failed, "0 sh -c 'echo done' -> done"}, runner.Tests, Failed},
		"containers are listed":         {[]string{"edit a.go", failed, "0 docker ps -> x"}, runner.Tests, Failed},
		"a one-liner":                   {[]string{"edit a.go", failed, "0 python3 -c 'print(1)' -> 1"}, runner.Tests, Failed},
		"a program on standard input":   {[]string{"edit a.go", failed, "0 python3 - <<'E'\nprint(1)\nE -> 1"}, runner.Tests, Failed},
		"a one-liner of node":           {[]string{"edit a.go", failed, "0 node -e 'console.log(1)' -> 1"}, runner.Tests, Failed},
		"a one-liner that starts one":   {[]string{"edit a.go", failed, "0 python3 -c 'import subprocess; subprocess.run([\"go\", \"test\"])'"}, runner.Tests, Unknown},

		// Other trees, and other files.
		"a stash around a failing run": {[]string{"edit a.go", passed, "0 git stash", failed, "0 git stash pop"}, runner.Tests, Passed},
		"broken on purpose":            {[]string{"edit b.go", passed, "edit a.go x>y", failed, "edit a.go y>x"}, runner.Tests, Passed},
		"another folder":               {[]string{"show a_test.go", "edit a.go", "0 cd /other && go test ./... -> ok  \tx/a\t0.1s"}, runner.Tests, None},
		"the output went to a file":    {[]string{"edit a.py", "0 pytest > log; tail log -> ===== 12 passed in 0.31s ====="}, runner.Tests, Passed},
		"it failed, by its log":        {[]string{"edit a.py", "0 pytest > log 2>&1; tail -3 log -> ===== 1 failed, 12 passed in 0.31s ====="}, runner.Tests, Failed},
		"an old log":                   {[]string{"show a_test.go", "edit a.go", "0 tail old.log -> ===== 12 passed in 0.31s ====="}, runner.Tests, None},
	} {
		t.Run(name, func(t *testing.T) {
			if got := acts(tt.acts...).Result().Of(tt.kind); got.State != tt.want {
				t.Errorf("%s: %s (%s), want %s", tt.kind, got.State, got.Doubt.Why, tt.want)
			}
		})
	}
}
