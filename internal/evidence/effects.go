package evidence

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What is known of commands. What is not listed here may have changed any file.
var (
	shells = []string{"bash", "sh", "zsh", "dash"}
	// silent commands are no runs that anybody speaks of.
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
	testScript = regexp.MustCompile(`^(test|lint|check|typecheck|type-check|tsc|vet|e2e|unit)([:_-].*)?$`)
	// changing says that a program given in the command line may change files.
	changing = regexp.MustCompile(`(?i)\bwrite|_write|['"][wa]b?\+?['"]|unlink|\bremove|rename|subprocess|system\(|shutil|dump\(|\bfs\.|exec\w*\(|to_csv|\bsave|touch\(|copy|File\.`)
	// testRun names commands whose output says plainly whether they failed.
	testRun = regexp.MustCompile(`\b(test|tests|pytest|jest|vitest|mocha|rspec|phpunit|tox|nox|vet|lint|clippy|check|tsc|mypy|pyright|ruff|eslint|flake8|pylint|build|typecheck)\b`)
	// noVerdict names commands that end with 1 for an answer.
	noVerdict = regexp.MustCompile(`^\S*\b(grep|egrep|rg|ag|diff|cmp|test|find|which|git (diff|grep|merge-base|check-ignore|show-ref|rev-parse|config|ls-files))\b`)
	// viewing names commands that only show things, test runs among them.
	viewing = regexp.MustCompile(`^(cat|sed|head|tail|ls|find|fd|rg|grep|egrep|git|gh|echo|printf|cd|awk|jq|wc|which|curl|rm|cp|mv|mkdir|nl)\b`)
	// failure is what test runners print if something failed, and never if not.
	failure = regexp.MustCompile(`^(?:\[[^\]\n]{1,40}\] )?(FAIL|FAILED|--- FAIL:.*|FAIL[\t ].*|FAILED[\t :].*|error(\[[A-Z0-9]+\])?: .*|npm (ERR!|error) .*|BUILD FAIL.*|make: \*\*\* .*|ERROR task failed.*|Test Suites:.* [1-9]\d* failed.*|Tests:? .*\b[1-9]\d* failed.*|test result: FAILED.*|=+ .*\b[1-9]\d* (failed|errors?)\b.*=+|\s*[1-9]\d* failing|Found [1-9]\d* (errors?|problems?|diagnostics?).*|.*: command not found.*|✖ [1-9]\d* problems?.*)$`)
	// failing are words that such a line has.
	failing = []string{"FAIL", "fail", "rror", "***", "Found ", "not found", "✖", "ERR"}
	// wrappers run the command that follows, after so many words of their own.
	wrappers = map[string]int{"sudo": 0, "timeout": 1, "gtimeout": 1, "time": 0, "nice": 0, "nohup": 0, "env": 0, "command": 0, "exec": 0, "builtin": 0, "stdbuf": 0, "xargs": 0, "npx": 0, "bunx": 0, "pnpx": 0, "uvx": 0, "setsid": 0, "ionice": 0, "caffeinate": 0, "unbuffer": 0}
	// runners run the command that follows their subcommand.
	runners = set("uv-run poetry-run pipenv-run pdm-run hatch-run rye-run pnpm-exec pnpm-dlx yarn-exec npm-exec bundle-exec mise-exec direnv-exec conda-run")
)

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

var (
	sedLines = regexp.MustCompile(`^(\d+)(?:,(\d+|\$))?p$`)
	awkLines = regexp.MustCompile(`^NR\s*>=?\s*(\d+)\s*&&\s*NR\s*<=?\s*(\d+)$`)
)

// viewed are the files of a command that shows lines of files as they are, and which lines.
func viewed(args words) (files words, lines window, ok bool) {
	switch path.Base(args[0].text) {
	case "cat", "bat", "batcat", "less", "more", "nl", "tac":
		return operands(args, "-w -s -v -l --language -r --line-range --style --theme"), window{part: has(args, "-r", "--line-range")}, true
	case "head", "tail":
		return ends(args)
	case "sed":
		operands := operands(args, "-e --expression -f")
		if !has(args, "-n", "--quiet", "--silent", "-ne", "-En", "-nE") || has(args, "-i", "--in-place") || len(operands) == 0 {
			return nil, lines, false
		}
		files, lines.part = operands[1:], true
		if m := sedLines.FindStringSubmatch(strings.TrimSpace(operands[0].text)); m != nil {
			lines = between(m[1], m[2])
			if m[2] == "" {
				lines.to = lines.from
			}
		}
		return files, lines, true
	case "awk":
		operands := operands(args, "-F -v -f")
		if len(operands) == 0 {
			return nil, lines, false
		}
		lines.part = true
		if m := awkLines.FindStringSubmatch(strings.TrimSpace(operands[0].text)); m != nil {
			lines = between(m[1], m[2])
		}
		return operands[1:], lines, true
	}
	return nil, lines, false
}

// ends are the lines that head and tail show.
func ends(args words) (files words, lines window, ok bool) {
	n := "10"
	for i, a := range args[1:] {
		switch {
		case a.text == "-n" || a.text == "--lines":
			if i+2 < len(args) {
				n = args[i+2].text
			}
		case strings.HasPrefix(a.text, "-n"):
			n = a.text[2:]
		case strings.HasPrefix(a.text, "--lines="):
			n = a.text[8:]
		case isFlag(a.text) && a.text[1] >= '0' && a.text[1] <= '9':
			n = a.text[1:]
		case a.text == "-c" || strings.HasPrefix(a.text, "--bytes") || strings.HasPrefix(a.text, "-c"):
			n = ""
		case a.text[:min(1, len(a.text))] == "+" && len(a.text) > 1:
			n = a.text
		}
	}
	files = operands(args, "-n --lines -c --bytes")
	files = slices.DeleteFunc(files, func(w word) bool { return strings.HasPrefix(w.text, "+") })
	if path.Base(args[0].text) == "tail" {
		if from, ok := strings.CutPrefix(n, "+"); ok {
			return files, between(from, "$"), true
		}
		return files, window{end: true}, true
	}
	if _, err := strconv.Atoi(n); err != nil || strings.HasPrefix(n, "-") {
		return files, window{part: true}, true
	}
	return files, between("1", n), true
}

func between(from, to string) window {
	var w window
	w.from, _ = strconv.Atoi(from)
	w.to, _ = strconv.Atoi(to)
	if w.from == 1 && to == "$" {
		return window{}
	}
	return w
}

// effects adds what a command read, wrote and deleted.
func (sh *shell) effects(name string, args words, heredoc string, c context) {
	written := args.src()
	if files, lines, ok := viewed(args); ok {
		sh.files(Read, files, c, lines)
	}
	switch name {
	case "git":
		sh.git(args, c)
		return
	case "tee":
		sh.files(Write, operands(args, ""), c, window{})
	case "touch":
		sh.files(Write, operands(args, "-t -d -r"), c, window{})
	case "rm", "unlink":
		sh.files(Delete, under(args, operands(args, "")), c, window{})
	case "cp", "mv", "ln", "install", "rsync", "scp":
		sh.copied(name, args, c)
	case "sed", "perl":
		if slices.ContainsFunc(args[1:], func(w word) bool {
			return strings.HasPrefix(w.text, "-i") || strings.HasPrefix(w.text, "--in-place") || strings.HasPrefix(w.text, "-pi") || strings.HasPrefix(w.text, "-0pi")
		}) {
			files := operands(args, "-e --expression -f")
			if !has(args, "-e", "--expression", "-f") && len(files) > 0 {
				files = files[1:]
			}
			sh.files(Write, files, c, window{})
		} else if name == "perl" {
			sh.program(args, heredoc, c)
		}
	case "grep", "egrep", "fgrep", "rg", "ag", "ack":
		files := operands(args, "-e -f -m -A -B -C -g --glob -t --type --include --exclude -d --max-count")
		if !has(args, "-e", "--files") && len(files) > 0 {
			files = files[1:]
		}
		sh.searched(files, args, c)
	case "find", "fd":
		switch {
		case has(args, "-delete"):
			sh.deeds = append(sh.deeds, Deed{Act: Delete, Path: Anything, Glob: true, Maybe: true})
		case has(args, "-exec", "-execdir", "-ok", "-x", "--exec"):
			at := slices.IndexFunc(args, func(w word) bool {
				return slices.Contains([]string{"-exec", "-execdir", "-ok", "-x", "--exec"}, w.text)
			})
			inner := slices.Clone(args[at+1:])
			for i := range inner {
				if inner[i].text == "{}" {
					inner[i] = word{text: Anything, glob: true, unknown: true}
				}
			}
			inner = slices.DeleteFunc(inner, func(w word) bool { return w.text == ";" || w.text == "+" })
			if len(inner) > 0 {
				c.tells = false
				sh.effects(path.Base(inner[0].text), inner, "", c)
			}
		default:
			sh.listed(c)
		}
	case "curl", "wget":
		if has(args, "-o", "--output", "-O", "--remote-name", "-OL", "-LO") || name == "wget" {
			if at := slices.IndexFunc(args, func(w word) bool { return w.text == "-o" || w.text == "--output" || w.text == "-O" }); at > 0 && at+1 < len(args) && name == "curl" && args[at].text != "-O" {
				sh.files(Write, args[at+1:at+2], c, window{})
			} else {
				sh.anything(written)
			}
		}
	case "go", "gcc", "cc", "clang":
		if name == "go" && !isHarmless(args) {
			sh.anything(written)
		}
		if at := slices.IndexFunc(args, func(w word) bool { return w.text == "-o" }); at > 0 && at+1 < len(args) {
			sh.files(Write, args[at+1:at+2], c, window{})
		}
	case "gofmt", "goimports", "gofumpt", "prettier", "black", "ruff", "rustfmt", "isort", "eslint", "biome", "golangci-lint", "clang-format", "shfmt", "yq", "autopep8":
		sh.formatted(args, c, written)
	case "apply_patch":
		sh.patched(heredoc, args, c)
	case "python", "python3", "node", "ruby", "deno", "bun", "php", "lua", "Rscript", "tsx", "ts-node":
		sh.program(args, heredoc, c)
	default:
		if !isHarmless(args) {
			sh.named(args[1:], c)
			sh.anything(written)
		}
	}
}

// under adds what is below the folders that `rm -r` removes.
func under(args, files words) words {
	if !slices.ContainsFunc(args, func(w word) bool { return isFlag(w.text) && strings.ContainsAny(w.text, "rR") }) {
		return files
	}
	for _, f := range slices.Clone(files) {
		f.text, f.glob = path.Join(f.text, "**"), true
		files = append(files, f)
	}
	return files
}

// isHarmless reports whether a command changes no file.
func isHarmless(args words) bool {
	name, sub := path.Base(args[0].text), ""
	if rest := operands(args, "-C -c --prefix --manifest-path"); len(rest) > 0 {
		sub = rest[0].text
	}
	last := args[len(args)-1].text
	switch {
	case len(args) == 2 && slices.Contains([]string{"--version", "-v", "-V", "version", "--help", "-h"}, last) || last == "--help":
		return true
	case has(args, fixing...):
		return false
	case harmless[name], harmless[name+"-"+sub]:
		return true
	case slices.Contains([]string{"npm", "yarn", "pnpm", "bun", "make", "just", "task", "mise"}, name):
		rest := operands(args, "-C --prefix -f -F --filter")
		return len(rest) > 0 && !slices.ContainsFunc(rest, func(w word) bool {
			return w.text != "run" && !testScript.MatchString(w.text) && !strings.Contains(w.text, "/")
		})
	}
	return false
}

// git follows the commands of git.
func (sh *shell) git(args words, c context) {
	written := args.src()
	outer := sh.cwd
	rest := args[1:]
	for len(rest) > 0 && isFlag(rest[0].text) {
		if slices.Contains([]string{"-C", "-c", "--git-dir", "--work-tree"}, rest[0].text) && len(rest) > 1 {
			if rest[0].text == "-C" {
				sh.cwd = absolute(sh.cwd, rest[1].text)
			}
			rest = rest[1:]
		}
		rest = rest[1:]
	}
	defer func() { sh.cwd = outer }()
	if len(rest) == 0 {
		return
	}
	files := operands(rest, "-m -S -U -n --format --pretty -b -B -s --source")
	switch sub := rest[0].text; sub {
	case "show":
		for _, w := range files {
			if _, name, ok := strings.Cut(w.text, ":"); ok && name != "" {
				w.text = name
				sh.files(Read, words{w}, c, window{})
			}
		}
		sh.diffed(c)
	case "diff", "log", "stash", "blame", "whatchanged", "format-patch":
		if sub == "blame" && len(files) > 0 {
			sh.files(Read, files[len(files)-1:], c, window{part: true})
		}
		sh.diffed(c)
		if sub == "stash" && (len(files) == 0 || files[0].text != "list" && files[0].text != "show") {
			sh.anything(written)
		}
	case "grep":
		sh.searched(nil, rest, c)
	case "ls-files", "ls-tree":
		sh.listed(c)
	case "rm":
		sh.files(Delete, under(rest, files), c, window{})
	case "mv":
		sh.copied("mv", rest, c)
	case "checkout", "restore":
		at := slices.IndexFunc(rest, func(w word) bool { return w.text == "--" })
		switch {
		case at > 0:
			files = rest[at+1:]
		case sub == "checkout" && has(rest, "-b", "-B"):
			return
		case sub == "checkout" && len(files) < 2:
			sh.anything(written)
			return
		case sub == "checkout":
			files = files[1:]
		case has(rest, "--staged") && !has(rest, "--worktree"):
			return
		}
		// It makes files what they were: nobody has to list that.
		c.sure = false
		sh.files(Write, under(words{{text: "-r"}}, files), c, window{})
	default:
		if !harmless["git-"+sub] {
			sh.anything(written)
		}
	}
}

// copied follows cp, mv and the like: the last word is the target, or its folder.
func (sh *shell) copied(name string, args words, c context) {
	files := operands(args, "-S -m -o -g")
	if len(files) < 2 || has(args, "-t", "--target-directory") {
		sh.anything(args.src())
		return
	}
	from, to := files[:len(files)-1], files[len(files)-1]
	if name == "mv" {
		sh.files(Delete, under(words{{text: "-r"}}, from), c, window{})
	}
	targets := words{}
	if !strings.HasSuffix(to.text, "/") && len(from) == 1 {
		targets = append(targets, to)
	}
	maybe := c
	maybe.sure = false
	for _, f := range from {
		inside := word{text: strings.TrimSuffix(to.text, "/") + "/" + path.Base(f.text), glob: to.glob || f.glob}
		if strings.HasSuffix(to.text, "/") || len(from) > 1 {
			targets = append(targets, inside)
		} else {
			// The target may be a folder, and the source one as well.
			sh.files(Write, words{inside, {text: to.text + "/**", glob: true}}, maybe, window{})
		}
	}
	sh.files(Write, targets, c, window{})
}

// formatted adds that a formatter may have changed the files that it was given.
func (sh *shell) formatted(args words, c context, written string) {
	writes := has(args, fixing...) || slices.ContainsFunc(args, func(w word) bool { return w.text == "-l" && has(args, "-w") })
	name := path.Base(args[0].text)
	if !writes && (slices.Contains([]string{"gofmt", "goimports", "gofumpt", "prettier", "eslint", "biome", "golangci-lint", "clang-format", "shfmt", "yq"}, name) || isHarmless(args)) || has(args, "--check", "--diff", "-d") {
		if files := operands(args, "-o -c --config"); len(files) > 0 {
			sh.named(files, c)
		}
		return
	}
	c.sure = false
	named := false
	for _, w := range operands(args, "-o -c --config -i -f") {
		if strings.Contains(path.Base(w.text), ".") && w.text != "." && w.text != "./..." && w.text != ".." {
			sh.files(Write, words{w}, c, window{})
			named = true
		}
	}
	if !named {
		sh.anything(written)
	}
}

// program follows an interpreter: what it was given in the command line, or a file.
func (sh *shell) program(args words, heredoc string, c context) {
	code := heredoc
	if at := slices.IndexFunc(args, func(w word) bool {
		return slices.Contains([]string{"-c", "-e", "--eval", "-p", "-pe", "-ne", "-r"}, w.text)
	}); at > 0 && at+1 < len(args) {
		code += args[at+1].text
	}
	if at := slices.IndexFunc(args, func(w word) bool { return w.text == "-m" }); at > 0 && at+1 < len(args) {
		sh.effects(args[at+1].text, args[at+1:], "", c)
		return
	}
	if rest := operands(args, ""); len(rest) > 0 && slices.Contains([]string{"test", "x"}, rest[0].text) && isHarmless(args) {
		return
	}
	sh.named(args[1:], c)
	for _, p := range paths(code) {
		sh.files(Seen, words{{text: p, unknown: true}}, c, window{})
	}
	if last := args[len(args)-1].text; last == "--version" || last == "-V" || last == "--help" {
		return
	}
	if code == "" || changing.MatchString(code) {
		sh.anything(args.src())
	}
}

// named adds the files that a command names whose work is not known.
func (sh *shell) named(args words, c context) {
	for _, w := range args {
		if name := strings.TrimPrefix(w.text, "./"); isFlag(name) || !looksLikePath(name) {
			continue
		}
		from := len(sh.deeds)
		sh.files(Seen, words{w}, c, window{})
		for i := from; i < len(sh.deeds); i++ {
			sh.deeds[i].Name, sh.deeds[i].Maybe = "named", true
		}
	}
}

// searched adds the files that a search was given or found.
func (sh *shell) searched(files, args words, c context) {
	if has(args, "--files") {
		sh.listed(c)
		return
	}
	c.in = window{part: true}
	recursive := slices.ContainsFunc(args[1:], func(w word) bool { return isFlag(w.text) && strings.ContainsAny(w.text, "rR") })
	if !recursive {
		sh.files(Read, slices.DeleteFunc(slices.Clone(files), func(w word) bool { return !looksLikePath(w.text) || w.glob }), c, window{})
	}
	if c.shown && !(c.stdin && len(files) == 0) {
		sh.seen("search", hits(sh.output))
	}
}

func (sh *shell) listed(c context) {
	if c.shown {
		sh.seen("listing", lines(sh.output))
	}
}

// diffed adds the files whose changes were printed.
func (sh *shell) diffed(c context) {
	var names []string
	for line := range strings.Lines(sh.output) {
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok && len(names) < maxHits {
			names = append(names, strings.TrimSpace(name))
		}
	}
	if c.shown {
		sh.seen("diff", names)
	}
}

func (sh *shell) seen(how string, names []string) {
	for _, name := range names {
		d := Deed{Act: Seen, Path: absolute(sh.cwd, name), Name: how}
		if !sh.lost && !slices.ContainsFunc(sh.deeds, func(o Deed) bool { return o.Act == Seen && o.Path == d.Path }) {
			sh.deeds = append(sh.deeds, d)
		}
	}
}

// hits are the files of the lines that a search printed.
func hits(output string) (names []string) {
	for line := range strings.Lines(output) {
		name, rest, ok := strings.Cut(line, ":")
		if !ok {
			name, rest = strings.TrimSpace(line), ""
		}
		if len(names) == maxHits {
			break
		}
		if (rest != "" || !ok) && looksLikePath(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// lines are the lines that are paths.
func lines(output string) (names []string) {
	for line := range strings.Lines(output) {
		if name := strings.TrimSpace(line); looksLikePath(name) && len(names) < maxHits {
			names = append(names, name)
		}
	}
	return names
}

// patched follows a patch in the form of Codex.
func (sh *shell) patched(heredoc string, args words, c context) {
	patch := heredoc
	if len(args) > 1 {
		patch += args[1].text
	}
	for _, d := range patchDeeds(patch) {
		d.Path = absolute(sh.cwd, d.Path)
		d.Maybe = !c.sure
		sh.deeds = append(sh.deeds, d)
	}
}

var patchLine = regexp.MustCompile(`(?m)^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$`)

// patchDeeds are the writes and deletions of a patch in the form of Codex, with paths as
// they are written.
func patchDeeds(patch string) (deeds []Deed) {
	for _, m := range patchLine.FindAllStringSubmatch(patch, maxHits*5) {
		switch m[1] {
		case "Delete File":
			deeds = append(deeds, Deed{Act: Delete, Path: m[2]})
		case "Move to":
			if last := len(deeds) - 1; last >= 0 {
				deeds[last].Act = Delete
			}
			fallthrough
		default:
			deeds = append(deeds, Deed{Act: Write, Path: m[2]})
		}
	}
	return deeds
}
