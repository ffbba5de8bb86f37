package lint_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// benchReport is a valid report of about 4 KB.
func benchReport(sequence int) string {
	prose := strings.ReplaceAll(testkit.Steps(100, 50), "Step", "- Step")
	return report("s-1", sequence, "architect", "## 2.", prose+"\n## 2.")
}

var benchInputs = map[document.Format]string{
	"report":   benchReport(1),
	"metadata": `{"agent": "a", "output_type": "b", "timestamp": "2026-05-31T12:21:29Z", "feature_directory": "d", "skills_invoked": ["s"], "library_skills_read": [], "source_files_verified": ["f"], "status": "complete"}`,
	"context":  `{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "s", "relevant_files": ["f"], "key_findings": ["k"]}`,
	"task":     `{"version": 1, "summary": "s", "data": {"k": "v"}}`,
}

// BenchmarkColdEngine measures the first file of a format: making an engine, and compiling the format.
func BenchmarkColdEngine(b *testing.B) {
	for _, format := range allFormats[1:] {
		in := document.Input{Path: "a", Data: []byte(benchInputs[format]), As: format, Named: true}
		b.Run(string(format), func(b *testing.B) {
			for b.Loop() {
				engine, err := rules.NewEngine(checks.All(), rules.Options{Now: noon})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := engine.CheckInput(in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// ownRule is a team's file of rules.
const ownRule = `rules: {"team/owner": {
	summary: "no owner", formats: ["report"], severity: "warning"
	must: data: agent_role!: string
	message: "no owner"
}}
`

// BenchmarkProcess measures one call from outside, relative to an empty Go program: both are started in turn,
// and the fastest runs are compared, since other work on the machine only adds time.
func BenchmarkProcess(b *testing.B) {
	empty, real := benchPrograms(b)
	folder := b.TempDir()
	config := filepath.Join(folder, ".handofflint.yaml")
	if err := errors.Join(os.WriteFile(config, []byte("rule-files: [own.cue]\n"), 0o644), os.WriteFile(filepath.Join(folder, "own.cue"), []byte(ownRule), 0o644)); err != nil {
		b.Fatal(err)
	}
	check := []string{real, "check", "--no-failure-log", benchTree(b, 1)}
	for _, c := range []struct {
		name    string
		command []string
	}{
		{"version", []string{real, "version"}},
		{"no-handoff", []string{real, "check", "--no-failure-log", b.TempDir()}},
		{"report", append(check, "--no-config")},
		{"own-rule", append(check, "--config", config)},
	} {
		b.Run(c.name, func(b *testing.B) {
			reportRatio(b, "times-empty", func() { runProgram(b, empty) }, func() { runProgram(b, c.command...) })
		})
	}
}

// benchPrograms builds an empty program and the real one, as .goreleaser.yaml does.
func benchPrograms(b *testing.B) (empty, real string) {
	b.Helper()
	folder := b.TempDir()
	source := filepath.Join(folder, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	empty, real = filepath.Join(folder, "empty.exe"), filepath.Join(folder, "real.exe")
	for binary, what := range map[string]string{empty: source, real: "github.com/handofflint/handofflint/cmd/handofflint"} {
		build := exec.Command("go", "build", "-trimpath", "-tags=urfave_cli_no_docs", "-ldflags=-s -w", "-o", binary, what)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			b.Skipf("cannot build %s: %s", what, out)
		}
	}
	return empty, real
}

func runProgram(b *testing.B, command ...string) {
	b.Helper()
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
}

// reportRatio runs two functions in turn and reports the ratio of the second's fastest run to the first's.
func reportRatio(b *testing.B, unit string, first, second func()) {
	b.Helper()
	least := func(so time.Duration, what func()) time.Duration {
		start := time.Now()
		what()
		if taken := time.Since(start); so == 0 || taken < so {
			return taken
		}
		return so
	}
	var firsts, seconds time.Duration
	for b.Loop() {
		firsts, seconds = least(firsts, first), least(seconds, second)
	}
	b.ReportMetric(float64(seconds)/float64(max(firsts, 1)), unit)
}

// BenchmarkReport compares only parsing a report with checking it, which includes parsing.
func BenchmarkReport(b *testing.B) {
	engine := newEngine(b)
	in := document.Input{Path: "agent-handoffs/s-1/01-architect-report.md", Data: []byte(benchReport(1)), Named: true}
	parse := func() { document.Parse(in, engine.Limits().Limits) }
	judge := func() {
		if r, err := engine.CheckInput(in); err != nil || len(r.Findings) > 1 {
			b.Fatal(r.Findings, err)
		}
	}
	compare(b, int64(len(in.Data)), parse, judge)
}

// compare measures parsing and checking, separately and relative to each other. size is the number of bytes
// that both read, or 0 to report none.
func compare(b *testing.B, size int64, parse, judge func()) {
	for _, c := range []struct {
		name string
		what func()
	}{{"parse", parse}, {"judge", judge}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				c.what()
			}
		})
	}
	b.Run("ratio", func(b *testing.B) { reportRatio(b, "times-parse", parse, judge) })
}

// BenchmarkRun2000 finds, reads and checks 2,000 reports with two workers; its baseline finds, reads and
// parses them.
func BenchmarkRun2000(b *testing.B) {
	root := benchTree(b, 2000)
	engine := newEngine(b)
	linter := &lint.Linter{Engine: engine, Jobs: 2}
	compare(b, 0, func() { parseAll(b, root, engine) }, func() {
		if _, err := linter.Run(context.Background(), walk(b, root)); err != nil {
			b.Fatal(err)
		}
	})
}

func walk(t testing.TB, root string) lint.Found {
	t.Helper()
	found, err := lint.Walk(context.Background(), []string{root}, lint.Options{NoIgnoreFiles: true})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// parseAll reads and parses, with two workers, what a linter would check.
func parseAll(t testing.TB, root string, engine *rules.Engine) {
	t.Helper()
	linter := &lint.Linter{Engine: engine}
	files := walk(t, root).Files
	done := make(chan bool)
	for worker := range 2 {
		go func() {
			for i := worker; i < len(files); i += 2 {
				if in, fault := linter.Read(files[i]); fault == nil {
					document.Parse(in, engine.Limits().Limits)
				}
			}
			done <- true
		}()
	}
	<-done
	<-done
}

// benchTree writes reports in sessions of twenty.
func benchTree(t testing.TB, n int) string {
	t.Helper()
	root := t.TempDir()
	for i := range n {
		folder := filepath.Join(root, "agent-handoffs", fmt.Sprintf("s-%d", i/20))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(folder, fmt.Sprintf("%02d-architect-report.md", i%20+1))
		text := strings.Replace(benchReport(i%20+1), `"s-1"`, fmt.Sprintf(`"s-%d"`, i/20), 1)
		for path, data := range map[string]string{name: text, name + ".done": ""} {
			if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

// TestMemoryIsFlat checks 500 and 1,500 reports and compares the peaks. Only the result of a file may stay,
// some hundred bytes, or twice that until it is collected; the trees of the files, over 100 KB each, must
// not.
func TestMemoryIsFlat(t *testing.T) {
	linter := &lint.Linter{Engine: newEngine(t), Jobs: 2}
	peakOf := func(n int) int64 {
		root := benchTree(t, n)
		return testkit.Peak(t, func() {
			results, err := linter.Run(context.Background(), walk(t, root))
			if err != nil {
				t.Fatal(err)
			}
			if s := rules.Summarize(results); s.Passed != n {
				t.Errorf("%+v", s)
			}
		})
	}
	// The time of garbage collection is random: use the lowest of several peaks. One of the larger tree
	// is usually low enough.
	few, many := min(peakOf(500), peakOf(500), peakOf(500)), peakOf(1500)
	isFlat := func() bool { return many <= 150<<20 && many-few <= 1000*8<<10 }
	for try := 0; try < 2 && !isFlat(); try++ {
		many = min(many, peakOf(1500))
	}
	t.Logf("500 files: %d MiB, 1,500 files: %d MiB", few>>20, many>>20)
	if !isFlat() {
		t.Errorf("%d bytes for 500 files, %d for 1,500", few, many)
	}
}
