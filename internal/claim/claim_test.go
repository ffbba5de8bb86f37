package claim

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/runner"
)

// shown returns the claims of a text in short form.
func shown(markdown string) string {
	var all []string
	for _, c := range Of(markdown) {
		s := string(c.Act)
		for _, kind := range c.Kinds {
			s += " " + string(kind)
		}
		switch {
		case c.Command != "":
			s += " `" + c.Command + "`"
		case c.Path != "" || c.Code != "":
			s += " " + c.Path + c.Code
		}
		if n := len(c.Invocations); n > 1 || n == 0 && c.Command != "" {
			s += fmt.Sprintf(" of %d commands", n)
		}
		for _, is := range []struct {
			name string
			does bool
		}{{"all", c.IsAll}, {"part", c.IsPart}, {"of " + c.Name, c.Name != ""}, {"suite", c.Suite != ""}, {"state", c.IsState}, {"admitted", c.IsAdmitted}, {"unrun", c.IsUnrun}} {
			if is.does {
				s += " " + is.name
			}
		}
		switch {
		case c.Unclear != "":
			s += " unclear:" + c.Unclear
		case c.Soft != "":
			s += " soft:" + c.Soft
		case c.IsFirm:
			s += "!"
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// TestRead marks a firm claim with "!".
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		// Forms.
		"All tests pass.":                                                   "passed tests all!",
		"Tests and lint both pass.":                                         "passed tests lint all!",
		"All 24 tests pass, lint and types are clean.":                      "passed tests all!, passed lint types!",
		"Tests: 24 passed, 0 failed.":                                       "passed tests!",
		"Tests: 24 passed,3 failed.":                                        "passed tests admitted",
		"✅ Unit tests":                                                      "passed tests part!",
		"Lint ✓":                                                            "passed lint!",
		"The build passes with no type errors.":                             "passed build types!",
		"No lint errors.":                                                   "passed lint!",
		"The build completed successfully.":                                 "passed build!",
		"The tests compile.":                                                "passed build!",
		"`npm test` compiles.":                                              "passed build!",
		"Everything compiles.":                                              "passed build!",
		"TypeScript compiles.":                                              "passed types part of typescript!",
		"All green.":                                                        "passed checks all!",
		"`./check.sh` passes.":                                              "passed checks `./check.sh`!",
		"`bin/lint` – no errors.":                                           "passed checks `bin/lint`!",
		"`scripts/a.py` passes the name.":                                   "",
		"`src/a.go` passes.":                                                "",
		"`cargo test` – 6 tests, all green.":                                "passed tests `cargo test` all!",
		"`npm run lint` found 2 issues, `npm test` (all pass)":              "passed tests `npm test` all admitted",
		"Tests: 6 passed, all green.":                                       "passed tests!, passed tests all!",
		"Pre-commit hooks passed (tests, lint).":                            "passed hooks!",
		"`go test ./...` passes.":                                           "passed tests `go test ./...`!",
		"Verified with `npm test`.":                                         "passed tests `npm test`!",
		"Ran `npm test`.":                                                   "ran tests `npm test`!",
		"I ran the full test suite.":                                        "ran tests all!",
		"I ran the tests and they all pass.":                                "ran tests!, passed tests!",
		"Ran all e2e tests, with no failures.":                              "ran tests all part suite!, passed tests all part suite!",
		"Ran the unit tests and they pass.":                                 "ran tests part!, passed tests part!",
		"Ran the quota tests and they pass.":                                "ran tests part soft:quota, passed tests part soft:quota",
		"Ran the tests, on her laptop, and they pass.":                      "ran tests unclear:her, passed tests unclear:her",
		"Ran the tests, not committed, and they pass.":                      "ran tests, passed tests unclear:not",
		"I ran `go vet ./...`, with no errors.":                             "ran lint `go vet ./...`!, passed lint `go vet ./...`!",
		"They ran the tests and they pass.":                                 "",
		"Lint issues: 0":                                                    "passed lint!",
		"## All tests pass ✅":                                               "passed tests all",
		"| Step | Status |\n|---|---|\n| Commit | done |":                   "did commit!",
		"| Step | Status |\n|---|---|\n| Committed | no |":                  "",
		"`TestTotal` now passes.":                                           "passed tests part of TestTotal",
		"I ran the tests, all tests pass.":                                  "passed tests all!",
		"I verified the fix by running `npm test`.":                         "passed tests `npm test`!",
		"**Why integers**\n\nAll tests pass.":                               "passed tests all",
		"**On her branch**\n\nAll tests pass.":                              "passed tests all unclear:her",
		"Results:\n\n```\npytest    7 passed\nflake8    clean\n```":         "passed tests part of pytest, passed lint part of flake8",
		"```\nTests: 7 passed\nmypy: 2 errors\n```":                         "",
		"```go\nTests: 7 passed\n```":                                       "",
		"```\n7 passed in 0.1s\n```":                                        "",
		"I couldn't get it committed and pushed.":                           "did push unclear:couldn't",
		"It is the same as before. All tests pass.":                         "passed tests all",
		"It was slow before. All tests passed.":                             "passed tests all unclear:before",
		"Committed (`cart: round totals`).":                                 "did commit soft:cart: round totals",
		"我已经提交了这次修改。":                                                       "did commit!",
		"The commit `1a2b3c4` includes:":                                    "",
		"Her status:\n\n| A | B |\n|---|---|\n| x | y |\n\nAll tests pass.": "passed tests all!",
		"As you suggested, it is an int. I've committed the change.":        "did commit",
		"`git push` succeeded.":                                             "did push `git push`!",
		"Pushed. The remote rejected it.":                                   "did push",
		"Pushed: failed":                                                    "did push admitted",
		"Pushed to `origin/main` and ready for review.":                     "did push!",
		"No new test failures.":                                             "passed tests part!",
		"## All tests pass":                                                 "",
		"Ran 0 tests.":                                                      "",
		"It has to print\n\n```\nTests: 7 passed\nflake8: clean\n```":       "",
		"All green, 2 lint issues left.":                                    "passed checks all admitted",
		"Checklist:\n\n- All tests pass":                                    "passed tests all unclear:checklist",
		"测试通过\xe3":                                                          "passed tests!",
		"Added `b.go` to `store/a.go`.":                                     "wrote b.go!",
		"One spec caught that `format(0)` returned nil; with that fixed, all specs pass.": "passed tests all!",
		"All tests pass. Nothing fails.":                               "passed tests all",
		"All tests pass. Not really.":                                  "passed tests all unclear:not",
		"All tests pass. Hmm, no: one is red.":                         "passed tests all unclear:hmm",
		"All tests pass. Nothing else was changed.":                    "passed tests all",
		"All tests pass. Probably.":                                    "passed tests all unclear:probably",
		"All tests pass. I think so.":                                  "passed tests all unclear:think",
		"All tests pass. Great.":                                       "passed tests all!",
		"All tests pass in.":                                           "passed tests all part soft:in",
		"Ran `npm test` and.":                                          "ran tests `npm test`!",
		"All tests pass, 24,":                                          "passed tests all!",
		"所有测试通过　。":                                                     "passed tests all!",
		"Results:\n\n```\npytest    7 passed\n\nflake8    clean\n```":  "passed tests part of pytest, passed lint part of flake8",
		"Results:\n\n```\n7 passed\npytest 7 passed\n```":              "",
		"Committed. All tests pass.":                                   "did commit!, passed tests all!",
		"Let me know if all tests pass.":                               "",
		"All tests pass (I ran them twice).":                           "passed tests all soft:twice",
		"Removed `store/lru.go`.":                                      "",
		"`go test ./...`, `go vet ./...`, all green.":                  "passed tests lint `go test ./...` of 2 commands all!",
		"The files in CI are merged; all tests pass.":                  "passed tests all unclear:ci",
		"@alice: all tests pass.":                                      "passed tests all unclear:@alice",
		"With both fixes the tests pass.":                              "passed tests!",
		"Types are clean, `npm test` – all green.":                     "passed types!, passed tests `npm test` all!",
		"The tests ran for 3 minutes.":                                 "",
		"Ran `npm test` in shop-web.":                                  "",
		"Parser - done. All tests pass.":                               "passed tests all!",
		"VAT is now rounded to cents. All tests pass.":                 "passed tests all",
		"Committed. Not all checks pass.":                              "did commit unclear:not",
		"Committed with the usual message.":                            "did commit soft:usual",
		"The commit \"round totals\" is next.":                         "",
		"Commit `1a2b3c4`.":                                            "did commit!",
		"Commit: `1a2b3c4`":                                            "did commit",
		"Ran `npm test` and `npm run lint`.":                           "ran tests lint `npm test` of 2 commands!",
		"I ran the tests and they are slow.":                           "ran tests",
		"`go test ./...` (not all of it) passes":                       "",
		"All tests (and lint) pass; types are clean":                   "passed types!",
		"The checks (lint, vet) pass.":                                 "",
		"`go test ./...` (integration) passes.":                        "",
		"✅ Lint 🟡 Tests":                                               "passed lint",
		"`go test ./...`: 3 tests, no failures.":                       "passed tests `go test ./...`!",
		"3 tests, 0 failures":                                          "passed tests!",
		"3 tests, 2 failures":                                          "",
		"23 passed, one failed.":                                       "passed tests admitted",
		"`go test ./...` (passes)":                                     "",
		"Updated `a.go`, `os.Getenv`.":                                 "wrote a.go",
		"Added `a.go` with the parser for `b.go`.":                     "wrote a.go!",
		"Moved `a.go` to `b.go`.":                                      "",
		"Wrote `a.go`, removed `b.go`.":                                "wrote a.go soft:removed",
		"Added `internal/store`.":                                      "",
		"✅ Tests\n✅ Lint":                                              "passed tests!, passed lint!",
		"All `tests pass.":                                             "passed tests all!",
		"Lint checks pass.":                                            "passed lint!",
		"## Tests: passing":                                            "",
		"## Tests and lint are green":                                  "",
		"All tests pass.\n\nSorry, scratch that: one is red.":          "passed tests all admitted unclear:sorry",
		"All tests pass.\n\nThat is all.":                              "passed tests all!",
		"All tests pass. Or so I thought.":                             "passed tests all unclear:or so",
		"Everything builds without warnings, all tests pass.":          "passed build!, passed tests all!",
		"Lint reports no errors, no warnings and no hints.":            "passed lint",
		"Tests pass, lint too.":                                        "passed tests!",
		"Tests pass, and so are flake8 and black.":                     "passed tests!",
		"Maria says tests pass, lint too.":                             "",
		"I checked with `go vet` that nothing breaks.":                 "",
		"No lint warnings either.":                                     "passed lint!",
		"The build succeeds after this last change.":                   "passed build!",
		"| 项目 | 状态 |\n|---|---|\n| 测试 | 通过 |":                          "passed tests!",
		"完成情况：\n\n1. 测试通过":                                             "passed tests!",
		"## Committed":                                                 "",
		"Committed, not pushed.":                                       "did commit",
		"Committed. I have not pushed it.":                             "did commit",
		"All tests pass. The slow tests were not run.":                 "passed tests all unrun unclear:not",
		"All tests pass. No, scratch that.":                            "passed tests all unclear:no",
		"Rounding is fixed. All tests pass.":                           "passed tests all",
		"The total is rounded and all tests pass.":                     "passed tests all!",
		"`make check` exits 0: all tests pass.":                        "passed checks `make check`!, passed tests all!",
		"舍入问题已修复，测试全部通过。":                                              "passed tests all unclear:舍",
		"确认之后再提交、推送。":                                                  "",
		"Verification: all tests pass.":                                "passed tests all!",
		"I fixed the total, and all tests pass.":                       "passed tests all!",
		"After the fix, the full test suite passes.":                   "passed tests all!",
		"Committed and pushed.":                                        "did commit push!",
		"The changes are committed as `1a2b3c4`.":                      "did commit state!",
		"Commit `1a2b3c4` created successfully.":                       "did commit!",
		"Deployed and live.":                                           "did deploy!",
		"4966/4966 ALL PASSED":                                         "passed tests!",
		"I updated `a/b.go` to use the new limit.":                     "wrote a/b.go!",
		"`mypy` reports no issues.":                                    "passed types `mypy`!",
		"The code compiles and the tests pass.":                        "passed build!, passed tests!",
		"已修复并提交 issue。":                                                "",
		"All tests in the repo pass.":                                  "",
		"All tests continue to pass.":                                  "passed tests all!",
		"**Tests:** 24 passed\n**Lint:** clean":                        "passed tests!, passed lint!",
		"All tests pass, and there are no lint errors.":                "passed tests all!, passed lint!",
		"所有 42 个测试现在全部通过。":                                             "passed tests all!",
		"I created `store/lru.go` and then removed it.":                "wrote store/lru.go soft:removed",
		"Added `store/lru.go`.":                                        "wrote store/lru.go!",
		"| Check | Result |\n|---|---|\n| Tests | ✅ pass |":            "passed tests!",
		"## Verification\n\n- All tests pass\n- Lint is clean":         "passed tests all!, passed lint!",
		"所有测试通过。":                                                      "passed tests all!",
		"已提交并推送。":                                                      "did commit push!",
		"`pytest -q`: all tests pass.":                                 "passed tests `pytest -q` all!",
		"All tests pass in the whole repository.":                      "passed tests all!",
		"Unit tests and lint checks pass.":                             "passed tests lint part!",
		"Lint checks and hooks pass.":                                  "passed lint hooks!",
		"All tests pass with 0 failures and 2 warnings.":               "passed tests all!",
		"24 of 24 tests pass.":                                         "passed tests!",
		"1,234 tests pass.":                                            "passed tests!",
		"Executed `go test ./...`.":                                    "ran tests `go test ./...`!",
		"`npm run lint && npm test` passes.":                           "passed tests `npm run lint && npm test` of 2 commands!",
		"`npm test -- --help` passes.":                                 "",
		"Updated `a.go`, and `b.go`.":                                  "wrote a.go!, wrote b.go!",
		"I wrote `a.go` for the tests.":                                "wrote a.go!",
		"Committed and pushed with `git commit -m x`.":                 "did commit push!",
		"Want me to commit? All tests pass.":                           "passed tests all!",
		"Index - done. All tests pass.":                                "passed tests all!",
		"All tests pass. 2 failed.":                                    "passed tests all admitted",
		"All tests pass. 3 errors are left.":                           "passed tests all admitted",
		"The new parser passes all tests.":                             "",
		"The tests in `a_test.go` pass.":                               "",
		"All tests pass:\n\n- unit\n- e2e":                             "passed tests all!",
		"Ran it with `npm test`.":                                      "passed tests `npm test`!",
		"Ran `npm test` again.":                                        "ran tests `npm test`!",
		"All 24 pass.":                                                 "passed tests all!",
		"✅ Tests all pass.":                                            "passed tests all!",
		"✅ Unit tests: 24 passed.":                                     "passed tests part!",
		"9,900 tests pass.":                                            "passed tests!",
		"1,090 tests pass.":                                            "passed tests!",
		"Commit \"round it\" `1a2b3c4` created.":                       "did commit!",
		"The phase committed.":                                         "",
		"(lint) passes.":                                               "",
		"The quota table fixes are merged, all tests pass.":            "passed tests all!",
		"The big quota table fixes are merged, all tests pass.":        "passed tests all soft:big",
		"The fix `abc` is merged, all tests pass.":                     "passed tests all!",
		"**Status**\n\n- Maria:\n  - All tests pass":                   "passed tests all soft:maria",
		"| Nr | Check | Result |\n|---|---|---|\n| 1 | Tests | pass |": "passed tests soft:nr",
		"Results:\n\n```\npytest 7 passed\n...\n```":                   "",
		"Results:\n\n```\nTests - Maria: 7 passed; lint clean\n```":    "passed tests soft:maria, passed lint",
		"Added `a.go` in `b/c.go`.":                                    "wrote a.go!",
		"Fixed `parseX` and updated `a.go`.":                           "wrote a.go!",
		"Fixed `parseX` and `TestX` in `a_test.go`.":                   "wrote a_test.go soft:parseX",
		"In shop-web, updated `a.go`.":                                 "wrote a.go soft:shop-web",
		"- `a.go`: the new limit":                                      "wrote a.go soft:limit",
		"- `a.go`: the new limit was not kept":                         "",
		"- `a.go` (new): the limit: 3":                                 "wrote a.go soft:new",
		"- `TestA`: the new limit":                                     "",
		"- `a_test.go`: all tests pass":                                "passed tests all soft:a_test.go",
		"| File | What |\n|---|---|\n| `a.go` | the limit |":           "wrote a.go soft:limit",
		"`go vet ./... | tee log && go test ./...` passes.":            "passed tests `go vet ./... | tee log && go test ./...` of 2 commands!",
		"Her branch is slow. I ran the tests.":                         "ran tests",
		"Her branch is slow. Ran the tests.":                           "ran tests unclear:her",
		"Verified `npm test` and lint pass.":                           "passed tests `npm test`!, passed lint!",
		"All tests foo lint pass.":                                     "",
		"Tests pass, quota: lint is clean.":                            "passed tests, passed lint soft:quota",
		"I ran the tests and they pass quota.":                         "ran tests",
		"I ran the tests and they all pass in shop-web.":               "ran tests",
		"Ran `npm test`, passes on her machine.":                       "ran tests `npm test` unclear:her",
		// An unknown word, before the subject and elsewhere.
		"All 24 quota tests pass.":                "passed tests all part soft:quota",
		"All tests pass in shop-web.":             "passed tests all part soft:shop-web",
		"Lukas: all tests pass.":                  "passed tests all soft:lukas",
		"All tests pass (Lukas).":                 "passed tests all soft:lukas",
		"The quota table is new, all tests pass.": "passed tests all soft:quota",
		// An answer after it.
		"Tests pass: no":                       "passed tests unclear:no",
		"Tests pass - not yet":                 "passed tests unclear:not",
		"All tests pass (no)":                  "passed tests all unclear:no",
		"Tests pass: nope":                     "passed tests soft:nope",
		"Tests pass: yes":                      "passed tests!",
		"All tests pass - no failures":         "passed tests all!",
		"All tests pass (24), no regressions.": "passed tests all!",
		"All tests pass (24), quota too.":      "passed tests all",
		// Parts, shares and failures.
		"41 of 42 tests pass.":                                 "",
		"All tests pass in the changed files.":                 "passed tests all part!",
		"All tests pass with the changed files.":               "passed tests all!",
		"The new tests pass.":                                  "passed tests part!",
		"I ran the tests in the files and they passed.":        "ran tests part!, passed tests part!",
		"I ran the tests after the last edit and they passed.": "ran tests!, passed tests!",
		"Tests: no new failures.":                              "passed tests part!",
		"No local lint errors.":                                "passed lint part!",
		"All tests pass in the changed files with the fix.":    "passed tests all part!",
		"7 tests, 6 pass.":                                     "passed tests part!",
		"7 tests, 7 pass.":                                     "passed tests!",
		"All 7 tests pass.":                                    "passed tests all!",
		"41/42 tests pass.":                                    "",
		"All tests pass. TestTotal is red.":                    "passed tests all admitted",
		"All tests pass.\n\n- ❌ e2e":                           "passed tests all admitted",
		"Maria ran them. All tests pass.":                      "passed tests all unclear:maria",
		"I used Maria's fix. All tests pass.":                  "passed tests all",
		"All tests pass. That is not so on CI.":                "passed tests all unclear:that",
		"TestTotal now passes.":                                "passed tests part of TestTotal",
		"TestA and TestB pass.":                                "passed tests part",
		"All pass `go vet ./...`, and `go test ./...`.":        "passed checks all!",
		"I changed `src/cart.go` only.":                        "wrote src/cart.go soft:only",
		"All integration tests pass.":                          "passed tests all part suite!",
		"### 🎉 Pushed":                                         "did push soft:pushed",
		"`a_test.go` 3 tests pass.":                            "passed tests part!",
		"我运行了测试，全部通过。":                                         "ran tests all!, passed tests all!",
		"All tests pass on the build host.":                    "passed tests all part soft:host",
		"Facts from the CI log:\n\n- All tests pass":           "passed tests all unclear:ci",
		"Small one: `Total` rounds now, tests pass.":           "passed tests soft:small",
		"Is it committed? No.":                                 "",
		"Edited `src/cart.go`. No tests run.":                  "wrote src/cart.go!",
		"Committed locally; not pushed.":                       "did commit",
		"Tests are green, lint is not.":                        "passed tests",
		"All tests pass. Found and fixed one issue.":           "passed tests all!",
		"All tests pass. The push was rejected.":               "passed tests all!",
		"All changes have been committed.":                     "did commit all state!",
		"A debug fix was committed (29ce011).":                 "did commit state soft:debug",
		"The commit went through this time: `de15aa4`.":        "did commit",
		"Suite green: Lena, Tom.":                              "passed tests soft:lena",
		"Added `paths-ignore: ['**.md']` for pushes and pull requests, committed and pushed.": "wrote paths-ignore: ['**.md'], did commit push!",
		"All tests pass and both modules build.":                                              "passed tests all!",
		"测试通过，但没能提交。":                                                                         "passed tests unclear:没能",
		"取整逻辑已合并到一个函数里，测试全部通过。":                                                               "passed tests all soft:一",
		"I edited `src/cart.go` after this output.":                                           "wrote src/cart.go soft:output",
		"Edited cart.go again.":                                                               "",
		"Changed `.entire/.gitignore`.":                                                       "wrote .entire/.gitignore!",
		"Last check before I stopped:\n\n```\n$ lint\n```\n\nTests pass.":                     "passed tests!",
		"Results:\n✅ 31 passed":                                                               "passed tests!",
		"✅ Linter reports no issues\n⬜ Tests for expired coupons":                             "passed lint!",
		"Recovery works, and it is committed (\"CRC; cut off a torn tail\").":                 "did commit soft:\"CRC; cut off a torn tail\"",
		"# Maria's report\n\n## Results\n\nAll tests pass.":                                   "passed tests all!",
		"# Maria's report\n\nAll tests pass.":                                                 "passed tests all unclear:maria's",
		"## What Jonas reported\n\nAll tests pass.":                                           "passed tests all unclear:reported",
		"`rgb()` takes `#f80` and returns the rest. Committed.":                               "did commit!",
		"The badge shows it: all tests pass.":                                                 "passed tests all unclear:badge",
		"9 times out of 10 all tests pass.":                                                   "passed tests all part soft:times",
		"Tests: 3 passed, 2 of them new.":                                                     "passed tests!",
		"- None -- build and types pass.":                                                     "passed types unclear:none",
		"`bin/test` is green.":                                                                "passed tests `bin/test`!",
		"(0:03:08) 574 passed":                                                                "passed tests soft:0:03:08",
		"Committed as d987f23 and pushed.":                                                    "did commit!, did push!",
		"Committed as a1b2.":                                                                  "did commit soft:a1b2",
		"254 passed, 51.5s. All clean.":                                                       "passed tests!, passed checks all!",
		"The tests of pricing (8) pass, eslint is clean.":                                     "passed lint part of eslint",
		"Tests (6) pass, lint is clean.":                                                      "passed lint!",
		"Ruff: all checks passed.":                                                            "passed lint all part of ruff!",
		"Lint: all checks passed.":                                                            "passed lint all!",
		"Verification: all checks passed.":                                                    "passed checks all!",
		"Tests were run in a clean, new folder: all pass.":                                    "passed checks all unclear:in",
		"Lint issues: 0, all tests pass.":                                                     "passed lint!, passed tests all!",
		"Ran my tests.":                                                                       "ran tests part!",
		"All tests, no failures.":                                                             "passed tests all!",
		"All tests pass, with `-race`.":                                                       "passed tests all soft:-race",
		"All 1,234 tests pass, 1,200 of 1,234 before.":                                        "passed tests all unclear:before",
		"Committed. I rounded the totals.":                                                    "did commit!",
		"Lint is clean. Happy to split it if you prefer.":                                     "passed lint!",
		"Tests pass, `./check.sh` is green.":                                                  "passed tests!, passed checks `./check.sh`!",
		"Ran `git push`.":                                                                     "ran push `git push`!",
		"The alpha beta gamma delta tests pass.":                                              "",
		"All tests pass in 3 packages, lint is clean.":                                        "passed tests all!, passed lint!",
		"## Plan\n\nLukas:\n\n- All tests pass":                                               "passed tests all unclear:plan",
		"Lukas is done, all tests pass.":                                                      "passed tests all unclear:lukas",
		"Committed. Great, lint is clean.":                                                    "did commit!, passed lint!",
		"All green. Lint was not run.":                                                        "passed checks all unrun unclear:not",
		"All tests pass. Fixed the parser, one test fails.":                                   "passed tests all admitted",
		"All tests pass. Fixed the parser and one test fails.":                                "passed tests all admitted",
		"| Lukas | Result |\n|---|---|\n| Tests | pass |":                                     "passed tests soft:lukas",
		"## Lukas\n\n### Results\n\nAll tests pass.":                                          "passed tests all",
		"Tests: 0":                                                                  "",
		"Errors: 0":                                                                 "",
		"Lint issues: 3":                                                            "",
		"The commit.":                                                               "",
		"The commit \"round totals\".":                                              "",
		"Verified all tests.":                                                       "",
		"Ran it.":                                                                   "",
		"Ran the tests in 3 packages.":                                              "ran tests part!",
		"`go test ./...` x (y) passes.":                                             "",
		"New tests pass: lint is clean.":                                            "passed tests part, passed lint unclear:new",
		"Tests pass, and `cargo fmt` reformatted it.":                               "passed tests",
		"反馈，所有测试通过。":                                                                "passed tests all",
		"Updated `a.go`, `b.go` is next.":                                           "wrote a.go soft:next",
		"All tests pass, `b.go`.":                                                   "passed tests all",
		"Added `a.go` with a parser in shop-web.":                                   "wrote a.go soft:shop-web",
		"# Report\n\n## Plan\n\nAll tests pass.":                                    "passed tests all unclear:plan",
		"## Test plan\n\n- [x] All tests pass.":                                     "passed tests all",
		"No test failures from this change.":                                        "passed tests part!",
		"`pytest` shows no failures related to the change.":                         "passed tests `pytest` part!",
		"Feature tests pass.":                                                       "passed tests part!",
		"All tests pass in two of three runs.":                                      "passed tests all part unclear:of",
		"- Lint is clean\n- All tests pass":                                         "passed lint!, passed tests all!",
		"- Fixed `a.go`\n  - All tests pass":                                        "wrote a.go!, passed tests all!",
		"I fixed it\n\nAll tests pass.":                                             "passed tests all!",
		"You need this\n\n- Fixed.\n\nAll tests pass.":                              "passed tests all!",
		"Changes:\n\n- Fixed.\n\nTests in shop-web:\n\n- All pass":                  "passed checks all unclear:in",
		"Changes in shop-web:\n\n- Fixed.\n\nResults:\n\n- All tests pass":          "passed tests all!",
		"**Test plan:**\n\n- [x] All tests pass.":                                   "passed tests all",
		"## Reviewer checklist\n\n- [x] All tests pass.":                            "passed tests all unclear:reviewer",
		"## If the build fails\n\n- [x] All tests pass.":                            "passed tests all admitted unclear:if",
		"`go test ./...`: 41 passed of 42":                                          "",
		"For the merge we need\n\n- a\n- All tests pass.":                           "passed tests all unclear:need",
		"For the merge we need\n\n| Check | Result |\n|---|---|\n| Tests | pass |":  "passed tests unclear:need",
		"- Before the merge we need\n\n  ```\n  make\n  ```\n\n  - All tests pass.": "passed tests all unclear:before",
		"  - Planned\n\t- All tests pass.":                                          "passed tests all unclear:planned",
		"**Only** the docs changed. All tests pass.":                                "passed tests all!",
		"**Next:** nothing\n**Tests:** 24 passed":                                   "passed tests!",
		"Acceptance criteria:\n\n```\nnpm test\n```\n\nAll tests pass.":             "passed tests all unclear:acceptance criteria",
		"All tests pass. (locally)":                                                 "passed tests all!",
		"lint和测试通过。":                                                                "passed lint tests!",
		"Ran TestTotal and it passes.":                                              "ran tests part of TestTotal, passed tests part of TestTotal",
		"I fixed it, in shop-web all tests pass.":                                   "",
		"Ran the tests, no failures.":                                               "passed tests!",
		"`go test ./...` (integration), lint passes.":                               "passed lint!",
		"Totals are rounded. All tests pass.":                                       "passed tests all",
		"Added an entry to `a.go`, all tests pass.":                                 "wrote a.go soft:entry, passed tests all!",
		"The pre-commit hook ran and verified:\n\n- Tests: 9 pass":                  "passed tests!",
		"New file: `src/a.go`":                                                      "wrote src/a.go!",
		"Updated: `a.go`, `b.go`":                                                   "wrote a.go!, wrote b.go!",
		"Removed: `a.go`":                                                           "",
		"To do: `a.go`":                                                             "",
		"18 test files passed.":                                                     "passed tests!",
		// What is beside a claim.
		"I've pushed the branch so you can pick it up.":                 "did push",
		"The suite passes, so the new limit doesn't break `b`.":         "passed tests",
		"The tests pass, so it should be safe to merge.":                "passed tests",
		"I fixed the limit so the tests pass.":                          "passed tests unclear:so",
		"I changed it so that all tests pass on Windows.":               "passed tests all part unclear:so that",
		"It should work, so the tests pass.":                            "passed tests unclear:so",
		"I had to fix it, so I committed it.":                           "did commit!",
		"Remove the field so the build passes and the tests are green.": "passed build unclear:so, passed tests unclear:so",
		"The tests pass, so you said.":                                  "passed tests unclear:so",
		"The tests pass, so the change is committed.":                   "passed tests!, did commit state!",
		"All tests pass so far.":                                        "",
		"I ran `mypy`, and it reports no issues.":                       "ran types `mypy`!, passed types `mypy`!",
		"The linter found nothing.":                                     "passed lint!",
		"The linter found nothing new.":                                 "",
		"The suite's green.":                                            "passed tests!",
		"Maria's green.":                                                "",
		"All three packages pass.":                                      "passed tests all!",
		"All other packages pass.":                                      "",
		"Two packages pass.":                                            "",
		"The cache returns early. All tests pass.":                      "passed tests all!",
		"Quick recap: tests ok.":                                        "passed tests!",
		// Code, commands below labels, results in code blocks.
		"Added `EndedAt *time.Time` to the state.":           "wrote EndedAt *time.Time",
		"I've added a `retry()` helper, and all tests pass.": "wrote retry(), passed tests all!",
		"Added TestRound.":                       "wrote TestRound",
		"Added `parseX`, `parseY` and `parseZ`.": "wrote parseX parseY parseZ",
		"Optimized `parseX`.":                    "",
		"Added a test for `parseX`.":             "",
		"Add `parseX`.":                          "",
		"Removed `parseX`.":                      "",
		"New `parseX` helper.":                   "",
		"I haven't added `parseX`.":              "",
		"Added the \"x\" label.":                 "",
		"Added in `1a2b3c4`.":                    "",
		"- `a.go`: added `parseX`":               "wrote a.go soft:parseX",
		"Verification passed:\n\n- `npm test`\n- `npm run lint`, `npm run build`": "passed checks!, passed tests `npm test` soft:npm test, passed lint build `npm run lint` of 2 commands soft:npm run build",
		"Checks run:\n\n- `npm test`":                                     "passed tests `npm test` soft:npm test",
		"Verified with:\n\n- `npm test`":                                  "passed tests `npm test` soft:npm test",
		"To verify:\n\n- `npm test`":                                      "",
		"All new tests pass:\n\n- `npm test`":                             "passed tests all part",
		"Verification on CI:\n\n- `npm test`":                             "",
		"Verification passed:\n\n- `npm test`, later":                     "passed checks!",
		"Results:\n\n```\nnpm test   ✓\nnpm run lint ✓ (0 issues)\n```":   "passed tests `npm test`, passed lint `npm run lint`",
		"Results:\n\n```\n✅ All tests pass\n✅ Lint: 0 issues\n```":        "passed tests all, passed lint",
		"Expected:\n\n```\n✅ All tests pass\n```":                         "",
		"Results: 9 tests ✓ | lint ✓ | types ✓":                           "passed tests!, passed lint!, passed types!",
		"## Sample output\n\n```\n✅ All tests pass\n```":                  "",
		"```\n✅ All tests pass\n```":                                      "",
		"Lint is clean. Tests:\n\n- `npm test`":                           "passed lint!, passed tests `npm test` soft:npm test",
		"The state is set to successfully committed.":                     "",
		"Tests: 12 files checked, no issues.":                             "",
		"## Output format\n\n```\n✅ All tests pass\n```":                  "",
		"Test files checked, no issues.":                                  "",
		"Created a commit hook.":                                          "",
		"Added `Cents` so the types are clean.":                           "wrote Cents, passed types unclear:so",
		"Updated `a.go` so the types are clean.":                          "wrote a.go!, passed types unclear:so",
		"Added `isGreen`: all tests pass.":                                "wrote isGreen, passed tests all unclear:added",
		"If it is:\n\n- a\n\nall tests pass.":                             "passed tests all unclear:if",
		"All tests pass. No tests were run after the last edit.":          "passed tests all unrun unclear:no",
		"Unit tests pass. Integration tests and unit tests were not run.": "passed tests part unrun unclear:not",
		"Unit tests pass. They were not run again, and e2e is missing.":   "passed tests part unrun unclear:they",
		"New file: `a.plist`":                                             "wrote a.plist!",
		"**Regression suite**: all tests pass.":                           "passed tests all soft:regression",
		"No regression.":                                                  "",
		"Maria | tests pass | lint clean":                                 "passed tests soft:maria, passed lint soft:maria",
		"shop-web: lint ✓ | tests ✓":                                      "passed lint soft:shop-web, passed tests soft:shop-web",
		"On her branch: lint ✓ | tests ✓":                                 "passed lint unclear:on, passed tests unclear:on",
		"Added `roundCents`, and on main, all tests pass.":                "wrote roundCents, passed tests all unclear:main",
		"Updated `a.go`, and on main, all tests pass.":                    "wrote a.go, passed tests all unclear:main",
		"Lint: 290 files checked, no issues.":                             "passed lint!",
		"No eslint errors.":                                               "passed lint part of eslint!",
		"Successfully committed and pushed.":                              "did commit push!",
		"Unit tests pass. Integration tests were not run.":                "passed tests part unrun",
		"All tests pass. Integration tests were not run.":                 "passed tests all unrun unclear:not",
		"Integration tests pass. Integration tests were not run twice.":   "passed tests part suite unrun unclear:not",
		"I ran `npm test ... a.test.ts`.":                                 "ran tests `npm test ... a.test.ts`!",
		// What is limited is about no whole program.
		"mypy: no new errors.":                 "passed types part!",
		"mypy reports no new errors.":          "passed types part!",
		"Tests: no regressions.":               "",
		"eslint: no errors related to the fix": "passed lint part!",
		"mypy: no errors in my file.":          "passed types part!",
		"The package's tests pass.":            "passed tests part!",
		"The project's tests pass.":            "passed tests!",
		"Its 12 tests pass.":                   "passed tests part!",
		"### Backend\n\nAll tests pass.":       "passed tests all part",
		"### `a.go`\n\nLint is clean.":         "passed lint part!",
		// What the same text admits, wherever it does.
		"### Before\n- Tests pass\n\n### After\n- Lint is clean\n- Done\n- 1 test fails":        "passed tests admitted unclear:before, passed lint",
		"### Stub\n- Tests pass\n- Lint is clean\n\n### Final\n\nSee above.\n\nTwo tests fail.": "passed tests admitted, passed lint",
		"All tests pass. Lint is clean.\n\nDone.\n\nI have not rerun the tests.":                "passed tests all unrun!, passed lint!",
		"All tests pass.\n\nDone.\n\nMy last edit is untested.":                                 "passed tests all unrun!",
		"All tests passed. After that I edited `a.go`.":                                         "passed tests all unrun!, wrote a.go!",
		"All tests pass.\n\n- Users edit it after a login.\n- a\n- b":                           "passed tests all unrun!",
		"All tests pass.\n\n- a\n- b\n- Users edit it after a login.":                           "passed tests all!",
		"The tests were failing.\n\n- Done\n\nAll tests pass.":                                  "passed tests all",
		"I had not rerun the tests.\n\n- Done\n\nAll tests pass.":                               "passed tests all!",
		"Not done: lint is clean; tests pass.":                                                  "passed lint unclear:not, passed tests unclear:not",
		"## Not verified\n\n- All tests pass":                                                   "passed tests all unclear:not",
		"## Merge checklist\n\n- All tests pass":                                                "passed tests all unclear:checklist",
		"| Tests | all pass, stale |":                                                           "passed checks all unclear:stale",
		"测试全部通过？还没跑。":                                                                           "",
		"所有测试通过。之后没有再跑测试。":                                                                      "passed tests all unrun!",
		"All tests pass. Then I edited `a.go`.":                                                 "passed tests all unrun!, wrote a.go!",
		"Committed, I think.":                                                                   "did commit unclear:i",
		// What is open, and pushes of other things.
		"⬜ Committed":                                              "",
		"[ ] All tests pass":                                       "",
		"Committed – pending.":                                     "did commit unclear:pending",
		"Committed and pushed (by you).":                           "did commit push unclear:by",
		"I pushed the timeout to 30 s.":                            "did push soft:s",
		"The branch was already pushed.":                           "did push state soft:pushed",
		"The fix was pushed on Monday.":                            "did push state soft:monday",
		"Check that tests pass, lint is clean and types are fine.": "passed lint unclear:check that, passed types unclear:check that",
		"`pytest tests/smtp`: all tests pass.":                     "passed tests `pytest tests/smtp` all!",
		// A list with a comma before its "and", but not two clauses.
		"Tests, lint, and types pass.":             "passed tests lint types!",
		"I ran the tests, and lint passes.":        "ran tests!, passed lint!",
		"Ran `npm test`, `go vet`, and `go test`.": "ran tests lint `npm test` of 3 commands!",
		// What only one condition of the reader decides.
		"All tests pass.\n\nDone.\n\nDone.\n\nThe old login is broken.":             "passed tests all",
		"`pytest`: `npm test` passes.":                                              "passed tests `npm test`!",
		"`npm test`: ran the tests.":                                                "ran tests!",
		"All tests pass with ` `.":                                                  "passed tests all part",
		"The branch was already pushed ` `.":                                        "did push state",
		"Tests, lint, types pass.":                                                  "passed tests lint types!",
		"The new TestTotal passes.":                                                 "passed tests part",
		"The new tests finished with no failures.":                                  "passed tests part!",
		"Lint fixes, no issues.":                                                    "",
		"`VAT` is rounded, all tests pass.":                                         "passed tests all soft:VAT",
		"All tests pass. They were rerun after the last edit.":                      "passed tests all unrun",
		"All tests pass. No tests were executed.":                                   "passed tests all unrun unclear:no",
		"Unit tests pass. The tests were not run.":                                  "passed tests part unrun unclear:not",
		"Unit tests pass. Integration was slow, it did not pass.":                   "passed tests part unclear:not",
		"Unit tests pass. Integration tests were not run, nor were the unit tests.": "passed tests part unrun unclear:not",
		"Integration tests pass. The tests were not run twice.":                     "passed tests part suite unrun unclear:not",
		"### Backend\n\n#### Results\n\nAll tests pass.":                            "passed tests all part",
		"### Fix of `parse`\n\nLint is clean.":                                      "passed lint!",
		"| Check | Result |\n|---|---|\n| Errors | 0 |":                             "",
		"✅ Successfully committed.":                                                 "did commit!",
		"The team is committed.":                                                    "",
		"New plan is committed.":                                                    "",
		"Ran `npm test` `x`.":                                                       "",
		"- `a.go`:":                                                                 "",
		"- `a.go`: unchanged":                                                       "",
		"Commands:\n\n- `npm test`":                                                 "",
		"Added `parseX` in `pkg`.":                                                  "wrote parseX",
		"Added nothing in `parseX`.":                                                "",
		"Added `parseX` to `a.go`.":                                                 "wrote a.go soft:parseX",
		"Added `total / count`.":                                                    "wrote total / count",
		"Added `log(\"x\")`.":                                                       "wrote log(\"x\")",
		"| Check | Result |\n|---|---|\n| Tests | all tests pass |":                 "passed tests all!",
		"Lukas: `a.go`, and all tests pass.":                                        "passed tests all soft:lukas",
		"Moved to shop-web: `a.go`, all tests pass.":                                "passed tests all soft:a.go",
		"`npm test` (all pass), lint is clean.":                                     "passed tests `npm test` all!, passed lint!",
		"Tests pass and Lukas: lint is clean.":                                      "passed tests, passed lint soft:lukas",
		"Pushed in shop-web: all tests pass.":                                       "did push soft:shop-web, passed tests all unclear:pushed",
		"Fixed in shop-web: all tests pass.":                                        "passed tests all unclear:fixed",
		"I ran the tests and they pass, lint is clean.":                             "ran tests!, passed tests!, passed lint!",
		"I committed it so that all tests pass.":                                    "did commit, passed tests all unclear:so that",
		"已修复并提交代码。":                                                                 "did commit!",
		"I fixed published packages.":                                               "",
		"小王已推送。":                                                                    "did push soft:小",
		"Fixed the total, `TestTotal` passes.":                                      "passed tests part of TestTotal",
		"All tests pass. After the last change, lint is clean.":                     "passed tests all!, passed lint!",
		"All tests pass, so I pushed it to CI.":                                     "passed tests all, did push unclear:ci",
		"Lint is clean, so all tests pass on CI.":                                   "passed lint unclear:ci, passed tests all part unclear:ci",
		"- Done\n\n**Next:**\n\nAll tests pass.":                                    "passed tests all unclear:next",
		"All tests pass\n\n```\n✅ Lint: 0 issues\n```":                              "passed tests all!",
		"## Results\n\n```\n✅ All tests pass\n```":                                  "passed tests all",
		"Results:\n\n```\nTests: 7 passed\nmypy: 2 errors\n```":                     "",
		"Results:\n\n```\nLint ✓\n```":                                              "passed lint",
		"• All tests pass\n• Lint is clean":                                         "passed tests all!, passed lint!",
		"✅ Lint\nis clean in shop-web\n✅ Tests":                                     "passed lint part soft:shop-web, passed tests!",
		"`total()` now shows the sum. Committed.":                                   "did commit!",
		"The new `total()` shows the sum. Committed.":                               "did commit!",
		"I ran `mypy`, and Maria reports no issues.":                                "ran types `mypy` unclear:reports",
		"It reports no issues. All tests pass.":                                     "passed tests all unclear:reports",
		"Tests: nothing.":                                                           "",
		"`mypy` reports nothing.":                                                   "passed types `mypy`!",
		"The linter found nothing, all tests pass.":                                 "passed lint!, passed tests all!",
		"The failing tests pass.":                                                   "",
		"All tests pass. 2 regressions are left.":                                   "passed tests all admitted",
		"Maria's tests pass.":                                                       "",
		"With this change tests pass.":                                              "passed tests part!",
		"The package's ready, all tests pass.":                                      "passed tests all soft:package's",
		"So her branch is fast. All tests pass.":                                    "passed tests all unclear:her",
		"All tests pass, so we.":                                                    "passed tests all",
		"搜索框已经加了防抖并提交。":                                                             "",
		"All tests pass. …no, scratch that.":                                        "passed tests all unclear:no",
		"Notes: all tests pass.":                                                    "passed tests all!",
		"Today's tests pass.":                                                       "",
		"`./check.sh \"x` passes.":                                                  "passed checks `./check.sh \"x`!",
		"Ran `grep \"a|b\" x`.":                                                     "ran  `grep \"a|b\" x`!",
		"\"All tests pass, “x” lint is clean.":                                      "passed tests all!, passed lint part!",
		"All tests <!-- unit --> pass.":                                             "passed tests all!",
		"TestSuite passes.":                                                         "passed tests!",
		// What is no claim.
		"...": "",
		"**Next:**\n\n- the cache\n\nDone. All tests pass.": "passed tests all!",
		"Do all tests pass?":                 "",
		"Run `npm test`.":                    "",
		"- [ ] All tests pass":               "",
		"> All tests pass.":                  "",
		"The badge says \"All tests pass\".": "",
	} {
		if got := shown(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestInvocations checks that "..." in a command means words that are left out.
func TestInvocations(t *testing.T) {
	for _, command := range []string{"npm test ... a.test.ts", "npm test … a.test.ts"} {
		if got := invocationsOf(command)[0].Words; !slices.Equal(got, []string{"npm", "test", "a.test.ts"}) {
			t.Errorf("%s: %q", command, got)
		}
	}
}

// TestMessages checks that a message has a firm claim that tests pass exactly if a hook should hold its
// agent.
func TestMessages(t *testing.T) {
	isFirm := func(c Claim) bool {
		return c.IsFirm && !c.IsPart && (slices.Contains(c.Kinds, runner.Tests) || slices.Contains(c.Kinds, runner.Checks))
	}
	isPlain := func(c Claim) bool { return c.IsPlain() }
	for _, line := range evidenceIn(t, "messages.txt") {
		kind, message, _ := strings.Cut(line, "\t")
		if got := slices.ContainsFunc(Of(message), isFirm); got != (kind == "false") {
			t.Errorf("%s: %q: %s", kind, message, shown(message))
		}
	}
	for _, line := range evidenceIn(t, "silence.txt") {
		silenced, claims, _ := strings.Cut(line, "\t")
		if slices.ContainsFunc(Of(silenced), func(c Claim) bool { return c.IsFirm && !c.IsPart }) {
			t.Errorf("%q: %s", silenced, shown(silenced))
		}
		if claims != "" && !slices.ContainsFunc(Of(claims), isPlain) {
			t.Errorf("%q: %s", claims, shown(claims))
		}
	}
}

func evidenceIn(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/evidence/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(string(data), "\n") {
		if line != "" && !strings.HasPrefix(line, "# ") {
			lines = append(lines, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return lines
}

// TestForms checks the sentences of each form: those for it are firm or, if a command only ran, plain;
// those against it are not.
func TestForms(t *testing.T) {
	for _, form := range Forms() {
		for _, s := range form.For {
			if claims := Of(inTable(s)); len(claims) != 1 || !claims[0].IsPlain() {
				t.Errorf("%s: %q: %s", form.Name, s, shown(inTable(s)))
			}
		}
		for _, s := range form.Against {
			isPlain := func(c Claim) bool { return c.IsPlain() && !c.IsPart }
			if slices.ContainsFunc(Of(inTable(s)), isPlain) {
				t.Errorf("%s: %q: %s", form.Name, s, shown(inTable(s)))
			}
		}
	}
}

// TestWhereItIsClaimed checks that a claim has the span of its sentence, also if a sentence occurs twice,
// and the text of its clause.
func TestWhereItIsClaimed(t *testing.T) {
	const message = "- Lint is clean.\n- **All tests** pass\n\nAll tests pass. Done. All tests pass.\n\n" +
		"| Check | Result |\n|---|---|\n| Lint | clean |\n\nAll green, \"x\" tests pass, 🎉 lint is clean. Ran `npm test` and they all pass."
	var got []string
	for _, c := range Of(message) {
		span := c.Statement.Span
		got = append(got, fmt.Sprintf("%d %s [%s]", span.Start, message[span.Start:span.End], c.Text))
	}
	want := []string{
		"2 Lint is clean. [Lint is clean]", "19 **All tests** pass [All tests pass]", "39 All tests pass. [All tests pass]", "61 All tests pass. [All tests pass]",
		"109 Lint | clean [Lint | clean]",
		"125 All green, \"x\" tests pass, 🎉 lint is clean. [All green]", "125 All green, \"x\" tests pass, 🎉 lint is clean. [\"x\" tests pass]",
		"125 All green, \"x\" tests pass, 🎉 lint is clean. [🎉 lint is clean]",
		"172 Ran `npm test` and they all pass. [Ran `npm test`]", "172 Ran `npm test` and they all pass. [they all pass]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWordsOfDoubtStayAlone checks that a word that makes a claim unclear has no other tag, since a second
// tag would disable it. The exceptions are words that begin a sentence, and a word of headings.
func TestWordsOfDoubtStayAlone(t *testing.T) {
	const doubtful = tagDanger | others | tagNot | tagExcept | tagCross
	for word, tags := range known().tags {
		isMixed := tags&doubtful != 0 && tags&^doubtful != 0
		if isMixed && !slices.Contains([]string{"but", "however", "outputs"}, word) {
			t.Errorf("%q has other tags beside one that makes a claim unclear", word)
		}
	}
}

// inTable returns a text as a table row below a header.
func inTable(s string) string {
	if !strings.HasPrefix(s, "|") {
		return s
	}
	return "| Check | Result |\n|---|---|\n" + s
}

// wrappings attribute a claim to someone else, or make it doubtful or about another place or time. "%s" is
// the claim without a full stop, "%S" with a capital letter.
var wrappings = []string{
	"Maria says that %s.", "%S, Maria says.", "Maria: %s.", "Maria confirmed it: %s.", "Maria ran them. %S.", "On Maria's machine, %s.", "%S on her machine.",
	"According to Ben, %s.", "%S, according to Ben.", "Ben's note: %s.", "From Slack: %s.", "The reviewer wrote: %s.", "%S for Ana.", "%S (Ana).", "%S (Ana, macOS).",
	"I think %s.", "I believe that %s.", "Probably %s.", "It seems that %s.", "%S, I guess.", "%S, as far as I know.", "Hopefully %s.", "I expect that %s.",
	"If the cache is cold, %s.", "%S if the cache is cold.", "Once Ben merges it, %s.", "%S unless the clock is wrong.", "When it is rebuilt, %s.", "%S when it is rebuilt.",
	"The log says \"%s\".", "The README promises: %s.", "> %S.", "```\n%s\n```",
	"In shop-web, %s.", "%S in shop-web.", "On CI, %s.", "CI: %s.", "GitHub Actions: %s.", "%S on the build host.", "Staging: %s.", "Upstream, %s.", "Before my change, %s.", "Yesterday %s.",
	"## Goals\n\n%S.", "## Acceptance criteria\n\n- %S", "## Plan\n\n- %S", "**Next:**\n\n- %S", "To do: %s.", "Goal: %s.", "Definition of done: %s.", "- [ ] %S",
	"| Step | Expected |\n|---|---|\n| 1 | %s |",
	"For the merge we need\n\n- %S", "I stopped.\nFor the merge we need\n- %S", "What you asked for was\n\n%S.", "*Acceptance criteria*\n\n%S.", "- To check\n  - %S", "- Acceptance criteria\n\n  %S.",
	"1. Later\n   - %S", "Goal 1. %S.", "AC-2. %S.", "## Definition of done\n\n- %S", "## On main\n\n%S.", "AC 1.2. %S.", "%S.\n\n...except TestTotal.", "%S.\n\nUpdate (10:42): it failed.", "%S. — Ana, 10:42", "- For the merge we need\n  - a\n    - b\n      - c\n        - %S", "## Failures\n\n- %S", "🔜 %S", "🎯 %S", "«%S.»", "„%S.“",
	"%S.\n\nUpdate: no, it failed.", "%S.\n\n更正：失败了。", "%S…\n\n… except TestTotal.", "%S... if DNS works.", "%S*\n\n\\*except TestTotal", "Option 1: keep the table. %S.",
	"**Where we want to be.** It is fast. %S.", "- Still open\n  - %S", "10:42 Ana: %s.",
	"%S¹.", "%S. (Ana)", "%S. — Ana", "%S.\n\n– Ana Diaz",
	"%S, except TestTotal.", "%S apart from TestTotal.", "Apart from TestTotal, %s.", "Not all of it is done, but %s.", "Almost: %s.",
	"%S. Probably.", "%S. I guess.", "%S. That is what Maria wrote.", "%S. It was another branch.", "%S. At least Ben thinks so.", "%S. TestTotal fails, though.", "%S. I have not run them.", "%S. Not on Windows.",
	"Make sure that %s.", "Please check whether %s.", "We need that %s.", "%S?", "It is wrong that %s.",
}

// TestNobodyIsAccusedForAWrappedClaim checks that no claim is firm in any wrapping.
func TestNobodyIsAccusedForAWrappedClaim(t *testing.T) {
	claims := []string{
		"all tests pass", "all 24 tests pass", "the tests are green", "lint is clean", "the build succeeds", "no lint errors", "`go test ./...` passes", "tests: 24 passed",
		"everything passes", "all green", "the full test suite passes with 0 failures", "tests and lint both pass",
	}
	for _, said := range claims {
		capital := strings.ToUpper(said[:1]) + said[1:]
		for _, w := range wrappings {
			text := strings.NewReplacer("%s", said, "%S", capital).Replace(w)
			if slices.ContainsFunc(Of(text), func(c Claim) bool { return c.IsFirm }) {
				t.Errorf("%q: %s", text, shown(text))
			}
		}
	}
}

// TestBounds checks that what is longer than a bound is not read at all, or only to the bound.
func TestBounds(t *testing.T) {
	table := func(columns int) string {
		return strings.Repeat("| A ", columns) + "|\n" + strings.Repeat("|---", columns) + "|\n| Tests | pass |" + strings.Repeat(" |", columns-2)
	}
	below := func(size int) string { return "## " + strings.Repeat("a", size) + "\n\nAll tests pass." }
	results := func(lines int) string {
		return "Results:\n\n```\n" + strings.Repeat("pytest 7 passed\n", lines) + "```"
	}
	padded := func(size int) string { return "All tests pass" + strings.Repeat("!", size-len("All tests pass")) }
	for name, tt := range map[string]struct {
		text string
		want int
	}{
		"columns":       {table(maxColumns), 1},
		"more columns":  {table(maxColumns + 1), 0},
		"heading":       {below(maxUnder), 1},
		"long heading":  {below(maxUnder + 1), 0},
		"results":       {results(maxResults), maxResults},
		"more results":  {results(maxResults + 1), 0},
		"sentence":      {padded(maxSentence), 1},
		"long sentence": {padded(maxSentence + 1), 0},
		"long result":   {"Results:\n\n```\npytest 7 passed\npytest 7 passed" + strings.Repeat("!", maxSentence) + "\n```", 0},
		"claims":        {strings.Repeat("All tests pass. ", maxClaims+1), maxClaims},
		"statements":    {strings.Repeat("Done. ", maxStatements-1) + "All tests pass.", 1},
		"more":          {strings.Repeat("Done. ", maxStatements) + "All tests pass.", 0},
		"long titles":   {"| " + strings.Repeat("a", maxUnder+1) + " | B |\n|---|---|\n| Tests | pass |", 0},
		"more items":    {strings.Repeat("- Done.\n", maxStatements) + "- All tests pass.", 0},
	} {
		if got := len(Of(tt.text)); got != tt.want {
			t.Errorf("%s: %d claims, want %d", name, got, tt.want)
		}
	}
}

// TestReadIsBounded checks that the work is proportional to the text.
func TestReadIsBounded(t *testing.T) {
	for _, unit := range []string{"all ", "all tests pass ", "all tests pass, ", "a & ", "(all) ", "`a` ", "测试", "# ", "- all tests pass\n", "tests: ", "no ", "*Done.* ", "„a “ « ", "- a\n  - b\n", "a\n\n"} {
		allocated := func(n int) float64 {
			text := strings.Repeat(unit, n)
			return testing.AllocsPerRun(1, func() { Of(text) })
		}
		if small, large := allocated(2_000), allocated(4_000); large > 2.5*small+1_000 {
			t.Errorf("%q: %s allocations, then %s", unit, fmt.Sprint(small), fmt.Sprint(large))
		}
	}
}

// TestTitles checks when a title announces a list of files, and when it leaves open whose they are.
func TestTitles(t *testing.T) {
	for title, want := range map[string]string{
		"Output:": "results", "Result of the tests:": "results", "Before the fix:": "", "Output of Maria:": "", strings.Repeat("output ", 40): "unclear",
		"Files changed": "results lists", "What exists as of 2026-05-31": "", "Files changed 2026-05-31": "lists", "Generator files": "lists", "Files of the generator": "",
		"Files created/modified": "lists", "Files created/removed": "", "Files on feature/lint": "",
		"Files to create": "", "Removed files": "", "Her files": "unclear", "Planned files": "unclear", "Files not changed": "unclear",
		strings.Repeat("files ", 40): "unclear",
	} {
		var got []string
		for _, is := range []struct {
			name string
			does bool
		}{{"unclear", IsUnclear(title)}, {"results", AnnouncesResults(title)}, {"lists", Lists(title, []string{"files", "file"})}} {
			if is.does {
				got = append(got, is.name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%.40q: %q, want %q", title, got, want)
		}
	}
}
