package runner

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

func TestKindOf(t *testing.T) {
	for command, want := range map[string]Kind{
		"go test ./...":              Tests,
		"npm run test:unit":          Tests,
		"pnpm test":                  Tests,
		"bin/test":                   Tests,
		"test -f a.go":               Other,
		"npm --prefix web test":      Tests,
		"pnpm --filter web run lint": Lint,
		"yarn --cwd web build":       Build,
		"make -j4 test":              Tests,
		"mise run test:integration":  Tests,
		"bun run lint":               Lint,
		"bun run lint:fix":           Format,
		"npm run format:check":       Lint,
		"npx":                        Other,
		"tsc --noEmit":               Types,
		"pnpm run typecheck":         Types,
		"cargo fmt":                  Format,
		"cargo fmt -- --check":       Lint,
		"eslint src --fix":           Format,
		"eslint src":                 Lint,
		"go vet ./...":               Lint,
		"go build ./cmd/a":           Build,
		"make":                       Build,
		"make check":                 Checks,
		"npm run ci":                 Checks,
		"npm install":                Other,
		"git commit -m test":         Commit,
		"make install":               Other,
		"docker compose build web":   Build,
		"grep -rn test src":          Other,
		"python -m pytest tests -q":  Tests,
		"turbo run build":            Build,
		"just test-e2e":              Tests,
		"yarn workspace a test":      Other,
		"gofmt -l .":                 Lint,
		"gofmt -w main.go":           Format,
		"ruff check . --fix":         Format,
		"golangci-lint run --fix":    Format,
		"playwright test":            Tests,
		"npm run generate:testdata":  Other,
		"terraform fmt -check":       Lint,
		"mvn -q -DskipTests package": Build,
	} {
		if got := KindOf(strings.Fields(command)); got != want {
			t.Errorf("%s is of kind %q, want %q", command, got, want)
		}
	}
}

func TestIsNarrow(t *testing.T) {
	for command, want := range map[string]bool{
		"go test ./...":                  false,
		"go test ./internal/a":           true,
		"go test ./internal/...":         true,
		"go test -run TestA ./...":       true,
		"bun run test":                   false,
		"bun test src/a.test.ts":         true,
		"pytest":                         false,
		"pytest -q -x":                   false,
		"pytest tests/test_a.py::test_b": true,
		"pytest -k name":                 true,
		"cargo test -p parser":           true,
		"npm test":                       false,
		"jest --coverage":                false,
	} {
		if got := IsNarrow(strings.Fields(command)); got != want {
			t.Errorf("IsNarrow(%s) = %v", command, got)
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
		{"two runs, the second mended", " 11 pass\n 1 fail\nRan 12 tests\n" + strings.Repeat("log\n", 20) + " 12 pass\n 0 fail\n", Tests, want{ledger.Passed, 12, -1}},
		{"one package of several", "ok  \ta\t0.1s\nFAIL\tb\t0.1s\nok  \tc\t0.1s\nFAIL\n", Tests, want{ledger.Failed, -1, -1}},
		{"all packages", "ok  \ta\t0.1s\nok  \tb\t0.1s\n", Tests, want{ledger.Passed, -1, -1}},
		{"several binaries", "test result: ok. 3 passed; 0 failed; 0 ignored\ntest result: ok. 4 passed; 0 failed; 0 ignored\n", Tests, want{ledger.Passed, 7, -1}},
		{"what the program under test prints", "2 failed attempts to log in\nerrors: 3\n===== 12 passed in 0.31s =====\n", Tests, want{ledger.Passed, 12, -1}},
		{"a linter says nothing of tests", "Found 2 errors.\n", Tests, want{"", -1, -1}},
		{"a linter", "Found 2 errors.\n", Lint, want{ledger.Failed, -1, 2}},
		{"a task that failed", "x\nerror: script \"test\" exited with code 1\n", Tests, want{ledger.Failed, -1, -1}},
		{"another task that failed", "error: script \"lint\" exited with code 1\n", Tests, want{"", -1, -1}},
		{"checks of several kinds", " 12 pass\n 0 fail\n$ biome check\nFound 1 error.\n", Checks, want{ledger.Failed, -1, 1}},
	} {
		s := Read(tt.kind, tt.output)
		if got := (want{s.Result, s.Passed, s.Failed}); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// What says how a run ended is a line of its output.
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
