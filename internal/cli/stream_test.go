package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// streamMain runs a command in this process, with that standard input.
func streamMain(in io.Reader, env map[string]string, args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	streams := Streams{In: in, Out: &stdout, Err: &stderr, Getenv: environment(env)}
	code = Main(streams, append([]string{"handofflint"}, args...))
	return code, stdout.String(), stderr.String()
}

const (
	startMarker = "---KELOS_HANDOFF_START---"
	endMarker   = "---KELOS_HANDOFF_END---"
)

// A log that is longer than what is read is an error that says what to do.
func TestLongStreams(t *testing.T) {
	for _, args := range []string{"pipeline extract", "pipeline extract --kind outputs", "pipeline extract --kind metadata", "pipeline result"} {
		log := strings.NewReader(strings.Repeat("a log.\n", 5*mebibyte) + "[CF-RESULT: success]\n")
		code, out, errs := streamMain(log, nil, strings.Fields(args)...)
		if code != failedCode(args) || out != "" || !strings.Contains(errs, "cannot read <stdin>: it is longer than 32 MiB: pass its end alone, as `tail -c 32M` gives it") {
			t.Errorf("%s: exit code %d, %q, %s", args, code, out, errs)
		}
	}
}

// A prompt is filled in from a log of any length, from standard input and from
// a file.
func TestRenderLongLog(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "fix.tmpl", `{{.Deps.a.Handoff.Summary}} on {{.Deps.a.Results.branch}}`)
	lines := strings.Repeat("a log\n", mebibyte/4)
	log := lines + startMarker + "\n{\"version\": 1, \"summary\": \"Found it\"}\n" + endMarker +
		"\n---KELOS_OUTPUTS_START---\nbranch: main\n---KELOS_OUTPUTS_END---\n"
	testkit.Write(t, "a.log", log)
	testkit.Write(t, "a.json", log)
	testkit.Write(t, "long.log", startMarker+lines+endMarker)
	code, out, errs := streamMain(strings.NewReader(log), nil, "pipeline", "render", "fix.tmpl", "--dep", "a=-")
	if code != 0 || out != "Found it on main" {
		t.Errorf("from standard input: exit code %d, %q, %s", code, out, errs)
	}
	for path, says := range map[string]string{"a.log": "", "a.json": "[file/too-large]", "long.log": "long.log:1:1: the text between this " + startMarker} {
		code, out, errs := streamMain(nil, nil, "pipeline", "render", "fix.tmpl", "--dep", "a="+path, "--no-failure-log")
		if refused := says != ""; (code == 2) != refused || (out == "Found it on main") == refused || !strings.Contains(errs, says) {
			t.Errorf("%s: exit code %d, %q, %.300s", path, code, out, errs)
		}
	}
}

// What is over the limit is told, and never cut in silence.
func TestLongPayloads(t *testing.T) {
	text := strings.Repeat("x", mebibyte)
	block := "```json\n{\"agent\": \"a\", \"status\": \"" + text + "\"}\n```\n"
	outputs := "---KELOS_OUTPUTS_START---\na: " + text + "\n---KELOS_OUTPUTS_END---\n"
	tests := []struct{ args, log, says string }{
		{"pipeline extract", "a\n" + startMarker + text + "x" + endMarker, "<stdin>:2:1: the text between this " + startMarker + " and " + endMarker + " is larger than the limit of 1048576 bytes"},
		{"pipeline extract --kind metadata", "a\nb\n" + block, "<stdin>:3:1: the JSON block under this fence, which may be the metadata block, is larger than the limit of 1048576 bytes"},
		{"pipeline extract --kind outputs", outputs, "<stdin>:1:1: the text between this"},
		{"pipeline extract", startMarker + text + text, "the payload is cut off"},
	}
	for _, tt := range tests {
		code, out, errs := streamMain(strings.NewReader(tt.log), nil, strings.Fields(tt.args)...)
		if code != 2 || out != "" || !strings.Contains(errs, tt.says) || len(errs) > 4096 {
			t.Errorf("%s: exit code %d, %d bytes, %.300s", tt.args, code, len(out), errs)
		}
	}
}

// A payload that its escapes make too long for its readers is not printed.
func TestEmitTooLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "handoff.json")
	marks := strings.Repeat(endMarker, (mebibyte-1000)/len(endMarker))
	writeFile(t, path, `{"version": 1, "summary": "Found it", "note": "`+marks+`"}`)
	env := map[string]string{"KELOS_HANDOFF_PATH": path}
	code, out, errs := streamMain(nil, env, "pipeline", "emit")
	if code != 0 || out != "" || !strings.Contains(errs, "with the markers in it escaped it is larger than the limit of 1048576 bytes") {
		t.Errorf("exit code %d, %d bytes, %s", code, len(out), errs)
	}
	if code, _, _ := streamMain(nil, env, "pipeline", "emit", "--fail"); code != 2 {
		t.Errorf("with --fail the exit code is %d", code)
	}
}

// Text of strangers reaches stderr escaped; the payload itself is printed as
// it is.
func TestHostileStreams(t *testing.T) {
	const evil = "\x1b]0;x\x07\u202e"
	logs := map[string][]string{
		startMarker + `{"summary": 1, "` + evil + `": 2}` + endMarker:      {"pipeline", "extract"},
		startMarker + `{"summary": ` + evil + `}` + endMarker:              {"pipeline", "extract"},
		"---KELOS_OUTPUTS_START---" + evil:                                 {"pipeline", "extract", "--kind", "outputs"},
		evil + "\n[CF-RESULT: " + evil + "]":                               {"pipeline", "result"},
		"```json\n{\"agent\": \"" + evil + "\", \"status\": \"x\"}\n```\n": {"pipeline", "extract", "--kind", "metadata"},
	}
	for log, args := range logs {
		code, _, errs := streamMain(strings.NewReader(log), nil, args...)
		if code != 2 || strings.ContainsAny(errs, "\x1b\x07\u202e") {
			t.Errorf("%q: exit code %d, %q", args, code, errs)
		}
	}
	log := startMarker + `{"version": 1, "summary": "Found it` + "\u202e" + `"}` + endMarker
	if code, out, errs := streamMain(strings.NewReader(log), nil, "pipeline", "extract"); code != 0 || !strings.Contains(out, "\u202e") {
		t.Errorf("exit code %d, %q, %s", code, out, errs)
	}
	if _, out, _ := streamMain(strings.NewReader("[CF-RESULT: failure] "+evil), nil, "pipeline", "result"); strings.ContainsAny(out, "\x1b\x07\u202e") {
		t.Errorf("the reason of a failure is printed as it is: %q", out)
	}
}

// broken fails at once.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("input/output error") }

func TestBrokenStreams(t *testing.T) {
	for _, args := range []string{"pipeline result", "pipeline extract", "pipeline extract --kind outputs", "pipeline extract --kind metadata"} {
		in := io.MultiReader(strings.NewReader("[CF-RESULT: success]\n"), broken{})
		code, out, errs := streamMain(in, nil, strings.Fields(args)...)
		if code != failedCode(args) || out != "" || !strings.Contains(errs, "cannot read <stdin>: input/output error") {
			t.Errorf("%s: exit code %d, %q, %s", args, code, out, errs)
		}
	}
}

// Windows PowerShell writes UTF-16: no command takes it for a text in which
// nothing is found.
func TestUTF16Streams(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "a.tmpl", "{{.Deps.a.Handoff.Summary}}")
	testkit.Write(t, "a.json", `{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "S", "relevant_files": ["a.go"], "key_findings": ["F"]}`)
	for _, mark := range []string{"\xff\xfeh\x00i\x00", "\xfe\xff\x00h\x00i"} {
		testkit.Write(t, "a.log", mark)
		for _, args := range []string{
			"pipeline result", "pipeline extract", "pipeline extract --kind outputs", "pipeline extract --kind metadata", "pipeline result a.log", "pipeline extract a.log",
			"pipeline render a.tmpl --dep a=-", "pipeline context retry a.json --from -", "pipeline context retry a.json --from a.log",
		} {
			code, out, errs := streamMain(strings.NewReader(mark), nil, strings.Fields(args)...)
			if code != failedCode(args) || out != "" || !strings.Contains(errs, "it is UTF-16, as > of Windows PowerShell writes it") {
				t.Errorf("%s: exit code %d, %q, %s", args, code, out, errs)
			}
		}
	}
	for _, short := range []string{"", "\xff", "hi"} {
		if code, _, errs := streamMain(strings.NewReader(short), nil, "pipeline", "extract"); code != 1 {
			t.Errorf("%q: exit code %d, %s", short, code, errs)
		}
	}
}

// White space before a payload does not hide it.
func TestWhiteSpaceIsNotNothing(t *testing.T) {
	log := "---KELOS_OUTPUTS_START---\n" + strings.Repeat(" \n", 2<<20) + "branch: x\n---KELOS_OUTPUTS_END---\n"
	code, out, errs := streamMain(strings.NewReader(log), nil, "pipeline", "extract", "--kind", "outputs")
	if code != ExitClean || out != "branch: x\n" {
		t.Errorf("exit code %d, %q, %s", code, out, errs)
	}
}

func TestDefaultPayloadPath(t *testing.T) {
	if _, err := os.Lstat("/tmp/kelos-handoff.json"); err == nil {
		t.Skip("there is a payload on this machine")
	}
	if code, out, errs := streamMain(nil, nil, "pipeline", "emit", "--fail"); code != 0 || out != "" || errs != "" {
		t.Errorf("exit code %d, %q, %s", code, out, errs)
	}
}

// A payload is judged as check judges the log that it stands in: the same
// findings at the same places.
func TestExtractAgreesWithCheck(t *testing.T) {
	logs := map[string]string{
		"task":                "é\n12:00 " + startMarker + " {\n \"summary\": \"\",\n \"data\": {\"a\": 1}, \"detial\": \"x\"}\r\n" + endMarker + "\nbye\n",
		"task, broken":        "a\n" + startMarker + "\n{\"summary\": \"x\n" + endMarker + "\n",
		"task, cut off":       startMarker + "{}" + endMarker + "\n  " + startMarker + "\n{\"sum",
		"task, without start": "{}\nx " + endMarker + "\n",
		"task, twice":         "\ufeff" + startMarker + "{\"summary\": \"x\", \"summary\": \"y\"}" + endMarker,
		"metadata":            "# Done\n\n## Metadata\n\n```json\n{\"agent\": \"a\", \"status\": \"done\",\n \"handoff\": {\"context\": \"\"}}\n```\n",
		"metadata, cut off":   "# Done\n\n## Metadata\n\n```json\n{\"agent\": \"a\", \"status\": \"done\",\n \"han",
		"metadata, open":      "日本\n````json\n{\"agent\": \"a\", \"status\": [}\n```\n",
	}
	for name, log := range logs {
		format, _, _ := strings.Cut(name, ",")
		kind := strings.Replace(format, "task", "handoff", 1)
		_, want, _ := streamMain(strings.NewReader(log), nil, "check", "--no-failure-log", "--as", format, "-f", "concise", "-")
		code, _, errs := streamMain(strings.NewReader(log), nil, "pipeline", "extract", "--kind", kind, "-")
		if got := headers(errs); got != want || want == "" || code != 2 {
			t.Errorf("%s: exit code %d, extract says\n%s\ncheck says\n%s", name, code, got, want)
		}
	}
}

// headers are the first lines of findings.
func headers(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "<stdin>:") && !strings.Contains(line, ": note: ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// failedCode is the exit code of a command whose input cannot be read.
func failedCode(args string) int {
	if strings.HasPrefix(args, "pipeline result") {
		return ExitQuestion
	}
	return ExitFailed
}
