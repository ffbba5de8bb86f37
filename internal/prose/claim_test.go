package prose

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
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
	if c.Attributed {
		out += " attributed"
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
		"All tests pass.":                                               "passed tests",
		"All tests pass and lint is clean.":                             "passed tests, passed lint",
		"Tests, lint and typecheck all pass.":                           "passed tests lint types",
		"Both tests and lint pass.":                                     "passed tests lint",
		"All checks pass (tests, lint).":                                "passed checks tests lint",
		"All clean.":                                                    "passed checks",
		"The build succeeds.":                                           "passed build",
		"TypeScript compiles.":                                          "passed types",
		"All 1,319 tests pass.":                                         "passed tests",
		"Tests: 12 pass, 0 fail.":                                       "passed tests",
		"✅ Tests: 12 passed":                                            "passed tests",
		"`go test ./...` passes.":                                       "passed tests `go test ./...`",
		"`npx eslint .` is clean":                                       "passed lint `npx eslint .`",
		"Ran `sh tests.sh`: 9 passed":                                   "passed tests limited, ran `sh tests.sh`",
		"All tests pass in the store package.":                          "passed tests limited",
		"All tests pass for our `auth` service.":                        "passed tests limited",
		"All tests pass in the entire workspace.":                       "passed tests",
		"Tests pass with `-short`.":                                     "passed tests limited",
		"Tests pass with `go test ./...`.":                              "passed tests",
		"All tests pass. TestToken is the exception.":                   "passed tests limited",
		"All tests pass but TestToken":                                  "passed tests limited",
		"Everything passes. The only exception is `x`.":                 "passed checks limited",
		"99% of tests pass.":                                            "passed tests limited",
		"It is wrong that all tests pass.":                              "passed tests limited attributed",
		"The new tests pass.":                                           "passed tests limited",
		"All tests in `a_test.go` pass.":                                "passed tests limited",
		"Pre-commit hooks passed.":                                      "passed hooks",
		"All tests pass. One old one fails, as on main":                 "passed tests limited",
		"| M | State |\n|---|---|\n| M1: all tests pass | open |\n":     "",
		"| Suite | Target |\n|---|---|\n| Unit tests | pass |\n":        "",
		"Maria: all tests pass.":                                        "passed tests attributed",
		"Fixed the parser, all tests pass.":                             "passed tests",
		"The PR of Ana is approved, all tests pass.":                    "passed tests attributed",
		"所有测试通过。":                                                       "passed tests",
		"Verification passed:\n\n- `go vet ./...`\n- `go test ./...`\n": "passed lint `go vet ./...`, passed tests `go test ./...`",
		"| Check | Command | Result |\n|---|---|---|\n| Build | `go build ./...` | Passed |\n": "passed build `go build ./...`",

		"All 12 tests pass (12/12) and lint is clean.":  "passed tests, passed lint",
		"`git ls-files | xargs eslint` passed.":         "passed lint `git ls-files | xargs eslint`",
		"Verified: `tsc --noEmit ... a.ts`":             "ran `tsc --noEmit ... a.ts`",
		"Ran the tests: `12 pass / 0 fail`.":            "",
		"Verified: `a -> b`":                            "",
		"`CHANGELOG.md` and README.md updated.":         "wrote CHANGELOG.md, wrote README.md",
		"- `a/b.tsx:12` — `old` → `new`":                "wrote a/b.tsx",
		"Lint: 290 files checked, no issues":            "passed lint",
		"Lint passes clean (its wrapper misleads).":     "passed lint",
		"Added `find()` — reads `a.md` first.":          "",
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

// TestQuotes holds that a claim is quoted as it was said.
func TestQuotes(t *testing.T) {
	for text, want := range map[string]string{
		"All tests pass on the build host.":                                  "All tests pass on the build host",
		"Apart from TestTotal, which documents bug 12, all tests pass.":      "all tests pass",
		"All tests pass and lint is clean.":                                  "All tests pass",
		"1309 tests pass, 0 lint issues.":                                    "1309 tests pass",
		"All pre-commit hooks passed (1274 tests, lint, typecheck).":         "All pre-commit hooks passed",
		"The page, which was slow, is fast; all tests pass after the build.": "all tests pass after the build",
	} {
		if got := ClaimsOf(text)[0].Text; got != want {
			t.Errorf("%q is quoted as %q, want %q", text, got, want)
		}
	}
}

// TestSilence holds, for each clause that silences, that a sentence of it claims nothing, or
// of a part alone, and that one with the same word in another clause claims.
func TestSilence(t *testing.T) {
	data, err := os.ReadFile("../../testdata/evidence/silence.txt")
	if err != nil {
		t.Fatal(err)
	}
	var silenced, claimed []string
	for line := range strings.Lines(string(data)) {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), `\n`, "\n")
		silent, claims, isPair := strings.Cut(line, "\t")
		if !isPair {
			continue
		}
		for _, c := range ClaimsOf(silent) {
			if !c.Not && !c.Limited && !c.Attributed {
				t.Errorf("%q claims %s", silent, shown(c))
			}
		}
		if !slices.ContainsFunc(ClaimsOf(claims), func(c Claim) bool { return !c.Not && !c.Limited && !c.Attributed }) {
			t.Errorf("%q claims nothing", claims)
		}
		silenced, claimed = append(silenced, Masked(silent)), append(claimed, Masked(claims))
	}
	patterns := slices.Concat(builtin().Hedges, builtin().Apart, []*text.Regexp{builtin().Breaks, builtin().Limited, builtin().Elsewhere})
	for i, pattern := range patterns {
		if !slices.ContainsFunc(silenced, pattern.MatchString) || !slices.ContainsFunc(claimed, pattern.MatchString) {
			t.Errorf("no pair has a word of pattern %d in both sentences", i)
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
