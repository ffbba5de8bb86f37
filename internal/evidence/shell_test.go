package evidence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
)

// brief is a deed in a few words: what, where, which lines, how it ended.
func brief(d ledger.Deed) string {
	out := string(d.Act)
	if d.Maybe {
		out += "?"
	}
	switch {
	case d.Act == ledger.Run:
		out += " " + d.Command
	case d.Path != "":
		out += " " + d.Path
	default:
		out += strings.TrimRight(" "+d.Name+" "+d.Agent, " ")
	}
	if d.From > 0 || d.To > 0 {
		out += fmt.Sprintf(":%d-%d", d.From, d.To)
	}
	if d.Whole {
		out += " all"
	}
	if d.Result != "" {
		out += " = " + string(d.Result)
	}
	return out
}

// TestComparedWords holds that commands that do the same have the same words.
func TestComparedWords(t *testing.T) {
	for command, want := range map[string]string{
		"cargo nextest run -p shop":  "cargo test -p shop",
		"cargo t":                    "cargo test",
		"cargo nextest list":         "cargo nextest list",
		"npm run test":               "npm test",
		"CI=1 timeout 5 npm t":       "npm test",
		"./node_modules/.bin/jest a": "jest a",
		"find . -exec wc {} +":       "wc **",
		"xargs xargs rm":             "rm **",
		"command -v go":              "command -v go",
		"":                           "",
		"go test (":                  "",
	} {
		if got := strings.Join(InvocationOf(command, nil).Words, " "); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

func TestShell(t *testing.T) {
	for _, tt := range []struct {
		line   string
		ended  status
		output string
		want   string
	}{
		// Whether the status is a command's own.
		{"go test ./...", zero, "ok", "run go test ./... = passed"},
		{"go test ./...", nonzero, "FAIL", "run go test ./... = failed"},
		{"go test ./...", unknown, "ok", "run go test ./..."},
		{"go test ./... 2>&1 | tail -50", zero, "ok", "run go test ./..."},
		{"go test ./... 2>&1 | tail -50", zero, "--- FAIL: TestA\nFAIL\ta\nFAIL", "run go test ./... = failed"},
		{"go test ./... || true", zero, "ok", "run go test ./..."},
		{"go test ./... || true", zero, "FAIL\ta [build failed]", "run go test ./... = failed"},
		{"go test ./...; echo done", zero, "done", "run go test ./..."},
		{"go test ./... && echo done", zero, "done", "run go test ./... = passed"},
		{"go test ./... &", zero, "", "run? go test ./..."},
		{"! go test ./...", zero, "", "run go test ./..."},
		{"cd sub && go test ./...", nonzero, "FAIL", "run go test ./... = failed"},
		{"cd sub && go test ./...", nonzero, "bash: cd: sub: No such file or directory", "run go test ./..."},
		{"go build ./... && ./shop | grep -c x", nonzero, "0", "run go build ./..., run ./shop, write? **"},
		{"[ -f go.mod ] && go test ./...", nonzero, "", "run go test ./..."},
		{"[[ -f go.mod ]] && go test ./...", nonzero, "", "run go test ./..."},
		{"ls src && go test ./...", nonzero, "", "run ls src, run go test ./..."},
		{"export CI=1 && go test ./...", nonzero, "FAIL", "run go test ./... = failed"},
		{"go vet ./... && go test ./...", zero, "ok", "run go vet ./... = passed, run go test ./... = passed"},
		{"go vet ./... && go test ./...", nonzero, "a.go:1: vet", "run go vet ./..., run go test ./..."},
		{"go build ./...; cat old.log", zero, "FAIL", "run go build ./..., run cat old.log = passed, read /w/old.log all"},
		{"set -e; make gen; go test ./...", nonzero, "", "run make gen, write? **, run go test ./..."},
		{"bash -ec 'make gen; go test ./...'", nonzero, "", "run bash -ec 'make gen; go test ./...', write? **"},
		{"make gen || exit 1; go test ./...", nonzero, "", "run make gen, write? **, run go test ./..."},
		{"if [ -z x ]; then exit 2; fi; go test ./...", nonzero, "", "run go test ./..."},
		{"timeout 60 go test ./...", zero, "ok", "run timeout 60 go test ./... = passed"},
		{"bash -c 'go test ./... | tail'", zero, "ok", "run bash -c 'go test ./... | tail', write? **"},
		{"(cd sub && make test)", zero, "", "run make test = passed"},
		{"if go test ./...; then echo ok; fi", zero, "ok", "run? go test ./..."},
		{"time go test ./...", zero, "ok", "run go test ./... = passed"},
		{"CI=1 go test ./... > log.txt", zero, "", "write /w/log.txt, run go test ./... = passed"},
		{"grep -c TODO a.go", nonzero, "0", "run grep -c TODO a.go, seen /w/a.go"},
		{"npm test 2>&1 | tail; npm run lint 2>&1 | tail", zero, "Tests: 1 failed, 2 passed", "run npm test, run npm run lint"},
		{"echo 'go test ./... passed'", zero, "", ""},
		{"cat <<'EOF'\ngo test ./...\nEOF", zero, "", ""},
		{"go test (", zero, "", "run go test ( = passed, write? **"},

		// Files that were read.
		{"cat a.go b.go", zero, "", "run cat a.go b.go = passed, read /w/a.go all, read /w/b.go all"},
		{"cat a.go none.go", nonzero, "cat: none.go: No such file or directory", "run cat a.go none.go = failed, read? /w/a.go all"},
		{"sed -n '10,20p' a.go", zero, "", "run sed -n '10,20p' a.go = passed, read /w/a.go:10-20"},
		{"sed -n 5p a.go", zero, "", "run sed -n 5p a.go = passed, read /w/a.go:5-5"},
		{"sed -n '/x/,/y/p' a.go", zero, "", "run sed -n '/x/,/y/p' a.go = passed, seen /w/a.go"},
		{"head -30 a.go", zero, "", "run head -30 a.go = passed, read /w/a.go:1-30"},
		{"head a.go", zero, "", "run head a.go = passed, read /w/a.go:1-10"},
		{"tail -n 5 a.go", zero, "", "run tail -n 5 a.go = passed, read /w/a.go"},
		{"tail -n +40 a.go", zero, "", "run tail -n +40 a.go = passed, read /w/a.go"},
		{"cat a.go | head -40 | tail -n +11", zero, "", "run cat a.go, read /w/a.go"},
		{"nl -ba a.go | sed -n '3,9p'", zero, "", "run nl -ba a.go, read /w/a.go:3-9"},
		{"cat a.go | grep x", zero, "", "run cat a.go, seen /w/a.go"},
		{"cat a.go > b.go", zero, "", "write /w/b.go, run cat a.go = passed, seen? /w/a.go"},
		{"for f in a.go b.go; do sed -n '1,9p' \"$f\"; done", zero, "", `run? sed -n '1,9p' "$f", read? **:1-9`},
		{"F=a.go; cat $F", zero, "", "run cat $F = passed, read? ** all"},
		{"cd sub && cat ../a.go", zero, "", "run cat ../a.go = passed, read /w/a.go all"},
		{"cd $X && cat a.go", zero, "", "run cat a.go = passed, read? **/a.go all"},
		{"(cd sub); cat a.go", zero, "", "run cat a.go = passed, read /w/a.go all"},
		{"find . -name '*.go' | xargs cat", zero, "", "run find . -name '*.go', read? ** all"},
		{"cat $(git ls-files)", zero, "", "run? git ls-files, run cat $(git ls-files) = passed, read? ** all"},
		{"git show HEAD:lib/a.go", zero, "", "run git show HEAD:lib/a.go = passed, read /w/lib/a.go all"},
		{"git diff", zero, "+++ b/lib/a.go\n", "run git diff = passed, seen /w/lib/a.go"},
		{"grep -rn x .", zero, "lib/a.go:3:x\nlib/a.go:4:x\n", "run grep -rn x . = passed, seen /w/lib/a.go"},
		{"ls docs", zero, "plan.md", "run ls docs = passed"},

		// Files that were written or deleted.
		{"cat > a.go <<'EOF'\npackage a\nEOF", zero, "", "write /w/a.go"},
		{"echo x >> a.txt", zero, "", "write /w/a.txt"},
		{"make 2>/dev/null", zero, "", "run make = passed, write? **"},
		{"echo x | tee a.txt", zero, "", "write /w/a.txt"},
		{"sed -i 's/a/b/' a.go b.go", zero, "", "run sed -i 's/a/b/' a.go b.go = passed, write /w/a.go, write /w/b.go"},
		{"sed -i.bak -e s/a/b/ a.go", zero, "", "run sed -i.bak -e s/a/b/ a.go = passed, write /w/a.go"},
		{"rm -f a.go", zero, "", "run rm -f a.go = passed, delete /w/a.go"},
		{"git rm a.go", zero, "", "run git rm a.go = passed, delete /w/a.go"},
		{"git mv a.go b.go", zero, "", "run git mv a.go b.go = passed, delete /w/a.go, delete? /w/a.go/**, write /w/b.go, write? /w/b.go/**"},
		{"cp a.go lib/", zero, "", "run cp a.go lib/ = passed, write /w/lib, write? /w/lib/**"},
		{"git checkout -- a.go", zero, "", "run git checkout -- a.go = passed, write? /w/a.go, write? /w/a.go/**"},
		{"git checkout main", zero, "", "run git checkout main = passed, write? **"},
		{"gofmt -w a.go", zero, "", "run gofmt -w a.go = passed, write? /w/a.go"},
		{"gofmt -l .", zero, "", "run gofmt -l . = passed"},
		{"prettier --write .", zero, "", "run prettier --write . = passed, write? **"},
		{"eslint --fix src", zero, "", "run eslint --fix src = passed, write? **"},
		{"python gen.py out.json", zero, "", "run python gen.py out.json = passed, seen? /w/gen.py, seen? /w/out.json, write? **"},
		{"python -c 'print(1)'", zero, "", "run python -c 'print(1)' = passed"},
		{"python -m pytest -q", zero, "", "run python -m pytest -q = passed"},
		{"pytest -m slow tests/test_a.py", zero, "", "run pytest -m slow tests/test_a.py = passed"},
		{"uv run pytest", zero, "", "run uv run pytest = passed"},
		{"npm install", zero, "", "run npm install = passed, write? **"},
		{"test -f a || touch a.txt", zero, "", "run? touch a.txt, write? /w/a.txt"},
		{"rm *.tmp", zero, "", "run rm *.tmp = passed, delete? /w/*.tmp"},
		{"apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.go\n*** Delete File: b.go\n*** End Patch\nEOF", zero, "", "run apply_patch = passed, write /w/a.go, delete /w/b.go"},
		{"echo x > /dev/null", zero, "", ""},

		// What may run anything, and what changes handoffs alone.
		{". ./ci.sh", zero, "", "run . ./ci.sh = passed, seen? /w/ci.sh, write? **"},
		{"source .venv/bin/activate && . ~/.bashrc; . \"$NVM_DIR/nvm.sh\"", zero, "", "run source .venv/bin/activate, run? . ~/.bashrc, run . \"$NVM_DIR/nvm.sh\" = passed"},
		{"source ci.sh && go test ./...", zero, "ok", "run source ci.sh = passed, seen? /w/ci.sh, write? **, run go test ./... = passed"},
		{"handofflint seal out/01-a-report.md", zero, "", "run handofflint seal out/01-a-report.md = passed, write? /w/out/01-a-report.md"},
		{"handofflint check . && handofflint explain a", zero, "", "run handofflint check . = passed, run handofflint explain a = passed"},
		{"./bin/handofflint dispatch a b", zero, "", "run ./bin/handofflint dispatch a b = passed, write? **/*-report.md"},
	} {
		var got []string
		for _, d := range shellDeeds(tt.line, "/w", tt.ended, tt.output, nil) {
			got = append(got, brief(d))
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

// What is sourced may have run anything, but for files that only change the environment.
func TestSourced(t *testing.T) {
	for line, want := range map[string]ledger.Answer{
		"source .venv/bin/activate && go vet ./...":       ledger.No,
		". /etc/profile; . \"$NVM_DIR/nvm.sh\"; go vet .": ledger.No,
		"source ~/.bashrc && go vet ./...":                ledger.No,
		"source ci.sh && go vet ./...":                    ledger.Unknown,
		"source deactivate && go vet ./...":               ledger.Unknown,
		"source $file && go vet ./...":                    ledger.Unknown,
		". && go vet ./...":                               ledger.Unknown,
		"bash .bashrc && go vet ./...":                    ledger.Unknown,
	} {
		d := &Deeds{Agent: &ledger.Ledger{Deeds: shellDeeds(line, "/w", zero, "", nil)}}
		if got := d.Ran(InvocationOf("npm audit", nil)).Answer; got != want {
			t.Errorf("%q: npm audit ran: %v, want %v", line, got, want)
		}
	}
}
