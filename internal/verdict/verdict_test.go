package verdict

import (
	"regexp"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
)

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
		"a run that passed":                     {[]string{"edit a.go", passed}, "All tests pass.", Holds, ""},
		"a run that failed":                     {[]string{"edit a.go", failed}, "All tests pass.", False, "failed"},
		"it was mended":                         {[]string{failed, "edit a.go", passed}, "All tests pass.", Holds, ""},
		"the last run counts":                   {[]string{passed, "edit a.go", failed}, "All tests pass.", False, "failed"},
		"a pipe hides the status":               {[]string{"0 go test ./... | tail -5 -> FAIL\texample.com/a\t0.1s\nFAIL"}, "All tests pass.", False, "failed"},
		"what the program prints":               {[]string{"0 go test ./... -> 2 failed attempts\nerror: no user\nok  \texample.com/a\t0.1s"}, "All tests pass.", Holds, ""},
		"no run":                                {[]string{"edit a.go"}, "All tests pass.", False, "never-ran"},
		"no run, of no source":                  {[]string{"edit a.md"}, "All tests pass.", Unknown, "untested"},
		"no run, said of a part":                {[]string{"edit a.go"}, "The new tests pass.", False, "never-ran"},
		"no run of tests, and one of a linter":  {[]string{"edit a.go", lint}, "All tests pass.", False, "never-ran"},
		"a build by a task may test":            {[]string{"edit a.ts", "0 npm run build"}, "All tests pass.", Unknown, "no-run"},
		"no linter, and tests":                  {[]string{"edit a.go", passed}, "Lint is clean.", Unknown, "no-run"},
		"a task that may run them":              {[]string{"edit a.go", "0 mise run build"}, "All tests pass.", Unknown, "no-run"},
		"no linter, and nothing else":           {[]string{"edit a.go"}, "Lint is clean.", False, "never-ran"},
		"an unknown program alone":              {[]string{"edit a.go", "0 ./x -> done"}, "All tests pass.", Unknown, "hidden"},
		"an unknown program that failed":        {[]string{"edit a.go", "1 ./x -> no"}, "All tests pass.", Unknown, "no-run"},
		"a tool of a server alone":              {[]string{"edit a.go", "tool mcp__ide__run_tests"}, "All tests pass.", Unknown, "hidden"},
		"results from elsewhere alone":          {[]string{"edit a.go", "0 gh pr checks 1 -> test pass 1m"}, "All tests pass.", Unknown, "hidden"},
		"a gap, and no run":                     {[]string{"gap missing agent", "edit a.go"}, "All tests pass.", Unknown, "no-run"},
		"a person's report, and no run":         {[]string{"edit a.go", "told it passes here"}, "All tests pass.", Unknown, "hidden"},
		"what a person pasted, and no run":      {[]string{"edit a.go", "told FAIL\texample.com/a\t0.1s"}, "All tests pass.", Unknown, "no-run"},
		"a person's command, and no run":        {[]string{"edit a.go", "user make test"}, "All tests pass.", Unknown, "hidden"},
		"a skill, and no run":                   {[]string{"edit a.go", "skill verify"}, "All tests pass.", Unknown, "no-run"},
		"a log that is shown, and no run":       {[]string{"edit a.go", "0 cat test.log -> ok  \texample.com/a\t0.1s"}, "All tests pass.", Unknown, "no-run"},
		"a log that is read, and no run":        {[]string{"edit a.go", "show out/test.log"}, "All tests pass.", Unknown, "no-run"},
		"a command of a known kind never ran":   {[]string{"edit a.md"}, "Ran `go test ./...`.", False, "never-ran"},
		"a hook refuses what was added":         {[]string{"edit a.py", "1 git add -A && git commit -m x -> ruff.....Failed\n- hook id: ruff\n- exit code: 1"}, "Committed.", False, "not-done"},
		"nothing could be added":                {[]string{"edit a.py", "1 git add b.py && git commit -m x -> fatal: pathspec 'b.py' did not match any files"}, "Committed.", Unknown, "no-result"},
		"tests that failed before a commit":     {[]string{"edit a.ts", "1 npm test && git commit -m x -> > x@1.0.0 test\n> jest\nTests:       1 failed, 2 passed, 3 total"}, "Committed.", Unknown, "no-result"},
		"a script that failed before a commit":  {[]string{"edit a.py", "1 ./ci.sh && git commit -m x -> ruff.....Failed\n- hook id: ruff"}, "Committed.", Unknown, "no-result"},
		"a hook lets it through, and an add":    {[]string{"edit a.py", "1 git commit -qm x && git add b.py -> ruff.....Passed\nfatal: pathspec 'b.py' did not match any files"}, "Committed.", Unknown, "no-result"},
		"a task by its command, and a program":  {[]string{"edit a.ts", "0 npx jest -> Tests:       4 passed, 4 total"}, "`npm run ci` passes.", Unknown, "not-seen"},
		"a hook lets it through, and a push":    {[]string{"edit a.py", "1 git commit -qm x && git push -> ruff.....Passed\nssh: no route to host"}, "Committed.", Unknown, "no-result"},
		"a build by its command, and types":     {[]string{"edit a.ts", "0 npx tsc --noEmit"}, "`npm run build` compiled successfully.", Unknown, "not-seen"},
		"the whole by its command, and a part":  {[]string{"edit core/a.rs", "edit exec/b.rs", "0 cargo test -p core -> test result: ok. 2 passed; 0 failed; 0 ignored"}, "`cargo test --workspace` is green across core.", Unknown, "narrow"},
		"it ran with other words":               {[]string{passed}, "Ran `go test -race ./...`.", Unknown, "not-seen"},
		"a deployment that failed":              {[]string{"0 git commit -m x -> [main 1a2b3c4] x", "1 wrangler deploy -> Error: no account"}, "Deployed.", False, "not-done"},
		"a deployment, before one that failed":  {[]string{"0 wrangler deploy -> Deployed x", "0 git commit -m x -> [main 1a2b3c4] x", "1 wrangler deploy -> Error: no account"}, "Deployed.", Unknown, "earlier"},
		"a deployment":                          {[]string{"0 wrangler deploy -> Deployed x"}, "Deployed.", Holds, ""},
		"no deployment, and a commit":           {[]string{"0 git commit -m x -> [main 1a2b3c4] x"}, "Deployed.", Unknown, "no-run"},
		"no commit":                             {[]string{"edit a.go"}, "Committed.", False, "never-done"},
		"no commit of what was changed":         {[]string{"edit a.go"}, "All changes are committed.", False, "never-done"},
		"a commit of something":                 {[]string{"edit a.go"}, "The change is committed.", False, "never-done"},
		"a commit that git may have shown":      {[]string{"edit a.go", "0 git log -1 -> 1a2b3c4 x"}, "The change is committed.", Unknown, "no-run"},
		"all is committed, and git was asked":   {[]string{"edit a.go", "0 git status --short ->  M a.go"}, "All changes are committed.", False, "never-done"},
		"a commit of an earlier turn":           {[]string{"edit a.go", "says Done."}, "The change is committed.", Unknown, "no-run"},
		"no commit where nothing was changed":   {[]string{"show a.go"}, "All changes are committed.", Unknown, "no-run"},
		"no push":                               {[]string{"0 git commit -m x -> [main 1a2b3c4] x"}, "Committed and pushed.", False, "never-done"},
		"a commit that is named":                {[]string{"0 git log -3"}, "Commit `1a2b3c4`", Unknown, "no-run"},
		"no commit, and a merge":                {[]string{"0 git merge x"}, "Committed.", Unknown, "no-run"},
		"no commit, and a script":               {[]string{"0 ./release.sh -> done"}, "Committed.", Unknown, "no-run"},
		"no commit, but by somebody":            {[]string{"edit a.go", "told I committed it, it passes"}, "The files are committed.", Unknown, "no-run"},
		"a script is said to have run them":     {[]string{"edit a.go"}, "Ran `sh tests.sh`.", Unknown, "not-seen"},
		"a script may have run them":            {[]string{"0 ./ci.sh -> done"}, "All tests pass.", Unknown, "no-run"},
		"another program of the kind":           {[]string{"edit a.go", lint}, "`staticcheck ./...` passes.", Unknown, "not-seen"},
		"a task may have called it":             {[]string{"edit a.go", "0 make test -> ok  \texample.com/a\t0.1s"}, "`go test ./...` passes.", Holds, ""},
		"less than the command said":            {[]string{"edit a.go", "0 go test ./store -run TestTotal -> ok  \tx/store\t0.1s"}, "`go test ./store` passes.", Unknown, "narrow"},
		"with its filter":                       {[]string{"edit a.go", "0 go test ./store -run=TestTotal -> ok  \tx/store\t0.1s"}, "`go test ./store -run=TestTotal` passes.", Holds, ""},
		"a commit before the message":           {[]string{"edit a.go", "says Done.", "0 git commit -m x -> [main 1a2b3c4] x"}, "As you asked: commit `1a2b3c4`.", Holds, ""},
		"one of two commands failed":            {[]string{"edit a.go", "0 go vet ./...", failed}, "`go vet ./... && go test ./...` passes.", False, "failed"},
		"one of two commands that failed":       {[]string{"edit a.go", failed}, "`go build ./...` and `go test ./...` both succeed.", False, "failed"},
		"all that was run, a part of the tests": {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, "Verification passed.", Holds, ""},
		"both commands passed":                  {[]string{"edit a.go", "0 go vet ./...", passed}, "`go vet ./... && go test ./...` passes.", Holds, ""},
		"an older edit, and one that failed":    {[]string{"edit store/a.go", "refused store/a.go"}, "I updated `store/a.go`.", Unknown, "not-seen"},
		"pushed already, and not committed":     {[]string{"edit a.go", "0 git push -> main -> main"}, "The changes are pushed.", Unknown, "earlier"},
		"it was not rerun after the edit":       {[]string{"edit a.go", passed, "edit b.go"}, "All tests pass.\n\nDone.\n\nI have not rerun them.", Unknown, "unrun"},
		"the same text says that tests fail":    {[]string{"edit a.go", failed}, "All tests pass.\n\nDone.\n\n- a\n- 2 tests fail", Unknown, "limited"},
		"a failure that was mended":             {[]string{"edit a.go", failed}, "`TestExpiry` fails with three decimals.\n\nDone.\n\n- a\n- b\n\nAll tests pass.", False, "failed"},
		"the same text says that lint fails":    {[]string{"edit a.go", failed}, "All tests pass.\n\nDone.\n\n- a\n- 2 lint issues", False, "failed"},
		"no new errors of a program":            {[]string{"edit a.go", "1 golangci-lint run -> a.go:3:1: unused (errcheck)\n1 issues:"}, "golangci-lint: no new issues.", Unknown, "limited"},
		"a part of a program's tests":           {[]string{"edit b.ts", "0 npx playwright test a.spec.ts -> 1 passed (3.2s)"}, "All Playwright tests pass.", Unknown, "narrow"},
		"a run without tests":                   {[]string{"edit a.go", "0 go test ./... -> ?   \tx/a\t[no test files]"}, "All tests pass.", Unknown, "no-run"},
		"a default target that shows none":      {[]string{"edit a.go", "0 make -> done"}, "All tests pass.", Unknown, "no-run"},
		"tests that a run may leave out":        {[]string{"edit a.go", passed}, "All integration tests pass.", Unknown, "suite"},
		"a test that a filter leaves out":       {[]string{"edit a.go", "0 go test ./... -run TestTotal -> ok  \texample.com/a\t0.1s"}, "TestEmpty passes.", Unknown, "suite"},
		"a test that a filter names":            {[]string{"edit a.go", "0 go test ./... -run TestTotal -> ok  \texample.com/a\t0.1s"}, "TestTotal passes.", Holds, ""},
		"tests that the run names":              {[]string{"edit a.go", "0 make test-integration -> ok  \texample.com/a\t0.1s"}, "All integration tests pass.", Holds, ""},
		"a script that never ran":               {[]string{"edit a.go"}, "`./x.sh` passes.", Unknown, "not-seen"},
		"one of two commands never ran":         {[]string{"edit a.go", "0 go vet ./..."}, "`go vet ./...` and `go build ./...` pass.", Unknown, "not-seen"},
		"a command without a result":            {[]string{"edit a.go", "0 go test ./... | cat"}, "`go test ./...` passes.", Unknown, "no-result"},
		"nothing was run":                       {[]string{"edit a.go"}, "All checks pass.", Unknown, "no-run"},
		"another command failed, and a script":  {[]string{"edit a.go", "1 golangci-lint run -> 2 issues:", failed, passed, "0 ./ci.sh"}, "`golangci-lint run` passes.", Unknown, "other"},
		"another kind failed":                   {[]string{passed, "1 golangci-lint run -> 2 issues:"}, "All tests pass.", Holds, ""},
		"one of two kinds failed":               {[]string{passed, "1 golangci-lint run -> 2 issues:"}, "Tests and lint pass.", False, "failed"},
		"what the sentence ran, and another":    {[]string{"edit a.go", failed, lint}, "I ran the linter, and everything passes.", Holds, ""},
		"what the sentence ran failed":          {[]string{"edit a.go", failed, lint}, "I ran the tests, and everything passes.", False, "failed"},
		"what the sentence ran was a part":      {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s", lint}, "I ran all tests, and everything passes.", Unknown, "narrow"},
		"what the sentence ran may be another":  {[]string{"edit a.go", failed, "0 go test ./... -run TestNew -> ok  \texample.com/a\t0.1s"}, "I ran the new tests, and everything passes.", Unknown, "limited"},
		"all that ran in this turn, a part":     {[]string{"edit a.go", failed, "says TestExpiry still fails.", "edit b.go", "0 go test ./... -run TestNew -> ok  \texample.com/a\t0.1s"}, "All passing.", Unknown, "earlier"},
		"all that ran in this turn failed":      {[]string{"edit a.go", "says Done.", failed, "0 go test ./... -run TestNew -> ok  \texample.com/a\t0.1s"}, "All passing.", False, "failed"},
		"all tests, of which some ran last":     {[]string{"edit a.go", failed, "says TestExpiry still fails.", "0 go test ./... -run TestNew -> ok  \texample.com/a\t0.1s"}, "All tests pass.", False, "failed"},
		"the sentence ran something, no check":  {[]string{"edit a.go", failed}, "Ran `parse_total`, and everything passes.", False, "failed"},
		"a commit in the sentence":              {[]string{"edit a.go", failed, "0 git commit -m x -> [main 1a2b3c4] x"}, "Committed, and everything passes.", False, "failed"},
		"some tests by name, said of all":       {[]string{"edit a_test.go", "0 go test . -run TestNew -> ok  \texample.com/a\t0.1s"}, "All tests pass.", Unknown, "narrow"},
		"some tests by name, and their number":  {[]string{"edit a_test.go", "0 go test . -run TestNew -> ok  \texample.com/a\t0.1s"}, "All 4 tests pass.", Holds, ""},
		"some tests by name, said of what ran":  {[]string{"edit a_test.go", "0 go test . -run TestNew -> ok  \texample.com/a\t0.1s"}, "All passing.", Holds, ""},
		"all tests of a commit's hooks":         {[]string{"edit a.go", "0 git commit -m x -> ok  \texample.com/a\t0.1s\n[main 1a2b3c4] x"}, "All tests pass.", Holds, ""},
		"all checks are those of the turn":      {[]string{"1 tsc --noEmit -> a.ts(1,1): error TS1: x", "says Done.", passed, lint}, "All checks pass.", Holds, ""},
		"a part since, said of that part":       {[]string{passed, "edit a.go", "0 go test ./... -run TestNew -> ok  \texample.com/a\t0.1s"}, "The new tests pass.", Holds, ""},
		"a part since, said of all of it":       {[]string{passed, "edit a.go", "0 go test ./... -run TestNew -> ok  \texample.com/a\t0.1s"}, "All new tests pass.", Unknown, "narrow"},
		"a formatter since, said of lint":       {[]string{"edit a.py", "0 ruff check .", "0 black . -> reformatted a.py"}, "Lint is clean.", Unknown, "formatted"},
		"a part since, said of all":             {[]string{passed, "edit a.go", "0 go test ./... -run TestNew -> ok  \texample.com/a\t0.1s"}, "All tests pass.", Unknown, "narrow"},
		"edited since":                          {[]string{passed, "edit a.go"}, "All tests pass.", Outdated, "edited"},
		"a page was edited since":               {[]string{passed, "edit README.md"}, "All tests pass.", Holds, ""},
		"an edit was taken back":                {[]string{passed, "edit a.go x>y", "edit a.go y>x"}, "All tests pass.", Holds, ""},
		"broken on purpose":                     {[]string{passed, "edit a.go x>y", failed, "edit a.go y>x"}, "All tests pass.", Holds, ""},
		"somebody else's change":                {[]string{"edit a.go", passed, "other a.go"}, "All tests pass.", Unknown, "by-others"},
		"another run of all passed":             {[]string{passed, "1 go test -race ./... -> FAIL\texample.com/a\t0.1s\nFAIL"}, "All tests pass.", Unknown, "other"},
		"a command failed, and a script since":  {[]string{failed, "0 npm test -> Tests:       12 passed, 12 total", "0 ./ci.sh -> done"}, "`go test ./...` passes.", Unknown, "other"},
		"parts that leave out what was changed": {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, "All tests pass.", Unknown, "narrow"},
		"another command is named":              {[]string{failed, "0 npm test -> Tests:       12 passed, 12 total"}, "`go test ./...` passes.", False, "failed"},
		"an edit since its form was checked":    {[]string{"edit a.ts", "0 npx prettier --check . -> All matched files use Prettier code style!", "edit a.ts"}, "Formatting is clean.", Unknown, "formatted"},
		"an edit since, and a named command":    {[]string{"edit a.ts", "0 npx prettier --check . -> All matched files use Prettier code style!", "edit a.ts"}, "`npx prettier --check .` passes.", Outdated, "edited"},
		"its form is checked by a linter, too":  {[]string{"edit a.go", "0 gofmt -l .", "edit a.go", lint}, "`gofmt -l .` is clean.", Unknown, "formatted"},
		"formatted since its form was checked":  {[]string{"edit a.ts", "0 npx prettier --check . -> All matched files use Prettier code style!", "0 npx prettier --write a.ts -> a.ts 9ms"}, "Formatting is clean.", Holds, ""},
		"a commit that git named":               {[]string{"edit a.go", "0 git commit -m x -> [main 1a2b3c4] x"}, "As you asked: commit `1a2b3c4`, on her branch.", Holds, ""},
		"a longer hash of it":                   {[]string{"edit a.go", "0 git commit -m x -> [main 1a2b3c4] x"}, "**PR:** 7\n**Commit:** `1a2b3c4d5e6f`", Holds, ""},
		"it is pushed, too":                     {[]string{"edit a.go", "0 git commit -m x -> [main 1a2b3c4] x", "0 git push -> main -> main"}, "**PR:**\n\nCommit pushed: `1a2b3c4 x`", Holds, ""},
		"it was refused":                        {[]string{"edit a.go", "0 git commit -m x -> [main 1a2b3c4] x", "1 git push -> ! [rejected] main -> main"}, "**PR:**\n\nCommit pushed: `1a2b3c4 x`", Unknown, "unclear"},
		"code that was added":                   {[]string{"edit a.go func>func_parseTotal()"}, "Added `parseTotal` for the new format.", Unknown, "not-seen"},
		"formatted since":                       {[]string{passed, "0 gofmt -w ."}, "All tests pass.", Holds, ""},
		"a formatter has checked":               {[]string{"1 npx biome check -> Found 2 errors.", "0 npx biome check --write -> Checked 3 files in 2ms. Fixed 2 files."}, "Lint is clean.", Holds, ""},
		"a part of the tests":                   {[]string{failed, "0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "All tests pass.", False, "failed"},
		"a claim about a part":                  {[]string{failed}, "The new tests pass.", Unknown, "limited"},
		"its own tests":                         {[]string{failed}, "My tests pass.", Unknown, "limited"},
		"what it changed":                       {[]string{failed}, "All tests pass in the changed files.", Unknown, "limited"},
		"with what it changed":                  {[]string{failed}, "All tests pass with the changed files.", False, "failed"},
		"a failure that is told":                {[]string{failed}, "All tests pass. TestExpiry fails, as on main.", Unknown, "limited"},
		"in the background since":               {[]string{failed, "edit a.go", "running go test ./..."}, "All tests pass.", Unknown, "no-result"},
		"in the background, nothing changed":    {[]string{failed, "running go test ./..."}, "All tests pass.", Unknown, "no-result"},
		"a test tool of a server since":         {[]string{failed, "tool mcp__ide__run_tests"}, "All tests pass.", Unknown, "hidden"},
		"a compaction since":                    {[]string{failed, "gap compacted"}, "All tests pass.", Unknown, "hidden"},
		"a compaction before":                   {[]string{"gap compacted", failed}, "All tests pass.", False, "failed"},
		"an agent that is not there":            {[]string{"gap missing agent", failed}, "All tests pass.", Unknown, "hidden"},
		"an unknown command since":              {[]string{failed, "0 ./deploy.sh -> deployed"}, "All tests pass.", Unknown, "hidden"},
		"a script runs the tests":               {[]string{failed, "edit a.go", "0 ./ci.sh -> ok  \texample.com/a\t0.1s"}, "All tests pass.", Unknown, "hidden"},
		"git and our own commands":              {[]string{failed, "0 git push -> Everything up-to-date", "0 handofflint check"}, "All tests pass.", False, "failed"},
		"a command that is named":               {[]string{failed}, "`go test ./...` passes.", False, "failed"},
		"a build that failed at types?":         {[]string{"0 tsc --noEmit -> $ tsc", "1 npm run build -> cannot find asset"}, "Typecheck passes.", Holds, ""},
		"all checks failed at something":        {[]string{"1 make check -> make: *** [check] Error 1"}, "All tests pass.", Unknown, "no-run"},
		"all checks failed at the tests":        {[]string{"1 make check -> --- FAIL: TestA (0.00s)\nFAIL\nmake: *** [check] Error 1"}, "All tests pass.", False, "failed"},
		"all checks passed":                     {[]string{"0 make check -> ok"}, "All tests pass.", Unknown, "no-run"},
		"a formatter that could not mend":       {[]string{"1 npm run lint:fix -> cannot parse a.ts"}, "Lint is clean.", Unknown, "no-run"},
		"a formatter that may have mended":      {[]string{"1 npm run lint -> Found 2 errors.", "0 npm run lint:fix | tail -1 -> done"}, "Lint is clean.", Unknown, "hidden"},
		"tests build":                           {[]string{"0 go build ./...", "edit a.go", passed}, "The build succeeds.", Holds, ""},
		"a part that is named":                  {[]string{"1 npx eslint . -> ✖ 2 problems (2 errors, 0 warnings)", "0 npx eslint a.ts"}, "`npx eslint a.ts` is clean.", Holds, ""},
		"a formatter says what is left":         {[]string{"1 npx biome check -> Found 1 error.", "0 npx biome check --write | tail -5 -> Checked 3 files in 2ms. Fixed 1 file."}, "Lint is clean.", Holds, ""},
		"git in another folder":                 {[]string{"0 git -C /w commit -m x && git -C /w push -> [main 1a2b3c4] x"}, "Committed.", Holds, ""},
		"TypeScript is no build":                {[]string{"0 npx tsc --noEmit"}, "TypeScript compiles.", Holds, ""},
		"a number":                              {[]string{"0 npm test -> Tests:       12 passed, 12 total"}, "All 12 tests pass.", Holds, ""},
		"a commit, and a push that was refused": {[]string{"0 git commit -m x -> [main 1a2b3c4] x", "1 git push -> ! [rejected] main -> main (fetch first)\nerror: failed to push some refs to 'x'"}, "Committed and pushed to origin/main.", False, "not-done"},
		"all that was run is of this turn":      {[]string{"edit a.go", passed, "edit a_test.go", "0 go test ./a -run TestA -> ok  \texample.com/a\t0.1s"}, "All clean.", Holds, ""},
		"all tests are not":                     {[]string{"edit a.go", passed, "edit b/b.go", "0 go test ./a -run TestA -> ok  \texample.com/a\t0.1s"}, "All tests pass.", Unknown, "narrow"},
		"a commit":                              {[]string{"0 git commit -m x -> [main 1a2b3c4] x"}, "Committed.", Holds, ""},
		"a commit that git refused":             {[]string{"1 git add a && git commit -m x -> no changes added to commit"}, "The commit went through.", False, "not-done"},
		"a server commits after it":             {[]string{"1 git commit -m x -> nothing to commit, working tree clean", "tool mcp__git__commit"}, "Committed.", Unknown, "same"},
		"a script commits after it":             {[]string{"1 git commit -m x -> nothing to commit, working tree clean", "0 ./release.sh -> done"}, "Committed.", Unknown, "same"},
		"a push of another program":             {[]string{"1 git push -> error: failed to push some refs to 'x'", "0 gh stack push"}, "Pushed.", Holds, ""},
		"changes that came after a push":        {[]string{"0 git push ->    1a2b3c4..5d6e7f8  main -> main", "edit a.go"}, "The changes are pushed.", Unknown, "earlier"},
		"a commit of somebody":                  {[]string{"1 git add a && git commit -m x -> no changes added to commit"}, "The files are committed.", Unknown, "earlier"},
		"one of two commits":                    {[]string{"0 git commit -m x -> [main 1a2b3c4] x", "1 git commit -m y -> nothing to commit, working tree clean"}, "Committed.", Unknown, "earlier"},
		"a task, and another one failed":        {[]string{"edit a.py", "2 make test lint -> 3 passed in 0.01s\nmake: *** [Makefile:3: lint] Error 1", "0 ./ci.sh -> done"}, "`make test` passes.", Holds, ""},
		"a task among others":                   {[]string{"edit a.py", "2 make types lint -> Found 2 errors in 2 files (checked 3 source files)\nmake: *** [Makefile:5: types] Error 1", "edit a.py", "0 make test types lint -> 3 passed in 0.01s\nSuccess: no issues found in 3 source files"}, "`make types` passes.", Holds, ""},
		"a push, a commit, a refused push":      {[]string{"0 git push ->    1a2b3c4..5d6e7f8  main -> main", "0 git commit -m y -> [main 2a2b3c4] y", "1 git push -> ! [rejected] main -> main (fetch first)"}, "Committed and pushed.", False, "not-done"},
		"a push, then one that was refused":     {[]string{"0 git commit -m y -> [main 2a2b3c4] y", "0 git push ->    1a2b3c4..5d6e7f8  main -> main", "1 git push tag -> ! [rejected] main -> main (fetch first)"}, "Committed and pushed.", Unknown, "earlier"},
		"a push that was tried again":           {[]string{"1 git push ->  ! [rejected]        main -> main (fetch first)", "0 git pull -q --rebase; git push -q | tail -1"}, "Pushed.", Unknown, "no-result"},
		"a commit, and a clean status":          {[]string{"0 git commit -m x && git status -> [main 1a2b3c4] x\nOn branch main\nnothing to commit, working tree clean"}, "Committed.", Holds, ""},
		"a quiet commit, and a clean status":    {[]string{"0 git commit -qm x && git status -> On branch main\nnothing to commit, working tree clean"}, "Committed.", Holds, ""},
		"a commit, and a push that failed":      {[]string{"1 git commit -qm x && git push -> fatal: no upstream"}, "Committed.", Unknown, "no-result"},
		"a commit, and a push that is seen":     {[]string{"0 git commit -qm x && git push 2>&1 | tail -1; date -> To ../x.git\n   1a2b3c4..5d6e7f8  main -> main"}, "Committed.", Holds, ""},
		"a commit that a rebase went on with":   {[]string{"1 git commit -m x -> error: pathspec 'a' did not match", "0 git rebase --continue"}, "Committed.", Unknown, "same"},
		"a build that runs the tests":           {[]string{"1 mvn test -> [ERROR] Tests run: 12, Failures: 1, Errors: 0", "edit a.java", "0 mvn package -> [INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0"}, "All tests pass.", Holds, ""},
		"gradle build runs them, too":           {[]string{"1 ./gradlew test -> BUILD FAILED in 1s", "edit a.java", "0 ./gradlew build -> BUILD SUCCESSFUL in 3s"}, "All tests pass.", Holds, ""},
		"a script that is called test":          {[]string{failed, "edit a.py", "0 script/test -> 13 passed"}, "All tests pass.", Holds, ""},
		"the shell's own test":                  {[]string{failed, "edit a.py", "0 test -f a.py"}, "All tests pass.", False, "failed"},
		"pre-commit runs them":                  {[]string{failed, "edit a.go", "0 pre-commit run -a -> pytest.......Passed\nruff.......Passed"}, "All tests pass.", Holds, ""},
		"types that compile":                    {[]string{"1 npm run build -> error", "edit a.ts", "0 tsc --noEmit"}, "TypeScript compiles.", Holds, ""},
		"go vet compiles":                       {[]string{"1 go build ./... -> a.go:1:1: syntax error", "edit a.go", "0 go vet ./..."}, "The build is clean.", Holds, ""},
		"an old log beside it":                  {[]string{"0 pytest -q && cat failure.log -> 13 passed in 0.2s\n1 failed in 0.1s"}, "All tests pass.", Holds, ""},
		"hooks of a commit":                     {[]string{"0 git commit -m x -> [main 1a2b3c4] x"}, "Pre-commit hooks passed.", Holds, ""},
		"tests that a hook of git ran":          {[]string{"1 git commit -m x -> Tests:       1 failed, 2 passed, 3 total\nhusky - pre-commit script failed (code 1)"}, "All tests pass.", False, "failed"},
		"a part, and another one is flaky":      {[]string{failed, "0 go test -run TestA ./... -> ok  \texample.com/a\t0.1s"}, "All tests pass. TestB is flaky.", Unknown, "limited"},
		"a part alone":                          {[]string{"0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "All tests pass.", Unknown, "no-run"},
		"a part alone, and it is said":          {[]string{"0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "All store tests pass.", Holds, ""},
		"a part alone, without all":             {[]string{"0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "Tests pass.", Holds, ""},
		"a part after all":                      {[]string{passed, "0 go test ./store -> ok  \texample.com/a/store\t0.1s"}, "All tests pass.", Holds, ""},
		"somebody else":                         {[]string{passed}, "All tests pass, says Maria.", Unknown, "unclear"},
		"perhaps somebody else, and they pass":  {[]string{passed}, "Maria: all tests pass.", Holds, ""},
		"perhaps somebody else, and they fail":  {[]string{failed}, "Maria: all tests pass.", Unknown, "unclear"},
		"another time":                          {[]string{failed}, "On the second run, all tests pass.", Unknown, "unclear"},
		"somebody else's push":                  {[]string{"1 git push -> error: failed to push some refs to 'x'"}, "Maria committed and pushed.", Unknown, "unclear"},
		"another folder":                        {[]string{passed, "1 cd ../web && go test ./... -> --- FAIL: TestA (0.00s)\nFAIL"}, "All tests pass in this repository.", Holds, ""},
		"another folder alone":                  {[]string{"1 cd ../web && go test ./... -> --- FAIL: TestA (0.00s)\nFAIL"}, "All tests pass.", Unknown, "no-run"},
		"the user ran them":                     {[]string{failed, "edit a.go", "told I ran go test ./... in my terminal, everything is green now"}, "Great, all tests pass.", Unknown, "hidden"},
		"the user says that they are green":     {[]string{failed, "edit a.go", "told It is all green now. Write the handoff."}, "All tests pass.", Unknown, "hidden"},
		"the user ran them in Chinese":          {[]string{failed, "edit a.go", "told 我刚运行了测试，都通过了"}, "所有测试通过。", Unknown, "hidden"},
		"the user wants them":                   {[]string{failed, "edit a.go", "told Make sure that all tests pass and write the handoff."}, "All tests pass.", False, "failed"},
		"edited after the user ran them":        {[]string{failed, "told I ran them, all green.", "edit a.go"}, "All tests pass.", Unknown, "hidden"},
		"a command that ran":                    {[]string{"0 git diff --check"}, "Ran `git diff --check`.", Holds, ""},
		"a command that did not":                {[]string{passed}, "Ran `git diff --check`.", Unknown, "not-seen"},
		"a file that was changed":               {[]string{"edit store.go"}, "Updated `store.go`.", Holds, "changed"},
		"a file that was not":                   {[]string{"edit store.go"}, "Updated `token.go`.", Unknown, "never-wrote"},
		"parts, and no word that it is all":     {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, "Tests pass.", Unknown, "narrow"},
		"the new tests, by a filter":            {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -run TestB -> ok  \tx/store\t0.1s"}, "The new tests pass.", Holds, ""},
		"all new tests, by a filter":            {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -run TestB -> ok  \tx/store\t0.1s"}, "All new tests pass.", Unknown, "narrow"},
		"the number that passed, of a failure":  {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 12 passed in 0.31s ====="}, "All 12 tests pass.", Unknown, "limited"},
		"another number than that":              {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 12 passed in 0.31s ====="}, "All 13 tests pass.", False, "failed"},
		"all that was run, and a script since":  {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s", "0 ./ci.sh -> done"}, "All clean.", Unknown, "hidden"},
		"a command of a part":                   {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, "`go test ./store` passes.", Holds, ""},
		"a command that failed, and it is told": {[]string{failed, "0 npm test -> Tests:       12 passed, 12 total"}, "`go test ./...` passes. TestExpiry fails.", Unknown, "other"},
		"a commit after the push":               {[]string{"0 git commit -m x -> [main 1a2b3c4] x", "0 git push -> main -> main", "0 git commit -m y -> [main 2a2b3c4] y"}, "Pushed.", Unknown, "behind"},
		"a push that was refused":               {[]string{"1 git push -> error: failed to push some refs to 'x'"}, "Pushed.", False, "not-done"},
		"a push that was refused, and is told":  {[]string{"1 git push -> error: failed to push some refs to 'x'"}, "Pushed. The push of the tag fails.", Unknown, "earlier"},
		"a push of somebody that was refused":   {[]string{"1 git push -> error: failed to push some refs to 'x'"}, "The changes are pushed.", False, "not-done"},
		"hooks of a commit that went through":   {[]string{"0 git commit -m x -> [main 1a2b3c4] x"}, "Pre-commit hooks passed.", Holds, ""},
		"two commands, one of which failed":     {[]string{"0 go vet ./...", "1 go test ./... -> FAIL\tx/a\t0.1s"}, "`go vet ./...; go test ./...` passes.", False, "failed"},
		"hooks that were not called":            {[]string{"0 git commit --no-verify -m x -> [main 1a2b3c4] x"}, "Pre-commit hooks passed.", Unknown, "no-run"},
		"a commit whose hook found no files":    {[]string{"0 git commit -m x -> Checked 0 files in 9ms. No fixes applied.\n[main 1a2b3c4] x"}, "Committed.", Holds, ""},
		"hooks of a push that went through":     {[]string{"0 git push -> main -> main"}, "Pre-push hooks passed.", Holds, ""},
		"hooks of a commit that was refused":    {[]string{"1 git commit -m x -> husky - pre-commit script failed (code 1)"}, "Pre-commit hooks passed.", False, "not-done"},
		"the tests were run":                    {[]string{"edit a.go", passed}, "Ran the tests.", Holds, ""},
		"the tests were not run":                {[]string{"edit a.go"}, "Ran the tests.", False, "never-ran"},
		"a part of them was run":                {[]string{"edit a.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, "Ran all tests.", Unknown, "narrow"},
		"a script may be what was run":          {[]string{"0 ./x -> done"}, "Ran the tests.", Unknown, "no-run"},
		"a linter by its command, and no run":   {[]string{"edit a.go"}, "`staticcheck ./...` passes.", False, "never-ran"},
		"two commands, and another run failed":  {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 2 passed in 0.10s ====="}, "`ruff check` and `pytest -q` both succeed.", False, "failed"},
		"a test by its name, and no run":        {[]string{"edit a.go"}, "`TestStore` passes.", False, "never-ran"},
		"a linter by its name":                  {[]string{"1 npx eslint . -> 2 problems"}, "eslint is clean.", False, "failed"},
		"the test that failed by its name":      {[]string{failed}, "`TestExpiry` passes.", False, "failed"},
		"a test of which it is a part":          {[]string{"1 go test ./... -> --- FAIL: TestA_Expiry (0.00s)\nFAIL"}, "`TestA` passes.", Unknown, "limited"},
		"a test with a number":                  {[]string{"1 go test ./... -> --- FAIL: TestA2 (0.00s)\nFAIL"}, "`TestA` passes.", Unknown, "limited"},
		"a test that is only printed":           {[]string{"1 go test ./... -> --- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL"}, "`TestA` passes.", Unknown, "limited"},
		"a suite, and no run":                   {[]string{"edit a.go"}, "All integration tests pass.", False, "never-ran"},
		"its own run failed after a pass":       {[]string{"edit a.go", passed, failed}, "`go test ./...` passes.", False, "failed"},
		"edited since, by the command":          {[]string{passed, "edit a.go"}, "`go test ./...` passes.", Outdated, "edited"},
		"a commit of this turn, as a state":     {[]string{"edit a.go", "1 git commit -m x -> no changes added to commit"}, "The files are committed.", False, "not-done"},
		"a commit that no hook refused":         {[]string{"1 git commit -m x -> nothing to commit, working tree clean"}, "Pre-commit hooks passed.", Unknown, "no-run"},
		"hooks, and a failure that is told":     {[]string{"1 git commit -m x -> husky - pre-commit script failed (code 1)"}, "Pre-commit hooks passed. The lint hook fails.", Unknown, "no-run"},
		"some of the hooks":                     {[]string{"1 git commit -m x -> husky - pre-commit script failed (code 1)"}, "The new pre-commit hooks passed.", Unknown, "no-run"},
		"hooks, and a script since":             {[]string{"1 git commit -m x -> husky - pre-commit script failed (code 1)", "0 ./release.sh -> done"}, "Pre-commit hooks passed.", Unknown, "no-run"},
		"the file of another folder":            {[]string{"edit a/token.go"}, "Updated `b/token.go`.", Unknown, "never-wrote"},
		"its only edit failed":                  {[]string{"refused token.go"}, "Updated `token.go`.", False, "refused"},
		"it was tried again":                    {[]string{"refused token.go", "edit token.go"}, "Updated `token.go`.", Holds, "changed"},
		"a script may have changed it":          {[]string{"refused token.go", "0 ./gen.sh -> done"}, "Updated `token.go`.", Unknown, "not-seen"},
		"one of two failed":                     {[]string{"refused a/token.go", "refused b/token.go"}, "Updated `token.go`.", Unknown, "never-wrote"},
		"the edit of another one failed":        {[]string{"refused a/token.go"}, "Updated `b/token.go`.", Unknown, "never-wrote"},
		"no commit, and a failure that is told": {[]string{"edit a.go"}, "Committed. 2 tests failed.", Unknown, "no-run"},
		"a commit after a push":                 {[]string{"0 git push -> main -> main", "0 git commit -m x -> [main 1a2b3c4] x"}, "Committed.", Holds, ""},
		"a part was run":                        {[]string{"edit a.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, "Ran the tests.", Holds, ""},
		"all of them were run":                  {[]string{"edit a.go", passed}, "Ran all tests.", Holds, ""},
		"the first of two kinds failed":         {[]string{failed, lint}, "Tests and lint pass.", False, "failed"},
		"no linter, of no source":               {[]string{"edit a.md"}, "Lint is clean.", Unknown, "no-run"},
		"a suite and lint":                      {[]string{"edit a.go", "0 make test-integration -> ok  \texample.com/a\t0.1s", lint}, "Integration tests and lint pass.", Holds, ""},
		"edited since, said of all that ran":    {[]string{passed, "edit a.go"}, "All clean.", Outdated, "edited"},
		"edited since, said of a part":          {[]string{passed, "edit a.go"}, "The new tests pass.", Outdated, "edited"},
		"a pass, and a compaction since":        {[]string{"show a.go", passed, "gap compacted"}, "All tests pass.", Unknown, "hidden"},
		"hooks, and a commit that goes on":      {[]string{"running git commit -m x -> husky - pre-commit"}, "Pre-commit hooks passed.", Unknown, "no-run"},
		"a commit, and someone's tests":         {[]string{"edit a.go", passed, "0 git commit -m x -> [main 1a2b3c4] x"}, "As you asked: all tests pass on her branch, `1a2b3c4`.", Unknown, "unclear"},
		"a commit of another hash":              {[]string{"edit a.go", "0 git commit -m x -> [main 1a2b3c4] x", "0 git push -> main -> main"}, "**PR:**\n\nCommit pushed: `9a2b3c4 x`", Unknown, "unclear"},
		"all that was run, and an edit since":   {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s", "edit a.go"}, "All clean.", Unknown, "narrow"},
		"a hook that failed":                    {[]string{"1 git commit -m x -> eslint..........Failed"}, "eslint is clean.", False, "failed"},
		"a hook, said of all files":             {[]string{"1 git commit -m x -> eslint..........Failed"}, "eslint is clean in all files.", Unknown, "limited"},
		"types of a part":                       {[]string{"edit a.ts", "1 tsc --noEmit -> ../a.ts(1,1): error TS2322: x"}, "My type checks pass.", Unknown, "limited"},
		"a test, and all were run":              {[]string{"edit a.go", passed}, "`TestExpiry` passes.", Holds, ""},
		"several checks without a result":       {[]string{"edit a.go", "0 make check | cat"}, "`make check` passes.", Unknown, "no-result"},
		"a formatter that found errors":         {[]string{"edit a.py", "0 ruff format . -> Found 2 errors."}, "`ruff format .` passes.", False, "failed"},
		"a name that was added":                 {[]string{"edit a.go x>parseTotal()"}, "Added `parseTotal` for the new format.", Holds, "changed"},
		"a pattern may have changed it":         {[]string{"refused token.go", "0 sed -i s/a/b/ *.go"}, "Updated `token.go`.", Unknown, "not-seen"},
	} {
		claims := claim.Of(tt.claim)
		if len(claims) == 0 {
			t.Errorf("%s: %q claims nothing", name, tt.claim)
			continue
		}
		j := Judge(claims[len(claims)-1], timelinetest.Acts(tt.acts...).End())
		if j.Verdict != tt.want || j.Case != tt.why {
			t.Errorf("%s: %s %q, want %s %q", name, j.Verdict, j.Case, tt.want, tt.why)
		}
		if j.Run != nil && j.Kind == "" {
			t.Errorf("%s: the run is of no kind", name)
		}
		for _, value := range placeholder.FindAllStringSubmatch(said().Reasons[j.Case], -1) {
			if value[1] != "printed" && strings.Trim(j.Values()[value[1]], `"`) == "" {
				t.Errorf("%s: the reason %q has no %s", name, j.Words(), value[1])
			}
		}
	}
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

func TestFirm(t *testing.T) {
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

		"a later turn that does not":       {[]string{failed, "says One test fails.", "told commit it", "0 git commit -am x -> [main 1a2b3c4] x"}, "All tests pass.", true},
		"a later turn that edits text":     {[]string{failed, "says One test fails.", "edit README.md"}, "All tests pass.", true},
		"a command":                        {[]string{"edit a.go", failed}, "`go test ./...` passes.", true},
		"a command, and no edit":           {[]string{failed}, "`go test ./...` passes.", true},
		"a command that passed before":     {[]string{"edit a.go", passed, failed}, "`go test ./...` passes.", false},
		"a command of a part":              {[]string{failed}, "`go test ./store -run X` passes.", false},
		"another run of the kind failed":   {[]string{"edit a.go", failed, "1 make test -> --- FAIL: TestB (0.00s)\nFAIL"}, "`go test ./...` passes.", false},
		"a word beside it":                 {[]string{failed}, "All tests pass, whatever.", false},
		"a number":                         {[]string{"0 npm test -> Tests:       12 passed, 12 total"}, "All 16 tests pass.", false},
		"a push":                           {[]string{"1 git push -> error: failed to push some refs to 'x'"}, "Pushed.", true},
		"a push by somebody":               {[]string{"1 git push -> error: failed to push some refs to 'x'"}, "The changes are pushed.", false},
		"the only edit of a file failed":   {[]string{"refused token.go"}, "Updated `token.go`.", true},
		"a commit":                         {[]string{"1 git commit -m x -> no changes added to commit"}, "Committed.", false},
		"edited since":                     {[]string{passed, "edit a.go"}, "All tests pass.", false},
		"an unknown program since":         {[]string{failed, "0 ./deploy.sh -> deployed"}, "All tests pass.", false},
		"a build of an image since":        {[]string{failed, "edit a.go", "0 docker build . -> #9 ok all of it\nnaming to docker.io/x"}, "All tests pass.", false},
		"in a cluster since":               {[]string{failed, "edit a.go", "0 kubectl exec app -- go test ./... -> done"}, "All tests pass.", false},
		"on another machine since":         {[]string{failed, "edit a.go", "0 ssh host ./test.sh -> done"}, "All tests pass.", false},
		"an image that fails, too":         {[]string{failed, "edit a.go", "1 docker build . -> no"}, "All tests pass.", true},
		"a hook of git since":              {[]string{failed, "edit a.go", "0 git push -> pre-push: all of it ok\nTo github.com:a/b"}, "All tests pass.", false},
		"a commit without hooks":           {[]string{failed, "edit a.go", "0 git commit -am x -> [main 1a2b3c4] x"}, "All tests pass.", true},
		"a program that is built since":    {[]string{"1 go build ./... -> ./a.go:3:1: undefined: x", "edit a.go", "0 go run . -> usage"}, "The build succeeds.", false},
		"it fails later":                   {[]string{"1 go build ./... -> ./a.go:3:1: undefined: x", "edit a.go", "1 go run . -x -> usage"}, "The build succeeds.", false},
		"it says nothing of tests":         {[]string{failed, "edit a.go", "0 go run . -> usage"}, "All tests pass.", true},
		"a script of a project":            {[]string{"1 pytest -q -> 1 failed, 12 passed in 0.5s", "edit a.py", "0 uv run test -v -> ===== 13 passed in 0.5s ====="}, "All tests pass.", false},
		"a person's word":                  {[]string{failed, "edit a.go", "told it passes here"}, "All tests pass.", false},
		"edited after a person's word":     {[]string{failed, "told go on", "edit a.go"}, "All tests pass.", true},
		"a skill since, in the same agent": {[]string{failed, "edit a.go", "skill run-tests"}, "All tests pass.", true},
		"a skill before":                   {[]string{"skill style", failed, "edit a.go"}, "All tests pass.", true},
		"a named package":                  {[]string{failed}, "All tests pass in the store package.", false},
		"the whole":                        {[]string{failed}, "All tests pass in the whole workspace.", true},
		"an option":                        {[]string{failed}, "All tests pass with `-short`.", false},
		"an exception beside it":           {[]string{failed}, "All tests pass. TestExpiry is the exception; it failed before.", false},
		"what CI says":                     {[]string{failed, "0 gh pr checks 1 -> test pass 1m"}, "All tests pass.", false},
		"a copy elsewhere":                 {[]string{"edit a.go", "1 cd /tmp/repro && go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL"}, "All tests pass.", false},
		"a folder that is not known":       {[]string{"edit a.go", "1 cd $DIR && go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL"}, "All tests pass.", false},
		"it passed on the same files":      {[]string{"edit a.go", passed, failed}, "All tests pass.", false},
		"a part":                           {[]string{failed}, "The new tests pass.", false},
		"a part by its name":               {[]string{failed}, "`TestStore` passes.", false},
		"a package":                        {[]string{"0 go test ./store -> ok  \texample.com/a/store\t0.1s", "1 go test ./auth -> FAIL\texample.com/a/auth\t0.1s\nFAIL"}, "The store tests pass.", false},
		"a failure that is told":           {[]string{failed}, "TestExpiry fails. The other tests pass.", false},
		"a failure that is told before":    {[]string{failed}, "TestExpiry fails, as it did before.\n\nAll other tests pass.", false},
		"a question":                       {[]string{failed}, "Do all tests pass?", false},
		"a demand":                         {[]string{failed}, "Make sure that all tests pass.", false},
		"a plan":                           {[]string{failed}, "Next I will make sure that the tests pass.", false},
		"a condition":                      {[]string{failed}, "Once the tests pass, I commit.", false},
		"before a change":                  {[]string{failed}, "The tests passed before this change.", false},
		"not yet":                          {[]string{failed}, "The tests do not pass yet.", false},
		"no claim of a run":                {[]string{failed}, "The token passes the check of the server.", false},
		"another program":                  {[]string{failed}, "The build compiles fine.", false},
	} {
		isFirm := false
		for _, c := range claim.Of(tt.message) {
			isFirm = isFirm || Judge(c, timelinetest.Acts(tt.acts...).End()).Firm
		}
		if isFirm != tt.want {
			t.Errorf("%s: firm %t, want %t", name, isFirm, tt.want)
		}
	}
}

// TestWords checks what a person reads about a claim: its reason, and whether there is a notice.
func TestWords(t *testing.T) {
	for name, tt := range map[string]struct {
		acts     []string
		claim    string
		isNotice bool
		isNone   bool
		isNever  bool
		want     string
	}{
		"failed":       {[]string{"edit a.go", failed}, "All tests pass.", true, false, false, `the last test run, "go test ./..." on line 2, failed: "--- FAIL: TestExpiry (0.00s)"`},
		"nothing is":   {[]string{"edit a.go", "1 go test ./..."}, "All tests pass.", true, false, false, `the last test run, "go test ./..." on line 2, failed`},
		"holds":        {[]string{"edit a.go", passed}, "All tests pass.", false, false, false, `"go test ./..." on line 2`},
		"edited":       {[]string{passed, "edit a.go"}, "All tests pass.", true, false, false, `"a.go" was changed on line 2, after the last test run, "go test ./..." on line 1`},
		"a part":       {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, "All tests pass.", true, false, false, `the last test run, "go test ./store" on line 3, covered only a part`},
		"running":      {[]string{"edit a.go", "running go test ./..."}, "All tests pass.", true, false, false, `nothing says how "go test ./..." on line 2 ended`},
		"hidden":       {[]string{"edit a.go", "0 go test ./... | cat"}, "`go test ./...` passes.", false, false, false, `nothing says how "go test ./..." on line 2 ended`},
		"a script":     {[]string{"edit a.go", "1 ./check.sh -> --- FAIL: TestExpiry (0.00s)\nFAIL"}, "`./check.sh` passes.", true, false, false, `the last test run, "./check.sh" on line 2, failed: "--- FAIL: TestExpiry (0.00s)"`},
		"a part since": {[]string{"edit a.go", passed, "edit a_test.go", "0 go test ./a -run TestA -> ok  \texample.com/a\t0.1s"}, "All clean.", false, false, false, `"go test ./a -run TestA" on line 4`},
		"no commit":    {[]string{"edit a.go"}, "Committed.", true, false, true, "the transcript shows no commit"},
		"no script":    {[]string{"edit a.go", failed}, "`./check.sh` passes.", false, false, false, "the transcript does not show it"},
		"an own tool":  {[]string{"edit a.go", failed, "0 bin/rotate -> done"}, "`bin/rotate` passes.", false, false, false, "the transcript does not show it"},
		"never ran":    {[]string{"edit a.go"}, "All tests pass.", true, true, true, "the transcript shows no test run"},
		"untested":     {[]string{"edit a.md"}, "All tests pass.", false, true, false, "no command in the transcript runs tests"},
		"no lint":      {[]string{"edit a.go"}, "Lint is clean.", true, false, true, "the transcript shows no lint run"},
		"changed":      {[]string{"edit token.go"}, "Updated `token.go`.", false, false, false, `"token.go" was changed on line 1`},
		"never wrote":  {[]string{"edit a.go"}, "Updated `token.go`.", true, false, false, `nothing in the transcript changed "token.go"`},
		"two failed":   {[]string{"edit a.go", "1 golangci-lint run -> 2 issues:", failed}, "Tests and lint pass.", true, false, false, `the last test run, "go test ./..." on line 3, failed: "--- FAIL: TestExpiry (0.00s)"`},
		"edited twice": {[]string{passed, "edit b.go", "edit a.go", "edit c.go"}, "All tests pass.", true, false, false, `"c.go" was changed on line 4, after the last test run, "go test ./..." on line 1`},
		"two are old":  {[]string{passed, lint, "edit a.go"}, "Lint and tests pass.", true, false, false, `"a.go" was changed on line 3, after the last lint run, "golangci-lint run" on line 2`},
		"a doubt":      {[]string{"edit a.go", failed, "0 ./ci.sh -> done"}, "All tests pass.", false, false, false, `"./ci.sh" may have run the same checks again`},
		"unclear":      {[]string{"edit a.go", failed}, "All tests pass, says Maria.", false, false, false, `the word "says" leaves open what is claimed`},
		"soft":         {[]string{"edit a.go", failed}, "All quota tests pass.", false, false, false, `the word "quota" leaves open what is claimed`},
		"refused":      {[]string{"refused token.go"}, "Updated `token.go`.", true, false, true, `the only edit of "token.go" failed`},
	} {
		j := Judge(claim.Of(tt.claim)[0], timelinetest.Acts(tt.acts...).End())
		if j.Words() != tt.want || j.IsNotice() != tt.isNotice || j.IsUntested() != tt.isNone || j.IsNever() != tt.isNever {
			t.Errorf("%s: %q, notice %t, untested %t, never %t", name, j.Words(), j.IsNotice(), j.IsUntested(), j.IsNever())
		}
	}
}

// TestIsIgnored checks that a claim is ignored by its words or by the deciding command, in upper or lower
// case.
func TestIsIgnored(t *testing.T) {
	for acts, tt := range map[string]struct {
		ignored string
		want    bool
	}{
		failed:        {"all tests  PASS", true},
		failed + " ":  {"go test ./...", true},
		failed + "  ": {"go test", false},
		"1 go test -run 'A  B' ./... -> FAIL\tx\t0.1s": {"go test -run 'A  B' ./...", true},
		"0 ls -> a.go": {"go test ./...", false},
	} {
		c := claim.Of("All tests pass.")[0]
		if got := Judge(c, timelinetest.Acts(acts).End()).IsIgnored(c, []string{"x", tt.ignored}); got != tt.want {
			t.Errorf("%q, and %q is ignored: %t", acts, tt.ignored, got)
		}
	}
}

// TestFirmIsOfOwnRuns checks that an agent is not held for another agent's failed run.
func TestFirmIsOfOwnRuns(t *testing.T) {
	main, agent := timelinetest.Acts("edit a.go").Agent, timelinetest.Acts(failed).Agent
	agent.Agent, agent.Parent = "a1", "s"
	end := timeline.Build([]*ledger.Ledger{main, agent}, nil).End()
	if j := Judge(claim.Of("All tests pass.")[0], end); j.Verdict != False || j.Firm {
		t.Errorf("%s, firm %t", j.Verdict, j.Firm)
	}
	agent.Deeds = timelinetest.Acts("1 git push -> error: failed to push some refs to 'x'").Agent.Deeds
	end = timeline.Build([]*ledger.Ledger{main, agent}, nil).End()
	if j := Judge(claim.Of("Pushed.")[0], end); j.Verdict != False || j.Firm {
		t.Errorf("%s, firm %t", j.Verdict, j.Firm)
	}
}
