package prose

import (
	"fmt"
	"strings"
	"testing"
)

// shown is a claim on one line.
func shown(c Claim) string {
	out := string(c.Act)
	if c.Not {
		out = "not " + out
	}
	for _, kind := range c.Kinds {
		out += " " + string(kind)
	}
	switch {
	case c.Command != "":
		out += " `" + c.Command + "`"
	case c.Path != "":
		out += " " + c.Path
	}
	if c.Limited {
		out += " limited"
	}
	if c.Count >= 0 {
		out += fmt.Sprintf(" %d", c.Count)
	}
	return out
}

func claimsOf(text string) string {
	var all []string
	for _, c := range ClaimsOf(text) {
		all = append(all, shown(c))
	}
	return strings.Join(all, ", ")
}

func TestClaims(t *testing.T) {
	for text, want := range map[string]string{
		"All tests pass.":                               "passed tests",
		"All tests pass and lint is clean.":             "passed tests, passed lint",
		"Tests, lint and typecheck all pass.":           "passed tests lint types",
		"Both tests and lint pass.":                     "passed tests lint",
		"All checks pass (tests, lint).":                "passed checks tests lint",
		"All clean.":                                    "passed checks",
		"The build succeeds.":                           "passed build",
		"TypeScript compiles.":                          "passed types",
		"All 1,319 tests pass.":                         "passed tests 1319",
		"Tests: 12 pass, 0 fail.":                       "passed tests 12",
		"✅ Tests: 12 passed":                            "passed tests 12",
		"`go test ./...` passes.":                       "passed tests `go test ./...`",
		"`npx eslint .` is clean":                       "passed lint `npx eslint .`",
		"The new tests pass.":                           "passed tests limited",
		"All tests in `a_test.go` pass.":                "passed tests limited",
		"Pre-commit hooks passed.":                      "passed hooks",
		"All tests pass. One old one fails, as on main": "passed tests limited",
		"所有测试通过。":                                       "passed tests",
		"Verification passed:\n\n- `go vet ./...`\n- `go test ./...`\n":                        "passed lint `go vet ./...`, passed tests `go test ./...`",
		"| Check | Command | Result |\n|---|---|---|\n| Build | `go build ./...` | Passed |\n": "passed build `go build ./...`",

		"All 12 tests pass (12/12) and lint is clean.":  "passed tests 12, passed lint",
		"`git ls-files | xargs eslint` passed.":         "passed lint `git ls-files | xargs eslint`",
		"Verified: `tsc --noEmit ... a.ts`":             "ran `tsc --noEmit ... a.ts`",
		"Ran the tests: `12 pass / 0 fail`.":            "",
		"Verified: `a -> b`":                            "",
		"`CHANGELOG.md` and README.md updated.":         "wrote CHANGELOG.md, wrote README.md",
		"- `a/b.tsx:12` — `old` → `new`":                "wrote a/b.tsx",
		"Added tests for `a.go`.":                       "",
		"Added the note that `a.md` is read to `b.md`.": "wrote b.md",
		"Removed `.git/hooks/pre-push.old-one`.":        "wrote .git/hooks/pre-push.old-one",

		"Committed as `1a2b3c4`.":               "did commit",
		"The commit went through.":              "did commit",
		"Pushed to `main`.":                     "did push",
		"Committed and pushed to `main`.":       "did commit, did push",
		"I did not push.":                       "not did push",
		"Ran `go vet ./...`.":                   "ran `go vet ./...`",
		"Updated `store.go` to expire it.":      "wrote store.go",
		"`store.go` was updated.":               "wrote store.go",
		"Checks run:\n\n- `git diff --check`\n": "ran `git diff --check`",
	} {
		if got := claimsOf(text); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

// For each clause that silences: the sentence that it must silence, and one with the same
// word that it must not.
func TestSilence(t *testing.T) {
	for _, pair := range [][2]string{
		{"The tests pass a context to the handler.", "The tests pass, and get a context."},
		{"Both spec artifacts pass.", "Both spec files pass."},
		{"It builds a clean tree.", "It builds clean."},
		{"A file with types for passing into calls.", "Types are passing."},
		{"It takes an hour to build green.", "The build is green."},
		{"Run the tests, verify pass.", "Ran the tests: pass."},
		{"校验脚本的最低通过线。", "检查通过。"},
		{"| Case | Result |\n|---|---|\n| Edge case tests of pages | PASS |", "| Case | Result |\n|---|---|\n| Unit tests | PASS |"},
		{"Its numbers are committed to `results/`.", "Committed to `main`."},
		{"4.14 Verify that the test suite passes.", "4.14 The test suite passes."},
		{"Then build it, keep tests green.", "Built it, tests are green."},
		{"| Check | Result |\n|---|---|\n| Protocol validation | PASS |", "| Check | Result |\n|---|---|\n| Lint | PASS |"},
		{"All schema checks pass.", "All three checks pass."},
		{"Not all tests pass.", "All tests pass, and nothing is skipped."},
		{"All tests should pass.", "All tests pass; the timeout should be longer."},
		{"All tests pass if the database runs.", "All tests pass; if the database is down they are skipped."},
		{"Do all tests pass?", "All tests pass. Do you want a commit?"},
		{"CI says that all tests pass.", "All tests pass. CI has not run yet."},
		{"You said that the tests pass.", "The tests pass. You said that they are slow."},
		{"Make sure that all tests pass.", "All tests pass, so I made sure of the format."},
		{"\"All tests pass\" is what it prints.", "All tests pass, \"as expected\"."},
		{"> All tests pass.", "All tests pass.\n\n> as it was"},
		{"- [ ] All tests pass", "- [x] All tests pass"},
		{"```\nAll tests pass\n```", "All tests pass\n\n```\nok\n```"},
		{"## Acceptance criteria\n\n- All tests pass", "## Verification\n\n- All tests pass"},
		{"All tests pass except two.", "All tests pass; the docs are done except two pages."},
		{"The tests passed before the change.", "The tests pass; before the change they did not."},
		{"I did not commit.", "I committed; I did not push."},
		{"Commit the change.", "Committed. Push the change if you agree."},
		{"Run `go vet ./...`.", "Ran `go vet ./...`; run `make` next."},
		{"Update `store.go`.", "Updated `store.go`; update `token.go` next."},
	} {
		silent, claim := claimsOf(pair[0]), claimsOf(pair[1])
		if silent != "" && !strings.HasPrefix(silent, "not ") {
			t.Errorf("%q claims %s", pair[0], silent)
		}
		if claim == "" {
			t.Errorf("%q claims nothing", pair[1])
		}
	}
}

func FuzzClaims(f *testing.F) {
	f.Add("All tests pass (`go test`), but lint fails.")
	f.Add("| a | `b` |\n|---|---|\n| c | ✅ |")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range ClaimsOf(text) {
			if c.Text == "" || c.Statement.Text == "" {
				t.Errorf("a claim of %q has no words", text)
			}
		}
	})
}
