package runner

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

func TestKindOf(t *testing.T) {
	for command, want := range map[string]Kind{
		"go test ./...":               Tests,
		"npm run test:unit":           Tests,
		"npm run test lint":           Tests,
		"make test lint":              Checks,
		"nox -s docs":                 Checks,
		"make test -- lint":           Tests,
		"npm test -- -v":              Tests,
		"pnpm test":                   Tests,
		"bin/test":                    Tests,
		"test -f a.go":                Other,
		"npm --prefix web test":       Tests,
		"pnpm --filter web run lint":  Lint,
		"yarn --cwd web build":        Build,
		"make -j4 test":               Tests,
		"mise run test:integration":   Tests,
		"bun run lint":                Lint,
		"bun run lint:fix":            Format,
		"npm run format:check":        Format,
		"npx":                         Other,
		"tsc --noEmit":                Types,
		"pnpm run typecheck":          Types,
		"cargo fmt":                   Format,
		"cargo fmt -- --check":        Format,
		"eslint src --fix":            Format,
		"eslint src":                  Lint,
		"go vet ./...":                Lint,
		"go build ./cmd/a":            Build,
		"make":                        Build,
		"make check":                  Checks,
		"npm run ci":                  Checks,
		"npm install":                 Other,
		"git commit -m test":          Commit,
		"make install":                Other,
		"docker compose build web":    Build,
		"grep -rn test src":           Other,
		"python -m pytest tests -q":   Tests,
		"turbo run build":             Build,
		"just test-e2e":               Tests,
		"yarn workspace a test":       Tests,
		"cargo check":                 Build,
		"npm ci":                      Other,
		"mvn verify -DskipTests":      Build,
		"gradle build -x test":        Build,
		"gradle test -x test":         Other,
		"mvn test -DskipTests=false":  Tests,
		"make lint test":              Checks,
		"make test unit-test":         Tests,
		"nx run-many -t lint test":    Checks,
		"tox -e lint":                 Lint,
		"tox -e py311":                Tests,
		"npm test -- --listTests":     Other,
		"bun build a.ts":              Build,
		"actionlint@latest a.yml":     Lint,
		"vercel":                      Other,
		"gofmt -l .":                  Format,
		"gofmt -w main.go":            Format,
		"ruff check . --fix":          Format,
		"golangci-lint run --fix":     Format,
		"playwright test":             Tests,
		"npm run generate:testdata":   Other,
		"terraform fmt -check":        Format,
		"mvn -q -DskipTests package":  Build,
		"mvn -V compile":              Build,
		"make install test":           Tests,
		"make test install":           Tests,
		"deno check --all a.ts":       Types,
		"composer validate":           Other,
		"hugo --minify new":           Build,
		"hugo new site":               Other,
		"just test --listTests":       Tests,
		"npm run lint -- --listTests": Lint,
		"npm test -- --collect-only":  Tests,
		"turbo ls":                    Other,
	} {
		if got := KindOf(strings.Fields(command)); got != want {
			t.Errorf("%s is of kind %q, want %q", command, got, want)
		}
	}
}

func TestIsNarrow(t *testing.T) {
	for command, want := range map[string]bool{
		"meson test -C build --repeat 40":       false,
		"meson test -C build cache --repeat 40": true,
		"meson test --print-errorlogs cache":    true,
		"go test ./...":                         false,
		"go test ./internal/a":                  true,
		"go test ./internal/...":                true,
		"go test -run TestA ./...":              true,
		"bun run test":                          false,
		"bun test src/a.test.ts":                true,
		"pytest":                                false,
		"pytest -q -x":                          false,
		"pytest tests/test_a.py::test_b":        true,
		"pytest -k name":                        true,
		"cargo test -p parser":                  true,
		"npm test":                              false,
		"npm --workspace web test":              true,
		"jest --coverage":                       false,
		"jest quota":                            true,
		"vitest run":                            false,
		"bun test src/":                         false,
		"vitest run quota":                      true,
		"cargo test quota":                      true,
		"node --test":                           false,
		"python manage.py test":                 false,
		"tsc -p tests/e2e":                      true,
		"tsc --noEmit -p tsconfig.json":         false,
		"go test -p 4 ./...":                    false,
		"go build -o bin/a ./...":               false,
		"nx test app":                           true,
		"nx affected -t test":                   false,
		"bazel test //...":                      false,
		"bazel test //store:all":                true,
		"mvn test -pl store":                    true,
		"gradle :app:test":                      true,
		"xcodebuild test -project a/b":          false,
		"./gate.sh":                             false,
		"./gate.sh a.go":                        true,
		"":                                      false,
	} {
		if got := IsNarrow(strings.Fields(command)); got != want {
			t.Errorf("%s is narrow: = %v", command, got)
		}
	}
}

func TestRead(t *testing.T) {
	type want struct {
		result         ledger.Result
		passed, failed int
	}
	for _, tt := range []struct {
		name, output string
		kind         Kind
		want         want
	}{
		{"nothing", "building\n", Tests, want{"", -1, -1}},
		{"a run", " 12 pass\n 0 fail\nRan 12 tests\n", Tests, want{ledger.Passed, 12, -1}},
		{"a failed run", " 1357 pass\n 6 fail\n 4 errors\nRan 1363 tests\n", Tests, want{ledger.Failed, 1357, 4}},
		{"two runs, one of which failed", " 11 pass\n 1 fail\nRan 12 tests\n" + strings.Repeat("log\n", 20) + " 12 pass\n 0 fail\n", Tests, want{ledger.Failed, -1, -1}},
		{"one package of several", "ok  \ta\t0.1s\nFAIL\tb\t0.1s\nok  \tc\t0.1s\nFAIL\n", Tests, want{ledger.Failed, -1, -1}},
		{"all packages", "ok  \ta\t0.1s\nok  \tb\t0.1s\n", Tests, want{ledger.Passed, -1, -1}},
		{"several binaries", "test result: ok. 3 passed; 0 failed; 0 ignored\ntest result: ok. 4 passed; 0 failed; 0 ignored\n", Tests, want{ledger.Passed, 7, -1}},
		{"what the program under test prints", "2 failed attempts to log in\nerrors: 3\n===== 12 passed in 0.31s =====\n", Tests, want{ledger.Passed, 12, -1}},
		{"a linter says nothing of tests", "Found 2 errors.\n", Tests, want{"", -1, -1}},
		{"a linter", "Found 2 errors.\n", Lint, want{ledger.Failed, -1, 2}},
		{"a linter that names a position", "web/a.py:1:5: F401 `os` imported but unused\n", Lint, want{ledger.Failed, -1, -1}},
		{"a task that failed", "x\nerror: script \"test\" exited with code 1\n", Tests, want{ledger.Failed, -1, -1}},
		{"another task that failed", "error: script \"lint\" exited with code 1\n", Tests, want{"", -1, -1}},
		{"checks of several kinds", " 12 pass\n 0 fail\n$ biome check\nFound 1 error.\n", Checks, want{ledger.Failed, -1, 1}},
		{"workspaces, one of which failed", "Tests:       1 failed, 2 passed, 3 total\n" + strings.Repeat("log\n", 20) + "Tests:       4 passed, 4 total\n", Tests, want{ledger.Failed, -1, -1}},
		{"with the names of tasks before", "web:test: Tests:       1 failed, 2 passed, 3 total\n", Tests, want{ledger.Failed, 2, 1}},
		{"a file that does not load", "Test Suites: 2 failed, 2 total\nTests:       0 total\n", Tests, want{ledger.Failed, -1, 2}},
		{"no test", "collected 0 items\n\nno tests ran in 0.01s\n", Tests, want{"", -1, -1}},
		{"an error instead of tests", "collected 0 items / 1 error\n\n1 error in 0.20s\n", Tests, want{ledger.Failed, -1, 1}},
		{"a crash", "INTERNALERROR> KeyError\n", Tests, want{ledger.Failed, -1, -1}},
		{"a failure before what passed", " 1 fail\n 12 pass\n", Tests, want{ledger.Failed, 12, 1}},
		{"a failure and no pass", "      Tests  3 failed | 0 passed (3)\n", Tests, want{ledger.Failed, 0, 3}},
		{"far from what passed", " 1 fail\n" + strings.Repeat("log\n", 20) + " 12 pass\n", Tests, want{ledger.Failed, -1, -1}},
		{"the last of two runners", " 12 pass\n 0 fail\n===== 3 passed in 0.31s =====\n", Tests, want{ledger.Passed, 3, -1}},
		{"in the other order", "===== 3 passed in 0.31s =====\n 12 pass\n 0 fail\n", Tests, want{ledger.Passed, 12, -1}},
		{"a linter that failed, of the format", "Found 2 errors.\n", Format, want{"", -1, -1}},
		{"a commit, and what a script printed after", "[main 1a2b3c4] x\n" + strings.Repeat("log\n", 20) + "nothing to commit, working tree clean\n", Commit, want{ledger.Passed, -1, -1}},
		{"a push of two branches", "To x\n   1a2b3c4..5d6e7f8  main -> main\n" + strings.Repeat("log\n", 20) + " ! [rejected]        dev -> dev (fetch first)\n", Push, want{ledger.Passed, -1, -1}},
		{"types among checks", "Success: no issues found in 4 source files\n", Checks, want{ledger.Passed, -1, -1}},
		{"any task that failed", "error: script \"test\" exited with code 1\n", Checks, want{ledger.Failed, -1, -1}},
		{"a task without a name", " ELIFECYCLE  Command failed with exit code 1.\n", Checks, want{"", -1, -1}},
		{"a program that is not silent", "$ jest\n", Tests, want{"", -1, -1}},
		{"another silent program", "$ go vet ./...\n", Types, want{"", -1, -1}},
		{"a silent program that a task ran", "$ tsc --noEmit && vite build\n", Types, want{ledger.Passed, -1, -1}},
		{"a silent program that a task ran, and a blank line", "$ tsc --noEmit\n\n", Types, want{ledger.Passed, -1, -1}},
		{"a silent program that a task ran before the help of another one", "$ tsc --noEmit && vite --help\n", Types, want{ledger.Passed, -1, -1}},
		{"a silent program, and what is printed after", "$ tsc --noEmit\nbuilt in 1s\n", Types, want{ledger.Passed, -1, -1}},
		{"a silent program that failed", "[types] $ tsc\n" + strings.Repeat("log\n", 20) + "a.ts(1,1): error TS1: x\n", Types, want{ledger.Failed, -1, -1}},
		{"a silent program that showed its settings", "$ tsc --showConfig\n", Types, want{"", -1, -1}},
		{"another program", "$ node tools/tsc.js\n", Types, want{"", -1, -1}},
		{"the words of a program that is not silent", "$ gradle test || echo failing tests\n", Tests, want{"", -1, -1}},
		{"a linter that checks the format", "Checked 6 files in 1ms.\n", Format, want{ledger.Passed, -1, -1}},
		{"tests say nothing of the format", " 12 pass\n 0 fail\n", Format, want{"", -1, -1}},
		{"a linter of the format, of tests", "Checked 6 files in 1ms.\n", Tests, want{"", -1, -1}},
		{"a failure, and two passes", " 1 fail\n 12 pass\n 13 pass\n", Tests, want{ledger.Failed, -1, -1}},
		{"a pass, a failure and another pass", " 12 pass\n 1 fail\n 13 pass\n", Tests, want{ledger.Failed, -1, -1}},
		{"just near what passed", " 1 fail\n" + strings.Repeat("log\n", facts.Near-1) + " 12 pass\n", Tests, want{ledger.Failed, 12, 1}},
		{"just far from what passed", " 1 fail\n" + strings.Repeat("log\n", facts.Near) + " 12 pass\n", Tests, want{ledger.Failed, -1, -1}},
		{"a task beside another one", "error: script \"lint\" exited with code 1\nerror: script \"test\" exited with code 1\n", Tests, want{ledger.Failed, -1, -1}},
		{"a program of tests", "PASS\n", Tests, want{ledger.Passed, -1, -1}},
		{"no package with tests", "testing: warning: no tests to run\nPASS\n", Tests, want{"", -1, -1}},
		{"an exit code of no task", "x\nexit code 1 is expected\n", Checks, want{"", -1, -1}},
		{"a binary without tests", "test result: ok. 3 passed; 0 failed; 0 ignored\ntest result: ok. 0 passed; 0 failed; 0 ignored\n", Tests, want{ledger.Passed, 3, -1}},
		{"a second runner that finds none", "===== 3 passed in 0.31s =====\nNo tests found, exiting with code 1\n", Tests, want{ledger.Passed, 3, -1}},
		{"a first runner that finds none", "No tests found, exiting with code 1\n===== 3 passed in 0.31s =====\n", Tests, want{ledger.Passed, 3, -1}},
		{"very many packages", strings.Repeat("test result: ok. 1 passed; 0 failed; 0 ignored\n", maxLines+1), Tests, want{ledger.Passed, maxLines, -1}},
	} {
		s := Read(tt.kind, tt.output)
		if isSilent := strings.Contains(tt.name, "that a task ran"); s.Silent != isSilent {
			t.Errorf("%s: the pass is silent: %t", tt.name, s.Silent)
		}
		if got := (want{s.Result, s.Passed, s.Failed}); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestReadNothing checks that an output in which no test ran has no result.
func TestReadNothing(t *testing.T) {
	for output, want := range map[string]bool{
		"?   \texample.com/a\t[no test files]\n":                                                                       true,
		"?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.1s\n":                                            false,
		"testing: warning: no tests to run\nPASS\nok  \texample.com/a\t0.1s [no tests to run]\n":                       true,
		"running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored\n":                                          true,
		"test result: ok. 3 passed; 0 failed\n\ntest result: ok. 0 passed; 0 failed\n":                                 false,
		"Ran 0 tests in 0.000s\n\nOK\n":                                                                                true,
		"No tests found, exiting with code 1\n":                                                                        true,
		"  0 passing (1ms)\n":                                                                                          true,
		"  0 passing (1ms)\n  1 failing\n":                                                                             false,
		"===== 12 deselected in 0.02s =====\n":                                                                         true,
		"12 passed in 0.02s\n":                                                                                         false,
		"No tests executed!\n":                                                                                         true,
		"ok 1 - adds # SKIP\n# tests 2\n# pass 0\n# fail 0\n# skipped 2\n":                                             true,
		"Running 6 tests using 1 worker\n\n  6 skipped\n":                                                              true,
		"Running 6 tests using 1 worker\n\n  2 skipped\n  4 passed (3.2s)\n":                                           false,
		"[info] Passed: Total 0, Failed 0, Errors 0, Passed 0\n":                                                       true,
		"nox > Running session tests\nnox > Session tests skipped: no database\n":                                      true,
		"nox > Session lint skipped: none\n12 passed in 0.02s\n":                                                       false,
		"[info] No tests to run for Test / testOnly\n":                                                                 true,
		"[info] No tests to run for a / test\n[info] Tests: succeeded 2, failed 0, canceled 0, ignored 0, pending 0\n": false,
		"All tests have been excluded.\n12 tests, 0 failures, 12 excluded\n":                                           true,
		"12 tests, 0 failures, 3 excluded\n":                                                                           false,
		"12 examples, 0 failures, 12 pending\n":                                                                        true,
		"12 examples, 0 failures, 2 pending\n":                                                                         false,
		"12 runs, 0 assertions, 0 failures, 0 errors, 12 skips\n":                                                      true,
		"[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 3\n":                                                 true,
		"Executed 3 tests, with 3 tests skipped and 0 failures (0 unexpected) in 0.1 seconds\n":                        true,
		"Executed 3 tests, with 1 test skipped and 0 failures (0 unexpected) in 0.1 seconds\n":                         false,
		"": true,
	} {
		s := Read(Tests, output)
		if got := !s.Known(); got != want {
			t.Errorf("%q has no result: %t", output, got)
		}
		if output != "" && s.Line == "" {
			t.Errorf("no line of %q decides", output)
		}
	}
}

// TestReadLine checks which line decides.
func TestReadLine(t *testing.T) {
	const broken = "error: script \"test\" exited with code 1"
	for output, want := range map[string]string{
		" 12 pass\n 1 fail\n" + broken:  "1 fail",
		" 12 pass\n 0 fail\n" + broken:  broken,
		" 12 pass\n" + broken + " \r\n": broken,
		" 6 fail\n 4 errors\n":          "4 errors",
	} {
		if s := Read(Tests, output); s.Line != want || s.Result != ledger.Failed {
			t.Errorf("%q: %q, want %q", output, s.Line, want)
		}
	}
}

// TestReadOf checks what counts only for its own command.
func TestReadOf(t *testing.T) {
	for _, tt := range []struct {
		command, output string
		want            ledger.Result
	}{
		{"cargo clippy", "    Finished `dev` profile [optimized] target(s) in 0.1s", ledger.Passed},
		{"cargo clippy", "error: could not compile `a` (lib) due to 1 previous error", ledger.Failed},
		{"cargo clippy", "gmake: *** [Makefile:91: all] Error 2", ""},
		{"cargo clippy --fix", "    Finished `dev` profile [optimized] target(s) in 0.1s", ""},
		{"eslint .", "    Finished `dev` profile [optimized] target(s) in 0.1s", ""},
		{"cmake --build build", "gmake: *** [Makefile:91: all] Error 2", ledger.Failed},
		{"cmake --build build", "1 passed", ""},
		{"go test ./...", "ok  \ta\t0.1s", ""},
		{"", "gmake: *** [Makefile:91: all] Error 2", ""},
	} {
		if got := ReadOf(strings.Fields(tt.command), tt.output).Result; got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.command, tt.output, got, tt.want)
		}
	}
}

func TestFilters(t *testing.T) {
	for command, want := range map[string]string{
		"go test ./...": "", "go test -run TestA ./...": "TestA", "go test -run=TestA ./...": "TestA", "go test -count=1 ./...": "",
	} {
		if got := strings.Join(Filters(strings.Fields(command)), " "); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// TestLists checks which commands only list what is wrong.
func TestLists(t *testing.T) {
	for _, tt := range []struct {
		command, output string
		isBad, isList   bool
	}{
		{"gofmt -l .", "a.go\n", true, true},
		{"gofmt -l .", "", false, true},
		{"gofmt -l .", "a.go:1:1: expected 'package'\n", false, true},
		{"gofmt -w .", "a.go\n", false, false},
		{"black --check .", "a.go\n", false, false},
	} {
		if isBad, isList := Lists(strings.Fields(tt.command), tt.output); isBad != tt.isBad || isList != tt.isList {
			t.Errorf("%s: %q is bad %t, a list %t", tt.command, tt.output, isBad, isList)
		}
	}
}

// TestRewritten checks which files a formatter says that it has rewritten.
func TestRewritten(t *testing.T) {
	for output, want := range map[string]string{
		"src/a.ts 12ms\nsrc/b.ts 3ms (unchanged)\n": "src/a.ts",
		"src/a.ts 12ms\nsrc/b.ts 3ms\n":             "", // of these, older versions may have left some alone
		"reformatted a.py\nAll done!\n":             "a.py",
		"":                                          "",
	} {
		if got := strings.Join(Rewritten(output), " "); got != want {
			t.Errorf("%q: %q, want %q", output, got, want)
		}
	}
}

// TestEndsFailed checks how far from the end of an output a failure counts.
func TestEndsFailed(t *testing.T) {
	const failed = "===== 1 failed in 0.31s =====\n"
	for output, want := range map[string]bool{
		failed: true, failed + strings.Repeat("log\n", facts.End-1) + "\n": true, failed + strings.Repeat("log\n", facts.End): false,
		"===== 2 passed in 0.31s =====\n": false, "": false,
	} {
		if got := EndsFailed(output); got != want {
			t.Errorf("%q ends failed: %t", output, got)
		}
	}
}

// TestProgramFile checks which file holds the program that a command runs.
func TestProgramFile(t *testing.T) {
	for command, want := range map[string]string{
		"python3 gen.py --all": "gen.py", "node --inspect a.mjs": "a.mjs",
		"python3 run_tests.py": "", "python -c app": "", "ls a.py": "", "python3 a@1.py": "", "": "",
	} {
		if got := ProgramFile(strings.Fields(command)); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// TestReadMixed checks whether the last of several summaries hides a failed one.
func TestReadMixed(t *testing.T) {
	const failed, passed, between = "Tests:       1 failed, 2 passed, 3 total\n", "Tests:       4 passed, 4 total\n", "a\nb\n"
	for output, want := range map[string]bool{
		passed:                    false,
		passed + between + passed: false,
		failed + between + passed: true,
		passed + between + failed: false,
		failed + between + passed + between + passed: true,
		failed + between + passed + failed:           false,
		"ok  \ta\t0.1s\n":                            false,
		"FAIL\ta\t0.1s\nok  \tb\t0.1s\n":             false,
		" 11 pass\n 1 fail\n":                        false,
		"Test Suites: 1 failed, 1 total\n" + failed:  false,
	} {
		if got := Read(Tests, output).Mixed; got != want {
			t.Errorf("%q is mixed: %t", output, got)
		}
	}
}

func TestCommandsIn(t *testing.T) {
	for part, want := range map[string]string{
		"{\n  \"scripts\": {\n    \"lint\": \"oxlint .\",\n  }":                 "oxlint .;npm run lint",
		"     3\t    \"test\": \"vitest run\",":                                 "vitest run;npm run test",
		"1:     \"build\": \"node site.mjs\",":                                  "node site.mjs;npm run build",
		"    \"vitest\": \"^1.0.0\",":                                           "^1.0.0",
		"test:\n\t@go test ./...\n":                                             "make test;go test ./...",
		"     4\ttest: build/ring_test":                                         "make test",
		"  test:\n":                                                             "",
		`{ "name": "a", "scripts": { "test": "mocha", "lint": "eslint src" } }`: "a;mocha;eslint src;npm run lint",
		"      - run: npm test":                                                 "npm test",
		"[tasks.lint]\nrun = \"golangci-lint run\"":                             "golangci-lint run",
		"Run the tests.":                                                        "",
		strings.Repeat("\n", maxNamed-1) + "      - run: npm test":              "npm test",
		strings.Repeat("\n", maxNamed) + "      - run: npm test":                "",
		"      - run: " + strings.Repeat("a", maxNamedLine-13):                  strings.Repeat("a", maxNamedLine-13),
		"      - run: " + strings.Repeat("a", maxNamedLine-12):                  "",
		strings.Repeat("a", maxNamedLine+1) + "\n      - run: npm test\n":       "npm test",
	} {
		if got := strings.Join(CommandsIn(part), ";"); got != want {
			t.Errorf("%q: %q, want %q", part, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	for command, want := range map[string]Call{
		"go test ./...":              {Runner: "go test", Kind: Tests, Language: "go", Proves: []Kind{Build}},
		"go vet ./...":               {Runner: "go vet", Kind: Lint, Language: "go", Proves: []Kind{Build}},
		"go vet -n ./...":            {Runner: "go vet", Idle: true, Language: "go"},
		"tsc -b":                     {Runner: "tsc", Kind: Types, Language: "javascript", Proves: []Kind{Build}},
		"next build":                 {Runner: "next build", Kind: Build, Language: "javascript", Proves: []Kind{Types}},
		"vite build":                 {Runner: "vite build", Kind: Build, Language: "javascript"},
		"mvn install":                {Runner: "mvn package", Kind: Build, Language: "java", Proves: []Kind{Tests}},
		"mvn install -DskipTests":    {Runner: "mvn package", Kind: Build, Language: "java"},
		"eslint a.ts --fix":          {Runner: "eslint", Kind: Format, Language: "javascript", Narrow: true},
		"gofmt -l -w .":              {Runner: "gofmt", Kind: Format, Language: "go"},
		"black --check .":            {Runner: "black", Kind: Format, Language: "python", Looks: true},
		"terraform apply":            {Runner: "terraform apply", Kind: Deploy},
		"just deploy":                {Runner: "just", Kind: Deploy, Task: true},
		"dotnet test --no-build":     {Runner: "dotnet test", Kind: Tests, Language: "csharp"},
		"./gate.sh --help":           {Idle: true},
		"./gate.sh -h":               {Idle: true},
		"./gate.sh -h x":             {},
		"./gate.sh":                  {},
		"./gate.sh a.go":             {},
		"npm run frob":               {},
		"go mod tidy":                {},
		"eslint --version x":         {Runner: "eslint", Idle: true, Language: "javascript"},
		"cargo test":                 {Runner: "cargo test", Kind: Tests, Language: "rust", Proves: []Kind{Build}, CompilesAll: true},
		"cargo test --lib":           {Runner: "cargo test", Kind: Tests, Narrow: true, Language: "rust", Proves: []Kind{Build}},
		"":                           {},
		"pytest -h x":                {Runner: "pytest", Idle: true, Language: "python"},
		"dart format -o none .":      {Runner: "dart format", Kind: Format, Language: "dart", Looks: true},
		"dart format -o x none":      {Runner: "dart format", Kind: Format, Language: "dart"},
		"git commit -m \"--help x\"": {Runner: "git commit", Kind: Commit},

		"xcodebuild -scheme \"a test\"": {Runner: "xcodebuild", Kind: Build, Language: "swift"},
	} {
		words := strings.Fields(command)
		if i := strings.IndexByte(command, '"'); i >= 0 {
			words = append(strings.Fields(command[:i]), strings.Trim(command[i:], `"`))
		}
		if got := Of(words); !reflect.DeepEqual(got, want) {
			t.Errorf("%s\ngot  %+v\nwant %+v", command, got, want)
		}
	}
}

// TestPrograms checks what is known of a command beside its kind.
func TestPrograms(t *testing.T) {
	word := func(is func(word string) bool) func(words []string) bool {
		return func(words []string) bool { return is(strings.Join(words, " ")) }
	}
	for _, tt := range []struct {
		name  string
		of    func(words []string) bool
		is    []string
		isNot []string
	}{
		{"encloses others", Encloses, []string{"docker run --rm app make test", "ssh host make"}, []string{"", "docker --help", "go test ./..."}},
		{"is a whole task", IsWholeTask, []string{"npm test", "make -j4 check"}, []string{"npm run e2e", "npm -w web test"}},
		{"runs a program", RunsProgram, []string{"python scripts/journal.py"}, []string{"", "python scripts/run_tests.py", "ls scripts"}},
		{"builds first", BuildsFirst, []string{"go run .", "cargo run"}, []string{"", "go vet ./..."}},
		{"serves", Serves, []string{"npm run dev", "npm ci"}, []string{"", "npm test"}},
		{"runs a checker", RunsChecker, []string{"go run ./cmd/ci"}, []string{"go run ./cmd/shop", "npm run ci", "go build ./..."}},
		{"selects tests", word(IsFilter), []string{"-run", "--grep"}, []string{"", "-p", "-tags", "-run=TestA"}},
		{"names a package", word(NamesPackage), []string{"-p", "--workspace"}, []string{"", "-run", "a/b"}},
		{"checks more code", word(Widens), []string{"-tags", "-tags=e2e"}, []string{"", "-run", "-run=-tags"}},
		{"runs what failed", word(RunsFailed), []string{"--lf", "--stepwise"}, []string{"", "-k", "--last"}},
		{"lists files", word(ListsFiles), []string{"ls", "git ls-files"}, []string{"", "cat", "git", "node_modules"}},
		{"is remote", IsRemote, []string{"gh pr checks 12"}, []string{"", "gh pr create"}},
	} {
		for _, command := range tt.is {
			if !tt.of(strings.Fields(command)) {
				t.Errorf("%s: not %q", tt.name, command)
			}
		}
		for _, command := range tt.isNot {
			if tt.of(strings.Fields(command)) {
				t.Errorf("%s: %q", tt.name, command)
			}
		}
	}
	if names := Names(Tests); !slices.Contains(names, "go test") || slices.Contains(names, "go vet") {
		t.Errorf("the runners of tests are %q", names)
	}
	for key, want := range map[string]bool{"types go": false, "types javascript": true, "lint go": true, "tests rust": true} {
		kind, language, _ := strings.Cut(key, " ")
		if got := Has(Kind(kind), language); got != want {
			t.Errorf("there is %s: %t", key, got)
		}
	}
}

// TestFiles checks the language and the checks that a file shows; a file of an installed package shows
// none.
func TestFiles(t *testing.T) {
	for file, want := range map[string]struct {
		language             string
		isFile, names, known bool
	}{
		"src/a.go":                    {"go", true, false, false},
		"a_test.go":                   {"go", true, false, true},
		"web/a.ts":                    {"javascript", true, false, false},
		"README.md":                   {"", true, false, false},
		"web/package.json":            {"", true, true, false},
		"node_modules/a/package.json": {"", true, false, false},
		"node_modules/a/a.test.ts":    {"javascript", true, false, false},
		"v1.2":                        {"", false, false, false},
	} {
		if got := LanguageOf(file); got != want.language {
			t.Errorf("%s: language %q, want %q", file, got, want.language)
		}
		if IsFile(file) != want.isFile || NamesChecks(file) != want.names || (len(KnownBy(file)) > 0) != want.known {
			t.Errorf("%s: file %t, names checks %t, known by it %v", file, IsFile(file), NamesChecks(file), KnownBy(file))
		}
	}
}

func TestEchoed(t *testing.T) {
	got := Echoed("> shop@1.0.0 test /w\n$ go test ./... && go vet ./...\nok  \ta\t0.1s\n  [lint] $ eslint .\r\n")
	want := [][]string{{"go", "test", "./..."}, {"go", "vet", "./..."}, {"eslint", "."}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Echoed(strings.Repeat("$ ls\n", 2*maxEchoed)); len(got) != maxEchoed {
		t.Errorf("%d commands are taken", len(got))
	}
	if s := Read(Lint, "Checked 6 files in 1ms.\n"); !slices.Equal(s.Proves, []Kind{Format}) {
		t.Errorf("a linter of the format proves %q", s.Proves)
	}
	for output, want := range map[string]bool{"$ go test ./...\n[main 1a2b3c4] x": true, "husky - pre-commit hook exited with code 1": true, "$ ls\n[main 1a2b3c4] x": false} {
		if got := HasHooks(output); got != want {
			t.Errorf("%q has hooks: %t", output, got)
		}
	}
}

// FuzzRead checks that the line that decides is a line of the output.
func FuzzRead(f *testing.F) {
	f.Add(" 12 pass\n 0 fail\n")
	f.Add("FAIL\nok  \ta\n")
	f.Fuzz(func(t *testing.T, output string) {
		for _, kind := range []Kind{Tests, Types, Lint, Build, Checks} {
			if s := Read(kind, output); s.Result != "" && s.Line == "" {
				t.Errorf("%q has a result without a line", output)
			}
		}
	})
}

// TestRanNothing checks which outputs of a task show that it ran nothing.
func TestRanNothing(t *testing.T) {
	for output, want := range map[string]bool{
		"make: Nothing to be done for 'test'.\n":                                            true,
		"task: Task \"test\" is up to date\n":                                               true,
		"task: Task \"gen\" is up to date\ntask: [test] go test ./...\n":                    false,
		"\n NX   No tasks were run\n":                                                       true,
		"No tasks were executed as part of this run.\n\n Tasks:    0 successful, 0 total\n": true,
		"lerna success run No packages found with lifecycle script 'test'\n":                true,
		"> a@1.0.0 test\n> echo \"Error: no test specified\" && exit 0\n\nError: no test\n": true,
		"> a@1.0.0 test\n> echo start && node run.js\n\nstart\n":                            false,
		"> echo a &&  && echo b\n":                                                          true,
		"> a@1.0.0 test\n> vitest run\n":                                                    false,
		"":                                                                                  false,
	} {
		if got := RanNothing(output); got != want {
			t.Errorf("%q ran nothing: %t", output, got)
		}
	}
}

// TestMayBeIdle checks which commands may have found nothing to look at: those that pass then and printed nothing.
func TestMayBeIdle(t *testing.T) {
	for command, want := range map[string]bool{
		"npm run lint --if-present":                             true,
		"eslint --no-error-on-unmatched-pattern 'lib/**/*.mjs'": true,
		"biome check --no-errors-on-unmatched .":                true,
		"xargs -0 -r shellcheck":                                true,
		"xargs -n 1 shellcheck":                                 false,
		"xargs shellcheck -r":                                   false,
		"yarn workspaces foreach -A run lint":                   true,
		"npm run lint":                                          false,
		"go test ./...":                                         false,
	} {
		for _, output := range []string{"Done in 0s 4ms\n", "Scope: 5 of 6 workspace projects\n", ""} {
			if got := MayBeIdle(command, output); got != want {
				t.Errorf("%s may be idle with %q: %t", command, output, got)
			}
		}
		if MayBeIdle(command, "checked 12 files\n") {
			t.Errorf("%s may be idle although something was printed", command)
		}
	}
}

// TestIdleIsBounded checks that of a long output only the end is looked at: a line of the shell may have hundreds of runs.
func TestIdleIsBounded(t *testing.T) {
	long := strings.Repeat("checked a file\n", maxIdle)
	if RanNothing("No tasks were run\n" + long) {
		t.Error("a task that printed a lot ran nothing")
	}
	if FoundNothing("No Python files found\n"+long) || !FoundNothing(long+"No Python files found\nAll checks passed!\n") {
		t.Error("only the end of the output should say whether anything was found")
	}
	if MayBeIdle("npm test --if-present", strings.Repeat("\n", 2*maxIdle)) {
		t.Error("a long output is taken for a blank one")
	}
}
