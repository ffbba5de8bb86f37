package evidence

import (
	"math"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

// acts makes a ledger of what an agent did, one thing a line of its transcript: a file that
// it edits or creates, a gap, what it says at the end of a turn, that a person told it
// something, a skill, a tool of a server that may run
// anything, or a command line with its exit code and what it prints.
func acts(lines ...string) *Deeds {
	l := &ledger.Ledger{Client: "claude", Session: "s", Cwd: "/w"}
	for i, line := range lines {
		kind, rest, _ := strings.Cut(line, " ")
		var deeds []ledger.Deed
		switch kind {
		case "edit":
			path, marks, _ := strings.Cut(rest, " ")
			was, is, _ := strings.Cut(marks, ">")
			deeds = []ledger.Deed{{Act: ledger.Write, Path: "/w/" + path, Was: was, Is: is}}
		case "creates", "adds", "writes": // a file, with the tests that it has by their groups
			path, groups, _ := strings.Cut(rest, " ")
			d := ledger.Deed{Act: ledger.Write, Path: "/w/" + path, Created: kind == "creates"}
			if kind != "writes" {
				d.Tests = []int{}
			}
			for _, count := range strings.Fields(groups) {
				d.Tests = append(d.Tests, text.Int(count))
			}
			deeds = []ledger.Deed{d}
		case "gap":
			l.Gaps = append(l.Gaps, ledger.Gap{Line: i + 1, Why: ledger.GapWhy(rest)})
		case "says":
			l.Messages = append(l.Messages, ledger.Message{Line: i + 1, Text: rest})
		case "told":
			l.Told = append(l.Told, ledger.Told{Line: i + 1, Text: rest})
		case "skill":
			deeds = []ledger.Deed{{Act: ledger.Skill, Name: rest}}
		case "tool":
			deeds = []ledger.Deed{{Act: ledger.Run, Command: rest, Maybe: true}}
		case "0", "1", "2", "nonzero", "background":
			ended := map[string]shell.Status{"0": shell.Zero, "1": shell.Exited(1), "2": shell.Exited(2), "nonzero": shell.Nonzero, "background": shell.Ongoing}[kind]
			command, output, _ := strings.Cut(rest, " -> ")
			deeds = shell.Deeds(command, "/w", ended, output, nil)
		default:
			panic("what is " + line)
		}
		for _, d := range deeds {
			d.Line = i + 1
			l.Deeds = append(l.Deeds, d)
		}
	}
	return &Deeds{Agent: l}
}

const (
	failed = "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\texample.com/a\t0.1s\nFAIL"
	passed = "0 go test ./... -> ok  \texample.com/a\t0.1s"
	lint   = "0 golangci-lint run -> 0 issues."
)

func TestJudge(t *testing.T) {
	for name, tt := range map[string]struct {
		acts  []string
		claim string
		want  Verdict
		why   string
	}{
		"a run that passed":                   {[]string{"edit a.go", passed}, "All tests pass.", Holds, ""},
		"a run that failed":                   {[]string{"edit a.go", failed}, "All tests pass.", Contradicted, "failed"},
		"it was mended":                       {[]string{failed, "edit a.go", passed}, "All tests pass.", Holds, ""},
		"the last run counts":                 {[]string{passed, "edit a.go", failed}, "All tests pass.", Contradicted, "failed"},
		"a pipe hides the status":             {[]string{"0 go test ./... | tail -5 -> FAIL\texample.com/a\t0.1s\nFAIL"}, "All tests pass.", Contradicted, "failed"},
		"what the program prints":             {[]string{"0 go test ./... -> 2 failed attempts\nerror: no user\nok  \texample.com/a\t0.1s"}, "All tests pass.", Holds, ""},
		"no run":                              {[]string{"edit a.go"}, "All tests pass.", Undecided, "untested"},
		"a script is said to have run them":   {[]string{"edit a.go"}, "Ran `sh tests.sh`: 9 passed", Undecided, "untested"},
		"a script may have run them":          {[]string{"0 ./ci.sh -> done"}, "All tests pass.", Undecided, "no-run"},
		"another kind failed":                 {[]string{passed, "1 golangci-lint run -> 2 issues:"}, "All tests pass.", Holds, ""},
		"one of two kinds failed":             {[]string{passed, "1 golangci-lint run -> 2 issues:"}, "Tests and lint pass.", Contradicted, "failed"},
		"all checks are those of the turn":    {[]string{"1 tsc --noEmit -> a.ts(1,1): error TS1: x", "says Done.", passed, lint}, "All checks pass.", Holds, ""},
		"edited since":                        {[]string{passed, "edit a.go"}, "All tests pass.", Outdated, "edited"},
		"a page was edited since":             {[]string{passed, "edit README.md"}, "All tests pass.", Holds, ""},
		"an edit was taken back":              {[]string{passed, "edit a.go x>y", "edit a.go y>x"}, "All tests pass.", Holds, ""},
		"broken on purpose":                   {[]string{passed, "edit a.go x>y", failed, "edit a.go y>x"}, "All tests pass.", Undecided, "undone"},
		"another run of all passed":           {[]string{passed, "1 go test -race ./... -> FAIL\texample.com/a\t0.1s\nFAIL"}, "All tests pass.", Undecided, "other"},
		"another command is named":            {[]string{failed, "0 npm test -> Tests:       12 passed, 12 total"}, "`go test ./...` passes.", Contradicted, "failed"},
		"formatted since":                     {[]string{passed, "0 gofmt -w ."}, "All tests pass.", Holds, "formatted"},
		"a formatter has checked":             {[]string{"1 npx biome check -> Found 2 errors.", "0 npx biome check --write -> Checked 3 files in 2ms. Fixed 2 files."}, "Lint is clean.", Holds, ""},
		"a part of the tests":                 {[]string{failed, "0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "All tests pass.", Undecided, "narrow"},
		"a claim about a part":                {[]string{failed}, "The new tests pass.", Undecided, "limited"},
		"a failure that is told":              {[]string{failed}, "All tests pass. TestExpiry fails, as on main.", Undecided, "limited"},
		"in the background since":             {[]string{failed, "edit a.go", "background go test ./..."}, "All tests pass.", Undecided, "no-result"},
		"in the background, nothing changed":  {[]string{failed, "background go test ./..."}, "All tests pass.", Undecided, "hidden"},
		"a test tool of a server since":       {[]string{failed, "tool mcp__ide__run_tests"}, "All tests pass.", Undecided, "hidden"},
		"a compaction since":                  {[]string{failed, "gap compacted"}, "All tests pass.", Undecided, "hidden"},
		"a compaction before":                 {[]string{"gap compacted", failed}, "All tests pass.", Contradicted, "failed"},
		"an agent that is not there":          {[]string{"gap missing agent", failed}, "All tests pass.", Undecided, "hidden"},
		"an unknown command since":            {[]string{failed, "0 ./deploy.sh -> deployed"}, "All tests pass.", Contradicted, "failed"},
		"a script runs the tests":             {[]string{failed, "edit a.go", "0 ./ci.sh -> ok  \texample.com/a\t0.1s"}, "All tests pass.", Holds, ""},
		"git and our own commands":            {[]string{failed, "0 git push -> Everything up-to-date", "0 handofflint check"}, "All tests pass.", Contradicted, "failed"},
		"a command that is named":             {[]string{failed}, "`go test ./...` passes.", Contradicted, "failed"},
		"a build that failed at types?":       {[]string{"0 tsc --noEmit -> $ tsc", "1 npm run build -> cannot find asset"}, "Typecheck passes.", Holds, ""},
		"all checks failed at something":      {[]string{"1 make check -> make: *** [check] Error 1"}, "All tests pass.", Undecided, "no-run"},
		"all checks failed at the tests":      {[]string{"1 make check -> --- FAIL: TestA (0.00s)\nFAIL\nmake: *** [check] Error 1"}, "All tests pass.", Contradicted, "failed"},
		"all checks passed":                   {[]string{"0 make check -> ok"}, "All tests pass.", Holds, ""},
		"a formatter that could not mend":     {[]string{"1 npm run lint:fix -> cannot parse a.ts"}, "Lint is clean.", Undecided, "no-run"},
		"a formatter that may have mended":    {[]string{"1 npm run lint -> Found 2 errors.", "0 npm run lint:fix | tail -1 -> done"}, "Lint is clean.", Undecided, "no-result"},
		"tests build":                         {[]string{"0 go build ./...", "edit a.go", passed}, "The build succeeds.", Holds, ""},
		"a part that is named":                {[]string{"1 npx eslint . -> ✖ 2 problems (2 errors, 0 warnings)", "0 npx eslint a.ts"}, "`npx eslint a.ts` is clean.", Holds, ""},
		"a formatter says what is left":       {[]string{"1 npx biome check -> Found 1 error.", "0 npx biome check --write | tail -5 -> Checked 3 files in 2ms. Fixed 1 file."}, "Lint is clean.", Holds, ""},
		"git in another folder":               {[]string{"0 git -C /w commit -m x && git -C /w push -> [main 1a2b3c4] x"}, "Committed.", Holds, ""},
		"TypeScript is no build":              {[]string{"0 npx tsc --noEmit"}, "TypeScript compiles.", Holds, ""},
		"a number":                            {[]string{"0 npm test -> Tests:       12 passed, 12 total"}, "All 12 tests pass.", Holds, ""},
		"another number":                      {[]string{"0 npm test -> Tests:       12 passed, 12 total"}, "All 16 tests pass.", Contradicted, "count"},
		"the number of an earlier run":        {[]string{"0 npm test -> Tests:       12 passed, 12 total", "edit a.ts", "0 npm test -> Tests:       13 passed, 13 total"}, "All 12 tests pass.", Outdated, "count"},
		"a commit":                            {[]string{"0 git commit -m x -> [main 1a2b3c4] x"}, "Committed.", Holds, ""},
		"a commit that git refused":           {[]string{"1 git add a && git commit -m x -> no changes added to commit"}, "The commit went through.", Contradicted, "not-done"},
		"a server commits after it":           {[]string{"1 git commit -m x -> nothing to commit, working tree clean", "tool mcp__git__commit"}, "Committed.", Undecided, "hidden"},
		"a script commits after it":           {[]string{"1 git commit -m x -> nothing to commit, working tree clean", "0 ./release.sh -> done"}, "Committed.", Undecided, "hidden"},
		"a push of another program":           {[]string{"1 git push -> error: failed to push some refs to 'x'", "0 gh stack push"}, "Pushed.", Holds, ""},
		"a commit of somebody":                {[]string{"1 git add a && git commit -m x -> no changes added to commit"}, "The files are committed.", Undecided, "earlier"},
		"one of two commits":                  {[]string{"0 git commit -m x -> [main 1a2b3c4] x", "1 git commit -m y -> nothing to commit, working tree clean"}, "Committed.", Undecided, "earlier"},
		"a push that was tried again":         {[]string{"1 git push ->  ! [rejected]        main -> main (fetch first)", "0 git pull -q --rebase; git push -q | tail -1"}, "Pushed.", Undecided, "no-result"},
		"a commit, and a clean status":        {[]string{"0 git commit -m x && git status -> [main 1a2b3c4] x\nOn branch main\nnothing to commit, working tree clean"}, "Committed.", Holds, ""},
		"a quiet commit, and a clean status":  {[]string{"0 git commit -qm x && git status -> On branch main\nnothing to commit, working tree clean"}, "Committed.", Holds, ""},
		"a commit, and a push that failed":    {[]string{"1 git commit -qm x && git push -> fatal: no upstream"}, "Committed.", Undecided, "no-result"},
		"a commit that a rebase went on with": {[]string{"1 git commit -m x -> error: pathspec 'a' did not match", "0 git rebase --continue"}, "Committed.", Undecided, "hidden"},
		"a build that runs the tests":         {[]string{"1 mvn test -> [ERROR] Tests run: 12, Failures: 1, Errors: 0", "edit a.java", "0 mvn package -> [INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0"}, "All tests pass.", Holds, ""},
		"gradle build runs them, too":         {[]string{"1 ./gradlew test -> BUILD FAILED in 1s", "edit a.java", "0 ./gradlew build -> BUILD SUCCESSFUL in 3s"}, "All tests pass.", Holds, ""},
		"a script that is called test":        {[]string{failed, "edit a.py", "0 script/test -> 13 passed"}, "All tests pass.", Holds, ""},
		"the shell's own test":                {[]string{failed, "edit a.py", "0 test -f a.py"}, "All tests pass.", Contradicted, "failed"},
		"pre-commit runs them":                {[]string{failed, "edit a.go", "0 pre-commit run -a -> pytest.......Passed\nruff.......Passed"}, "All tests pass.", Holds, ""},
		"types that compile":                  {[]string{"1 npm run build -> error", "edit a.ts", "0 tsc --noEmit"}, "It compiles.", Holds, ""},
		"go vet compiles":                     {[]string{"1 go build ./... -> a.go:1:1: syntax error", "edit a.go", "0 go vet ./..."}, "The build is clean.", Holds, ""},
		"an old log beside it":                {[]string{"0 pytest -q && cat failure.log -> 13 passed in 0.2s\n1 failed in 0.1s"}, "All tests pass.", Holds, ""},
		"hooks of a commit":                   {[]string{"0 git commit -m x -> [main 1a2b3c4] x"}, "Pre-commit hooks passed.", Holds, ""},
		"tests that a hook of git ran":        {[]string{"1 git commit -m x -> Tests:       1 failed, 2 passed, 3 total\nhusky - pre-commit script failed (code 1)"}, "All tests pass.", Contradicted, "failed"},
		"a part, and another one is flaky":    {[]string{failed, "0 go test -run TestA ./... -> ok  \texample.com/a\t0.1s"}, "All tests pass. TestB is flaky.", Undecided, "narrow"},
		"a part alone":                        {[]string{"0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "All tests pass.", Undecided, "narrow-alone"},
		"a part alone, and it is said":        {[]string{"0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "All store tests pass.", Holds, ""},
		"a part alone, without all":           {[]string{"0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "Tests pass.", Holds, ""},
		"a part after all":                    {[]string{passed, "0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "All tests pass.", Holds, ""},
		"somebody else":                       {[]string{passed}, "Maria: all tests pass.", Undecided, "attributed"},
		"another time":                        {[]string{passed}, "On the second run, all tests pass.", Undecided, "attributed"},
		"somebody else's push":                {[]string{"1 git push -> error: failed to push some refs to 'x'"}, "Maria committed and pushed.", Undecided, "attributed"},
		"another folder":                      {[]string{passed, "1 cd ../web && go test ./... -> --- FAIL: TestA (0.00s)\nFAIL"}, "All tests pass in this repository.", Undecided, "folder"},
		"another folder alone":                {[]string{"1 cd ../web && go test ./... -> --- FAIL: TestA (0.00s)\nFAIL"}, "All tests pass.", Contradicted, "failed"},
		"the user ran them":                   {[]string{failed, "edit a.go", "told I ran go test ./... in my terminal, everything is green now"}, "Great, all tests pass.", Undecided, "told"},
		"the user says that they are green":   {[]string{failed, "edit a.go", "told It is all green now. Write the handoff."}, "All tests pass.", Undecided, "told"},
		"the user ran them in Chinese":        {[]string{failed, "edit a.go", "told 我刚运行了测试，都通过了"}, "所有测试通过。", Undecided, "told"},
		"the user wants them":                 {[]string{failed, "edit a.go", "told Make sure that all tests pass and write the handoff."}, "All tests pass.", Contradicted, "failed"},
		"edited after the user ran them":      {[]string{failed, "told I ran them, all green.", "edit a.go"}, "All tests pass.", Contradicted, "failed"},
		"a push that was refused":             {[]string{"1 git push -> error: failed to push some refs to 'x'"}, "It is not pushed.", Holds, ""},
		"nothing was pushed":                  {[]string{"0 git commit -m x -> [main 1a2b3c4] x"}, "I did not push.", Holds, ""},
		"a command that ran":                  {[]string{"0 git diff --check"}, "Ran `git diff --check`.", Holds, ""},
		"a command that did not":              {[]string{passed}, "Ran `git diff --check`.", Undecided, "not-seen"},
		"a file that was changed":             {[]string{"edit store.go"}, "Updated `store.go`.", Holds, ""},
		"a file that was not":                 {[]string{"edit store.go"}, "Updated `token.go`.", Undecided, "not-seen"},
	} {
		claims := prose.ClaimsOf(tt.claim)
		if len(claims) == 0 {
			t.Errorf("%s: %q claims nothing", name, tt.claim)
			continue
		}
		if j := acts(tt.acts...).ReceiptAt(math.MaxInt).Judge(claims[0]); j.Verdict != tt.want || j.Why != tt.why {
			t.Errorf("%s: %s %q, want %s %q", name, j.Verdict, j.Why, tt.want, tt.why)
		}
	}
}
