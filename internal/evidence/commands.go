package evidence

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// What is known of commands. What is not listed here may have changed any file.
var (
	shellNames = []string{"bash", "sh", "zsh", "dash"}
	// silent commands are not worth an entry.
	silent = strings.Fields("echo printf true false : pwd exit return test [ wait sleep break continue shift trap read unset alias")
	// quiet commands hardly ever fail: a status is not theirs.
	quiet = strings.Fields("cd pushd popd export set echo printf true : pwd mkdir date sleep wc column fold")
	// filters are not runs if they read from a pipe.
	filters = strings.Fields("grep egrep fgrep rg sort uniq wc cut tr awk jq xargs column fold less more tee cat head tail nl sed")
	// harmless commands change no file, by name or by name and subcommand.
	harmless = set(`echo printf true false : pwd exit return test [ wait sleep break continue shift trap read unset alias command
		cat bat batcat less more head tail nl tac wc uniq cut tr diff cmp comm stat file du df ls tree basename dirname realpath readlink
		grep egrep fgrep rg ag ack fd find which type whereis whoami uname hostname id date env printenv seq xxd od hexdump strings
		md5sum sha1sum sha256sum shasum kill pkill pgrep ps lsof jq column fold awk sort tput clear history mkdir rmdir pushd popd
		ping nc dig top uptime jobs fg bg disown ulimit umask source . curl gh sed tee cp mv rm touch ln chmod chown
		git-status git-log git-diff git-show git-branch git-add git-commit git-push git-fetch git-rev-parse git-ls-files git-blame git-grep git-tag
		git-remote git-config git-describe git-shortlog git-reflog git-cat-file git-ls-tree git-rev-list git-merge-base git-worktree git-help git-init
		git-rm git-mv git-restore git-checkout git-for-each-ref git-symbolic-ref git-check-ignore git-name-rev git-ls-remote git-version git-whatchanged git-diff-tree
		go-test go-vet go-build go-list go-version go-env go-doc go-tool golangci-lint-run staticcheck actionlint shellcheck
		cargo-test cargo-build cargo-check cargo-clippy cargo-nextest cargo-bench cargo-tree npm-test npm-t npm-ls npm-view yarn-test pnpm-test bun-test deno-test
		pytest py.test tox nox mypy pyright ruff-check flake8 pylint jest vitest mocha tsc eslint rspec phpunit mix-test dotnet-test gradle-test mvn-test
		make-test make-tests make-check make-lint make-vet just-test just-check just-lint mise-tasks playwright-test swift-test ty-check docker-ps docker-logs docker-info docker-inspect docker-version docker-images docker-compose-ps`)
	// fixing flags make a checker change files.
	fixing = strings.Fields("--fix --fix-only --write -w --in-place --update --update-snapshot -u --snapshot-update --unsafe-fixes --bless -update -fix")
	// testScript names scripts of a package that only check.
	testScript = text.MustCompile(`^(test|lint|check|typecheck|type-check|tsc|vet|e2e|unit)([:_-].*)?$`)
	// changing says that a program given in the command line may change files.
	changing = text.MustCompile(`(?i)\bwrite|_write|['"][wa]b?\+?['"]|unlink|\bremove|rename|subprocess|system\(|shutil|dump\(|\bfs\.|exec\w*\(|to_csv|\bsave|touch\(|copy|File\.`)
	// testRun names commands whose output says plainly whether they failed.
	testRun = text.MustCompile(`\b(test|tests|pytest|jest|vitest|mocha|rspec|phpunit|tox|nox|vet|lint|clippy|check|tsc|mypy|pyright|ruff|eslint|flake8|pylint|build|typecheck)\b`)
	// noVerdict names commands that end with 1 for an answer.
	noVerdict = text.MustCompile(`^\S*\b(grep|egrep|rg|ag|diff|cmp|test|find|which|git (diff|grep|merge-base|check-ignore|show-ref|rev-parse|config|ls-files))\b`)
	// viewing names commands that only show things, test runs among them.
	viewing = text.MustCompile(`^(cat|sed|head|tail|ls|find|fd|rg|grep|egrep|git|gh|echo|printf|cd|awk|jq|wc|which|curl|rm|cp|mv|mkdir|nl)\b`)
	// failure is what test runners print if something failed, and never if not.
	failure = text.MustCompile(`^(?:\[[^\]\n]{1,40}\] )?(FAIL|FAILED|--- FAIL:.*|FAIL[\t ].*|FAILED[\t :].*|error(\[[A-Z0-9]+\])?: .*|npm (ERR!|error) .*|BUILD FAIL.*|make: \*\*\* .*|ERROR task failed.*|Test Suites:.* [1-9]\d* failed.*|Tests:? .*\b[1-9]\d* failed.*|test result: FAILED.*|=+ .*\b[1-9]\d* (failed|errors?)\b.*=+|\s*[1-9]\d* failing|Found [1-9]\d* (errors?|problems?|diagnostics?).*|.*: command not found.*|✖ [1-9]\d* problems?.*)$`)
	// failing are words that such a line has.
	failing = []string{"FAIL", "fail", "rror", "***", "Found ", "not found", "✖", "ERR"}
	// wrappers run the command that follows, after so many words of their own.
	wrappers = map[string]int{"sudo": 0, "timeout": 1, "gtimeout": 1, "time": 0, "nice": 0, "nohup": 0, "env": 0, "command": 0, "exec": 0, "builtin": 0, "stdbuf": 0, "xargs": 0, "npx": 0, "bunx": 0, "pnpx": 0, "uvx": 0, "setsid": 0, "ionice": 0, "caffeinate": 0, "unbuffer": 0}
	// runners run the command that follows their subcommand.
	runners = set("uv-run poetry-run pipenv-run pdm-run hatch-run rye-run pnpm-exec pnpm-dlx yarn-exec npm-exec bundle-exec mise-exec direnv-exec conda-run")
)

// known are programs of which it is known what they run, beside those that are harmless.
var known = set(`git golangci-lint go-licenses cargo rustc rustfmt gofmt goimports gofumpt prettier black ruff isort autopep8 eslint biome clang-format shfmt yq
	perl wget ln install rsync scp tar unzip zip gzip gcc cc clang kubectl terraform helm flutter apt apt-get brew apply_patch patch
	buf sqlc govulncheck semgrep trivy bandit cue protoc psql sqlite3`)

// isKnown reports whether it is known what a program runs. Others may be aliases, or run
// tests in a way of their own.
func isKnown(name string) bool { return harmless[name] || known[name] || manifold[name] }

func set(names string) map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(names) {
		out[name] = true
	}
	return out
}

// unwrap is a command without those that only run it, as `timeout 5` does.
func unwrap(args words) words {
	for range 8 {
		if len(args) == 0 {
			return nil
		}
		name := path.Base(args[0].text)
		own, ok := wrappers[name]
		rest := args[1:]
		if name == "command" && has(args, "-v", "-V") {
			break
		}
		if !ok {
			if len(rest) == 0 || !runners[name+"-"+rest[0].text] {
				break
			}
			rest = rest[1:]
		}
		for len(rest) > 0 && (isFlag(rest[0].text) || name == "env" && strings.Contains(rest[0].text, "=")) {
			valued := slices.Contains([]string{"-n", "-k", "-s", "-u", "-I", "-P", "-L", "-d", "--with", "--project", "--directory", "--package", "-p", "--extra", "--group"}, rest[0].text)
			if rest = rest[1:]; valued && len(rest) > 0 && ok == (name != "npx") {
				rest = rest[1:]
			}
		}
		if len(rest) < own {
			break
		}
		if rest = rest[own:]; len(rest) == 0 {
			break
		}
		if name == "xargs" {
			rest = append(slices.Clone(rest), word{text: Anything, glob: true, unknown: true})
		}
		args = rest
	}
	return args
}

// operands are the words of a command that are not flags, without the values of some.
func operands(args words, valued string) words {
	var out words
	takes := strings.Fields(valued)
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a.text == "--":
			return append(out, args[i+1:]...)
		case slices.Contains(takes, a.text):
			i++
		case !isFlag(a.text):
			out = append(out, a)
		}
	}
	return out
}

// has reports whether a command has one of some flags; "-i" is also found in "-i.bak".
func has(args words, flags ...string) bool {
	return slices.ContainsFunc(args[min(1, len(args)):], func(w word) bool {
		name, _, _ := strings.Cut(w.text, "=")
		return slices.Contains(flags, name)
	})
}
