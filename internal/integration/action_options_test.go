package integration

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// stub is a handofflint that writes its arguments, each with a NUL behind it,
// to the file that $ARGUMENTS names, and an empty report.
const stub = `#!/usr/bin/env bash
printf '%s\0' "$@" >"$ARGUMENTS"
for a in "$@"; do
  case $a in
    --format=rdjsonl=*) : >"${a#--format=rdjsonl=}" ;;
    --format=json=*) : >"${a#--format=json=}" ;;
    --format=concise=*) : >"${a#--format=concise=}" ;;
  esac
done
`

// stubRelease is a release of the stub, as a setting for the action.
func stubRelease(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	name := fmt.Sprintf("handofflint_0.1.0_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	data := archiveOf(t, "handofflint", []byte(stub))
	plant(t, folder, map[string]string{
		"v0.1.0/checksums.txt": fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name),
		"v0.1.0/" + name:       string(data),
	})
	return "HANDOFFLINT_RELEASES=file://" + filepath.ToSlash(folder)
}

// temporary stands for the folder that the action makes.
const temporary = "TEMP"

// TestActionPassesOptions holds the command line to the inputs, for options of
// every version: each value in one word with its option, whatever is in it.
func TestActionPassesOptions(t *testing.T) {
	needBash(t)
	command(t, "curl")
	const first, forms = "check|--fail-on=warning|--format=json=TEMP/report.json|", "--format=text|--format=github=TEMP/annotations|--format=rdjsonl=TEMP/findings|--"
	const usual = first + forms
	changed := func(option string) string { return first + option + "|" + forms }
	const before = "0123456789abcdef0123456789abcdef01234567"
	cases := []struct {
		name   string
		inputs map[string]string
		env    []string
		want   string
	}{
		{"nothing", nil, nil, usual},
		{"paths", map[string]string{"paths": "a b\n$(id)\n'\"\n-f"}, nil, usual + "|a b|$(id)|'\"|-f"},
		{"arguments first", map[string]string{"args": "--fail-on\nnever\n"}, nil, strings.Replace(usual, "|", "|--fail-on|never|", 1)},
		{"a configuration", map[string]string{"config": "--fix $(id)\n.yaml"}, nil, changed("--config=--fix $(id)\n.yaml")},
		{"something must be found", map[string]string{"fail-on-empty": "true"}, nil, changed("--fail-on-empty")},
		{"untrusted", map[string]string{"untrusted": "true"}, nil, changed("--untrusted")},
		{"a base", map[string]string{"config": "a.yaml", "base-config": "../b c.yaml"}, nil, changed("--config=a.yaml|--base-config=../b c.yaml")},
		{"SARIF", map[string]string{"sarif-file": "a, b.sarif"}, nil, strings.TrimSuffix(usual, "--") + "--format=sarif=a, b.sarif|--format=concise=TEMP/written|--"},
		{"empty inputs", map[string]string{"fail-on": "", "format": "", "fail-on-empty": "", "annotations": "", "changed-only": "", "untrusted": "", "working-directory": "", "sarif-file": "", "config": "", "base-config": "", "paths": "", "args": "", "command": "", "transcripts": ""}, nil, usual},
		{"one format", map[string]string{"format": "github"}, nil, first + "--format=github|--format=rdjsonl=TEMP/findings|--"},
		{"no annotations", map[string]string{"annotations": "false"}, nil, first + "--format=text|--format=rdjsonl=TEMP/findings|--"},
		{"an audit", map[string]string{"command": "audit", "transcripts": "a b\n-f", "args": "--all", "paths": "docs", "untrusted": "true"}, nil, "audit|--all|--fail-on=warning|" + forms + "|a b|-f"},
		{"what has changed", map[string]string{"changed-only": "true"}, nil, changed("--changed")},
		{"in a pull request", map[string]string{"changed-only": "true", "github.event.repository.default_branch": "main"},
			[]string{"GITHUB_BASE_REF=release/$(id) 1", "GITHUB_REF=refs/pull/1/merge"}, changed("--changed=origin/release/$(id) 1")},
		{"on a branch", map[string]string{"changed-only": "true", "github.event.repository.default_branch": "trunk", "github.event.before": before},
			[]string{"GITHUB_REF=refs/heads/topic"}, changed("--changed=origin/trunk")},
		{"after a push", map[string]string{"changed-only": "true", "github.event.repository.default_branch": "main", "github.event.before": before},
			[]string{"GITHUB_REF=refs/heads/main"}, changed("--changed=" + before)},
		{"after the first push", map[string]string{"changed-only": "true", "github.event.repository.default_branch": "main", "github.event.before": strings.Repeat("0", 40)},
			[]string{"GITHUB_REF=refs/heads/main"}, usual},
		{"by the clock", map[string]string{"changed-only": "true", "github.event.repository.default_branch": "main"},
			[]string{"GITHUB_REF=refs/heads/main"}, usual},
	}
	releases := stubRelease(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			record := filepath.Join(t.TempDir(), "arguments")
			inputs := map[string]string{"version": "0.1.0"}
			for name, value := range c.inputs {
				inputs[name] = value
			}
			j := runAction(t, t.TempDir(), inputs, append(c.env, releases, "ARGUMENTS="+record)...)
			if j.code != 0 || j.output["findings"] != "0" {
				t.Fatalf("exit code %d, outputs %v, log:\n%s", j.code, j.output, j.log)
			}
			if got := recorded(t, record); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestActionReadsTheConfiguration judges by the file that the input config names,
// and by none where it is broken or not there: that must not pass.
func TestActionReadsTheConfiguration(t *testing.T) {
	needBash(t)
	command(t, "curl")
	releases := release(t, "0.1.0", whole)
	cases := []struct {
		name, config string
		code         int
		findings     string
		log          string
	}{
		{"found by its name", "", 2, "1", "[team/owner]"},
		{"another one", "ci/off.yaml", 0, "0", "1 passed"},
		{"with mistakes", "ci/bad.yaml", 2, "", "ci/bad.yaml:1:1: error: unknown setting strct"},
		{"hostile", "ci/hostile.yaml", 2, "", "ci/hostile.yaml:1:1: error: "},
		{"not there", "ci/gone.yaml", 2, "", "ci/gone.yaml"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			plant(t, folder, map[string]string{
				"handoff.json":      `{"version": 1, "summary": "Parse the export once in import.go"}`,
				".handofflint.yaml": "rule-files: [own.cue]\n",
				"own.cue":           `rules: "team/owner": {summary: "no owner", formats: ["task"], severity: "error", must: data: data!: owner!: _, message: "no owner"}`,
				"ci/off.yaml":       "fail-on: error\n",
				"ci/bad.yaml":       "strct: true\n",
				"ci/hostile.yaml":   "\"a\\n::error ::owned\\n##[set-output name=owned]\": true\n",
			})
			j := runAction(t, folder, map[string]string{"version": "0.1.0", "config": c.config}, releases)
			if j.code != c.code || j.output["findings"] != c.findings || !strings.Contains(j.log, c.log) {
				t.Errorf("exit code %d, want %d; outputs %v; log, which must have %q:\n%s", j.code, c.code, j.output, c.log, j.log)
			}
			if placed := strings.Contains(j.log, "::error title=config,file="+c.config+",line=1,"); placed != (c.findings == "") {
				t.Errorf("the mistake is annotated where it is: %v:\n%s", placed, j.log)
			}
			if failed.MatchString(j.log) {
				t.Errorf("what is told in its place is told again:\n%s", j.log)
			}
			if log := withoutAnnotations(j.log); strings.Contains(log, "\n::") || strings.Contains(log, "##[") {
				t.Errorf("the log gives the runner a command:\n%s", j.log)
			}
		})
	}
}

// TestActionSaysWhatIsOff runs over a tree that switches everything off: the
// outputs and the step's summary say so, and with untrusted nothing is off.
func TestActionSaysWhatIsOff(t *testing.T) {
	needBash(t)
	command(t, "curl")
	releases := release(t, "0.1.0", whole)
	for _, c := range []struct {
		name     string
		inputs   map[string]string
		code     int
		errors   string
		disabled string
		summary  string
	}{
		{"obeyed", nil, 0, "0", `"by": ".handofflint.yaml"`, "rules off"},
		{"untrusted", map[string]string{"untrusted": "true"}, 2, "1", "", "no&#95;owner"},
		{"by a configuration of the tree", map[string]string{"untrusted": "true", "config": ".handofflint.yaml"}, 2, "", "", ""},
		{"neither true nor false", map[string]string{"untrusted": "yes"}, 2, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			plant(t, folder, map[string]string{
				"no_owner.json":     `{"version": 1, "summary": "TBD", "detail": "Parse the export once in import.go"}`,
				".handofflint.yaml": "rules: {\"*\": off}\n",
			})
			inputs := map[string]string{"version": "0.1.0"}
			for name, value := range c.inputs {
				inputs[name] = value
			}
			summary := filepath.Join(t.TempDir(), "summary.md")
			j := runAction(t, folder, inputs, releases, "GITHUB_STEP_SUMMARY="+summary)
			if j.code != c.code || j.output["errors"] != c.errors {
				t.Errorf("exit code %d, outputs %v, log:\n%s", j.code, j.output, j.log)
			}
			disabled := j.output["disabled"]
			switch {
			case c.disabled != "" && !strings.Contains(disabled, c.disabled):
				t.Errorf("disabled is %q", disabled)
			case c.disabled == "" && c.errors != "" && disabled != "[]":
				t.Errorf("disabled is %q", disabled)
			}
			if text, _ := os.ReadFile(summary); !strings.Contains(string(text), c.summary) {
				t.Errorf("the summary of the step:\n%s", text)
			}
		})
	}
}

// recorded is what the stub has written, with a bar between two arguments.
func recorded(t *testing.T, path string) string {
	t.Helper()
	arguments := strings.Split(strings.TrimSuffix(string(readFile(t, path)), "\x00"), "\x00")
	for i, a := range arguments {
		// The last format goes to the action's own folder, which thereby is known.
		if prefix, folder, ok := strings.Cut(a, "=/"); ok && slices.Contains([]string{"--format=json", "--format=rdjsonl", "--format=github", "--format=concise"}, prefix) {
			arguments[i] = prefix + "=" + temporary + "/" + filepath.Base(folder)
		}
	}
	return strings.Join(arguments, "|")
}

// TestActionChecksWhatHasChanged plays pull requests in clones as
// actions/checkout makes them, with history and without.
func TestActionChecksWhatHasChanged(t *testing.T) {
	needBash(t)
	command(t, "curl")
	origin := newScratch(t)
	commit := func(name, content string) {
		plant(t, origin.folder, map[string]string{name: content})
		origin.must(t, "git", "add", "-A")
		origin.must(t, "git", "commit", "-q", "-m", "x")
	}
	commit("old/"+contextFile, brokenContext)
	origin.must(t, "git", "branch", "-m", "main")
	origin.must(t, "git", "checkout", "-q", "-b", "topic")
	commit("new/"+contextFile, warnedContext)

	releases := release(t, "0.1.0", whole)
	cases := []struct {
		name  string
		clone []string
		code  int
		log   string
	}{
		{"with history", nil, 1, "new/" + contextFile + ":1:1: warning"},
		{"without", []string{"--depth=1"}, 2, "fetch-depth: 0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "clone")
			origin.must(t, "git", append(append([]string{"clone", "-q", "--branch", "topic"}, c.clone...), "file://"+filepath.ToSlash(origin.folder), folder)...)
			j := runAction(t, folder, map[string]string{"version": "0.1.0", "changed-only": "true"}, releases, "GITHUB_BASE_REF=main")
			if j.code != c.code || !strings.Contains(j.log, c.log) || strings.Contains(j.log, "old/") {
				t.Errorf("exit code %d, want %d; log, which must have %q:\n%s", j.code, c.code, c.log, j.log)
			}
		})
	}
}

// TestActionAfterAForcePush: what stood on the branch before is nowhere in the
// clone, so that all files are checked.
func TestActionAfterAForcePush(t *testing.T) {
	needBash(t)
	command(t, "curl")
	origin := newScratch(t)
	plant(t, origin.folder, map[string]string{"old/" + contextFile: warnedContext})
	origin.must(t, "git", "add", "-A")
	origin.must(t, "git", "commit", "-q", "-m", "x")
	origin.must(t, "git", "branch", "-m", "main")
	releases := release(t, "0.1.0", whole)
	inputs := map[string]string{
		"version": "0.1.0", "changed-only": "true",
		"github.event.repository.default_branch": "main", "github.event.before": strings.Repeat("0123456789", 4),
	}
	for depth, want := range map[string]string{"": "as after a force push: all files are checked", "--depth=1": "fetch-depth: 0"} {
		folder := filepath.Join(t.TempDir(), "clone")
		args := []string{"clone", "-q", "file://" + filepath.ToSlash(origin.folder), folder}
		if depth != "" {
			args = slices.Insert(args, 1, depth)
		}
		origin.must(t, "git", args...)
		j := runAction(t, folder, inputs, releases, "GITHUB_REF=refs/heads/main")
		checked := strings.Contains(j.log, "old/"+contextFile+":1:1: warning")
		if !strings.Contains(j.log, want) || checked != (depth == "") || j.code != map[bool]int{true: 1, false: 2}[checked] {
			t.Errorf("clone %s: exit code %d, want %q:\n%s", depth, j.code, want, j.log)
		}
	}
}

// TestActionAsksNoRepositoryOfTheTree works in a folder that looks like a bare
// repository, whose configuration names a program that fetches what is missing.
func TestActionAsksNoRepositoryOfTheTree(t *testing.T) {
	needBash(t)
	command(t, "curl")
	origin := newScratch(t)
	ran := filepath.Join(t.TempDir(), "ran")
	plant(t, origin.folder, map[string]string{
		"pkg/HEAD": "ref: refs/heads/main\n", "pkg/objects/keep": "", "pkg/refs/keep": "", "pkg/" + contextFile: warnedContext,
		"pkg/config": "[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = x\n[protocol]\nallow = always\n" +
			"[remote \"x\"]\npromisor = true\nurl = \"ext::touch " + ran + "\"\n",
	})
	origin.must(t, "git", "add", "-A")
	origin.must(t, "git", "commit", "-q", "-m", "x")
	j := runAction(t, origin.folder, map[string]string{
		"version": "0.1.0", "changed-only": "true", "working-directory": "pkg",
		"github.event.repository.default_branch": "main", "github.event.before": strings.Repeat("0123456789", 4),
	}, release(t, "0.1.0", whole), "GITHUB_REF=refs/heads/main")
	if _, err := os.Stat(ran); err == nil || j.code != 2 || !strings.Contains(j.log, "git knows no commit") {
		t.Errorf("exit code %d, or the program ran (%v):\n%s", j.code, err, j.log)
	}
}

// TestActionAnnotatesWhatKeptItFromChecking: each reason to fail without a
// finding is in the pull request, with the way out, unless nothing is to be.
func TestActionAnnotatesWhatKeptItFromChecking(t *testing.T) {
	needBash(t)
	command(t, "curl")
	releases := release(t, "0.1.0", whole)
	cases := []struct {
		name   string
		inputs map[string]string
		want   string
	}{
		{"a severity in capitals", map[string]string{"fail-on": "Error"}, `invalid value "Error" for --fail-on: use error, warning or never`},
		{"no such folder", map[string]string{"working-directory": "no%where"}, "there is no folder "},
		{"no such option", map[string]string{"args": "--frobnicate"}, "frobnicate"},
		{"no such format", map[string]string{"format": "srif"}, `did you mean "sarif"?`},
	}
	for _, c := range cases {
		for _, annotations := range []string{"true", "false"} {
			folder := t.TempDir()
			plant(t, folder, map[string]string{contextFile: goodContext})
			c.inputs["version"], c.inputs["annotations"] = "0.1.0", annotations
			j := runAction(t, folder, c.inputs, releases)
			told := failed.FindStringSubmatch(j.log)
			if shown := told != nil && strings.Contains(told[1], c.want); j.code != 2 || shown != (annotations == "true") || !strings.Contains(j.log, c.want) {
				t.Errorf("%s: annotations %s, exit code %d, told %q:\n%s", c.name, annotations, j.code, told, j.log)
			}
		}
	}
}
