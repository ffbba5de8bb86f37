package timeline_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/taskfile"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
)

const (
	failed = "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\texample.com/a\t0.1s\nFAIL"
	passed = "0 go test ./... -> ok  \texample.com/a\t0.1s"
)

// TestStandings covers the definition of a standing: what decides it, and what must not.
func TestStandings(t *testing.T) {
	for name, tt := range map[string]struct {
		acts []string
		kind runner.Kind
		want timeline.State
	}{
		// Each state.
		"passed":                              {[]string{"edit a.go", passed}, runner.Tests, timeline.Passed},
		"failed":                              {[]string{"edit a.go", failed}, runner.Tests, timeline.Failed},
		"its own edits excuse nothing":        {[]string{"edit a.go", failed, "edit a.go"}, runner.Tests, timeline.Failed},
		"it was run again":                    {[]string{"edit a.go", failed, "edit a.go", passed}, runner.Tests, timeline.Passed},
		"changed":                             {[]string{"edit a.go", passed, "edit a.go"}, runner.Tests, timeline.Changed},
		"a document is no source":             {[]string{"edit a.go", passed, "edit README.md"}, runner.Tests, timeline.Passed},
		"another language":                    {[]string{"edit a.go", passed, "edit a.py"}, runner.Tests, timeline.Passed},
		"running":                             {[]string{"edit a.go", "running go test ./..."}, runner.Tests, timeline.Running},
		"none":                                {[]string{"show a_test.go", "edit a.go"}, runner.Tests, timeline.None},
		"a test file after a command":         {[]string{"0 ls", "show b.py", "show b.py", "show a_test.go", "edit a.go"}, runner.Tests, timeline.None},
		"a kind that nothing judges":          {[]string{"edit a.go", "0 git commit -m x -> [main 1a2b3c4] x"}, runner.Hooks, timeline.NothingToSay},
		"types of the second language":        {[]string{"edit a.go", "edit b.ts", "1 tsc -> b.ts(1,1): error TS1: x"}, runner.Types, timeline.Failed},
		"tests that build one of two":         {[]string{"show a.test.ts", "edit a.ts", "edit b.rs", "0 make test -> done"}, runner.Build, timeline.Passed},
		"types are no sign of a build":        {[]string{"edit a.ts", "0 tsc -b", "edit a.ts"}, runner.Build, timeline.NothingToSay},
		"a build says nothing about types":    {[]string{"edit a.ts", "0 npm run build -> built in 1.2s"}, runner.Types, timeline.NothingToSay},
		"a part again, and another file":      {[]string{"edit store/b.go", passed, "0 go test ./store -> ok  \tx/store\t0.1s", "edit a.go"}, runner.Tests, timeline.Changed},
		"a folder that may be a name":         {[]string{"edit tests/a.py", "1 pytest tests -> ===== 1 failed, 2 passed in 0.10s =====", "0 pytest ./tests -> ===== 3 passed in 0.10s ====="}, runner.Tests, timeline.Failed},
		"a script of node reads data":         {[]string{"show a_test.go", "edit a.go", "0 node -p \"require('./package.json').version\" -> 1.0.0"}, runner.Tests, timeline.None},
		"an option that no program follows":   {[]string{"show a_test.go", "edit a.go", "0 lua -p a.lua"}, runner.Tests, timeline.Unknown},
		"what is installed tests nothing":     {[]string{"show a_test.go", "edit a.go", "0 npm ci -> done"}, runner.Tests, timeline.None},
		"a script may have been the only one": {[]string{"show a_test.go", "edit a.go", "0 ./ci.sh -> done", "edit a.go"}, runner.Tests, timeline.Unknown},
		"a look at the format":                {[]string{"edit a.ts", "0 npx eslint . -> ", "0 npm run format:check -> ok"}, runner.Lint, timeline.Passed},
		"a formatter makes no lint":           {[]string{"edit a.ts", "0 npx eslint . -> ", "edit a.ts", "0 npx prettier --write . -> ok"}, runner.Lint, timeline.Changed},
		"a formatter in the linter's line":    {[]string{"edit a.py", "0 ruff check . && black . -> All checks passed!\nreformatted a.py"}, runner.Lint, timeline.Passed},
		"a formatter after its linter":        {[]string{"edit a.ts", "0 npx eslint . && npx prettier --write . -> a.ts 3ms\nb.ts 2ms (unchanged)"}, runner.Lint, timeline.Passed},
		"a formatter in another line":         {[]string{"edit a.py", "0 ruff check . -> All checks passed!", "0 black . -> reformatted a.py"}, runner.Lint, timeline.Changed},
		"a formatter may mend":                {[]string{"edit a.ts", "1 npx eslint . -> 2 problems", "0 npx prettier --write . -> ok"}, runner.Lint, timeline.Unknown},
		"a task before the first change":      {[]string{"0 make test -> ok", "edit a.go"}, runner.Tests, timeline.Changed},
		"tests are no part of a site":         {[]string{"edit a.ts", "0 vite build -> built in 1.2s", "edit a.test.ts"}, runner.Build, timeline.Passed},
		"other tests than those of a tag":     {[]string{"edit a.go", "1 go test -tags=e2e ./... -> FAIL\tx/e2e\t0.1s", passed}, runner.Tests, timeline.Failed},
		"another test of the same folder":     {[]string{"edit store/b.go", "1 go test ./store -run TestB -> --- FAIL: TestB (0.00s)\nFAIL\tx/store\t0.1s", "0 go test ./store -run TestOther -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Failed},
		"a check that shows no tests":         {[]string{"edit a.ts", "edit b.ts", "0 npx vitest run a.test.ts ->       Tests  3 passed (3)", "0 npm run check -> Checked 6 files in 1ms."}, runner.Tests, timeline.Part},
		"a check that may have had tests":     {[]string{"edit a.ts", "edit b.ts", "0 npx vitest run a.test.ts ->       Tests  3 passed (3)", "0 npm run check -> done"}, runner.Tests, timeline.Unknown},
		"a doubt before the last change":      {[]string{"edit a.ts", "0 ./ci.sh -> done", "edit a.ts", "edit b.ts", "0 npx vitest run a.test.ts ->       Tests  3 passed (3)"}, runner.Tests, timeline.Part},
		"a program of the repository":         {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 2 passed in 0.10s =====", "0 python scripts/journal.py -> 12 journals"}, runner.Tests, timeline.Unknown},
		"a program that looks at no tests":    {[]string{"show a_test.py", "edit a.py", "0 python scripts/journal.py -> 12 journals"}, runner.Tests, timeline.None},
		"a program after the last change":     {[]string{"edit a.py", "0 pytest -> ===== 3 passed in 0.10s =====", "edit a.py", "0 python scripts/journal.py -> 12 journals"}, runner.Tests, timeline.Unknown},
		"a program that may test":             {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 2 passed in 0.10s =====", "0 python scripts/run_tests.py -> done"}, runner.Tests, timeline.Unknown},
		"code that loads a file of code":      {[]string{"edit a.php", "1 phpunit -> Tests: 4, Assertions: 4, Failures: 1.", `0 php -r "require 'tests/run.php';"`}, runner.Tests, timeline.Unknown},
		"a module that is loaded first":       {[]string{"edit a.ts", "1 npx vitest run ->       Tests  1 failed | 2 passed (3)", "0 node -r ts-node/register a.test.ts"}, runner.Tests, timeline.Unknown},
		"a task of a task runner":             {[]string{"edit a.rs", "1 cargo test -> test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out", "0 cargo make ci"}, runner.Tests, timeline.Unknown},
		"code that loads data":                {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 2 passed in 0.10s =====", `0 python3 -c "import json; tests = json.load(open('a.json'))"`}, runner.Tests, timeline.Failed},
		"a program that shows nothing":        {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 2 passed in 0.10s =====", "0 python scripts/journal.py"}, runner.Tests, timeline.Unknown},
		"a check that shows no build":         {[]string{"edit a.ts", "0 vite build -> built in 1.2s", "edit a.ts", "0 npm run check -> Checked 6 files in 1ms."}, runner.Build, timeline.Changed},
		"a check that may check types":        {[]string{"edit a.ts", "0 tsc", "edit a.ts", "0 npm run check -> Checked 6 files in 1ms."}, runner.Types, timeline.Unknown},
		"a check that shows later what it is": {[]string{"edit a.ts", "0 vite build -> built in 1.2s", "edit a.ts", "0 npm run check -> done", "0 npm run check -> Checked 6 files in 1ms."}, runner.Build, timeline.Changed},
		"a build of a tag":                    {[]string{"edit e2e/a.go", "1 go build -tags=e2e ./e2e/...", passed}, runner.Build, timeline.Passed},
		"somebody else changed it":            {[]string{"edit a.go", passed, "other a.go"}, runner.Tests, timeline.Changed},
		"somebody else may have mended it":    {[]string{"edit a.go", failed, "other b.go"}, runner.Tests, timeline.Unknown},
		"somebody else's own work":            {[]string{"other a.go", passed, "other a.go"}, runner.Tests, timeline.NothingToSay},
		"a formatter that only checks":        {[]string{"edit a.ts", "0 prettier --check . -> All matched files use Prettier code style!"}, runner.Lint, timeline.NothingToSay},
		"a script on standard input":          {[]string{"edit a.go", "0 bash -euo pipefail <<'E'\ngo test ./...\nE"}, runner.Tests, timeline.Passed},
		"no test was ever seen":               {[]string{"edit a.go"}, runner.Tests, timeline.NothingToSay},
		"no source was changed":               {[]string{failed}, runner.Tests, timeline.NothingToSay},
		"an edit that was taken back":         {[]string{"edit a.go x>y", "edit a.go y>x", failed}, runner.Tests, timeline.NothingToSay},
		"the worst language":                  {[]string{"edit a.go", passed, "show b_test.go", "edit b.ts", "1 npx vitest run ->  Test Files  1 failed | 3 passed (4)"}, runner.Tests, timeline.Failed},
		"types of a compiled language":        {[]string{"edit a.go", passed}, runner.Types, timeline.NothingToSay},
		"types that build":                    {[]string{"edit a.ts", "0 vite build -> built in 1.2s", "edit a.ts", "0 tsc -b"}, runner.Build, timeline.Passed},
		"an agent that is not there":          {[]string{"edit a.go", "gap missing agent", failed}, runner.Tests, timeline.Unknown},
		"tests compile":                       {[]string{"edit a.go", passed}, runner.Build, timeline.Passed},
		"tests that fail prove no build":      {[]string{"0 go build ./...", "edit a.go", failed}, runner.Build, timeline.Changed},

		// Parts.
		"a part":                                 {[]string{"edit a.go", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Part},
		"the part that was changed":              {[]string{"edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"parts together":                         {[]string{"edit a/a.go", "edit b/b.go", "0 go test ./a/... -> ok  \tx/a\t0.1s", "0 go test ./b/... -> ok  \tx/b\t0.1s"}, runner.Tests, timeline.Passed},
		"a file outside of the part":             {[]string{"edit a/a.go", "0 go test ./a/... -> ok  \tx/a\t0.1s", "edit b/b.go"}, runner.Tests, timeline.Part},
		"a filter":                               {[]string{"edit store/b.go", "0 go test ./store -run TestB -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Part},
		"a filter, for a test file":              {[]string{"edit store/b.go", passed, "edit store/b_test.go", "0 go test ./store -run TestB -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"a folder below":                         {[]string{"edit a/a.go", "edit b/b.go", "0 cd a && go test ./... -> ok  \tx/a\t0.1s"}, runner.Tests, timeline.Part},
		"a package by an option":                 {[]string{"edit store/b.rs", "0 cargo test -p store -> test result: ok. 3 passed; 0 failed; 0 ignored"}, runner.Tests, timeline.Passed},
		"another package than that":              {[]string{"edit store/b.rs", "edit cli/c.rs", "0 cargo test -p store -> test result: ok. 3 passed; 0 failed; 0 ignored"}, runner.Tests, timeline.Part},
		"a pass in a folder below":               {[]string{"edit a.go", failed, "0 cd store && go test ./... -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Failed},
		"the test that failed, joined":           {[]string{"edit auth/b.go", "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\tx/auth\t0.1s", "edit auth/b.go", "0 go test ./... -run=TestExpiry -> ok  \tx/auth\t0.1s"}, runner.Tests, timeline.Part},
		"another test, joined":                   {[]string{"edit auth/b.go", "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\tx/auth\t0.1s", "edit auth/b.go", "0 go test ./... -run=TestOther -> ok  \tx/auth\t0.1s"}, runner.Tests, timeline.Failed},
		"the log of another command":             {[]string{"edit a.py", "0 pytest > log; ls", "0 tail log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.Passed},
		"a log that was not its own":             {[]string{"edit a.py", "0 pytest > log; ls", "0 tail other.log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.Unknown},
		"the log of what has not ended":          {[]string{"edit a.py", "running pytest > log", "0 tail log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.Running},
		"the log of what runs behind it":         {[]string{"edit a.py", "0 pytest > log &", "0 tail log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.Passed},
		"a log that is written again":            {[]string{"edit a.py", "0 pytest > log | cat", "0 ls > log", "0 tail log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.Unknown},
		"a container that did not start":         {[]string{"edit a.go", failed, "1 docker run --rm app make test -> no such image"}, runner.Tests, timeline.Failed},
		"a program that is built and run":        {[]string{"edit a.go", "1 go build ./... -> ./a.go:3:1: undefined: x", "0 go run . -> usage"}, runner.Build, timeline.Unknown},
		"a server that builds":                   {[]string{"edit a.ts", "1 vite build -> error during build", "0 npm run dev -> ready"}, runner.Build, timeline.Unknown},
		"a task that deploys":                    {[]string{"edit a.go", failed, "0 make deploy -> done"}, runner.Tests, timeline.Unknown},
		"a task that could not deploy":           {[]string{"edit a.go", failed, "1 make deploy -> no"}, runner.Tests, timeline.Failed},
		"what a formatter left":                  {[]string{"edit a.ts", "1 npx eslint . --fix -> ✖ 2 problems (2 errors, 0 warnings)"}, runner.Lint, timeline.Failed},
		"a hook of a push":                       {[]string{"edit a.go", failed, "0 git push -> pre-push: all of it ok\nTo github.com:a/b"}, runner.Tests, timeline.Unknown},
		"a part of doubts":                       {[]string{"edit a.go", "edit store/b.go", "0 ./ci.sh -> done", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Unknown},
		"away, and not back":                     {[]string{"edit a.go", passed, "0 git stash", failed}, runner.Tests, timeline.Passed},
		"a stash that is listed":                 {[]string{"edit a.go", passed, "0 git stash list", "edit a.go", failed}, runner.Tests, timeline.Failed},
		"a stash that is applied":                {[]string{"edit a.go", passed, "0 git stash", "0 git stash apply", "edit a.go", failed}, runner.Tests, timeline.Failed},
		"changed while away":                     {[]string{"edit a.go", passed, "0 git stash", "edit b.go", "0 git stash pop"}, runner.Tests, timeline.Passed},
		"changed twice":                          {[]string{"edit a.go", passed, "edit a.go x>y", "edit a.go y>z"}, runner.Tests, timeline.Changed},
		"changed twice, and back":                {[]string{"edit a.go", passed, "edit a.go x>y", "edit a.go y>z", "edit a.go z>x"}, runner.Tests, timeline.Passed},
		"not back to the same":                   {[]string{"edit a.go", passed, "edit a.go x>y", "edit a.go q>x"}, runner.Tests, timeline.Changed},
		"git removes a source":                   {[]string{"edit a.go", passed, "0 git rm b.go"}, runner.Tests, timeline.Changed},
		"a page is deleted":                      {[]string{"edit a.go", passed, "delete README.md"}, runner.Tests, timeline.Passed},
		"somebody else's page":                   {[]string{"edit a.go", passed, "other README.md"}, runner.Tests, timeline.Passed},
		"a formatter that failed":                {[]string{"edit a.ts", "1 npx eslint . -> 2 problems", "1 npx prettier --write . -> no"}, runner.Lint, timeline.Failed},
		"a formatter that looks":                 {[]string{"edit a.ts", "1 npx eslint . -> 2 problems", "0 npx prettier --check . -> All matched files use Prettier code style!"}, runner.Lint, timeline.Failed},
		"a formatter, and tests":                 {[]string{"edit a.ts", "1 npx vitest run ->  Test Files  1 failed | 3 passed (4)", "0 npx prettier --write . -> ok"}, runner.Tests, timeline.Failed},
		"a hook that prints its tests":           {[]string{"edit a.go", passed, "edit a.go", "0 git commit -m x -> ok  \tx\t0.1s\n[main 1a2b3c4] x"}, runner.Tests, timeline.Passed},
		"a part beside a commit is no hook's":    {[]string{"edit a/a.go", "edit b/b.go", "0 go test ./a | tail -1 && git commit -m x -> ok  \tx/a\t0.1s\n[main 1a2b3c4] x"}, runner.Tests, timeline.Part},
		"a deployment of files":                  {[]string{"edit a.go", failed, "0 kubectl apply -f x.yaml -> created"}, runner.Tests, timeline.Failed},
		"a task that may build":                  {[]string{"edit a.go", "1 go build ./... -> ./a.go:3:1: undefined: x", "0 make check -> Checked 6 files in 1ms."}, runner.Build, timeline.Unknown},
		"a check that prints too much":           {[]string{"edit a.ts", "edit b.ts", "0 npx vitest run a.test.ts ->       Tests  3 passed (3)", "0 npm run check -> " + strings.Repeat("x\n", ledger.MaxOutput) + "Checked 6 files in 1ms."}, runner.Tests, timeline.Unknown},
		"a program before a pipe":                {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 2 passed in 0.10s =====", "0 python scripts/journal.py | tail -1 -> 12 journals"}, runner.Tests, timeline.Unknown},
		"a program that prints a failure":        {[]string{"edit a.py", "0 python scripts/journal.py -> ===== 1 failed, 2 passed in 0.10s ====="}, runner.Tests, timeline.Failed},
		"a log does not undo an exit code":       {[]string{"edit a.py", "1 pytest > log", "0 tail log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.Failed},
		"a test with a slash in its name":        {[]string{"edit tests/test_a.py", "0 pytest 'tests/test_a.py::test_x[a/b]' -> ===== 1 passed in 0.31s ====="}, runner.Tests, timeline.Passed},
		"a test file in the same folder":         {[]string{"edit test_a.py", "0 pytest test_a.py -> ===== 1 passed in 0.31s ====="}, runner.Tests, timeline.Passed},
		"the spec of a source":                   {[]string{"edit lib/quota.rb", "0 rspec spec/quota_spec.rb -> 3 examples, 0 failures"}, runner.Tests, timeline.Passed},
		"the test of a source, with a dash":      {[]string{"edit src/quota.js", "0 npx mocha test/quota-test.js -> 3 passing (10ms)"}, runner.Tests, timeline.Passed},
		"the runner of a task that failed":       {[]string{"edit a.test.js", "1 npm run jest a.test.js -> error TS2304", "0 npx jest a.test.js -> Tests:       3 passed, 3 total"}, runner.Tests, timeline.Passed},
		"a folder around what failed":            {[]string{"edit store/x/b.go", "1 go test ./store/x -> --- FAIL: TestB (0.00s)\nFAIL", "0 go test ./store/... -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"a script beside what a task found":      {[]string{"1 make lint -> 3 issues:", "edit a.sh", "0 bash -n a.sh"}, runner.Lint, timeline.Passed},
		"a comment, for the format":              {[]string{"edit a.go", "0 gofmt -l .", "edit a.go // x>// y"}, runner.Format, timeline.Changed},
		"failed, and stashed":                    {[]string{"edit a.go", failed, "0 git stash", passed}, runner.Tests, timeline.Unknown},
		"failed, stashed, and back":              {[]string{"edit a.go", failed, "0 git stash", passed, "0 git stash pop"}, runner.Tests, timeline.Failed},
		"failed, stashed, dropped and done anew": {[]string{"edit a.go", failed, "0 git stash", "0 git stash drop", "edit a.go", passed}, runner.Tests, timeline.Passed},
		"failed, stashed and dropped":            {[]string{"edit a.go", failed, "0 git stash", passed, "0 git stash drop"}, runner.Tests, timeline.Unknown},
		"failed, and back on a branch":           {[]string{"edit a.go", failed, "0 git stash", "0 git stash branch b"}, runner.Tests, timeline.Failed},
		"a stash that is cleared":                {[]string{"edit a.go", passed, "0 git stash clear", "edit a.go", failed}, runner.Tests, timeline.Failed},
		"a part beside a missing agent":          {[]string{"edit a.go", "edit store/b.go", "gap missing agent", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Part},
		"a program that is run from source":      {[]string{"edit a.go", passed, "edit a.go", "0 go run ./cmd/shop -> usage"}, runner.Tests, timeline.Changed},
		"a checker that is run from source":      {[]string{"edit a.go", failed, "0 go run ./cmd/check-all -> done"}, runner.Tests, timeline.Unknown},
		"a filter compiles the crate":            {[]string{"edit src/lib.rs", "0 cargo test --test order -> test result: ok. 2 passed; 0 failed; 0 ignored"}, runner.Build, timeline.Passed},
		"a package compiles itself":              {[]string{"edit cli/c.rs", "edit store/b.rs", "0 cargo test -p store -> test result: ok. 2 passed; 0 failed; 0 ignored"}, runner.Build, timeline.Part},
		"what failed, after a pass of all":       {[]string{passed, "edit store/b.go", "1 go test ./... -> --- FAIL: TestB (0.00s)\nFAIL\tx/store\t0.1s", "edit store/b.go", "0 go test ./... -run TestB -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Part},
		"a script that only imports":             {[]string{"edit a.ts", "0 npx vitest run ->       Tests  3 passed (3)", "edit a.ts", "0 node -e \"import('shop').then(m => console.log(m.total(2)))\" -> 4"}, runner.Tests, timeline.Changed},
		"what nox ran":                           {[]string{"edit a.py", "0 nox | cat -> nox > Running session types\nnox > mypy\nSuccess: no issues found in 3 source files\nnox > Session types was successful."}, runner.Types, timeline.Passed},
		"two sessions of nox":                    {[]string{"edit a.py", "0 nox -s lint tests | grep -E 'passed|Session' -> nox > Session lint failed.\n17 passed in 0.31s\nnox > Session tests was successful."}, runner.Tests, timeline.Passed},
		"a command that a hook prints":           {[]string{"edit a.go", "0 git commit -m x | tail -> pre-commit: go vet ./...\npre-commit: go test ./...\nok  \tx/store\t0.1s\n[main 1a2b3c4] x"}, runner.Lint, timeline.Passed},
		"a part of what a crate compiles":        {[]string{"edit src/main.rs", "0 cargo test --lib -> test result: ok. 2 passed; 0 failed; 0 ignored"}, runner.Build, timeline.Part},
		"a script that imports its own code":     {[]string{"edit a.ts", "0 npx vitest run ->       Tests  3 passed (3)", "edit a.ts", "0 node -e \"import('./suite.js')\" -> 12 ok"}, runner.Tests, timeline.Unknown},
		"a script that imports tests":            {[]string{"edit a.py", "0 pytest -> ===== 3 passed in 0.10s =====", "edit a.py", "0 python -c 'from tests import test_a; test_a.run()' -> ok"}, runner.Tests, timeline.Unknown},
		"a compiled program may test":            {[]string{"show a_test.c", "edit a.c", "1 make test -> 2 tests, 1 failed", "0 gcc -o t t.c a.c && ./t -> ok 12 assertions"}, runner.Tests, timeline.Unknown},
		"a formatter in the hooks":               {[]string{"edit a.py", "1 git commit -m x -> black....................................................................Failed\n- files were modified by this hook", "0 git commit -q -m x"}, runner.Format, timeline.NothingToSay},
		"a commit that the hooks let through":    {[]string{"edit a.py", "1 git commit -m x -> flake8...................................................................Failed", "edit a.py", "0 git commit -q -m x"}, runner.Lint, timeline.Unknown},
		"a linter's failure is not the format's": {[]string{"edit a.py", "0 ruff format --check . -> 3 files already formatted", "1 nox | cat -> nox > ruff check .\nFound 1 error.\nnox > Session lint failed."}, runner.Format, timeline.Passed},
		"one session of nox that failed":         {[]string{"edit a.py", "0 pytest -> ===== 3 passed in 0.10s =====", "edit a.py", "1 nox -> nox > Session lint failed."}, runner.Tests, timeline.Unknown},
		"a gate of the coverage":                 {[]string{"edit a.py", "1 tox -e py311 | cat -> ===== 12 passed in 0.10s =====\n  py311: FAIL code 1"}, runner.Tests, timeline.Passed},
		"what tox ran":                           {[]string{"edit a.py", "0 tox -q -e lint | tail -15 ->   lint: commands succeeded\n  congratulations :)"}, runner.Lint, timeline.Passed},
		"what the default task ran":              {[]string{"edit a.rb", "0 rake | tail -> rubocop lib\n\n5 files inspected, no offenses detected"}, runner.Lint, timeline.Passed},
		"a build before other runs of a line":    {[]string{"edit a.cpp", "0 cmake --build build | tail -6; ctest --test-dir build -> [100%] Built target shop\n100% tests passed, 0 tests failed out of 2"}, runner.Build, timeline.Passed},
		"a format in the hooks of a commit":      {[]string{"edit a.py", "1 black --check . -> 1 file would be reformatted.", "edit a.py", "0 git commit -m x | tail -> black....................................................................Passed\n[main 1a2b3c4] x"}, runner.Format, timeline.Passed},
		"a server that may check types":          {[]string{"edit a.ts", "1 tsc -> a.ts(1,1): error TS2304: x", "0 npm run dev -> ready"}, runner.Types, timeline.Unknown},
		"a narrower pass":                        {[]string{"edit a.go", failed, "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Failed},
		"the part that failed passes":            {[]string{"edit store/b.go", "1 go test ./store -> FAIL\tx/store\t0.1s", "edit store/b.go", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"a wider pass":                           {[]string{"edit store/b.go", "1 go test ./store -run TestB -> FAIL\tx/store\t0.1s", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"the test file of a source":              {[]string{"edit src/quota.ts", "0 npx vitest run src/quota.test.ts ->       Tests  3 passed (3)"}, runner.Tests, timeline.Passed},
		"a narrow build after the whole":         {[]string{"edit a.go", "0 go build ./...", "1 go build ./testdata/bad -> x"}, runner.Build, timeline.Passed},
		"a narrow test on the same files":        {[]string{"edit a.go", passed, "1 go test ./bad -> FAIL\tx/bad\t0.1s"}, runner.Tests, timeline.Passed},
		"a narrow test after a change":           {[]string{"edit a.go", passed, "edit a.go", "1 go test ./store -> FAIL\tx/store\t0.1s"}, runner.Tests, timeline.Failed},
		"the folder of what failed":              {[]string{"edit store/b.go", "1 go test ./store -run TestB -> FAIL\tx/store\t0.1s", "0 mise run test ./store/... ./cli/... -> ok"}, runner.Tests, timeline.Passed},
		"another folder than that":               {[]string{"edit store/b.go", "1 go test ./store -run TestB -> FAIL\tx/store\t0.1s", "0 mise run test ./cli/... -> ok"}, runner.Tests, timeline.Failed},
		"the package that failed":                {[]string{"edit auth/b.go", "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\tx/auth\t0.1s\nok  \tx/store\t0.1s", "edit auth/b.go", "0 go test ./auth -> ok  \tx/auth\t0.1s"}, runner.Tests, timeline.Part},
		"once more what failed":                  {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 12 passed in 0.31s =====", "edit a.py", "0 pytest --lf -> ===== 1 passed in 0.31s ====="}, runner.Tests, timeline.Part},
		"one run of a watcher":                   {[]string{"edit a.ts", "1 npx vitest run ->  Test Files  1 failed | 3 passed (4)", "edit a.ts", "0 npx vitest --run ->       Tests  3 passed (3)"}, runner.Tests, timeline.Passed},
		"the test that failed":                   {[]string{"edit auth/b.go", "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\tx/auth\t0.1s", "edit auth/b.go", "0 go test ./... -run 'TestB|TestExpiry|TestC' -> ok  \tx/auth\t0.1s"}, runner.Tests, timeline.Part},
		"the same task from below":               {[]string{"edit sub/a.go", "1 mise run lint -> 3 issues:", "0 cd sub && mise run lint -> 0 issues."}, runner.Lint, timeline.Unknown},
		"another task from below":                {[]string{"edit sub/a.go", "1 mise run lint -> 3 issues:", "0 cd sub && mise run lint:fast -> 0 issues."}, runner.Lint, timeline.Failed},
		"it was run again, hidden":               {[]string{"edit a.go", failed, "0 go test ./... > /tmp/o.log; echo exited -> exited"}, runner.Tests, timeline.Unknown},
		"a part passed, then the whole, hidden":  {[]string{"edit a.go", "edit b.go", "0 go test -run TestA . -> ok  \tx\t0.1s", "0 go test ./... | tee all.log; rm all.log -> "}, runner.Tests, timeline.Unknown},
		"a folder passed, another changed":       {[]string{"edit a/a.go", "0 cd a && go test ./... -> ok  \tx/a\t0.1s", "edit b/b.go"}, runner.Tests, timeline.Part},
		"a folder passed, and changed":           {[]string{"edit a/a.go", "0 cd a && go test ./... -> ok  \tx/a\t0.1s", "edit a/b.go"}, runner.Tests, timeline.Changed},
		"vet failed, gofmt finds nothing":        {[]string{"edit a.go", "1 go vet ./... -> a.go:1:2: x", "0 gofmt -l ."}, runner.Lint, timeline.Failed},
		"a formatter that rewrote a file":        {[]string{"edit a.ts", "0 npx eslint .", "0 npx prettier --write . -> a.ts 45ms\nb.ts 4ms (unchanged)"}, runner.Lint, timeline.Changed},
		"an old prettier marks nothing":          {[]string{"edit a.ts", "0 npx eslint .", "0 npx prettier --write . -> a.ts 45ms\nb.ts 4ms"}, runner.Lint, timeline.Passed},
		"a formatter of other files":             {[]string{"edit a.ts", "0 npx eslint .", "0 npx prettier --write . -> e2e/b.ts 45ms\na.ts 4ms (unchanged)"}, runner.Lint, timeline.Passed},
		"an own run between the hooks":           {[]string{"edit a.py", "1 git commit -m x -> flake8...................................................................Failed", "1 flake8 -> a.py:1:1: F401 'x' imported but unused", "edit a.py", "0 git commit -q -m x"}, runner.Lint, timeline.Unknown},
		"a session of tox that may test":         {[]string{"show a_test.py", "edit a.py", "0 tox -e lint,functional | tail ->   lint: OK (0.5 seconds)"}, runner.Tests, timeline.Unknown},
		"a formatter that rewrote nothing":       {[]string{"edit a.ts", "0 npx eslint .", "0 npx prettier --write . -> a.ts 45ms (unchanged)"}, runner.Lint, timeline.Passed},
		"a formatter beside the linter":          {[]string{"edit a.ts", "0 npx eslint . && npx prettier --write . -> a.ts 45ms"}, runner.Lint, timeline.Passed},
		"a formatter, for the tests":             {[]string{"edit a.py", "0 pytest -> ===== 3 passed in 0.10s =====", "0 black . -> reformatted a.py"}, runner.Tests, timeline.Passed},
		"a patch after a pass":                   {[]string{"edit a.go", passed, "0 git apply --stat x.patch && git apply x.patch"}, runner.Tests, timeline.Unknown},
		"a patch of another tree":                {[]string{"edit a.go", passed, "0 cd $TREE && git apply x.patch"}, runner.Tests, timeline.Passed},
		"a patch that is only shown":             {[]string{"edit a.go", passed, "0 git apply --check x.patch"}, runner.Tests, timeline.Passed},
		"a patch from a pipe":                    {[]string{"edit a.go", passed, "0 curl -s x | patch -p1 -> patching file b.go"}, runner.Tests, timeline.Unknown},
		"a mutation that git took back":          {[]string{"edit a.go", "edit b.go", passed, "edit a.go", failed, "0 git restore a.go"}, runner.Tests, timeline.Unknown},
		"a mutation and a reset":                 {[]string{"edit a.go", passed, "edit a.go", failed, "0 git reset --hard -q HEAD"}, runner.Tests, timeline.Unknown},
		"a mutation of which something is left":  {[]string{"edit a.go", passed, "edit a.go", "edit b.go", failed, "0 git restore a.go"}, runner.Tests, timeline.Failed},
		"a reset where nothing had passed":       {[]string{"edit a.go", failed, "0 git reset --hard -q HEAD"}, runner.Tests, timeline.Failed},
		"a runner that is not there":             {[]string{"edit a.go", passed, "127 go test ./... -> bash: go: command not found"}, runner.Tests, timeline.Passed},
		"names of files after a pass":            {[]string{"edit a.go", passed, "0 grep -rl a . | xargs sed -i s/a/b/"}, runner.Tests, timeline.Unknown},
		"built below":                            {[]string{"edit core/a.cpp", "0 cd core/build && make && ctest -> 100% tests passed, 0 tests failed out of 4"}, runner.Tests, timeline.Passed},
		"built below, other sources":             {[]string{"edit core/a.cpp", "edit net/b.cpp", "0 cd core/build && make && ctest -> 100% tests passed, 0 tests failed out of 4"}, runner.Tests, timeline.Part},
		"a test that passed once more":           {[]string{"edit A.java", "0 mvn test -> [ERROR] Tests run: 9, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 4.1 s <<< FAILURE! -- in a.BIT\n[WARNING] Tests run: 118, Failures: 0, Errors: 0, Skipped: 2, Flakes: 1"}, runner.Tests, timeline.Passed},
		"a pattern after a pass":                 {[]string{"edit a.go", passed, "0 sed -i s/a/b/ *.go"}, runner.Tests, timeline.Unknown},
		"a pattern of pages after a pass":        {[]string{"edit a.go", passed, "0 sed -i s/a/b/ *.md"}, runner.Tests, timeline.Passed},
		"a formatter's pattern after a pass":     {[]string{"edit a.go", passed, "0 gofmt -w *.go"}, runner.Tests, timeline.Passed},
		"a pattern before a pass":                {[]string{"edit a.go", passed, "0 sed -i s/a/b/ *.go", passed}, runner.Tests, timeline.Passed},
		"a pattern before an edit":               {[]string{"edit a.go", passed, "0 sed -i s/a/b/ *.go", "edit a.go"}, runner.Tests, timeline.Changed},
		"a pattern of which git shows nothing":   {[]string{"0 sed -i s/a/b/ src/*.go", passed}, runner.Tests, timeline.NothingToSay},
		"a dependency, tested":                   {[]string{"edit package.json", "0 npm test ->  Tests  3 passed (3)"}, runner.Tests, timeline.Passed},
		"a dependency, failed":                   {[]string{"edit package.json", "1 npm test ->  Tests  1 failed (3)"}, runner.Tests, timeline.Failed},
		"a dependency after the tests":           {[]string{"0 npm test ->  Tests  3 passed (3)", "edit package.json"}, runner.Tests, timeline.NothingToSay},
		"broken and put back":                    {[]string{"edit a.go", passed, "0 cp a.go /tmp/a.bak; sed -i s/a/b/ a.go; go test ./...; cp /tmp/a.bak a.go -> FAIL\tx [setup failed]"}, runner.Tests, timeline.NothingToSay},
		"make that ran nothing":                  {[]string{"edit a.go", "0 make test -> make: 'test' is up to date.\n"}, runner.Tests, timeline.NothingToSay},
		"gofmt lists a file":                     {[]string{"edit a.go", "0 gofmt -l . && go vet ./... -> a.go"}, runner.Format, timeline.Failed},
		"gofmt lists nothing":                    {[]string{"edit a.go", "1 gofmt -l . ; go vet ./... -> a.go:1:2: x"}, runner.Format, timeline.Passed},
		"gofmt in a test of what it lists":       {[]string{"edit a.go", "0 test -z \"$(gofmt -l .)\" && go vet ./..."}, runner.Format, timeline.Unknown},
		"an echo that looks like a summary":      {[]string{"edit a.py", "0 ./all.sh && echo OK -> OK"}, runner.Tests, timeline.NothingToSay},
		"vet failed, gofmt is hidden":            {[]string{"edit a.go", "1 go vet ./... -> a.go:1:2: x", "0 gofmt -l .; ls -> a.go"}, runner.Lint, timeline.Failed},
		"vet failed, make lint passed":           {[]string{"edit a.go", "1 go vet ./... -> a.go:1:2: x", "0 make lint"}, runner.Lint, timeline.Passed},
		"vet failed, another part passed":        {[]string{"edit a.go", "1 go vet ./... -> a.go:1:2: x", "0 go vet ./a"}, runner.Lint, timeline.Failed},
		"a commit behind a build":                {[]string{"edit a.rs", "1 cargo test -> test result: FAILED. 5 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s", "0 cargo build 2>&1 | tail -1 && git commit -m x ->     Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.31s\n[main 1a2b3c4] x\n 1 file changed, 1 insertion(+)"}, runner.Tests, timeline.Failed},
		"it was run again, told":                 {[]string{"edit a.go", failed, "0 go test ./... > /tmp/o.log; echo exit $? -> exit 0"}, runner.Tests, timeline.Passed},
		"all failed, one file passes": {[]string{
			"edit src/quota.ts", "1 npx vitest run ->  Test Files  1 failed | 3 passed (4)", "1 npx vitest run src/quota.test.ts ->  Test Files  1 failed (1)",
			"0 npx vitest run src/quota.test.ts ->       Tests  3 passed (3)",
		}, runner.Tests, timeline.Part},
		"a task says nothing of scripts": {[]string{"edit a.go", "0 make lint -> 0 issues.", "edit a.sh"}, runner.Lint, timeline.Passed},
		"nor of those alone":             {[]string{"edit a.sh", "0 make test -> ok  \ta\t0.1s"}, runner.Tests, timeline.NothingToSay},

		"started in the background":             {[]string{"edit a.py", "0 nohup pytest > log &"}, runner.Tests, timeline.Running},
		"a build before what it serves":         {[]string{"show main.go", "edit a.go", "0 go build ./... && ./app &"}, runner.Build, timeline.Unknown},
		"the log of what ran in the background": {[]string{"edit a.py", "0 pytest > log &", "0 tail log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.Passed},
		"what was waited for":                   {[]string{"edit a.py", "0 pytest > log & wait"}, runner.Tests, timeline.Unknown},
		"a log of a linter":                     {[]string{"edit a.rs", "0 cargo clippy > log; ls", "0 tail log ->     Finished `dev` profile [unoptimized] target(s) in 0.31s"}, runner.Lint, timeline.Passed},
		"a log that another output precedes":    {[]string{"edit a.py", "0 pytest > log; ls", "0 cat old.log -> ===== 12 passed in 0.31s =====", "show log"}, runner.Tests, timeline.Unknown},
		"all of it after a folder failed":       {[]string{"edit a.go", "1 cd api && go test ./... -> FAIL\tx/api\t0.1s", passed}, runner.Tests, timeline.Passed},
		"the tests of a tag, again":             {[]string{"edit a.go", "1 go test -tags=e2e ./... -> FAIL\tx/e2e\t0.1s", "0 go test -tags=e2e ./... -> ok  \tx/e2e\t0.1s"}, runner.Tests, timeline.Passed},
		"another linter after a failure":        {[]string{"edit a.go", "1 golangci-lint run -> 2 issues:", "0 go vet ./..."}, runner.Lint, timeline.Unknown},
		"the linter that a task may run":        {[]string{"edit a.go", "1 make lint -> 3 issues:", "0 go vet ./..."}, runner.Lint, timeline.Passed},
		"a linter after a hook failed":          {[]string{"edit a.go", "1 git commit -m x -> 2 issues:\nhusky - pre-commit script failed (code 1)", "0 golangci-lint run -> 0 issues."}, runner.Lint, timeline.Passed},
		"a hook after a linter failed":          {[]string{"edit a.go", "1 golangci-lint run -> 2 issues:", "0 git commit -m x -> 0 issues.\n[main 1a2b3c4] x"}, runner.Lint, timeline.Passed},
		"in a folder that is unknown":           {[]string{"edit a.go", failed, "0 cd $DIR && go test ./... -> ok  \tx\t0.1s"}, runner.Tests, timeline.Unknown},
		"another one, hidden":                   {[]string{"edit a.go", "1 golangci-lint run -> 2 issues:", "0 go vet ./... | cat"}, runner.Lint, timeline.Failed},
		"another one after a pass, hidden":      {[]string{"edit a.go", "0 golangci-lint run -> 0 issues.", "0 go vet ./... | cat"}, runner.Lint, timeline.Passed},
		"no tests are there":                    {[]string{"edit a.go", "0 go test ./... -> ?   \tx/a\t[no test files]"}, runner.Tests, timeline.NothingToSay},
		"no task was run":                       {[]string{"show a.test.ts", "edit a.ts", "0 nx affected -t test ->  NX   No tasks were run"}, runner.Tests, timeline.None},
		"a script that says something":          {[]string{"show a.test.ts", "edit a.ts", "0 npm test -> > a@1.0.0 test\n> echo no tests && exit 0\n\nno tests"}, runner.Tests, timeline.None},
		"nothing to do after a pass":            {[]string{"edit a.c", "0 make test -> 100% tests passed, 0 tests failed out of 12", "0 make test -> make: Nothing to be done for 'test'."}, runner.Tests, timeline.Passed},
		"a script that may be missing":          {[]string{"edit a.test.ts", "0 npm test --if-present"}, runner.Tests, timeline.Unknown},
		"a script that is there":                {[]string{"edit a.test.ts", "0 npm test --if-present -> > a@1.0.0 test\n> vitest run"}, runner.Tests, timeline.Passed},
		"a linter that found no files":          {[]string{"edit a.py", "0 ruff check lib -> warning: No Python files found under the given path(s)\nAll checks passed!"}, runner.Lint, timeline.Unknown},
		"one of two packages has no tests":      {[]string{"edit a.ts", "0 npm test -> No test files found\n\n      Tests  12 passed (12)"}, runner.Tests, timeline.Passed},
		"a hook that found no files":            {[]string{"edit a.ts", "0 npx biome check . -> Checked 12 files in 9ms. No fixes applied.", "0 git push -> Checked 0 files in 9ms. No fixes applied.\n   1a2b3c4..2b3c4d5  main -> main"}, runner.Lint, timeline.Passed},
		"no tests after a failure":              {[]string{"edit a.go", "1 go test ./... -> FAIL\tx/a\t0.1s", "0 go test ./b -> ok  \tx/b\t0.1s [no tests to run]"}, runner.Tests, timeline.Failed},
		"no tests in one of two packages":       {[]string{"edit a.go", "0 go test ./... -> ?   \tx/a\t[no test files]\nok  \tx/b\t0.1s"}, runner.Tests, timeline.Passed},
		"a default target that runs tests":      {[]string{"edit a.py", "0 make -> pytest -q\n===== 47 passed in 0.31s ====="}, runner.Tests, timeline.Passed},
		"an option that selects no tests":       {[]string{"edit store/b.go", "0 go test -count=1 ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"one of two folders":                    {[]string{"edit a/a.go", "0 go test ./a ./b -> ok  \tx/a\t0.1s"}, runner.Tests, timeline.Passed},
		"an option that a failure prints":       {[]string{"edit a.go", "1 go test -race ./... -> FAIL\tx\t0.1s\nwith -race", "0 go test -race ./cli -> ok  \tx/cli\t0.1s"}, runner.Tests, timeline.Failed},
		"a test, then its file":                 {[]string{"edit a.py", "1 pytest tests/test_a.py::test_x -> ===== 1 failed in 0.10s =====", "edit a.py", "0 pytest tests/test_a.py -> ===== 3 passed in 0.10s ====="}, runner.Tests, timeline.Passed},
		"a line, then its file":                 {[]string{"edit a.rb", "1 rspec spec/a_spec.rb:42 -> 1 example, 1 failure", "edit a.rb", "0 rspec spec/a_spec.rb -> 3 examples, 0 failures"}, runner.Tests, timeline.Passed},
		"a file, then one of its tests":         {[]string{"edit a.py", "1 pytest tests/test_a.py -> ===== 1 failed, 2 passed in 0.10s =====", "edit a.py", "0 pytest tests/test_a.py::test_y -> ===== 1 passed in 0.10s ====="}, runner.Tests, timeline.Failed},
		"a mutation that git takes back":        {[]string{"edit a.go", passed, "edit b.go", failed, "0 git checkout b.go -> Updated 1 path from the index"}, runner.Tests, timeline.Unknown},
		"one of two changes is taken back":      {[]string{"edit a.go", passed, "edit b.go", "edit c.go", failed, "0 git checkout b.go -> Updated 1 path from the index"}, runner.Tests, timeline.Failed},
		"taken back, but nothing had passed":    {[]string{"edit a.go", "edit b.go", failed, "0 git checkout b.go -> Updated 2 paths from the index"}, runner.Tests, timeline.Failed},
		"taken back, but it failed before":      {[]string{"edit a.go", passed, failed, "edit b.go", "0 git checkout b.go -> Updated 1 path from the index"}, runner.Tests, timeline.Failed},
		"a log of what git took back":           {[]string{"edit a.go", passed, "edit b.go", failed, "0 cat git.log -> Updated 1 path from the index"}, runner.Tests, timeline.Failed},
		"a branch after a failure":              {[]string{"edit a.go", passed, "edit b.go", failed, "0 git checkout main -> M\tb.go\nSwitched to branch 'main'"}, runner.Tests, timeline.Failed},
		"it failed after a pass, then hidden":   {[]string{"edit a.go", passed, failed, "0 go test ./... | cat"}, runner.Tests, timeline.Unknown},
		"a part twice, once hidden":             {[]string{"edit a.go", "0 go test -run TestA . -> ok  \tx\t0.1s", "0 go test -run TestA . | cat"}, runner.Tests, timeline.Part},
		"a script after a pass":                 {[]string{"edit a.go", passed, "0 ./ci.sh -> done"}, runner.Tests, timeline.Passed},
		"a script after a pass and a failure":   {[]string{"edit a.go", passed, failed, "0 ./ci.sh -> done"}, runner.Tests, timeline.Unknown},
		"only results from elsewhere":           {[]string{"edit a.go", "0 gh pr checks 12 -> test pass"}, runner.Tests, timeline.Unknown},
		"builds are no results from elsewhere":  {[]string{"edit a.go", "0 gh pr checks 12 -> test pass"}, runner.Build, timeline.NothingToSay},
		"somebody else's temporary file":        {[]string{"edit a.py", "0 pytest -> ===== 1 passed in 0.31s =====", "other /tmp/x.py"}, runner.Tests, timeline.Passed},
		"somebody else's other language":        {[]string{"edit a.go", passed, "other b.py"}, runner.Tests, timeline.Passed},
		"broken after the failure, and back":    {[]string{"edit b.go", failed, "0 cp a.go /tmp/a.bak; sed -i s/a/b/ a.go; cp /tmp/a.bak a.go"}, runner.Tests, timeline.Failed},
		"a part, and a dependency":              {[]string{"edit package.json", "0 npx vitest run a.test.ts ->       Tests  3 passed (3)"}, runner.Tests, timeline.Part},
		"where the change is":                   {[]string{"edit /other/a.go", "0 cd /other && go test ./... -> ok  \tx/a\t0.1s"}, runner.Tests, timeline.Passed},
		"another task shows what it is":         {[]string{"edit a.ts", "0 vite build -> built in 1.2s", "edit a.ts", "0 npm run check -> done", "0 npm run ci -> Checked 6 files in 1ms."}, runner.Build, timeline.Unknown},
		"a task echoes what it lints":           {[]string{"edit a.ts", "0 npm run check -> $ eslint .\n$ tsc"}, runner.Lint, timeline.Passed},
		"and that it checks types":              {[]string{"edit a.ts", "0 npm run check -> $ eslint .\n$ tsc"}, runner.Types, timeline.Passed},
		"and no formatter":                      {[]string{"edit a.ts", "1 npx prettier --check . -> [warn] a.ts", "0 npm run check -> $ eslint .\n$ tsc"}, runner.Format, timeline.Failed},
		"it echoes a script last":               {[]string{"edit a.ts", "1 npx prettier --check . -> [warn] a.ts", "0 npm run check -> $ eslint .\n$ ./x.sh"}, runner.Format, timeline.Unknown},
		"it echoes a script first":              {[]string{"edit a.ts", "1 npx prettier --check . -> [warn] a.ts", "0 npm run check -> $ ./x.sh\n$ eslint ."}, runner.Format, timeline.Unknown},
		"a linter that it echoes failed":        {[]string{"edit a.ts", "1 npm run check -> $ eslint .\n✖ 2 problems (2 errors, 0 warnings)"}, runner.Lint, timeline.Failed},
		"a formatter that a task echoes":        {[]string{"edit a.ts", "0 npm run check -> $ eslint .\n$ prettier --check ."}, runner.Format, timeline.Passed},
		"a log that shows no end":               {[]string{"edit a.py", "0 pytest > log; ls", "0 tail log -> started"}, runner.Tests, timeline.Unknown},
		"a task that checks types":              {[]string{"0 tsc", "edit a.ts", "0 npm run build -> built in 1.2s"}, runner.Types, timeline.Passed},
		"a part of as many changes as it may":   {append(edits(1_000), "0 go test ./store -> ok  \tx/store\t0.1s"), runner.Tests, timeline.Passed},
		"a part of more changes":                {append(edits(1_001), "0 go test ./store -> ok  \tx/store\t0.1s"), runner.Tests, timeline.Part},

		// What counts as a change.
		"tests would build it":         {[]string{"show a_test.go", "edit a.go"}, runner.Build, timeline.None},
		"tests that build nothing":     {[]string{"show a.test.ts", "edit a.ts"}, runner.Build, timeline.NothingToSay},
		"tests that may have built it": {[]string{"show a_test.go", "edit a.go", "0 go test ./... | cat"}, runner.Build, timeline.NothingToSay},
		"failed tests after a build":   {[]string{"0 go build ./...", "edit a.go", failed}, runner.Build, timeline.Changed},
		"tests of another language":    {[]string{"show a_test.go", "edit a.go", "0 pytest | cat"}, runner.Build, timeline.None},
		"rebased since":                {[]string{"edit a.go", passed, "0 git rebase origin/main && git push -> Successfully rebased and updated refs/heads/main.\nTo x\n   1..2  main -> main"}, runner.Tests, timeline.Unknown},
		"pulled since":                 {[]string{"edit a.go", passed, "0 git pull -> Updating 1a2b3c4..2b3c4d5\nFast-forward\n a.go | 2 +-"}, runner.Tests, timeline.Unknown},
		"nothing to pull":              {[]string{"edit a.go", passed, "0 git pull -> Already up to date."}, runner.Tests, timeline.Passed},
		"pulled, and run again":        {[]string{"edit a.go", passed, "0 git pull -> Fast-forward", passed}, runner.Tests, timeline.Passed},
		"merged since":                 {[]string{"edit a.go", passed, "0 git merge origin/main -> Merge made by the 'ort' strategy."}, runner.Tests, timeline.Unknown},
		"its own branch, kept apart":   {[]string{"edit a.go", passed, "0 git merge --no-ff x -> Merge made by the 'ort' strategy."}, runner.Tests, timeline.Passed},
		"a branch of its own":          {[]string{"edit a.go", passed, "0 git merge x -> Fast-forward"}, runner.Tests, timeline.Passed},
		"comments alone, tests":        {[]string{passed, "edit a.go // x>// y"}, runner.Tests, timeline.NothingToSay},
		"comments alone, format":       {[]string{"0 gofmt -l .", "edit a.go // x>// y"}, runner.Format, timeline.Changed},
		"a comment":                    {[]string{"edit a.go", passed, "edit a.go // x>// y"}, runner.Tests, timeline.Passed},
		"a linter reads them":          {[]string{"edit a.go", "0 golangci-lint run -> 0 issues.", "edit a.go // x>// y"}, runner.Lint, timeline.Changed},
		"a comment behind code":        {[]string{"edit a.go", passed, "edit a.go x()>y() // x"}, runner.Tests, timeline.Changed},
		"a source is deleted":          {[]string{"edit a.go", passed, "delete b.go"}, runner.Tests, timeline.Changed},
		"one that it made":             {[]string{"edit a.go", "edit b.go", passed, "delete b.go"}, runner.Tests, timeline.Passed},
		"an output is deleted":         {[]string{"edit a.ts", "0 npx vitest run ->       Tests  3 passed (3)", "0 rm -f gen.js"}, runner.Tests, timeline.Passed},
		"it is no longer staged":       {[]string{"edit a.go", passed, "edit a.go", "0 git restore --staged a.go"}, runner.Tests, timeline.Changed},

		// What may have fixed a failure.
		"a script may have run them":  {[]string{"edit a.go", failed, "0 ./ci.sh -> done"}, runner.Tests, timeline.Unknown},
		"a script that fails":         {[]string{"edit a.go", passed, "edit a.go", "1 ./ci.sh -> --- FAIL: TestA (0.00s)\nFAIL"}, runner.Tests, timeline.Failed},
		"a script that prints a pass": {[]string{"edit a.go", failed, "0 ./ci.sh -> 42 passed in 0.1s"}, runner.Tests, timeline.Unknown},
		"hooks of a commit ran tests": {[]string{"edit a.go", failed, "0 git commit -qm x -> $ go test ./...\n[main 1a2b3c4] x"}, runner.Tests, timeline.Unknown},
		"a tool of a server":          {[]string{"edit a.go", failed, "tool mcp__ide__run"}, runner.Tests, timeline.Unknown},
		"in a container":              {[]string{"edit a.go", failed, "0 docker run --rm app make test"}, runner.Tests, timeline.Unknown},
		"that fails in one":           {[]string{"edit a.go", passed, "edit a.go", "1 docker compose run --rm app make test -> --- FAIL: TestA (0.00s)\nFAIL"}, runner.Tests, timeline.Failed},
		"then passes in one":          {[]string{"edit a.go", "1 docker compose run --rm app make test -> --- FAIL: TestA (0.00s)\nFAIL", "edit a.go", "0 docker compose run --rm app make test"}, runner.Tests, timeline.Unknown},
		"one that did not start":      {[]string{"edit a.go", passed, "edit a.go", "1 docker compose run --rm app make test -> no such service: app"}, runner.Tests, timeline.Changed},
		"results from elsewhere":      {[]string{"show a_test.go", "edit a.go", "0 gh pr checks 12 -> test pass"}, runner.Tests, timeline.Unknown},
		"a task of npm may lint Go":   {[]string{"edit a.go", "1 golangci-lint run -> 2 issues:", "0 npm run lint -> ok"}, runner.Lint, timeline.Unknown},
		"a person's command":          {[]string{"edit a.go", failed, "user go test ./..."}, runner.Tests, timeline.Unknown},
		"a person reports":            {[]string{"edit a.go", failed, "told I fixed it, it passes here"}, runner.Tests, timeline.Unknown},
		"a person reports, and asks":  {[]string{"edit a.go", failed, "told it passes here, can you push?"}, runner.Tests, timeline.Unknown},
		"a person asks":               {[]string{"edit a.go", failed, "told is CI green on the branch?"}, runner.Tests, timeline.Failed},
		"an order":                    {[]string{"edit a.go", failed, "told commit it"}, runner.Tests, timeline.Failed},
		"a gap after it":              {[]string{"edit a.go", passed, "gap missing agent"}, runner.Tests, timeline.Unknown},
		"a gap before it":             {[]string{"edit a.go", "gap missing agent", passed}, runner.Tests, timeline.Passed},
		"a pipe hides the status":     {[]string{"edit a.go", "0 tsc --noEmit | head"}, runner.Types, timeline.NothingToSay},
		"a pipe hides that of types":  {[]string{"edit a.ts", "0 tsc --noEmit | head"}, runner.Types, timeline.Unknown},
		"a pipe shows a failure":      {[]string{"edit a.go", "0 go test ./... | tail -3 -> FAIL\tx/a\t0.1s\nFAIL"}, runner.Tests, timeline.Failed},
		"hidden on the same files":    {[]string{"edit a.go", passed, "0 go test ./... | grep -c ok -> 4"}, runner.Tests, timeline.Passed},

		"an image is built":            {[]string{"edit a.go", failed, "0 docker build . -> done"}, runner.Tests, timeline.Unknown},
		"an image that does not build": {[]string{"edit a.go", failed, "1 docker build . -> no"}, runner.Tests, timeline.Failed},

		// What does not excuse a failure.
		"a text that looks like a pass": {[]string{"edit a.go", failed, "0 cat README.md -> 42 passed in 0.1s"}, runner.Tests, timeline.Failed},
		"the log of git":                {[]string{"edit a.go", failed, "0 git log -3 -> ok  \tx/a\t0.1s"}, runner.Tests, timeline.Failed},
		"a server of sources":           {[]string{"edit a.ts", "1 npx vitest run ->  Test Files  1 failed | 3 passed (4)", "0 npm run dev -> ready"}, runner.Tests, timeline.Failed},
		"a commit":                      {[]string{"edit a.go", failed, "0 git commit -qm x -> [main 1a2b3c4] x"}, runner.Tests, timeline.Failed},
		"list of packages":              {[]string{"edit a.ts", "1 npx vitest run ->  Test Files  1 failed | 3 passed (4)", "0 npm ls -> a@1"}, runner.Tests, timeline.Failed},
		"an echo in a shell":            {[]string{"edit a.go", failed, "0 sh -c 'echo done' -> done"}, runner.Tests, timeline.Failed},
		"containers are listed":         {[]string{"edit a.go", failed, "0 docker ps -> x"}, runner.Tests, timeline.Failed},
		"a one-liner":                   {[]string{"edit a.go", failed, "0 python3 -c 'print(1)' -> 1"}, runner.Tests, timeline.Failed},
		"a program on standard input":   {[]string{"edit a.go", failed, "0 python3 - <<'E'\nprint(1)\nE -> 1"}, runner.Tests, timeline.Failed},
		"a one-liner of node":           {[]string{"edit a.go", failed, "0 node -e 'console.log(1)' -> 1"}, runner.Tests, timeline.Failed},
		"a one-liner that starts one":   {[]string{"edit a.go", failed, "0 python3 -c 'import subprocess; subprocess.run([\"go\", \"test\"])'"}, runner.Tests, timeline.Unknown},

		// Other trees, and other files.
		"a stash around a failing run": {[]string{"edit a.go", passed, "0 git stash", failed, "0 git stash pop"}, runner.Tests, timeline.Passed},
		"not for what was taken back":  {[]string{"edit b.go", passed, failed, "edit a.go x>y", "edit a.go y>x"}, runner.Tests, timeline.Failed},
		"an old file is moved back":    {[]string{"edit a.go", passed, "edit b.go", "0 mv old.go b.go"}, runner.Tests, timeline.Passed},
		"broken on purpose":            {[]string{"edit b.go", passed, "edit a.go x>y", failed, "edit a.go y>x"}, runner.Tests, timeline.Passed},
		"another folder":               {[]string{"show a_test.go", "edit a.go", "0 cd /other && go test ./... -> ok  \tx/a\t0.1s"}, runner.Tests, timeline.None},
		"the output went to a file":    {[]string{"edit a.py", "0 pytest > log; tail log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.Passed},
		"it failed, by its log":        {[]string{"edit a.py", "0 pytest > log 2>&1; tail -3 log -> ===== 1 failed, 12 passed in 0.31s ====="}, runner.Tests, timeline.Failed},
		"an old log":                   {[]string{"show a_test.go", "edit a.go", "0 tail old.log -> ===== 12 passed in 0.31s ====="}, runner.Tests, timeline.None},

		// What git shows.
		"restored, then a failure": {[]string{"edit a.go", "0 git restore a.go", failed}, runner.Tests, timeline.NothingToSay},

		// What a run covers.
		"a part that compiles all":                            {[]string{"edit src/lib.rs", "0 cargo test --test order -> test result: ok. 2 passed; 0 failed; 0 ignored"}, runner.Tests, timeline.Part},
		"an option with a file":                               {[]string{"edit jest.ts", "0 npx vitest run x.test.ts --config=conf/jest.config.ts ->       Tests  3 passed (3)"}, runner.Tests, timeline.Part},
		"a folder named like a word of the command":           {[]string{"edit run/a.ts", "0 npx vitest run x.test.ts ->       Tests  3 passed (3)"}, runner.Tests, timeline.Part},
		"two packages":                                        {[]string{"edit store/b.rs", "0 cargo test -p store -p cli -> test result: ok. 3 passed; 0 failed; 0 ignored"}, runner.Tests, timeline.Passed},
		"a filter builds the package":                         {[]string{"edit store/b.go", "0 go test ./store -run TestB -> ok  \tx/store\t0.1s"}, runner.Build, timeline.Passed},
		"the same filter again":                               {[]string{"edit store/b.go", "1 go test ./store -run TestB -> FAIL\tx/store\t0.1s", "0 go test ./store -run TestB -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Part},
		"a folder below, and a word that is printed":          {[]string{"edit a.go", "1 go test ./... -> --- FAIL: TestX (0.00s)\n    a_test.go:3: no\nFAIL\tx\t0.1s", "0 cd store && go test ./... -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Failed},
		"a file after all of it failed":                       {[]string{"edit a.py", "1 pytest -> ===== 1 failed, 12 passed in 0.31s =====", "0 pytest tests/test_b.py -> ===== 1 passed in 0.31s ====="}, runner.Tests, timeline.Failed},
		"the folder of a filter that failed":                  {[]string{"edit store/b.go", "1 go test ./store -run TestB/x -> FAIL\tx/store\t0.1s", "0 go test -v ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"a folder of coverage":                                {[]string{"edit tests/test_a.py", "1 pytest --cov=src/x tests/a.py -> ===== 1 failed, 12 passed in 0.31s =====", "0 pytest -v ./tests/ -> ===== 1 passed in 0.31s ====="}, runner.Tests, timeline.Part},
		"a failure in a folder below":                         {[]string{"edit a.go", "1 cd sub && go test ./... -> FAIL\tx/sub\t0.1s"}, runner.Tests, timeline.Failed},
		"all of it, after more changes than a part may cover": {append(edits(1_001), passed), runner.Tests, timeline.Passed},

		// What a run proves.
		"a task that tests builds Go":      {[]string{"edit a.go", "0 make test -> ok"}, runner.Build, timeline.Passed},
		"tests build nothing in Python":    {[]string{"edit a.py", "0 pytest -> ===== 3 passed in 0.10s ====="}, runner.Build, timeline.NothingToSay},
		"a task that tests builds no site": {[]string{"edit a.ts", "0 make test -> ok"}, runner.Build, timeline.NothingToSay},
		"a task before the first script":   {[]string{"0 make lint -> 0 issues.", "edit a.sh"}, runner.Lint, timeline.NothingToSay},
		"a linter before a task":           {[]string{"0 go vet ./...", "0 make test -> ok", "edit a.py"}, runner.Tests, timeline.Changed},
		"two linters failed":               {[]string{"edit a.go", "1 golangci-lint run -> 2 issues:", "1 npm run lint -> 2 problems"}, runner.Lint, timeline.Failed},
		"a part of what npm tests":         {[]string{"edit a.ts", "edit b.ts", "0 npm test -- a.test.ts ->       Tests  3 passed (3)"}, runner.Tests, timeline.Part},
		"a part of a linter fails":         {[]string{"edit a.go", "1 go vet ./a -> a/a.go:1:2: x"}, runner.Lint, timeline.Failed},
		"a folder passed, another failed":  {[]string{"edit a/a.go", "edit b/b.go", "0 cd a && go vet ./...", "1 go vet ./b -> b/b.go:1:2: x"}, runner.Lint, timeline.Failed},
		"a narrow build after a change":    {[]string{"edit a.go", "0 go build ./...", "edit a.go", "1 go build ./testdata/bad -> x"}, runner.Build, timeline.Changed},
		"the same linter, hidden":          {[]string{"edit a.go", "1 golangci-lint run -> 2 issues:", "0 golangci-lint run | cat"}, runner.Lint, timeline.Unknown},
		"another program of tests, hidden": {[]string{"edit a.ts", "1 npx jest -> Tests:       1 failed, 2 passed, 3 total", "0 npx vitest run | cat"}, runner.Tests, timeline.Unknown},
		"a line that cannot be read":       {[]string{"edit a.go", failed, "1 go test \"./..."}, runner.Tests, timeline.Unknown},

		// What is known after it.
		"a doubt, and an edit":                            {[]string{"edit a.go", passed, failed, "0 ./ci.sh", "edit a.go"}, runner.Tests, timeline.Unknown},
		"one package of two that failed passes":           {[]string{"edit auth/b.go", "1 go test ./... -> FAIL\tx/auth\t0.1s\nFAIL\tx/store\t0.1s", "0 go test ./auth -> ok  \tx/auth\t0.1s"}, runner.Tests, timeline.Unknown},
		"they are edited after the tests":                 {[]string{"show a_test.go", passed, "0 grep -rl a . | xargs sed -i s/a/b/"}, runner.Tests, timeline.NothingToSay},
		"a task whose linter compiles":                    {[]string{"show main.go", "edit a.go", "0 mise run lint -> 0 issues."}, runner.Build, timeline.Passed},
		"a silent linter through a pipe":                  {[]string{"edit a.ts", "0 npm run lint | tail -5 -> > lint\n> eslint ."}, runner.Lint, timeline.Unknown},
		"one after which tests ran":                       {[]string{"edit a.ts", "0 npm run check | tail -5 -> > eslint .\n> vitest run\n      Tests  3 passed (3)"}, runner.Lint, timeline.Passed},
		"what a run of unknown end would have proved":     {[]string{"edit a.go", "0 go build ./... -> ", "edit a.go", "0 go test ./... | tee log -> "}, runner.Build, timeline.Unknown},
		"one folder of the two that failed together":      {[]string{"edit auth/b.go", "1 go test ./auth ./store -> ok  \tx/auth\t0.1s\nFAIL\tx/store\t0.1s", "0 go test ./auth -> ok  \tx/auth\t0.1s"}, runner.Tests, timeline.Unknown},
		"both folders again, without an option":           {[]string{"edit auth/b.go", "1 go test -race ./auth ./store -> FAIL\tx/store\t0.1s", "0 go test ./auth ./store -> ok  \tx/auth\t0.1s\nok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"both packages that failed pass":                  {[]string{"edit auth/b.go", "1 go test ./... -> FAIL\tx/auth\t0.1s\nFAIL\tx/store\t0.1s", "0 go test ./auth ./store -> ok  \tx/auth\t0.1s\nok  \tx/store\t0.1s"}, runner.Tests, timeline.Part},
		"one test of two that failed passes":              {[]string{"edit a.go", "1 go test ./... -> --- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\tx/a\t0.1s", "0 go test ./... -run TestA -> ok  \tx/a\t0.1s"}, runner.Tests, timeline.Unknown},
		"both tests that failed pass":                     {[]string{"edit a.go", "1 go test ./... -> --- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\tx/a\t0.1s", "0 go test ./... -run 'TestA|TestB' -> ok  \tx/a\t0.1s"}, runner.Tests, timeline.Part},
		"one file of two that failed passes":              {[]string{"edit a.py", "1 pytest -> FAILED tests/test_a.py::test_x - assert\nFAILED tests/test_b.py::test_y - assert\n=== 2 failed, 1 passed in 0.1s ===", "0 pytest tests/test_a.py -> ===== 1 passed in 0.31s ====="}, runner.Tests, timeline.Unknown},
		"one file failed, and passes":                     {[]string{"edit a.py", "1 pytest -> FAILED tests/test_a.py::test_x - assert\nFAILED tests/test_a.py::test_y - assert\n=== 2 failed, 1 passed in 0.1s ===", "0 pytest tests/test_a.py -> ===== 2 passed in 0.31s ====="}, runner.Tests, timeline.Part},
		"a class of two that failed passes":               {[]string{"show ATest.java", "edit A.java", "1 mvn test -> [ERROR]   ATest.one:34 expected\n[ERROR]   BTest.two:7 expected\n[INFO] BUILD FAILURE", "0 mvn test -Dtest=ATest -> [INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"}, runner.Tests, timeline.Unknown},
		"a method of two that failed passes":              {[]string{"show ATest.java", "edit A.java", "1 mvn test -> [ERROR]   ATest.one:34 expected\n[ERROR]   ATest.two:7 expected\n[INFO] BUILD FAILURE", "0 mvn test -Dtest=ATest#one -> [INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0"}, runner.Tests, timeline.Unknown},
		"both methods that failed pass":                   {[]string{"show ATest.java", "edit A.java", "1 mvn test -> [ERROR]   ATest.one:34 expected\n[ERROR]   ATest.two:7 expected\n[INFO] BUILD FAILURE", "0 mvn test -Dtest=ATest#one+two -> [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0"}, runner.Tests, timeline.Part},
		"a class of Maven compiles all":                   {[]string{"show ATest.java", "edit A.java", "0 mvn test -Dtest=ATest -> [INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"}, runner.Build, timeline.Passed},
		"a module of Maven compiles a part":               {[]string{"show ATest.java", "edit core/A.java", "edit web/B.java", "0 mvn test -pl core -> [INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"}, runner.Build, timeline.Part},
		"what failed last passes":                         {[]string{"edit a.py", "1 pytest -> FAILED tests/test_a.py::test_x - assert\nFAILED tests/test_b.py::test_y - assert\n=== 2 failed, 1 passed in 0.1s ===", "0 pytest --lf -> ===== 2 passed in 0.31s ====="}, runner.Tests, timeline.Part},
		"what failed passes, and an edit is undone":       {[]string{"edit auth/b.go", "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\tx/auth\t0.1s", "edit auth/b.go", "0 go test ./auth -> ok  \tx/auth\t0.1s", "edit c.go x>y", "edit c.go y>x"}, runner.Tests, timeline.Part},
		"what failed passes, and is changed":              {[]string{"edit auth/b.go", "1 go test ./... -> --- FAIL: TestExpiry (0.00s)\nFAIL\tx/auth\t0.1s", "edit auth/b.go", "0 go test ./auth -> ok  \tx/auth\t0.1s", "edit auth/b.go"}, runner.Tests, timeline.Changed},
		"a doubt, and a part that covers all":             {[]string{"edit store/b.go", "0 ./ci.sh", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"pulled after a failure":                          {[]string{"edit a.go", failed, "0 git pull -> Fast-forward"}, runner.Tests, timeline.Failed},
		"pulled after a change":                           {[]string{"edit a.go", passed, "edit a.go", "0 git pull -> Fast-forward"}, runner.Tests, timeline.Changed},
		"passed, and results from elsewhere":              {[]string{"edit a.go", passed, "0 gh pr checks 12 -> test pass"}, runner.Tests, timeline.Passed},
		"three edits that do not undo each other":         {[]string{"edit a.go", passed, "edit a.go x>y", "edit a.go q>r", "edit a.go r>x"}, runner.Tests, timeline.Changed},
		"a reader that is missing":                        {[]string{"edit a.go", passed, "gap missing reader"}, runner.Tests, timeline.Passed},
		"a gap in the middle":                             {[]string{"edit a.go", "gap not read to the end", passed}, runner.Tests, timeline.Passed},
		"a failure after a compaction":                    {[]string{"edit a.go", "gap compacted", failed}, runner.Tests, timeline.Failed},
		"a copy is a change":                              {[]string{"edit a.go", passed, "0 cp x.go b.go"}, runner.Tests, timeline.Changed},
		"a file is put back":                              {[]string{"edit b.go", "edit a.go", failed, "0 mv old.go a.go"}, runner.Tests, timeline.Unknown},
		"a pattern of deleted files":                      {[]string{"edit a.go", passed, "0 rm *.go"}, runner.Tests, timeline.Passed},
		"a pattern of another language's files":           {[]string{"edit a.go", passed, "0 sed -i s/a/b/ *.ts"}, runner.Tests, timeline.Passed},
		"a test is changed, for the tests":                {[]string{"edit a.ts", "0 npx vitest run ->       Tests  3 passed (3)", "edit a.test.ts"}, runner.Tests, timeline.Changed},
		"a test is changed, for a build that compiles it": {[]string{"0 go build ./...", "edit a_test.go"}, runner.Build, timeline.Changed},
		"an edit undone, for a linter":                    {[]string{"0 golangci-lint run -> 0 issues.", "edit a.go x>y", "edit a.go y>x"}, runner.Lint, timeline.NothingToSay},
		"comments alone, lint":                            {[]string{"0 golangci-lint run -> 0 issues.", "edit a.go // x>// y"}, runner.Lint, timeline.Changed},
		"a page, tested":                                  {[]string{"edit README.md", "0 npm test ->  Tests  3 passed (3)"}, runner.Tests, timeline.NothingToSay},
		"a dependency, and a pattern of pages":            {[]string{"edit package.json", "0 make test -> ok", "0 sed -i s/a/b/ *.md"}, runner.Tests, timeline.Passed},
		"a dependency, and somebody else's page":          {[]string{"edit package.json", "0 make test -> ok", "other README.md"}, runner.Tests, timeline.Passed},
		"a dependency, and a part that failed":            {[]string{"edit package.json", "1 npx vitest run a.test.ts ->  Test Files  1 failed (1)"}, runner.Tests, timeline.Failed},
		"a dependency, a part and a whole":                {[]string{"edit package.json", "0 pytest tests/test_a.py -> ===== 1 passed in 0.31s =====", "0 npx vitest run ->       Tests  3 passed (3)"}, runner.Tests, timeline.Part},
		"a dependency, and another language":              {[]string{"edit package.json", "1 pytest -> ===== 1 failed in 0.10s =====", "edit a.go", passed}, runner.Tests, timeline.Passed},
		"a script only says how it is used":               {[]string{"show a_test.go", "edit a.go", "0 ./gate.sh --help -> usage"}, runner.Tests, timeline.None},
		"a default target that tests":                     {[]string{"edit a.ts", "0 make -> ===== 3 passed in 0.31s ====="}, runner.Build, timeline.Passed},
		"a default target that fails":                     {[]string{"edit a.c", "1 make -> no"}, runner.Build, timeline.Failed},
		"a package without its tests":                     {[]string{"show ATest.java", "edit A.java", "0 mvn install -DskipTests -> [INFO] BUILD SUCCESS"}, runner.Tests, timeline.None},
		"no test, and a status":                           {[]string{"edit a.go", "1 go test ./... -> ?   \tx/a\t[no test files]"}, runner.Tests, timeline.Failed},
		"hooks of a commit that may have failed":          {[]string{"show a.test.ts", "edit a.ts", "0 git commit -m x | cat -> husky > pre-commit\nChecked 6 files in 1ms."}, runner.Tests, timeline.Unknown},
		"an echoed check that fails":                      {[]string{"edit a.ts", "1 npm run check -> $ tsc --noEmit"}, runner.Types, timeline.Failed},
		"a test below another one":                        {[]string{"edit store/b.go", "1 go test -run TestB/sub ./store -> FAIL", "0 go test ./store/... -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Passed},
		"a part while the whole runs":                     {[]string{"edit a.go", failed, "running go test ./...", "0 go test ./store -> ok  \tx/store\t0.1s"}, runner.Tests, timeline.Running},
		"a pass after one that runs":                      {[]string{"edit a.go", "running go test ./...", passed}, runner.Tests, timeline.Passed},
		"a script in a second language":                   {[]string{passed, "edit a.go", "edit b.py", "0 ./ci.sh -> done"}, runner.Tests, timeline.Unknown},
		"a script in a first language":                    {[]string{"0 pytest -> ===== 3 passed in 0.10s =====", "edit b.py", "edit a.go", "0 ./ci.sh -> done"}, runner.Tests, timeline.Unknown},
		"what failed passes, and another edit":            {[]string{"edit a.go", passed, "edit a.go", failed, "0 go test ./... -run TestExpiry -> ok  \tx\t0.1s", "edit b.go"}, runner.Tests, timeline.Part},
		"the types of a compiled file":                    {[]string{"0 make typecheck -> done", "edit a.go"}, runner.Types, timeline.NothingToSay},
		"a doubt before a stash":                          {[]string{"edit a.go", failed, "0 ./ci.sh -> done", "0 git stash", "0 git stash pop"}, runner.Tests, timeline.Unknown},
		"a failure before a stash":                        {[]string{"edit a.go", failed, "0 git stash", "0 git stash pop"}, runner.Tests, timeline.Failed},
		"tests build no site":                             {[]string{"edit a.ts", "0 vite build -> built in 1.2s", "edit a.ts", "0 make test -> ok"}, runner.Build, timeline.Changed},
		"a later push goes through":                       {[]string{"edit a.ts", "1 git push -> husky - pre-push script failed (code 1)\n✖ 2 problems (2 errors, 0 warnings)", "0 git push -> main -> main"}, runner.Lint, timeline.Unknown},
		"a later commit is refused":                       {[]string{"edit a.ts", "1 git commit -m x -> husky - pre-commit script failed (code 1)\n✖ 2 problems (2 errors, 0 warnings)", "1 git commit -m y -> nothing to commit, working tree clean"}, runner.Lint, timeline.Failed},
		"a commit after a hook that passed":               {[]string{"edit a.ts", "0 git commit -m x -> eslint..........Passed\n[main 1a2b3c4] x", "edit a.ts", "0 git commit -m y -> [main 2a2b3c4] y"}, runner.Lint, timeline.Changed},
		"a page is formatted":                             {[]string{"edit a.ts", "edit README.md", "0 npx prettier --write . -> README.md 3ms\na.ts 2ms (unchanged)"}, runner.Lint, timeline.NothingToSay},
	} {
		t.Run(name, func(t *testing.T) {
			if got := timelinetest.Acts(tt.acts...).Result().Standing(tt.kind); got.State != tt.want {
				t.Errorf("%s: %s (%s), want %s", tt.kind, got.State, got.Doubt.Why, tt.want)
			}
		})
	}
}

// TestChecksOfTheRepository checks that a check counts as known if a file that names it was shown.
func TestChecksOfTheRepository(t *testing.T) {
	for language, want := range map[string]timeline.State{"go": timeline.None, "": timeline.None, "rust": timeline.NothingToSay} {
		agent := timelinetest.Acts("edit a.go").Agent
		agent.Checks = []ledger.Check{{Kind: string(runner.Lint), Language: "go"}, {Kind: string(runner.Tests), Language: language}}
		if got := timeline.Build([]*ledger.Ledger{agent}, nil).Result().Standing(runner.Tests); got.State != want {
			t.Errorf("tests of %q are known: %s, want %s", language, got.State, want)
		}
	}
}

// edits returns edits of different files of a folder.
func edits(count int) (acts []string) {
	for i := range count {
		acts = append(acts, fmt.Sprintf("edit store/%d.go", i))
	}
	return acts
}

// TestUnreadEnd checks that the part of a transcript that was not read may hold a later run: its end, not its start.
func TestUnreadEnd(t *testing.T) {
	for why, want := range map[ledger.GapWhy]timeline.State{ledger.Unread: timeline.Unknown, ledger.Bounded: timeline.Unknown, ledger.NoStart: timeline.Failed} {
		agent := timelinetest.Acts("edit a.go", failed).Agent
		agent.AddGap(ledger.Gap{Why: why})
		if got := timeline.Build([]*ledger.Ledger{agent}, nil).Result().Standing(runner.Tests); got.State != want {
			t.Errorf("%s: the tests are %s, want %s", why, got.State, want)
		}
	}
}

// TestTasksProveWhatTheyLetThrough checks which runs a task proves: those that decide its exit code, and those
// that its output shows.
func TestTasksProveWhatTheyLetThrough(t *testing.T) {
	const (
		noCount = "1 make test -> --- FAIL: TestA (0.00s)\nFAIL"
		broken  = " -> ===== 1 failed, 2 passed in 0.10s ====="
		passed  = " -> ===== 2 passed in 0.10s ====="
	)
	for _, tt := range []struct{ recipe, act, want string }{
		{"go test ./...", "0 make test -> done", "tests passed"},
		{"go test ./...", "1 make test -> no", "tests failed"},
		{"go test ./...", "running make test", "tests running"},
		{"go test ./... || true", "0 make test -> done", "tests unknown"},
		{"go test ./... | tee l", "0 make test -> done", "tests unknown"},
		{"echo x\n\tgo test ./...", "0 make test -> done", "tests passed"},
		{"go test ./cmd", "0 make test -> done", "tests passed"},
		{"go test ./cmd", "0 make all -> done", "tests passed of a part"},
		{"go vet ./...\n\tgo test ./...", noCount, "lint unknown, tests failed"},
		{"tsc\n\tpytest", "1 make test" + broken, "types passed, tests failed"},
		{"tsc\n\tpytest", "1 make -k test" + broken, "types unknown, tests failed"},
		{"-tsc\n\tpytest", "1 make test" + broken, "types unknown, tests failed"},
		{"tsc\n\teslint .\n\tpytest", "1 make test" + broken, "types passed, lint passed, tests failed"},
		{"pytest\n\ttsc", "0 make test; ls" + passed, "tests passed, types unknown"},
		{"tsc\n\tpytest\n\teslint .", "1 make test" + passed, "types passed, tests passed, lint unknown"},
		{"tsc\n\tgo test ./...", "1 make all -> no", "types unknown, tests unknown"},
		{"pytest\n\tgo test ./...\n\tgofmt -l .", noCount, "tests failed, tests failed, format unknown"},
		{"pytest", "1 make all" + passed, "tests failed"},
		{"pytest a\n\tpytest b", "1 make all" + passed, "tests passed, tests passed"},
		{"pytest\n\ttsc", "1 make all" + passed, "tests passed, types failed"},
		{"ls x\n\ttsc", "1 make all -> no", "types unknown"},
		{"./x.sh", "0 make all -> done", "perhaps others"},
		{"./x.sh", "0 make check -> done", "perhaps others"},
		{"./x.sh", "0 make test -> done", "tests passed"},
		{"./x.sh\n\tgo test ./cmd", "0 make test -> done", "tests passed"},
		{"go test ./...\n\t./x.sh", "0 make test -> done", "tests passed"},
		{"go test ./...\n\tls x", "0 make test -> done", "tests passed"},
		{"", "0 npm test -> done", "tests passed"},
		{"", "0 npm test -- a.test.ts -> done", "tests passed of a part"},
		{"", "0 ./run.sh test ATest -> Tests run: 5, Failures: 0", "perhaps others, tests passed of a part"},
		{"", "0 ./run.sh -q test -> Tests run: 5, Failures: 0", "perhaps others, tests passed"},
		{"go vet ./cmd\n\tgo test ./...", "0 make test -> done", "lint passed of a part, tests passed"},
		{"pytest a\n\tpytest b", "0 make all; ls" + passed, "tests passed, tests unknown"},
		{"pytest a\n\tpytest b", "0 make all; ls" + broken, "tests failed, tests failed"},
		{"pytest a\n\tpytest b", "1 make all" + broken, "tests failed, tests failed"},
		{"pytest\n\t./x.sh", "1 make all" + passed, "tests passed"},
		{"", "0 npm run check -> $ ls\n$ eslint .", "lint passed, checks passed"},
		{"", "0 npm run check -> $ eslint .\n$ eslint src", "lint passed, checks passed"},
		{"", "1 npm run check -> $ prettier --check .\n✖ 2 problems (2 errors, 0 warnings)", "lint failed, checks failed"},
		{"", "0 go test ./... -> ok  \tx\t0.1s\n0 issues.", "tests passed"},
		{"", "0 python count.py -> 1", ""},
		{"", "0 go test ./... -> ?   \tx/a\t[no test files]", "tests unknown"},
		{"pytest || true\n\ttsc", "1 make all" + passed, "tests passed, types unknown"},
		{"tsc\n\tpytest", "1 make all -> $ tsc", "types unknown, tests unknown"},
		{"pytest\n\tpytest", "0 make all; ls" + passed, "tests passed, tests passed"},
		{"", "0 python other.py -> 1", "a program"},
	} {
		folder := t.TempDir()
		target := "test"
		for _, name := range []string{"all", "check"} {
			if strings.Contains(tt.act, "make "+name) {
				target = name
			}
		}
		for name, content := range map[string]string{"package.json": `{"scripts": {"test": "vitest run"}}`, "Makefile": target + ":\n\t" + tt.recipe + "\n", "count.py": "print(1)\n", "x.sh": "$RUN\n", "run.sh": "#!/bin/sh\njava ledger.Runner $2\n"} {
			testkit.Write(t, filepath.Join(folder, name), content)
		}
		agent := timelinetest.Acts(tt.act).Agent
		for i := range agent.Deeds {
			agent.Deeds[i].Folder = filepath.ToSlash(folder)
			agent.Deeds[i].Time = time.Now().Add(time.Hour)
		}
		var got []string
		for _, e := range timeline.Build([]*ledger.Ledger{agent}, taskfile.In(folder)).Events {
			if e.MayRun {
				got = append(got, "perhaps others")
			}
			if e.MayHaveChecked {
				got = append(got, "a program")
			}
			for _, run := range e.Runs {
				ended := string(run.Kind) + " " + string(run.Outcome)
				if run.Narrow {
					ended += " of a part"
				}
				got = append(got, ended)
			}
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s, of %s: %s, want %s", tt.act, tt.recipe, got, tt.want)
		}
	}
}

// TestTemporaryFolder checks that files in temporary folders are no work, unless the session began there.
func TestTemporaryFolder(t *testing.T) {
	for folder, want := range map[string]timeline.State{"/w": timeline.NothingToSay, "/tmp/w": timeline.Changed} {
		agent := timelinetest.Acts(passed, "edit /tmp/w/a.go").Agent
		agent.Cwd = folder
		agent.Deeds[0].Folder = folder
		if got := timeline.Build([]*ledger.Ledger{agent}, nil).Result().Standing(runner.Tests); got.State != want {
			t.Errorf("%s: %s, want %s", folder, got.State, want)
		}
	}
}

// TestIsBehind checks that only a successful commit after the last push counts.
func TestIsBehind(t *testing.T) {
	const commit, push = "0 git commit -m x -> [main 1a2b3c4] x", "0 git push -> main -> main"
	for name, tt := range map[string]struct {
		acts []string
		want bool
	}{
		"a commit before it":      {[]string{commit, push}, false},
		"a commit after it":       {[]string{push, commit}, true},
		"one that git refused":    {[]string{commit, push, "1 git commit -m y -> nothing to commit, working tree clean"}, false},
		"a commit without a push": {[]string{commit}, false},
		"a push without a commit": {[]string{push}, false},
	} {
		if got := timelinetest.Acts(tt.acts...).End().IsBehind(); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
}

// TestIsUncommitted checks that a push does not include a change that nothing committed before.
func TestIsUncommitted(t *testing.T) {
	const commit, push = "0 git commit -m x -> [main 1a2b3c4] x", "0 git push -> main -> main"
	for name, tt := range map[string]struct {
		acts []string
		want bool
	}{
		"committed and pushed":      {[]string{"edit a.go", commit, push}, false},
		"pushed alone":              {[]string{"edit a.go", push}, true},
		"changed after the commit":  {[]string{commit, "edit a.go", push}, true},
		"changed after the push":    {[]string{"edit a.go", commit, push, "edit a.go"}, true},
		"a page alone":              {[]string{"edit README.md", push}, false},
		"only told something since": {[]string{"edit a.go", commit, push, "told go on"}, false},
		"a page after the push":     {[]string{"edit a.go", commit, push, "edit README.md"}, false},
		"read after the push":       {[]string{"edit a.go", commit, push, "show a.go"}, false},
		"after a commit alone":      {[]string{"edit a.go", commit, "edit a.go"}, true},
		"in the line of the commit": {[]string{"0 echo x > a.go && git commit -am x -> [main 1a2b3c4] x"}, false},
		"deployed, not committed":   {[]string{"edit a.go", "0 wrangler deploy -> Deployed x"}, false},
		"in a commit alone":         {[]string{"edit a.go", commit}, false},
		"by others after the push":  {[]string{"edit a.go", commit, push, "other a.go"}, false},
	} {
		end := timelinetest.Acts(tt.acts...).End()
		if got := end.IsUncommitted(cmp.Or(end.Push, end.Commit, end.Deploy)); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
}

// TestStandingNamesItsRun checks which run a standing names as the deciding one, and whether a part is fresh
// or its failure contested.
func TestStandingNamesItsRun(t *testing.T) {
	const part, narrowFailed = "0 go test ./store -> ok  \tx/store\t0.1s", "1 go test ./bad -> FAIL\tx/bad\t0.1s"
	for name, tt := range map[string]struct {
		acts                 []string
		line                 int
		isFresh, isContested bool
	}{
		"passed":                       {[]string{"edit a.go", passed}, 2, false, false},
		"passed, then a part":          {[]string{"edit store/b.go", passed, part}, 2, false, false},
		"passed, and changed":          {[]string{passed, "edit a.go"}, 1, false, false},
		"changed, and a part since":    {[]string{passed, "edit a.go", "edit store/b.go", part}, 4, true, false},
		"a part":                       {[]string{"edit a.go", "edit store/b.go", part}, 3, true, false},
		"failed":                       {[]string{"edit a.go", failed}, 2, false, false},
		"failed after the whole":       {[]string{"edit a.go", passed, failed}, 3, false, true},
		"changed after a part":         {[]string{"edit a.go", passed, "0 go test -run TestA . -> ok  \tx\t0.1s", "edit a.go"}, 2, false, false},
		"failed after a change":        {[]string{passed, "edit a.go", failed}, 3, false, false},
		"failed after a part":          {[]string{"edit a.go", part, failed}, 3, false, false},
		"results from elsewhere since": {[]string{"edit a.go", failed, "0 gh pr checks 1 -> test pass 1m"}, 2, false, true},
		"a part of it passed since":    {[]string{"edit a.go", failed, part}, 2, false, false},
		"changed in two languages":     {[]string{passed, "0 pytest -> ===== 3 passed in 0.10s =====", "edit a.go", "edit b.py"}, 1, false, false},
		"running":                      {[]string{"edit a.go", passed, "running go test ./..."}, 3, false, false},
		"no source was changed":        {[]string{failed}, 1, false, false},
		"a part, and changed outside":  {[]string{"edit a.go", "edit store/b.go", part, "edit a.go"}, 3, false, false},
		"a part passed, and changed":   {[]string{"edit store/b.go", part, "edit store/b.go"}, 2, false, false},
		"two languages failed":         {[]string{"1 pytest -> ===== 1 failed in 0.10s =====", failed}, 2, false, false},
		"the second language failed":   {[]string{failed, "1 pytest -> ===== 1 failed in 0.10s ====="}, 2, false, false},
		"a part passed, another fails": {[]string{"edit store/b.go", part, narrowFailed}, 3, false, false},
		"what failed passes alone":     {[]string{"edit store/b.go", "1 go test ./... -> FAIL\tx/store\t0.1s", part}, 3, false, false},
		"a part fails, and the whole":  {[]string{"edit a.go", narrowFailed, passed}, 3, false, false},
	} {
		s := timelinetest.Acts(tt.acts...).Result().Standing(runner.Tests)
		if s.Run == nil || s.Language != s.Run.Language || s.Run.Event.Line != tt.line || (s.IsFresh) != tt.isFresh || s.IsContested != tt.isContested {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestResultNamesChanges checks which changed files a session names: its sources, or else what a check depends on.
func TestResultNamesChanges(t *testing.T) {
	const tests = "0 npm test ->  Tests  3 passed (3)"
	for want, acts := range map[string][]string{
		"/w/package.json:1":   {"edit package.json", tests},
		"/w/a.ts:1":           {"edit a.ts", "edit package.json", "delete README.md", tests},
		"":                    {"edit package.json"},
		"/w/a.go:2":           {"0 gofmt -l .", "edit a.go // x>// y"},
		"/w/b.ts:1 /w/c.ts:3": {"edit b.ts", "edit c.ts x>y", "edit c.ts y>z", tests}, // the last edit of each
		"/w/b.ts:3 /w/c.ts:2": {"edit b.ts x>y", "edit c.ts", "edit b.ts q>r", tests},
		"/w/a.go:1 /w/a.ts:2": {"edit a.go", "edit a.ts", tests},
	} {
		var got []string
		for _, c := range timelinetest.Acts(acts...).Result().Changed {
			got = append(got, fmt.Sprintf("%s:%d", c.Path, c.Event.Line))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", acts, got, want)
		}
	}
}

// TestHeadKind checks that tests come first, unless another check is worse and failed or is outdated.
func TestHeadKind(t *testing.T) {
	for _, tt := range []struct {
		tests, build, lint, format timeline.State
		want                       runner.Kind
	}{
		{timeline.Passed, timeline.Passed, timeline.Passed, timeline.Passed, runner.Tests},
		{timeline.Passed, timeline.Passed, timeline.Failed, timeline.Passed, runner.Lint},
		{timeline.Passed, timeline.Changed, timeline.Passed, timeline.Passed, runner.Build},
		{timeline.Passed, timeline.Changed, timeline.Failed, timeline.Passed, runner.Lint},
		{timeline.Failed, timeline.Failed, timeline.Failed, timeline.Passed, runner.Tests},
		{timeline.Passed, timeline.None, timeline.Running, timeline.Failed, runner.Tests},
	} {
		states := map[runner.Kind]timeline.State{runner.Tests: tt.tests, runner.Build: tt.build, runner.Types: timeline.NothingToSay, runner.Lint: tt.lint, runner.Format: tt.format}
		if got := timeline.HeadKind(func(kind runner.Kind) timeline.State { return states[kind] }); got != tt.want {
			t.Errorf("%v: %s, want %s", states, got, tt.want)
		}
	}
}
