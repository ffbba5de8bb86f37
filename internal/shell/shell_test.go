package shell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
	"github.com/handofflint/handofflint/internal/text"
)

// TestComparedWords checks that equivalent commands have the same words.
func TestComparedWords(t *testing.T) {
	for command, want := range map[string]string{
		"cargo nextest run -p shop":           "cargo test -p shop",
		"cargo t":                             "cargo test",
		"cargo nextest list":                  "cargo nextest list",
		"npm run test":                        "npm test",
		"cargo run --bin a":                   "cargo run --bin a",
		"yarn run lint":                       "yarn lint",
		"pnpm add run":                        "pnpm add run",
		"CI=1 timeout 5 npm t":                "npm test",
		"./node_modules/.bin/jest a":          "jest a",
		"env -i CI=1 go test":                 "go test",
		"find . -exec wc {} +":                "wc **",
		"find . -exec wc {} \\;":              "wc **",
		"py -m pytest":                        "pytest",
		"xargs xargs rm":                      "rm **",
		"fd -e go -x wc {}":                   "wc **",
		"xargs timeout 5 rm":                  "rm **",
		"a " + strings.Repeat("b ", maxWords): "a" + strings.Repeat(" b", maxWords/2-1),
		"command -v go":                       "command -v go",
		"":                                    "",
		"go test (":                           "",
	} {
		if got := strings.Join(InvocationOf(command, nil).Words, " "); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// TestIsDirect checks that a command is direct only if it certainly runs no other: the exit code of a
// script does not show what it ran.
func TestIsDirect(t *testing.T) {
	for command, want := range map[string]bool{
		"go test ./...": true, "git status": true, "git log -3": true, "env": true, "/usr/bin/grep x a.go": true, "node_modules/.bin/jest a": true, "foo --help": true, "source .venv/bin/activate": true, "docker compose logs": true, "/usr/bin/go vet ./...": true, "npm ls": true, "gh pr": true, "cargo doc": true, "ln -s a b": true, "npm view a": true, "npm test": false, "rustfmt a.rs": true, "rm a.go": true,
		"./ci.sh": false, "ci.sh": false, "./terraform plan": false, "bin/x a": false, "foo": false, "make gen": false, "run.py": false,
		"cargo make test": false, "cargo +nightly miri run": false, "cargo +nightly doc": true, "cargo --locked xtask ci": false, "cargo add a": true, "go generate ./...": false, "go -C a list ./...": true, "go tool gotestsum": false, "go tool cover -func=a": true,
		"mix precommit": false, "mix deps.get": true, "git -C a status": true, "git --no-pager log": true, "git town sync": false, "kubectl -n a get pods": true, "dotnet cake": false, "dart run tool/ci.dart": false, "cargo -q make": false, "cargo -q": true, "mise tasks run ci": false,
	} {
		if got := InvocationOf(command, nil).Direct; got != want {
			t.Errorf("%s is direct: %t", command, got)
		}
	}
	if words := InvocationOf("git status", nil); words.Program != "git status" {
		t.Errorf("the program is %q", words.Program)
	}
	for command, want := range map[string]string{"git -C a status": "git", "go": "go", "ls -l": "ls", "cat a.go": "cat", "bash ci/lint.sh": "ci/lint.sh", "bash -x ci.sh": "bash", "": ""} {
		if got := InvocationOf(command, nil).Program; got != want {
			t.Errorf("%s: the program is %q, want %q", command, got, want)
		}
	}
}

// TestCalls checks the commands of a line at each level of its wrappers.
func TestCalls(t *testing.T) {
	for command, want := range map[string]string{
		"timeout 5 npx jest a":                   "timeout 5 npx jest a; npx jest a; jest a",
		"nice nice nice nice nice go test":       "nice nice nice nice nice go test; nice nice nice nice go test; nice nice nice go test; nice nice go test",
		"A=1 npm test":                           "npm test",
		"":                                       "",
		"go test (":                              "",
		strings.Repeat("a", ledger.MaxCommand-1): strings.Repeat("a", ledger.MaxCommand-1),
		strings.Repeat("a", ledger.MaxCommand):   "",
	} {
		var got []string
		for _, words := range Calls(command, nil) {
			got = append(got, strings.Join(words, " "))
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%.40s: %q, want %q", command, got, want)
		}
	}
}

func TestJoin(t *testing.T) {
	for want, args := range map[string][]string{
		"go test ./... | tail": {"/bin/zsh", "-lc", "go test ./... | tail"},
		"bash ci.sh -c":        {"bash", "ci.sh", "-c"},
		"sh -c 'echo $0' a":    {"sh", "-c", "echo $0", "a"},
		"wc -c 'my notes.md'":  {"wc", "-c", "my notes.md"},
	} {
		if got := Join(args); got != want {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}

func TestShell(t *testing.T) {
	for _, tt := range []struct {
		line   string
		ended  Status
		output string
		want   string
	}{
		// Whether the exit code is the command's own.
		{"go test ./...", Zero, "ok", "run go test ./... = passed"},
		{"go test ./...", Nonzero, "FAIL", "run go test ./... = failed"},
		{"go test ./...", Unknown, "ok", "run go test ./..."},
		{"go test ./...", Exited(2), "FAIL", "run go test ./... = failed (exit 2)"},
		{"cd a && go test ./...", Exited(2), "FAIL", "run go test ./... = failed (exit 2)"},
		{"go test ./... | tee log; exit 2", Exited(2), "FAIL", "run go test ./... = failed, write? /w/log"},
		{"go vet ./... && go test ./...", Exited(2), "", "run go vet ./..., run go test ./..."},
		{"go test ./...", Exited(3221225477), "FAIL", "run go test ./... = failed"},
		{"go test ./...", Exited(-1), "", "run go test ./... = failed"},
		{"go test ./...", Exited(255), "FAIL", "run go test ./... = failed (exit 255)"},
		{"go test ./...", Exited(256), "", "run go test ./... = failed"},
		{"go test ./... 2>&1 | tail -50", Zero, "ok", "run go test ./..."},
		{"go test ./... 2>&1 | tail -50", Zero, "--- FAIL: TestA\nFAIL\ta\nFAIL", "run go test ./... = failed"},
		{"go test ./... || true", Zero, "ok", "run go test ./..."},
		{"go test ./... || true", Zero, "FAIL\ta [build failed]", "run go test ./... = failed"},
		{"go test ./...; echo done", Zero, "done", "run go test ./..."},
		{"go test ./... && echo done", Zero, "done", "run go test ./... = passed"},
		{"go test ./... &", Zero, "", "run? go test ./... running"},
		{"go test ./... &", Nonzero, "", "run? go test ./... running"},
		{"! go test ./...", Zero, "", "run go test ./..."},
		{"cd sub && go test ./...", Nonzero, "FAIL", "run go test ./... = failed"},
		{"cd sub && go test ./...", Nonzero, "bash: cd: sub: No such file or directory", "run go test ./..."},
		{"go build ./... && ./shop | grep -c x", Nonzero, "0", "run go build ./..., run ./shop, write? **"},
		{"[ -f go.mod ] && go test ./...", Nonzero, "", "run go test ./..."},
		{"cat test.log; go test ./...", Zero, "--- FAIL: TestA\nFAIL\ta\nFAIL", "run cat test.log, read /w/test.log all, run go test ./... = passed"},
		{"[[ -f go.mod ]] && go test ./...", Nonzero, "", "run go test ./..."},
		{"ls src && go test ./...", Nonzero, "", "run ls src, run go test ./..."},
		{"export CI=1 && go test ./...", Nonzero, "FAIL", "run go test ./... = failed"},
		{"go vet ./... && go test ./...", Zero, "ok", "run go vet ./... = passed, run go test ./... = passed"},
		{"go vet ./... && go test ./...", Nonzero, "a.go:1: vet", "run go vet ./..., run go test ./..."},
		{"go build ./...; cat old.log", Zero, "FAIL", "run go build ./..., run cat old.log = passed, read /w/old.log all"},
		{"set -e; make gen; go test ./...", Nonzero, "", "run make gen, write? **, run go test ./..."},
		{"bash -ec 'make gen; go test ./...'", Nonzero, "", "run bash -ec 'make gen; go test ./...', write? **"},
		{"bash -c 'cat a.go' _ x", Zero, "", "run bash -c 'cat a.go' _ x, write? **"},
		{"bash -c \"cd $D && cat a.go\"", Zero, "", "run bash -c \"cd $D && cat a.go\", write? **"},
		{"bash -c 'go test ('", Zero, "", "run bash -c 'go test (', write? **"},
		{"bash -euo pipefail <<'E'\ngo test ./... | tail -1\nE", Zero, "", "run go test ./..."},
		{"bash ci.sh <<'E'\ngo test ./...\nE", Zero, "", "run bash ci.sh, seen? /w/ci.sh, write? **"},
		{"bash -n a.sh", Zero, "", "run bash -n a.sh = passed"},
		{"bash a.sh", Zero, "", "run bash a.sh, seen? /w/a.sh, write? **"},
		{"set -e -o nounset; go vet ./...; ls", Zero, "", "run go vet ./... = passed, run ls = passed"},
		{"set -eo pipefail; go vet ./... | cat; ls", Zero, "", "run go vet ./... = passed, run ls = passed"},
		{"mkdir out && go test ./...", Nonzero, "FAIL", "run mkdir out, run go test ./... = failed"},
		{"(go test ./... > log || exit 1); ls", Zero, "", "write /w/log, run go test ./..., run ls = passed"},
		{"{ go test ./... > log || exit 1; } | tail -5", Zero, "", "write /w/log, run go test ./..."},
		{"bash -c 'go test ./... || exit 1'; ls", Zero, "", "run go test ./..., run ls = passed"},
		{"(go test ./... || exit 1)", Zero, "", "run go test ./... = passed"},
		{"go test ./... || { ls; exit 1; }; ls", Zero, "", "run go test ./..., run? ls, run ls = passed"},
		{"go test ./... || exit $code; ls", Zero, "", "run go test ./..., run ls = passed"},
		{"make gen || exit 1; go test ./...", Nonzero, "", "run make gen, write? **, run go test ./..."},
		{"if [ -z x ]; then exit 2; fi; go test ./...", Nonzero, "", "run go test ./..."},
		{"uv run test -v", Zero, "", "run uv run test -v = passed"},
		{"test -f a.go", Zero, "", ""},
		{"./test -v", Zero, "", "run ./test -v = passed"},
		{"test -z \"$(gofmt -l .)\"", Zero, "", "run? gofmt -l ."},
		{"timeout 60 go test ./...", Zero, "ok", "run timeout 60 go test ./... = passed"},
		{"bash -c 'go test ./... | tail'", Zero, "ok", "run go test ./..."},
		{"(cd sub && make test)", Zero, "", "run make test = passed"},
		{"if go test ./...; then echo ok; fi", Zero, "ok", "run? go test ./..."},
		{"time go test ./...", Zero, "ok", "run go test ./... = passed"},
		{"CI=1 go test ./... > log.txt", Zero, "", "write /w/log.txt, run go test ./... = passed"},
		{"grep -c TODO a.go", Nonzero, "0", "run grep -c TODO a.go, seen /w/a.go"},
		{"npm test 2>&1 | tail; npm run lint 2>&1 | tail", Zero, "Tests: 1 failed, 2 passed, 3 total", "run npm test = failed, run npm run lint"},
		{"echo 'go test ./... passed'", Zero, "", ""},
		{"cat <<'EOF'\ngo test ./...\nEOF", Zero, "", ""},
		{"go test (", Zero, "", "run go test (, write? **, read? **"},

		// What only the command's own output proves.
		{"cargo clippy | tail -2", Zero, "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.77s", "run cargo clippy = passed"},
		{"cargo clippy | tail -2", Zero, "error: could not compile `a` (lib) due to 1 previous error", "run cargo clippy = failed"},
		{"sed -i s/a/b/ a.rs && cargo clippy | tail -1; ls", Zero, "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.77s", "run sed -i s/a/b/ a.rs = passed, write /w/a.rs, run? cargo clippy = passed, run ls = passed"},
		{"./gen.sh; cargo clippy | tail -1; ls", Zero, "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.77s", "run ./gen.sh, write? **, run cargo clippy, run ls = passed"},
		{"node -v", Zero, "v24.1.0", "run node -v = passed"},
		{"./lint.sh | tail -2", Zero, "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.77s", "run ./lint.sh, write? **"},
		{"cat > a_test.go <<'EOF'\npackage a\nEOF\ngo test ./... | tail -1", Zero, "ok  \ta\t0.1s", "write /w/a_test.go, run go test ./... = passed"},
		{"cat old.log; go test ./... | tail -1", Zero, "ok  \ta\t0.1s", "run cat old.log, read /w/old.log all, run go test ./..."},
		{"cargo clippy | tail -1; cargo clippy -p b | tail -1", Zero, "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.77s", "run cargo clippy, run cargo clippy -p b"},
		{"npm test; npm test", Zero, "Tests: 1 failed, 2 passed, 3 total\nTests: 3 passed, 3 total", "run npm test, run npm test"},
		{"npm test -ws", Zero, "Tests: 1 failed, 2 passed, 3 total\nTests: 3 passed, 3 total", "run npm test -ws"},
		{"npm test -ws", Nonzero, "Tests: 1 failed, 2 passed, 3 total\nTests: 3 passed, 3 total", "run npm test -ws = failed"},
		{"npm test -- --watch", Ongoing, "Tests: 1 failed, 2 passed, 3 total\nTests: 3 passed, 3 total", "run npm test -- --watch running"},
		{"npm run typecheck | tail -3", Zero, "> a@1.0.0 typecheck\n> tsc --noEmit\n", "run npm run typecheck"},
		{"touch a.go; npm start", Ongoing, "", "run touch a.go running, write? /w/a.go, run npm start running, write? **"},
		{"cat old.log; cargo clippy | tail -2", Zero, "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.77s", "run cat old.log, read /w/old.log all, run cargo clippy"},
		{"curl -s https://ci.example.com/log", Zero, "FAIL\ta\t0.1s\nFAIL", "run curl -s https://ci.example.com/log = passed"},
		{"git status; git commit -qm x | cat", Zero, "nothing to commit, working tree clean", "run git status, run git commit -qm x"},
		{"git commit -qm x | cat", Zero, "nothing to commit, working tree clean", "run git commit -qm x = failed"},
		{"git commit -qm x && git push | cat; ls", Zero, "   1a2b3c4..5d6e7f8  main -> main", "run git commit -qm x = passed, run? git push = passed, run ls = passed"},
		{"git add . && git commit -qm x && git push | cat; ls", Zero, "   1a2b3c4..5d6e7f8  main -> main", "run git add . = passed, run? git commit -qm x = passed, run? git push = passed, run ls = passed"},
		{"npm test && git push | cat; ls", Zero, "Tests: 1 failed, 2 passed, 3 total\n   1a2b3c4..5d6e7f8  main -> main", "run npm test = failed, run? git push = passed, run ls = passed"},
		{"git add . && git commit -qm x && git push", Nonzero, " ! [rejected]        main -> main (fetch first)", "run git add . = passed, run git commit -qm x = passed, run git push = failed"},
		{"git commit -qm x && git push", Nonzero, "fatal: not a git repository", "run git commit -qm x, run git push = failed"},
		{"go vet ./... && go test ./...", Nonzero, "--- FAIL: TestA (0.00s)\nFAIL\tx\t0.1s", "run go vet ./... = passed, run go test ./... = failed"},
		{"git commit -qm x && go test ./...", Nonzero, "--- FAIL: TestA (0.00s)\nFAIL\tx\t0.1s", "run git commit -qm x, run go test ./... = failed"},
		{"npm run lint && go test ./...", Nonzero, "--- FAIL: TestA (0.00s)\nFAIL\tx\t0.1s", "run npm run lint, run go test ./... = failed"},
		{"go test ./a; go vet ./... && go test ./b", Nonzero, "--- FAIL: TestA (0.00s)\nFAIL\tx\t0.1s", "run go test ./a = failed, run go vet ./..., run go test ./b = failed"},
		{"cargo clippy && cargo test", Nonzero, "error: could not compile `x` (lib) due to 1 previous error", "run cargo clippy = failed, run cargo test"},
		{"git pull || git commit -qm x && git push | cat; ls", Zero, "   1a2b3c4..5d6e7f8  main -> main", "run git pull, write? **, run? git commit -qm x, run? git push = passed, run ls = passed"},
		{"! git commit -qm x && git push | cat; ls", Zero, "   1a2b3c4..5d6e7f8  main -> main", "run git commit -qm x, run? git push = passed, run ls = passed"},
		{"git commit -qm x | cat && git push | cat; ls", Zero, "   1a2b3c4..5d6e7f8  main -> main", "run git commit -qm x, run? git push = passed, run ls = passed"},
		{"echo $(git commit -qm x) && git push | cat; ls", Zero, "   1a2b3c4..5d6e7f8  main -> main", "run? git commit -qm x, run git push = passed, run ls = passed"},
		{"ls && echo $(git commit -qm x) && git push | cat; ls", Zero, "   1a2b3c4..5d6e7f8  main -> main", "run ls, run? git commit -qm x, run? git push = passed, run ls = passed"},
		{"go test ./... | cat; printf 'ok  \\ta\\t0.1s\\n'", Zero, "ok  \ta\t0.1s", "run go test ./..."},
		{"go test ./... | cat; echo -e \"ok  \\ta\\t0.1s\"", Zero, "ok  \ta\t0.1s", "run go test ./..."},
		{"gofmt -l .", Zero, "a.go", "run gofmt -l . = failed"},
		{"gofmt -l .", Nonzero, "a.go:1:1: expected 'package', found x", "run gofmt -l . = failed"},
		{"gofmt -l .; ls", Zero, "lib", "run gofmt -l . = passed, run ls = passed"},
		{"gofmt -l . > out.txt", Zero, "", "write /w/out.txt, run gofmt -l ."},
		{"gofmt -l . > out.txt", Nonzero, "", "write? /w/out.txt, run gofmt -l . = failed"},
		{"a=$(gofmt -l .)", Zero, "", "run? gofmt -l ."},
		{"gofmt -l . | wc -l", Zero, "3", "run gofmt -l ."},
		{"cat a.txt; gofmt -l .", Zero, "a.go", "run cat a.txt, read /w/a.txt all, run gofmt -l ."},
		{"./list.sh; gofmt -l .", Zero, "a.go", "run ./list.sh, write? **, run gofmt -l ."},
		{"cat < a.txt; gofmt -l .", Zero, "a.go", "read /w/a.txt all, run gofmt -l ."},
		{"if [ -f go.mod ]; then go test ./... || exit 1; fi", Zero, "", "run? go test ./..."},
		{"{ go test ./...; echo exit $?; } > log; cat old.log", Zero, "exit 0", "write /w/log, run go test ./..., run cat old.log = passed, read /w/old.log all"},
		{"(go test ./...; exit $?) || true", Zero, "", "run go test ./..."},
		{"go test ./... || exit 0; ls", Zero, "", "run go test ./..., run ls = passed"},
		{"(set -o pipefail; ls); go test ./... | tail -3", Zero, "", "run ls, run go test ./..."},
		{"exec ./run.sh; go test ./...", Zero, "", "run exec ./run.sh, write? **, run? go test ./..."},
		{"sed -i s/a/b/ a.go; go test ./... | tail -1", Zero, "ok  \ta\t0.1s", "run sed -i s/a/b/ a.go, write /w/a.go, run go test ./... = passed"},
		// A program on the command line that writes its only source.
		{"python3 - <<'E'\np = 'a/b.py'\nopen(p, 'w').write(open(p).read() + 'x')\nE", Zero, "", "run python3 - = passed, write? **, write /w/a/b.py"},
		{"python3 - <<'E'\nopen('a.py', 'w').write(open('b.py').read())\nE", Zero, "", "run python3 - = passed, write? **, write /w/a.py"},
		{"python3 - <<'E'\nopen('out.json', 'w').write(open('a.py').read())\nE", Zero, "", "run python3 - = passed, write? **, write /w/out.json"},
		{"python3 - <<'E'\np = 'a.py'\nopen('b.txt', 'w').write(open(p, encoding='utf8').read())\nE", Zero, "", "run python3 - = passed, write? **, write /w/b.txt"},
		{"node -e \"fs.writeFileSync('a.js', 'x')\"", Zero, "", "run node -e \"fs.writeFileSync('a.js', 'x')\" = passed, write? **, write /w/a.js"},
		{"python3 - <<'E'\nfor p in ['a.py', 'b.py']:\n    open(p, 'w').write('x')\nE", Zero, "", "run python3 - = passed, write? **"},
		{"python3 - <<'E'\nopen('a.py', 'w').write('x')\nopen('b.py', 'w').write('y')\nE", Zero, "", "run python3 - = passed, write? **, write /w/a.py, write /w/b.py"},
		{"python3 - <<'E'\nopen('a.py', 'w').write('x')\nopen('a.py', 'a').write('y')\nE", Zero, "", "run python3 - = passed, write? **, write /w/a.py"},
		{"python3 -c \"import sys; sys.stdout.write(open('a.py').read())\"", Zero, "", "run python3 -c \"import sys; sys.stdout.write(open('a.py').read())\" = passed, write? **"},
		// A status that the line prints is that of the statement before.
		{"go test ./... > log; echo exit $?", Zero, "exit 0", "write /w/log, run go test ./... = passed"},
		{"go test ./... > log; echo exit $?", Zero, "exit 1", "write /w/log, run go test ./... = failed (exit 1)"},
		{"go test ./... > log; echo \"rc=$?\" && tail -2 log", Zero, "rc=0\nok", "write /w/log, run go test ./... = passed, run tail -2 log = passed, read /w/log"},
		{"go test ./... | tail -3; echo exit $?", Zero, "exit 0", "run go test ./..."},
		{"go test ./... | tail -3; echo exit ${PIPESTATUS[0]}", Zero, "exit 0", "run go test ./... = passed"},
		{"set -o pipefail; go test ./... | tail -3", Zero, "", "run go test ./... = passed"},
		{"set -o pipefail; go test ./... | tail -3", Nonzero, "", "run go test ./... = failed"},
		{"set -o nounset; go test ./... | tail -3", Zero, "", "run go test ./..."},
		{"set -o pipefail; set +o pipefail; go test ./... | tail -3", Zero, "", "run go test ./..."},
		{"go vet ./...; echo $?; go test ./...; echo $?", Zero, "0\n1", "run go vet ./... = passed, run go test ./... = failed (exit 1)"},
		{"go vet ./...; echo $?; go test ./...; echo $?", Zero, "0\n0\n1", "run go vet ./..., run go test ./..."},
		{"go test ./... > log; rc=$?; tail -2 log; echo exit $rc", Zero, "FAIL\nexit 1", "write /w/log, run go test ./..., run tail -2 log, read /w/log"},
		{"rc=0; go test ./...; echo exit $rc", Zero, "exit 0", "run go test ./..."},
		{"go test ./...; true; echo exit $?", Zero, "exit 0", "run go test ./..."},
		{"go test ./... && echo passed; ls", Zero, "passed\na.go", "run go test ./... = passed, run ls = passed"},
		{"go test ./... && echo passed; ls", Zero, "a.go", "run go test ./..., run ls = passed"},
		{"go vet ./... && echo ok", Nonzero, "ok", "run go vet ./... = failed"},
		{"go test ./... && echo; ls", Zero, "a.go\n\nb.go", "run go test ./..., run ls = passed"},
		{"go test ./... > log || echo broken", Zero, "broken", "write /w/log, run go test ./..."},
		{"go test ./... || true && echo passed; ls", Zero, "passed", "run go test ./..., run ls = passed"},
		{"go test ./... || exit 1; ls", Zero, "", "run go test ./... = passed, run ls = passed"},
		{"set -e; go vet ./...; go test ./...; ls", Zero, "", "run go vet ./... = passed, run go test ./... = passed, run ls = passed"},
		{"set +e; go vet ./...; ls", Zero, "", "run go vet ./..., run ls = passed"},
		{"set -e; go vet ./... && go test ./...; ls", Zero, "", "run go vet ./..., run? go test ./..., run ls = passed"},
		{"go test ./... | cat; echo ${PIPESTATUS[1]}", Zero, "1", "run go test ./..."},
		{"go test ./... | cat; echo $PIPESTATUS", Zero, "1", "run go test ./..."},
		{"go test ./... > log; echo 'rc:' $?", Zero, "rc: 1", "write /w/log, run go test ./... = failed (exit 1)"},
		{"go test ./... > log; echo " + strings.Repeat("a", maxEcho-9) + "$?", Zero, strings.Repeat("a", maxEcho-9) + "1", "write /w/log, run go test ./... = failed (exit 1)"},
		{"go test ./... > log; echo " + strings.Repeat("a", maxEcho-8) + "$?", Zero, strings.Repeat("a", maxEcho-8) + "1", "write /w/log, run go test ./..."},
		{"go test ./... > log; echo $?", Zero, strings.Repeat("a", maxEchoed-2) + "\n1", "write /w/log, run go test ./... = failed (exit 1)"},
		{"go test ./... > log; echo $?", Zero, strings.Repeat("a", maxEchoed-1) + "\n1", "write /w/log, run go test ./..."},
		{"if [ -f a ]; then go test ./...; echo $?; fi", Zero, "1", "run? go test ./..."},
		{"{ go test ./... && echo passed; } > log; cat old.log", Zero, "passed", "write /w/log, run go test ./..., run cat old.log = passed, read /w/old.log all"},
		{"go test ./... && echo $X; ls", Zero, "passed", "run go test ./..., run ls = passed"},
		{"go test ./... || exit; ls", Zero, "", "run go test ./... = passed, run ls = passed"},
		{"go vet ./... > log 2>&1 && echo $?; wc -l < log", Zero, "41", "write /w/log, run go vet ./..., read /w/log all, run wc -l = passed"},
		{"go vet ./... > log; echo $? > status; wc -l < log", Zero, "41", "write /w/log, run go vet ./..., write /w/status, read /w/log all, run wc -l = passed"},
		{"test -f a && { go vet ./... > log; echo $?; }; wc -l < log", Zero, "41", "write? /w/log, run? go vet ./..., read /w/log all, run wc -l = passed"},
		{"go vet ./... > log; echo $? | wc -l", Zero, "1", "write /w/log, run go vet ./..."},
		{"set -e; set -u +e; go vet ./... > log; ls", Zero, "log", "write /w/log, run go vet ./..., run ls = passed"},
		{"go test ./... || { }; ls", Zero, "", "run go test ./..., run ls = passed"},
		{"go test ./... || (exit 1); ls", Zero, "", "run go test ./..., run ls = passed"},
		{"go test ./... || X=1; ls", Zero, "", "run go test ./..., run ls = passed"},

		// A command after others that hardly ever fail is sure to have run.
		{"cd sub && rm a.go; ls", Zero, "", "run rm a.go, delete /w/sub/a.go, run ls = passed"},
		{"A=1 && rm a.go; ls", Zero, "", "run rm a.go, delete /w/a.go, run ls = passed"},
		{"export A=1 && cd sub && rm a.go; ls", Zero, "", "run? rm a.go, delete? /w/sub/a.go, run ls = passed"},
		{"go vet ./... && cd sub && rm a.go; ls", Zero, "", "run go vet ./..., run? rm a.go, delete? /w/sub/a.go, run ls = passed"},
		{"cd sub && go vet ./... && rm a.go; ls", Zero, "", "run go vet ./..., run? rm a.go, delete? /w/sub/a.go, run ls = passed"},
		{"cd sub || cd lib && rm a.go; ls", Zero, "", "run? rm a.go, delete? /w/sub/lib/a.go, run ls = passed"},
		{"if [ -f a ]; then cd sub && rm a.go; fi", Zero, "", "run? rm a.go, delete? /w/sub/a.go"},

		// Commands that may have done more than they name.
		{"foo -v", Zero, "1.0", "run foo -v = passed"},
		{"foo --help", Zero, "usage", "run foo --help = passed"},
		{"curl -o a.json https://example.com/a", Zero, "", "run curl -o a.json https://example.com/a = passed, write /w/a.json"},
		{"curl --output a.json https://example.com/a", Zero, "", "run curl --output a.json https://example.com/a = passed, write /w/a.json"},
		{"curl -sO https://example.com/a.json", Zero, "", "run curl -sO https://example.com/a.json = passed, write? **"},
		{"curl -o", Nonzero, "usage", "run curl -o = failed"},
		{"make -n deploy", Zero, "", "run make -n deploy = passed"},
		{"sed -i", Nonzero, "usage", "run sed -i = failed"},
		{"grep -o a.json b.go", Zero, "", "run grep -o a.json b.go = passed, seen /w/b.go"},
		{"git -C sub rm a.go", Zero, "", "run git -C sub rm a.go = passed, delete /w/sub/a.go"},
		{"git -c x=y rm a.go", Zero, "", "run git -c x=y rm a.go = passed, delete /w/a.go"},
		{"git --no-pager rm a.go", Zero, "", "run git --no-pager rm a.go = passed, delete /w/a.go"},
		{"git -C", Nonzero, "usage", "run git -C = failed"},
		{"python -c", Nonzero, "usage", "run python -c = failed, write? **"},
		{"cd -; cat a.go", Zero, "", "run cat a.go = passed, read? **/a.go all"},
		{"cd a* && cat b.go", Zero, "", "run cat b.go = passed, read? **/b.go all"},
		{"grep -rn x . > out.txt", Zero, "lib/a.go:3:x", "write /w/out.txt, run grep -rn x . = passed"},
		{"cd sub && cd lib && go test ./...", Nonzero, "FAIL", "run go test ./... = failed"},
		{"export A=1 && cd sub && go test ./...", Nonzero, "FAIL", "run go test ./... = failed"},
		{"./ci.sh", Zero, "FAIL\ta\t0.1s\nFAIL", "run ./ci.sh = failed, write? **"},
		{"cat old.log && ./ci.sh", Zero, "FAIL\ta\t0.1s\nFAIL", "run cat old.log = passed, read /w/old.log all, run ./ci.sh = passed, write? **"},
		{"make check", Nonzero, "ok  \ta\t0.1s", "run make check = failed"},
		{"make check", Zero, "FAIL\ta\t0.1s\nFAIL", "run make check = failed"},
		{"python3 -c 'import subprocess'", Zero, "FAIL\ta\t0.1s\nFAIL", "run python3 -c 'import subprocess' = failed, write? **"},
		{"python3 -c 'print(1)'", Zero, "FAIL\ta\t0.1s\nFAIL", "run python3 -c 'print(1)' = passed"},
		{"make test", Nonzero, "ok  \ta\t0.1s", "run make test = passed"},

		// The edges of what is told apart.
		{"make image | tail -5", Zero, "make: *** [Makefile:12: image] Error 1", "run make image, write? **"},
		{"grep -i ok a.log; go test ./... | tail -1", Zero, "ok  \ta\t0.1s", "run grep -i ok a.log, seen /w/a.log, run go test ./..."},
		{"sed -n 1p a.log; go test ./... | tail -1", Zero, "ok  \ta\t0.1s", "run sed -n 1p a.log, read /w/a.log:1-1, run go test ./..."},
		{"cat a.sql | psql db", Zero, "", "run cat a.sql, seen /w/a.sql, run psql db = passed, write? **"},
		{"echo x && go vet ./...", Nonzero, "", "run go vet ./... = failed"},
		{"go vet ./... || exit 1", Nonzero, "", "run go vet ./... = failed"},
		{"test -n \"$(gofmt -l .)\"", Zero, "", "run? gofmt -l ."},
		{"foo -z \"$(gofmt -l .)\"", Zero, "", "run? gofmt -l ., run foo -z \"$(gofmt -l .)\" = passed, write? **"},
		{"foo -z \"$(gofmt -l .)\" x", Zero, "", "run? gofmt -l ., run foo -z \"$(gofmt -l .)\" x = passed, write? **"},
		{"python3 gen.py", Zero, "FAIL\ta\t0.1s\nFAIL", "run python3 gen.py = failed, seen? /w/gen.py, write? **"},
		{"./ci.sh <<'E'\nx\nE", Zero, "FAIL\ta\t0.1s\nFAIL", "run ./ci.sh = failed, write? **"},
		{"set -x; go vet ./...; ls", Zero, "", "run go vet ./..., run ls = passed"},
		{"set -o pipefail; go vet ./... | tail -3 || true", Zero, "", "run go vet ./..."},
		{"ls | go vet ./... || true", Zero, "", "run ls, run go vet ./..."},
		{"ls | go vet ./...; echo ${PIPESTATUS[0]}", Zero, "0", "run ls = passed, run go vet ./..."},
		{"foo .venv/bin/activate", Zero, "", "run foo .venv/bin/activate = passed, seen? /w/.venv/bin/activate, write? **"},
		{"source", Zero, "", "run source = passed, write? **"},
		{"git diff -w", Zero, "", "run git diff -w = passed"},
		{"git log -i", Zero, "", "run git log -i = passed"},
		{"git push -u origin main", Zero, "", "run git push -u origin main = passed"},
		{"ls -O", Zero, "", "run ls -O = passed"},
		{"curl --proto https https://example.com/O/foo -s", Zero, "", "run curl --proto https https://example.com/O/foo -s = passed"},
		{"rm -- -a.go", Zero, "", "run rm -- -a.go = passed, delete /w/-a.go"},
		{"cd $X && grep -rn x .", Zero, "lib/a.go:3:x", "run grep -rn x . = passed"},
		{"grep -rn x . | cat; grep -rn y .", Zero, "lib/a.go:3:x", "run grep -rn x ., seen /w/lib/a.go, run grep -rn y . = passed"},
		{"git diff", Zero, "+++ b/LICENSE\n", "run git diff = passed, seen /w/LICENSE"},
		{"foo --config=a.json", Zero, "", "run foo --config=a.json = passed, write? **"},
		{"foo -x/a.json", Zero, "", "run foo -x/a.json = passed, write? **"},
		{"go test ./... | tail -1; echo done", Zero, "ok  \ta\t0.1s\ndone", "run go test ./... = passed"},
		{"git status; go test ./... | tail -1", Zero, "ok  \ta\t0.1s", "run git status, run go test ./... = passed"},
		{"make test; cargo clippy | tail -1; ls", Zero, "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.77s", "run make test, run cargo clippy = passed, run ls = passed"},
		{"cat none.txt; cat a.go", Zero, "cat: none.txt: No such file or directory", "run cat none.txt, read? /w/none.txt all, run cat a.go = passed, read? /w/a.go all"},
		{"test -f x && python3 -c \"open('a.py', 'w').write('x')\"; ls", Zero, "", "run? python3 -c \"open('a.py', 'w').write('x')\", write? **, write? /w/a.py, run ls = passed"},
		{"python3 - <<'E'\nopen(name, 'w').write('x')\nE", Zero, "", "run python3 - = passed, write? **"},

		// Files read.
		{"cat a.go b.go", Zero, "", "run cat a.go b.go = passed, read /w/a.go all, read /w/b.go all"},
		{"cat a.go none.go", Nonzero, "cat: none.go: No such file or directory", "run cat a.go none.go = failed, read? /w/a.go all, read? /w/none.go all"},
		{"sed -n '10,20p' a.go", Zero, "", "run sed -n '10,20p' a.go = passed, read /w/a.go:10-20"},
		{"sed -n 5p a.go", Zero, "", "run sed -n 5p a.go = passed, read /w/a.go:5-5"},
		{"sed -n '/x/,/y/p' a.go", Zero, "", "run sed -n '/x/,/y/p' a.go = passed, seen /w/a.go"},
		{"head -30 a.go", Zero, "", "run head -30 a.go = passed, read /w/a.go"},
		{"head a.go", Zero, "", "run head a.go = passed, read /w/a.go"},
		{"tail -n 5 a.go", Zero, "", "run tail -n 5 a.go = passed, read /w/a.go"},
		{"tail -n +40 a.go", Zero, "", "run tail -n +40 a.go = passed, read /w/a.go"},
		{"cat a.go | head -40 | tail -n +11", Zero, "", "run cat a.go, read /w/a.go"},
		{"nl -ba a.go | sed -n '3,9p'", Zero, "", "run nl -ba a.go, read /w/a.go"},
		{"cat a.go | grep x", Zero, "", "run cat a.go, seen /w/a.go"},
		{"cat a.go | sed 3p", Zero, "", "run cat a.go, seen /w/a.go"},
		{"cat a.go | while read x; do echo $x; done", Zero, "", "run cat a.go, seen /w/a.go"},
		{"cat a.go | A=1", Zero, "", "run cat a.go, seen /w/a.go"},
		{"bat -r 3:9 a.go", Zero, "", "run bat -r 3:9 a.go = passed, seen /w/a.go"},
		{"cat a.go > b.go", Zero, "", "write /w/b.go, run cat a.go = passed, seen? /w/a.go"},
		{"test -f x && cat a.go; ls", Zero, "", "run? cat a.go, read? /w/a.go all, run ls = passed"},
		{"cat a.go 1> b.go", Zero, "", "write /w/b.go, run cat a.go = passed, seen? /w/a.go"},
		{"cat a.go 2> b.txt", Zero, "", "write /w/b.txt, run cat a.go = passed, read /w/a.go all"},
		{"for f in a.go b.go; do sed -n '1,9p' \"$f\"; done", Zero, "", `run? sed -n '1,9p' "$f", read? **:1-9`},
		{"F=a.go; cat $F", Zero, "", "run cat $F = passed, read? ** all"},
		{"cd sub && cat ../a.go", Zero, "", "run cat ../a.go = passed, read /w/a.go all"},
		{"cd $X && cat a.go", Zero, "", "run cat a.go = passed, read? **/a.go all"},
		{"cd $X; cd sub; cat a.go", Zero, "", "run cat a.go = passed, read? **/a.go all"},
		{"cd $X; cat /w/a.go", Zero, "", "run cat /w/a.go = passed, read /w/a.go all"},
		{"cd && cat a.go", Zero, "", "run cat a.go = passed, read? **/a.go all"},
		{"git -C sub status && cat a.go", Zero, "", "run git -C sub status = passed, run cat a.go = passed, read /w/a.go all"},
		{"cat a.go", Zero, "package a\n[output truncated]", "run cat a.go = passed, read /w/a.go"},
		{"go test ./... > a.log; grep FAIL a.log", Zero, "--- FAIL: TestA (0.00s)\nFAIL\ta", "write /w/a.log, run go test ./..., run grep FAIL a.log = passed, seen /w/a.log"},
		{"go test ./... > a.log; grep FAIL b.log", Zero, "--- FAIL: TestA (0.00s)\nFAIL\ta", "write /w/a.log, run go test ./..., run grep FAIL b.log = passed, seen /w/b.log"},
		{"echo y | grep -rn x .", Zero, "lib/a.go:3:x", "seen /w/lib/a.go"},
		{"D=$(cd sub && pwd); cat a.go", Zero, "", "run cat a.go = passed, read /w/a.go all"},
		{"(cd sub); cat a.go", Zero, "", "run cat a.go = passed, read /w/a.go all"},
		{"find . -name '*.go' | xargs cat", Zero, "", "run find . -name '*.go', read? ** all"},
		{"cat $(git ls-files)", Zero, "", "run? git ls-files, run cat $(git ls-files) = passed, read? ** all"},
		{"git show HEAD:lib/a.go", Zero, "", "run git show HEAD:lib/a.go = passed, read /w/lib/a.go all"},
		{"git diff", Zero, "+++ b/lib/a.go\n", "run git diff = passed, seen /w/lib/a.go"},
		{"grep -rn x .", Zero, "lib/a.go:3:x\nlib/a.go:4:x\n", "run grep -rn x . = passed, seen /w/lib/a.go"},
		{"grep x *.go", Zero, "a.go:x", "run grep x *.go = passed, seen /w/a.go"},
		{"grep x app/[id]/a.ts", Zero, "", "run grep x app/[id]/a.ts = passed, seen? /w/app/[id]/a.ts"},
		{"cat a.txt | grep x", Zero, "lib/a.go:3:x", "run cat a.txt, seen /w/a.txt"},
		{"ls docs", Zero, "plan.md", "run ls docs = passed"},

		// Files written or deleted.
		{"cat > a.go <<'EOF'\npackage a\nEOF", Zero, "", "write /w/a.go"},
		{"cat > a.go <<'EOF'\nEOF", Zero, "", "write /w/a.go"},
		{"echo x >> a.txt", Zero, "", "write /w/a.txt"},
		{"ls > $(date).txt", Zero, "", "run? date, write? **.txt, run ls = passed"},
		{"make 2>/dev/null", Zero, "", "run make = passed, write? **"},
		{"echo x | tee a.txt", Zero, "", "write /w/a.txt"},
		{"sed -i 's/a/b/' a.go b.go", Zero, "", "run sed -i 's/a/b/' a.go b.go = passed, write /w/a.go, write /w/b.go"},
		{"sed -i '' s/a/b/ a.go", Zero, "", "run sed -i '' s/a/b/ a.go = passed, write /w/a.go"},
		{"sed -i.bak -e s/a/b/ a.go", Zero, "", "run sed -i.bak -e s/a/b/ a.go = passed, write /w/a.go"},
		{"sed -i --expression=s/a/b/ a.go", Zero, "", "run sed -i --expression=s/a/b/ a.go = passed, write /w/a.go"},
		{"shfmt -d a.sh", Zero, "", "run shfmt -d a.sh = passed"},
		{"./x || apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.go\n*** End Patch\nEOF", Zero, "", "run ./x, write? **, run? apply_patch, write? /w/a.go"},
		{"rm -f a.go", Zero, "", "run rm -f a.go = passed, delete /w/a.go"},
		{"rm -R lib", Zero, "", "run rm -R lib = passed, delete /w/lib, delete? /w/lib/**"},
		{"rm -rf lib", Zero, "", "run rm -rf lib = passed, delete /w/lib, delete? /w/lib/**"},
		{"git rm a.go", Zero, "", "run git rm a.go = passed, delete /w/a.go"},
		{"git mv a.go b.go", Zero, "", "run git mv a.go b.go = passed, delete /w/a.go, delete? /w/a.go/**, write /w/b.go, write? /w/b.go/**"},
		{"cp a.go lib/", Zero, "", "run cp a.go lib/ = passed, write /w/lib, write? /w/lib/**"},
		{"cp -t lib a.go", Zero, "", "run cp -t lib a.go = passed, seen? /w/a.go, write? **"},
		{"git checkout -- a.go", Zero, "", "run git checkout -- a.go = passed, write? /w/a.go, write? /w/a.go/**"},
		{"git checkout main", Zero, "", "run git checkout main = passed, write? **"},
		{"git checkout --detach main", Zero, "", "run git checkout --detach main = passed, write? **"},
		{"git ls-files | xargs sed -i s/a/b/", Zero, "", "run git ls-files, run xargs sed -i s/a/b/ = passed, write? **"},
		{"gofmt -w a.go", Zero, "", "run gofmt -w a.go = passed, seen? /w/a.go, write? **"},
		{"gofmt -l .", Zero, "", "run gofmt -l . = passed"},
		{"prettier --write .", Zero, "", "run prettier --write . = passed, write? **"},
		{"eslint --fix src", Zero, "", "run eslint --fix src = passed, write? **"},
		{"eslint --fix", Zero, "", "run eslint --fix = passed, write? **"},
		{"clang-format -i a.c b.c", Zero, "", "run clang-format -i a.c b.c = passed, write? /w/a.c, write? /w/b.c"},
		{"yq -i .a=1 a.yaml", Zero, "", "run yq -i .a=1 a.yaml = passed, write? /w/a.yaml"},
		{"shfmt -i 2 a.sh", Zero, "", "run shfmt -i 2 a.sh = passed"},
		{"python gen.py out.json", Zero, "", "run python gen.py out.json = passed, seen? /w/gen.py, seen? /w/out.json, write? **"},
		{"python -c 'print(\"lib/a.go\")'", Zero, "", `run python -c 'print("lib/a.go")' = passed, seen? /w/lib/a.go`},
		{"python -c 'print(1)'", Zero, "", "run python -c 'print(1)' = passed"},
		{"python -m pytest -q", Zero, "", "run python -m pytest -q = passed"},
		{"pytest -m slow tests/test_a.py", Zero, "", "run pytest -m slow tests/test_a.py = passed"},
		{"uv run pytest", Zero, "", "run uv run pytest = passed"},
		{"npm install", Zero, "", "run npm install = passed, write? **"},
		{"test -f a || touch a.txt", Zero, "", "run? touch a.txt, write? /w/a.txt"},
		{"rm *.tmp", Zero, "", "run rm *.tmp = passed, delete? /w/*.tmp"},
		{"apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.go\n*** Delete File: b.go\n*** End Patch\nEOF", Zero, "", "run apply_patch = passed, write /w/a.go, delete /w/b.go"},
		{"echo x > /dev/null", Zero, "", ""},

		{"rm \"a*.go\" 'b[1].go' c*.go d\\*.go", Zero, "", `run rm "a*.go" 'b[1].go' c*.go d\*.go = passed, delete /w/a*.go, delete /w/b[1].go, delete? /w/c*.go, delete? /w/d*.go`},
		{"sed -n '5,10p' a.go > out.txt", Zero, "", "write /w/out.txt, run sed -n '5,10p' a.go = passed, seen? /w/a.go"},
		{"cat -n 5p", Zero, "", "run cat -n 5p = passed, read /w/5p all"},
		{"./x -version", Zero, "", "run ./x -version = passed"},
		{"./x -v a", Zero, "", "run ./x -v a = passed, write? **"},
		{"npm run format:check", Zero, "", "run npm run format:check = passed"},
		{"git diff", Zero, "diff --git a/x.go b/x.go\n--- a/x.go\n+++ b/x.go\n@@\n+++ b/y.go", "run git diff = passed, seen /w/x.go, seen /w/y.go"},
		{"test -z \"\"", Zero, "", ""},
		{"go test ./...; echo \"at $HOME exit=$?\"", Zero, "FAIL\nat /root exit=1", "run go test ./... = failed (exit 1)"},
		{"go test ./...; echo \"$(uname) exit=$?\"", Zero, "FAIL\nLinux exit=1", "run go test ./... = failed (exit 1), run? uname"},
		{"go test ./... | cat; echo ${PIPESTATUS[1]}", Zero, "FAIL\n1", "run go test ./... = failed"},
		{"go test ./... & ls", Nonzero, "FAIL", "run? go test ./... = failed, run ls = failed"},

		// Commands that may run anything, and commands that change only handoffs.
		{". ./ci.sh", Zero, "", "run . ./ci.sh = passed, seen? /w/ci.sh, write? **"},
		{"source .venv/bin/activate && . ~/.bashrc; . \"$NVM_DIR/nvm.sh\"", Zero, "", "run source .venv/bin/activate, run? . ~/.bashrc, run . \"$NVM_DIR/nvm.sh\" = passed"},
		{". bin/activate && source .bashrc", Zero, "", "run . bin/activate = passed, run source .bashrc = passed"},
		{". mybin/activate.sh; . x.bashrc", Zero, "", "run . mybin/activate.sh, seen? /w/mybin/activate.sh, write? **, run . x.bashrc = passed, seen? /w/x.bashrc, write? **"},
		{"source ci.sh && go test ./...", Zero, "ok", "run source ci.sh = passed, seen? /w/ci.sh, write? **, run go test ./... = passed"},
		{"handofflint seal out/01-a-report.md", Zero, "", "run handofflint seal out/01-a-report.md = passed, write? /w/out/01-a-report.md"},
		{"handofflint check . && handofflint explain a", Zero, "", "run handofflint check . = passed, run handofflint explain a = passed"},
		{"./bin/handofflint dispatch a b", Zero, "", "run ./bin/handofflint dispatch a b = passed, write? **/*-report.md"},
	} {
		var got []string
		for _, d := range Deeds(tt.line, "/w", tt.ended, tt.output, nil) {
			brief := ledgertest.Brief(d)
			if d.Running {
				brief += " running"
			}
			got = append(got, brief)
			if d.Command == "" && d.Act != ledger.Read || d.Running && (d.Act != ledger.Run || d.Result != "") || d.Exit != nil && *d.Exit == 0 && tt.ended != Zero {
				t.Errorf("%q: %s, runs %t, exit code %v", tt.line, ledgertest.Brief(d), d.Running, d.Exit)
			}
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
	if d := Deeds("go vet ./...", "/w", Exited(0), "", nil)[0]; d.Exit == nil || *d.Exit != 0 {
		t.Errorf("the exit code is %v", d.Exit)
	}
}

// TestOutputs checks which commands of a line have its output: each that may have printed some of it. A line
// that runs on has a result for none.
func TestOutputs(t *testing.T) {
	for line, want := range map[string]string{
		"tail -3 a.log; ls":     "tail -3 a.log, ls",
		"go test ./...; ls":     "go test ./..., ls",
		"./ci.sh; ls":           "ls",
		"git pull; ls":          "git pull, ls",
		"./ci.sh; ./release.sh": "./release.sh",
	} {
		var got []string
		for _, d := range Deeds(line, "/w", Ongoing, "out", nil) {
			if d.Act == ledger.Run && d.Output != "" {
				got = append(got, d.Command)
			}
			if d.Act == ledger.Run && (!d.Running || d.Result != "" || d.Exit != nil) {
				t.Errorf("%s: %+v has ended", line, d)
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestReplaced checks that a replacement is described as an edit is, so that one may take back the other.
func TestReplaced(t *testing.T) {
	var want ledger.Deed
	want.SetEdit("a.b", "c")
	for _, line := range []string{`sed -i 's/a\.b/c/' a.go b.go`, "perl -pi -e 's|a.b|c|g' a.go"} {
		for _, d := range Deeds(line, "/w", Zero, "", nil) {
			if d.Act == ledger.Write && (d.Was != want.Was || d.Is != want.Is) {
				t.Errorf("%s: %s was %q and is %q, want %q and %q", line, d.Path, d.Was, d.Is, want.Was, want.Is)
			}
		}
	}
}

// TestSeen checks how a line shows the files that it names, or that its output names.
func TestSeen(t *testing.T) {
	const diff = "--- a/a.go\n+++ b/a.go"
	for line, want := range map[string]string{"git diff": "diff", "./x a.go": "named", "python -c 'f(\"a.go\")'": "named", "python x a.go": "named", "grep -rn x .": "search"} {
		output := "a.go:3:x"
		if want == "diff" {
			output = diff
		}
		got := ""
		for _, d := range Deeds(line, "/w", Zero, output, nil) {
			if d.Path == "/w/a.go" {
				got += d.Name
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestFolders checks the folder that each run of a line ran in, "" if unknown, and the kinds of its other runs.
func TestFolders(t *testing.T) {
	for line, want := range map[string]string{
		"cd sub && ls":             "/w/sub []",
		"cd $X && ls":              " []",
		"go vet .; go test .":      "/w [tests], /w [lint]",
		"go test ./a; go test ./b": "/w [tests], /w [tests]",
	} {
		var got []string
		for _, d := range Deeds(line, "/w", Zero, "out", nil) {
			got = append(got, fmt.Sprint(d.Folder, " ", d.Beside))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

func FuzzShell(f *testing.F) {
	for _, line := range []string{"go test ./... | tail", "for f in a b; do cat $f; done", "bash -c 'rm *'", "git -C a show HEAD:b", "find . -exec cat {} +", "x=${a:-$(cat b)}; cat $x", "sed -n 1,2p a", "cat <<E\n$(rm a)\nE", "timeout -k 1 5", "xargs", "head -n", "a() { b; }"} {
		f.Add(line, "out", byte(1))
	}
	f.Fuzz(func(t *testing.T, line, output string, ended byte) {
		budget := text.NewSteps(1 << 40)
		Deeds(line, "/w", Status(ended%4), output, budget)
		if used := budget.Used(); used > maxNodes+MaxLine {
			t.Errorf("%d nodes of %d bytes are visited", used, len(line))
		}
	})
}
