package cli

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/peak"
)

// TestScaleDoc runs every command of docs/scale.md: the shell's, the matrix
// workflow's for each of its shards, and the Job's for each of its pods. What
// they make must be what one run makes.
func TestScaleDoc(t *testing.T) {
	peak.SkipWithRace(t)
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash here; TestShardsMergedEqualOneRun needs none")
	}
	doc := string(readFile(t, "../../docs/scale.md"))
	scripts := fences(doc, "sh")
	manifests := fences(doc, "yaml")
	if len(scripts) != 4 || len(manifests) != 2 {
		t.Fatalf("%d scripts and %d manifests, want 4 and 2", len(scripts), len(manifests))
	}
	t.Run("shell", func(t *testing.T) {
		enterArchive(t)
		inBash(t, nil, scripts[0]+"\nexit 0")
		holdReport(t)
		inBash(t, nil, scripts[1])
		holdLog(t)
	})
	t.Run("sarif", func(t *testing.T) {
		enterArchive(t)
		inBash(t, nil, "handofflint check -f sarif=whole.sarif archive || true\n"+scripts[0]+scripts[2]+"\nexit 0")
		if got, want := string(readFile(t, "handofflint.sarif")), string(readFile(t, "whole.sarif")); got != want {
			t.Errorf("the merged SARIF differs %s", difference(want, got))
		}
	})
	t.Run("workflow", func(t *testing.T) {
		enterArchive(t)
		runWorkflow(t, manifests[0])
		holdReport(t)
	})
	t.Run("job", func(t *testing.T) {
		enterArchive(t)
		runJob(t, manifests[1])
		inBash(t, nil, strings.ReplaceAll(scripts[3], "/parts/", "")+"\nexit 0")
		holdReport(t)
		holdLog(t)
	})
}

func fences(doc, language string) (texts []string) {
	for _, match := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)```").FindAllStringSubmatch(doc, -1) {
		texts = append(texts, match[1])
	}
	return texts
}

// enterArchive goes to a folder with an archive, and what one run says of it.
func enterArchive(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for i, kind := range []string{"good", "warned", "broken", "broken", "warned", "good", "broken", "warned"} {
		data := readFile(t, sourceFolder+"/testdata/fixtures/docs/context/1717500000-"+kind+".json")
		write(t, fmt.Sprintf("archive/context/%d.json", i), string(data))
	}
	inBash(t, nil, "handofflint check -f json -o whole.json --failure-log whole.jsonl archive || exit 0")
}

func holdReport(t *testing.T) {
	t.Helper()
	if got, want := string(readFile(t, "report.json")), string(readFile(t, "whole.json")); got != want {
		t.Errorf("the merged report differs %s", difference(want, got))
	}
}

// holdLog compares logs but for the order and the times, which are of several
// runs.
func holdLog(t *testing.T) {
	t.Helper()
	times := regexp.MustCompile(`"timestamp":"[^"]*"`)
	got := strings.Split(times.ReplaceAllString(string(readFile(t, "failures.jsonl")), ""), "\n")
	want := strings.Split(times.ReplaceAllString(string(readFile(t, "whole.jsonl")), ""), "\n")
	if len(got) != len(want) {
		t.Errorf("the merged log has %d lines, want %d", len(got), len(want))
	}
	for _, line := range want {
		if !strings.Contains(strings.Join(got, "\n"), line) {
			t.Errorf("the merged log lacks %s", line)
		}
	}
}

func inBash(t *testing.T, env []string, script string) {
	t.Helper()
	if code, out := bash(env, script); code != 0 {
		t.Fatalf("exit code %d: %s\n%s", code, script, out)
	}
}

func bash(env []string, script string) (int, string) {
	cmd := exec.Command("bash", "-o", "pipefail", "-c", script)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		return -1, err.Error()
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

type workflowStep struct {
	Run string
	Env map[string]string
}

// runWorkflow runs the jobs of the workflow as far as no network is needed.
func runWorkflow(t *testing.T, text string) {
	t.Helper()
	var workflow struct {
		Jobs map[string]struct {
			Strategy struct{ Matrix struct{ Shard []string } }
			Steps    []workflowStep
		}
	}
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatal(err)
	}
	part := workflow.Jobs["part"]
	if len(part.Strategy.Matrix.Shard) != 7 {
		t.Fatalf("the matrix has the shards %v", part.Strategy.Matrix.Shard)
	}
	for _, shard := range part.Strategy.Matrix.Shard {
		for _, step := range part.Steps {
			if code := step.run(t, shard); code != 0 {
				t.Errorf("shard %s: exit code %d: %s", shard, code, step.Run)
			}
		}
	}
	for _, step := range workflow.Jobs["report"].Steps {
		if code := step.run(t, ""); strings.Contains(step.Run, "merge") && code != ExitFailed {
			t.Errorf("the last job has exit code %d, want the verdict %d", code, ExitFailed)
		}
	}
}

func (s workflowStep) run(t *testing.T, shard string) int {
	t.Helper()
	if !strings.HasPrefix(s.Run, "handofflint ") {
		return 0
	}
	var env []string
	for name, value := range s.Env {
		env = append(env, name+"="+strings.ReplaceAll(value, "${{ matrix.shard }}", shard))
	}
	code, out := bash(env, s.Run)
	t.Log(out)
	return code
}

// runJob runs the container of every pod, with this folder for its volumes.
func runJob(t *testing.T, text string) {
	t.Helper()
	var job struct {
		Spec struct {
			Completions int
			Template    struct {
				Spec struct {
					Containers []struct{ Command, Args []string }
				}
			}
		}
	}
	if err := yaml.Unmarshal([]byte(text), &job); err != nil {
		t.Fatal(err)
	}
	container := job.Spec.Template.Spec.Containers[0]
	for i := range job.Spec.Completions {
		var args []string
		for _, arg := range append(container.Command, container.Args...) {
			arg = strings.ReplaceAll(arg, "$(JOB_COMPLETION_INDEX)", fmt.Sprint(i))
			args = append(args, strings.ReplaceAll(arg, "/parts/", ""))
		}
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Errorf("pod %d: %v: %s", i, err, out)
		}
	}
}
