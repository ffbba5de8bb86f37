package integration

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// action is what the tests read of action.yml.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, If, Uses, Shell, Run string
	Env                      map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	var a action
	readYAML(t, filepath.Join(root, "action.yml"), &a)
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Fatal("action.yml is no composite action")
	}
	return a
}

func TestActionKeepsInputsOutOfScripts(t *testing.T) {
	a := readAction(t)
	used := ""
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("an expression in the text of a script: %s", s.Run)
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("%q runs in %q, which is not there on every system", s.Run, s.Shell)
		}
		used += s.If + strings.Join(slices.Collect(maps.Values(s.Env)), "\n")
	}
	for name, input := range a.Inputs {
		if !strings.Contains(used, "inputs."+name) {
			t.Errorf("no step reads the input %s", name)
		}
		if input.Description == "" {
			t.Errorf("the input %s has no description", name)
		}
	}
}

// job is a run of the action in a scratch repository.
type job struct {
	folder string
	code   int
	log    string
	output map[string]string
	// path is what the action adds to the PATH of later steps.
	path string
}

// expression is one that the runner replaces in the environment of a step.
var expression = regexp.MustCompile(`^\$\{\{ (?:inputs\.([a-z-]+)|((?:github|steps)\.[a-z._]+)) \}\}$`)

// runAction runs the steps of action.yml as a runner does: each in a bash of
// its own, from a file, with the inputs and the event in the environment.
func runAction(t *testing.T, folder string, inputs map[string]string, env ...string) job {
	t.Helper()
	a := readAction(t)
	j := job{folder: folder, output: map[string]string{}}
	temp := t.TempDir()
	for _, s := range a.Runs.Steps {
		if s.Run == "" {
			continue
		}
		full := append(os.Environ(), "GITHUB_BASE_REF=", "GITHUB_REF=", "GITHUB_STEP_SUMMARY=", "GITHUB_WORKSPACE="+folder, "GITHUB_ACTION_PATH="+absolute(t, "."), "RUNNER_TEMP="+temp, "HOME="+temp,
			"GITHUB_SERVER_URL=https://github.example", // which no gh attests anything of
			"HANDOFFLINT_FAILURE_LOG=", "GITHUB_OUTPUT="+filepath.Join(temp, "output-"+s.ID), "GITHUB_PATH="+filepath.Join(temp, "path"))
		full = append(full, env...)
		for name, value := range s.Env {
			full = append(full, name+"="+a.evaluate(t, value, inputs, j.output))
		}
		j.run(t, s, temp, full)
		if j.code != 0 {
			break
		}
	}
	return j
}

func (a action) evaluate(t *testing.T, value string, inputs, outputs map[string]string) string {
	t.Helper()
	match := expression.FindStringSubmatch(value)
	if match == nil {
		t.Fatalf("the test does not know the expression %q", value)
	}
	// What the event says is given like an input, by its whole name.
	if set, ok := inputs[match[1]+match[2]]; ok {
		return set
	}
	if output, ok := strings.CutPrefix(match[2], "steps.program.outputs."); ok {
		return outputs[output]
	}
	return a.Inputs[match[1]].Default
}

func (j *job) run(t *testing.T, s step, temp string, env []string) {
	t.Helper()
	script := filepath.Join(temp, "step.sh")
	if err := os.WriteFile(script, []byte(s.Run), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script)
	cmd.Dir, cmd.Env = j.folder, env
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	j.code = cmd.ProcessState.ExitCode()
	j.log += string(out)
	written, _ := os.ReadFile(filepath.Join(temp, "output-"+s.ID))
	path, _ := os.ReadFile(filepath.Join(temp, "path"))
	j.path = strings.TrimSpace(string(path))
	for line := range strings.Lines(string(written)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		j.output[name] = value
	}
}

// needBash skips where the test cannot play the runner.
func needBash(t *testing.T) {
	t.Helper()
	command(t, "bash")
	if runtime.GOOS == "windows" {
		t.Skip("which bash is found on Windows is chance; .github/workflows/self.yml runs the action there")
	}
}

func TestActionBuildsItself(t *testing.T) {
	needBash(t)
	folder := t.TempDir()
	plant(t, folder, map[string]string{contextFile: brokenContext, "go.work": "not a workspace"})
	// What a job sets for its own Go code must not matter.
	j := runAction(t, folder, nil, append(goEnv(t), "GOFLAGS=-mod=vendor", "GOOS=plan9")...)
	if j.code != 2 || j.output["errors"] != "1" || j.output["findings"] != "1" || j.output["go"] != "yes" {
		t.Errorf("exit code %d, outputs %v\n%s", j.code, j.output, j.log)
	}
	if out, err := exec.Command(filepath.Join(j.path, program()), "version").CombinedOutput(); err != nil {
		t.Errorf("a later step cannot start the program in %q: %v: %s", j.path, err, out)
	}
}

// release makes a release for this machine that the action can download, and
// gives the setting that says where it is. The program in it is a script that
// starts the built one: to unpack that takes longer than all that a test asks.
func release(t *testing.T, version string, spoil func(archive []byte) []byte) string {
	t.Helper()
	folder := t.TempDir()
	name := fmt.Sprintf("handofflint_%s_%s_%s.tar.gz", version, runtime.GOOS, runtime.GOARCH)
	script := fmt.Sprintf("#!/usr/bin/env bash\nexec '%s' \"$@\"\n", filepath.Join(buildProgram(t), program()))
	data := archiveOf(t, program(), []byte(script))
	sums := fmt.Sprintf("%x  other.tar.gz\n%x  %s\n", sha256.Sum256(nil), sha256.Sum256(data), name)
	plant(t, folder, map[string]string{
		"v" + version + "/checksums.txt": sums,
		"v" + version + "/" + name:       string(spoil(data)),
	})
	return "HANDOFFLINT_RELEASES=file://" + filepath.ToSlash(folder)
}

func whole(archive []byte) []byte { return archive }

func TestActionUsesRelease(t *testing.T) {
	needBash(t)
	command(t, "curl")
	files := map[string]string{
		"docs/good/" + contextFile: goodContext, "docs/warned/" + contextFile: warnedContext,
		"it's $(here)/" + contextFile: brokenContext, "sub/" + contextFile: goodContext,
		"nothing/README.md": "", "none/README.md": "",
		"run/red.jsonl":    string(readFile(t, filepath.Join(root, "testdata/evidence/transcripts/red-tests.jsonl"))),
		"old/edited.jsonl": string(readFile(t, filepath.Join(root, "testdata/evidence/transcripts/edited-since.jsonl"))),
	}
	cases := []struct {
		name    string
		inputs  map[string]string
		code    int
		log     string
		outputs string // findings, errors, warnings
	}{
		{"everything", nil, 2, "schema/empty-field", "2 1 1"},
		{"warnings fail", map[string]string{"paths": "docs"}, 1, "context/no-schema-version", "1 0 1"},
		{"unless told otherwise", map[string]string{"paths": "docs", "fail-on": "error"}, 0, "context/no-schema-version", "1 0 1"},
		{"never", map[string]string{"fail-on": "never"}, 0, "schema/empty-field", "2 1 1"},
		{"paths with spaces and quotes", map[string]string{"paths": "docs/good\n\nit's $(here)/" + contextFile + "\r\n"}, 2, "it's $(here)/" + contextFile + ":1:", "1 1 0"},
		{"another format", map[string]string{"format": "json", "paths": "docs/good"}, 0, `"findings": []`, "0 0 0"},
		{"a working directory", map[string]string{"working-directory": "sub"}, 0, "1 file: 1 passed", "0 0 0"},
		{"more arguments", map[string]string{"args": "--strict\n--exclude\nit's $(here)/"}, 2, "error: no schema_version", "1 1 0"},
		{"a path that is not there", map[string]string{"paths": "gone.md", "fail-on": "never"}, 2, "gone.md:1:1: error", "1 1 0"},
		{"nothing", map[string]string{"paths": "nothing\nnone"}, 0, `::warning title=handofflint::found no handoff to check (2 other files skipped), looked in "." for "nothing none". Reports in agent-handoffs/ are not committed`, "0 0 0"},
		{"nothing in a folder", map[string]string{"working-directory": "nothing"}, 0, `found no handoff to check (1 other file skipped), looked in "nothing". Reports`, "0 0 0"},
		{"something is expected", map[string]string{"paths": "nothing", "fail-on-empty": "true"}, 2, `::error title=handofflint::found no handoff to check (1 other file skipped)`, "0 0 0"},
		{"annotations", nil, 2, "\n::error title=schema/empty-field,file=it's $(here)/" + contextFile + ",line=1,", "2 1 1"},
		{"annotations alone", map[string]string{"format": "github", "paths": "docs"}, 1, "::warning title=context/no-schema-version,file=docs/warned/", "1 0 1"},
		{"neither true nor false", map[string]string{"annotations": "yes"}, 2, `the input annotations must be true or false, not "yes"`, ""},
		{"changes of some kind", map[string]string{"changed-only": "TRUE"}, 2, `the input changed-only must be true or false, not "TRUE"`, ""},
		{"an audit", map[string]string{"command": "audit", "transcripts": "run\nold"}, 2, "1 false claim, 1 outdated", "2 1 1"},
		{"an audit of what is outdated", map[string]string{"command": "audit", "transcripts": "old"}, 1, "evidence/outdated", "1 0 1"},
		{"outdated claims do not fail", map[string]string{"command": "audit", "transcripts": "old", "fail-on": "error"}, 0, "evidence/outdated", "1 0 1"},
		{"no claim fails", map[string]string{"command": "audit", "transcripts": "run", "fail-on": "never"}, 0, "evidence/contradicted", "1 1 0"},
		{"an audit in a folder, with an argument", map[string]string{"command": "audit", "working-directory": "run", "transcripts": "red.jsonl", "args": "-v"}, 2, "red.jsonl:10: false", "1 1 0"},
		{"no transcript there", map[string]string{"command": "audit", "transcripts": "gone.jsonl", "fail-on": "never"}, 2, "cannot read gone.jsonl", "0 0 0"},
		{"no session", map[string]string{"command": "audit"}, 0, "::warning title=handofflint::no session of this repository in ", "0 0 0"},
		{"a session is expected", map[string]string{"command": "audit", "transcripts": "nothing", "fail-on-empty": "true"}, 2, "::error title=handofflint::no session in nothing\n", "0 0 0"},
		{"no such command", map[string]string{"command": "lint"}, 2, `the input command must be check, audit or none, not "lint"`, ""},
		{"changes without git", map[string]string{"changed-only": "true"}, 2, "this folder is in no git repository", ""},
	}
	releases := release(t, "0.1.0", whole)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			plant(t, folder, files)
			inputs := map[string]string{"version": "v0.1.0"}
			maps.Copy(inputs, c.inputs)
			j := runAction(t, folder, inputs, releases, "GIT_CEILING_DIRECTORIES="+filepath.Dir(folder))
			outputs := strings.TrimSpace(j.output["findings"] + " " + j.output["errors"] + " " + j.output["warnings"])
			if j.code != c.code || outputs != c.outputs || !strings.Contains(j.log, c.log) {
				t.Errorf("exit code %d, want %d; outputs %q, want %q; log, which must have %q:\n%s", j.code, c.code, outputs, c.outputs, c.log, j.log)
			}
			if annotated := len(annotation.FindAllString(j.log, -1)); fmt.Sprint(annotated) != cmp.Or(j.output["findings"], "0") {
				t.Errorf("%d annotations:\n%s", annotated, j.log)
			}
			if told := failed.MatchString(j.log); told != (c.outputs == "" || strings.Contains(c.log, "::error title=handofflint::")) {
				t.Errorf("that it could not check is annotated: %v:\n%s", told, j.log)
			}
		})
	}
}

// TestActionInstalls: without a command the program is there for later steps, and nothing is checked.
func TestActionInstalls(t *testing.T) {
	needBash(t)
	command(t, "curl")
	folder := t.TempDir()
	plant(t, folder, map[string]string{contextFile: brokenContext})
	j := runAction(t, folder, map[string]string{"version": "0.1.0", "command": "none"}, release(t, "0.1.0", whole))
	if j.code != 0 || j.output["findings"] != "" || strings.Contains(j.log, contextFile) {
		t.Errorf("exit code %d, outputs %v, log:\n%s", j.code, j.output, j.log)
	}
	if out, err := exec.Command(filepath.Join(j.path, program()), "version").CombinedOutput(); err != nil {
		t.Errorf("a later step cannot start the program in %q: %v: %s", j.path, err, out)
	}
}

// TestActionAnnotates: the annotations and the table of the step's summary come
// together, or not at all.
func TestActionAnnotates(t *testing.T) {
	needBash(t)
	command(t, "curl")
	releases := release(t, "0.1.0", whole)
	for _, wanted := range []bool{true, false} {
		folder, summary := t.TempDir(), filepath.Join(t.TempDir(), "summary.md")
		plant(t, folder, map[string]string{contextFile: brokenContext})
		inputs := map[string]string{"version": "0.1.0", "annotations": fmt.Sprint(wanted)}
		j := runAction(t, folder, inputs, releases, "GITHUB_STEP_SUMMARY="+summary)
		table, _ := os.ReadFile(summary)
		annotated, told := annotation.MatchString(j.log), strings.Contains(string(table), "schema/empty-field")
		if j.code != 2 || j.output["errors"] != "1" || annotated != wanted || told != wanted {
			t.Errorf("annotations: %v; exit code %d, outputs %v, summary %q, log:\n%s", wanted, j.code, j.output, table, j.log)
		}
	}
}

// TestActionWritesSARIF: the output is the file's path for a step that starts
// in the workspace, whatever folder was checked.
func TestActionWritesSARIF(t *testing.T) {
	needBash(t)
	command(t, "curl")
	releases := release(t, "0.1.0", whole)
	outside := filepath.Join(t.TempDir(), "out.sarif")
	cases := []struct{ name, directory, file, want string }{
		{"none", ".", "", ""},
		{"in the workspace", ".", "a b's,$(x).sarif", "a b's,$(x).sarif"},
		{"in a folder", "./sub", "out.sarif", "./sub/out.sarif"},
		{"with a slash", "sub/", "out.sarif", "sub/out.sarif"},
		{"elsewhere", "sub", outside, outside},
		{"nowhere", ".", "none/out.sarif", ""},
		{"where a folder stands", ".", "sub", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			plant(t, folder, map[string]string{"sub/" + contextFile: brokenContext})
			j := runAction(t, folder, map[string]string{"version": "0.1.0", "working-directory": c.directory, "sarif-file": c.file}, releases)
			if j.code != 2 || j.output["sarif-file"] != c.want {
				t.Fatalf("exit code %d, the output is %q, want %q; log:\n%s", j.code, j.output["sarif-file"], c.want, j.log)
			}
			if j.output["errors"] != "1" || j.output["findings"] != "1" {
				t.Errorf("outputs %v", j.output)
			}
			if told := failed.MatchString(j.log); told != (c.want == "" && c.file != "") {
				t.Errorf("that no SARIF was written is annotated: %v:\n%s", told, j.log)
			}
			if c.want == "" {
				return
			}
			path := c.want
			if !filepath.IsAbs(path) {
				path = filepath.Join(folder, path)
			}
			if !strings.Contains(string(readFile(t, path)), `"uri": "sub/`+contextFile+`"`) {
				t.Errorf("%s:\n%s", path, readFile(t, path))
			}
		})
	}
}

// hostile would leave the file `owned` behind, or an output, if any of it were
// run, expanded or written where commands are read.
var hostile = []string{
	"$(touch owned) `touch owned`; touch owned && touch owned | touch owned > owned '; touch owned; ' \"; touch owned; \"",
	"\n::set-output name=owned::1\n::error::owned\nowned=1", "*", "--", "-o\nowned\n--",
	"\x1b[31m##[error]owned\u202e", strings.Repeat("a/", 3000),
}

func TestActionSurvivesHostileInputs(t *testing.T) {
	needBash(t)
	command(t, "curl")
	releases := release(t, "0.1.0", whole)
	for _, name := range slices.Sorted(maps.Keys(readAction(t).Inputs)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, text := range hostile {
				// As arguments, some of these may write a file.
				if name != "args" || !strings.Contains(text, "-o") {
					attack(t, releases, name, text)
				}
			}
		})
	}
}

// annotation is the only command of the runner's that the action prints, for a
// finding; failed is the one where it could not check.
var (
	annotation = regexp.MustCompile(`(?m)^::(error|warning) title=[^,:\s]*,file=[^,:]*,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?::`)
	failed     = regexp.MustCompile(`(?m)^::error title=handofflint::(.*)$`)
)

// withoutAnnotations is a log without those commands, but with their texts.
func withoutAnnotations(log string) string {
	log = strings.ReplaceAll(log, "::notice title=handofflint::", "")
	return failed.ReplaceAllString(annotation.ReplaceAllString(log, ""), "$1")
}

// attack gives one input a hostile text. The action must fail, and have done
// nothing else.
func attack(t *testing.T, releases, input, text string) {
	t.Helper()
	folder := t.TempDir()
	plant(t, folder, map[string]string{contextFile: goodContext})
	inputs := map[string]string{"version": "0.1.0", input: text}
	if input == "transcripts" {
		inputs["command"] = "audit"
	}
	j := runAction(t, folder, inputs, releases)
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	asked := input == "sarif-file" && j.output[input] == text
	for _, entry := range entries {
		if entry.Name() != "context" && !(asked && entry.Name() == text) {
			t.Errorf("%s %q left %q behind", input, text, entry.Name())
		}
	}
	if _, written := j.output["owned"]; written {
		t.Errorf("%s %q wrote an output: %v", input, text, j.output)
	}
	log := withoutAnnotations(j.log)
	if regexp.MustCompile(`(?m)^\s*::|##\[|\x1b`).MatchString(log) {
		t.Errorf("%s %q gave the runner a command:\n%s", input, text, j.log)
	}
	if harmless := text == "--" && input == "args"; j.code == 0 && !harmless && !asked {
		t.Errorf("%s %q passed:\n%s", input, text, j.log)
	}
}

func TestActionRefusesSpoiltRelease(t *testing.T) {
	needBash(t)
	command(t, "curl")
	folder := t.TempDir()
	spoilt := release(t, "0.1.0", func(archive []byte) []byte { return append(bytes.Clone(archive), 0) })
	cases := []struct{ name, version, releases, log string }{
		{"another content", "0.1.0", spoilt, "the checksum of "},
		{"no such release", "9.9.9", spoilt, "cannot download "},
		{"no version", "latest", spoilt, "the input version must be a release such as 0.1.0"},
		{"a path", "0.1.0-../../x", spoilt, "the input version must be a release such as 0.1.0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			j := runAction(t, folder, map[string]string{"version": c.version}, c.releases)
			told := failed.FindStringSubmatch(j.log)
			if j.code != 2 || !strings.Contains(j.log, c.log) || j.output["findings"] != "" || told == nil || !strings.Contains(told[1], c.log) {
				t.Errorf("exit code %d, outputs %v, log:\n%s", j.code, j.output, j.log)
			}
		})
	}
}

// standIn returns a PATH with what the action needs and a gh that answers as said, none for "".
func standIn(t *testing.T, answer string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"awk", "bash", "cat", "cp", "curl", "cut", "go", "grep", "gzip", "head", "mktemp", "sed", "sha256sum", "shasum", "tar", "tr", "uname"} {
		if path, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(path, filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if answer == "" {
		return "PATH=" + folder
	}
	script := "#!/usr/bin/env bash\nif [ \"${*: -1}\" = --help ]; then exit 0; fi\nprintf '%s ' \"$@\" >&2\n" + answer + "\n"
	if err := os.WriteFile(filepath.Join(folder, "gh"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return "PATH=" + folder
}

// TestActionVerifiesTheRelease asks a stand-in gh: no refuses, and where it is missing the
// checksum is enough.
func TestActionVerifiesTheRelease(t *testing.T) {
	needBash(t)
	command(t, "curl")
	releases := release(t, "0.1.0", whole)
	attested := func(ref string) string {
		return `printf '[{"verificationResult": {"signature": {"certificate": {\n"sourceRepositoryRef": "` + ref + `"}}}}]'`
	}
	for _, c := range []struct {
		name, answer string
		code         int
		log          string
	}{
		{"yes", attested("refs/tags/v0.1.0"), 0, "1 file: 1 passed"},
		{"no", "echo 'no attestations found' >&2; exit 1", 2, "gh does not confirm who built "},
		{"nobody, said with success", "exit 0", 2, "gh does not confirm that "},
		{"another release", attested("refs/tags/v0.0.9"), 2, "gh does not confirm that "},
		{"no gh", "", 0, "is verified by its checksum alone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			plant(t, folder, map[string]string{contextFile: goodContext})
			j := runAction(t, folder, map[string]string{"version": "0.1.0"}, releases, "GITHUB_SERVER_URL=https://github.com", standIn(t, c.answer))
			if j.code != c.code || !strings.Contains(j.log, c.log) {
				t.Errorf("exit code %d, log, which must have %q:\n%s", j.code, c.log, j.log)
			}
			const asked = "--repo handofflint/handofflint --signer-workflow handofflint/handofflin"
			if c.name == "no" && !strings.Contains(j.log, asked) {
				t.Errorf("gh was not asked with %q:\n%s", asked, j.log)
			}
		})
	}
}

// TestActionChoosesTheProgram: at the tag of a release that release, else what is built.
func TestActionChoosesTheProgram(t *testing.T) {
	needBash(t)
	for _, c := range []struct{ version, ref, repository, want string }{
		{"", "v0.1.0", "handofflint/handofflint", "0.1.0"},
		{"", "v0.2.0-rc.1", "handofflint/handofflint", "0.2.0-rc.1"},
		{"v0.3.0", "v0.1.0", "handofflint/handofflint", "0.3.0"},
		{"", "main", "handofflint/handofflint", ""},
		{"", "v1", "handofflint/handofflint", ""},
		{"", strings.Repeat("0123456789", 4), "handofflint/handofflint", ""},
		{"", "v0.1.0", "fork/handofflint", ""},
		{"", "", "", ""},
	} {
		output := filepath.Join(t.TempDir(), "output")
		cmd := exec.Command("bash", filepath.Join(root, ".github/action/run.sh"), "program")
		cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+output, "GITHUB_ACTION_PATH="+absolute(t, "."), "INPUT_VERSION="+c.version,
			"ACTION_REF="+c.ref, "ACTION_REPOSITORY="+c.repository)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text := string(readFile(t, output))
		if !strings.HasPrefix(text, "version="+c.want+"\ngo=") || !regexp.MustCompile(`\nmodules=[0-9a-f]{64}\n$`).MatchString(text) {
			t.Errorf("%+v: %s", c, text)
		}
	}
}
