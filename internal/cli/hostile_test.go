package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/testkit"
)

const mebibyte = 1 << 20

// hostile is a file that nobody writes by mistake, and what is said of it.
type hostile struct {
	name string
	text func() string
	// rule is one that must be told of, "" where none has to be.
	rule string
	code int
}

// fill repeats a text up to a quarter of the size that is read at most: a cost that is the
// square of the size shows. Blocks, which take the most memory, fill all of it.
func fill(unit string) func() string { return inReport(unit, mebibyte/4) }

// mostLines is just less than the lines that are read.
const mostLines = 29_900

// inReport puts a text into a report's first section, as often as it fits and as its
// lines are read.
func inReport(unit string, size int) func() string {
	return func() string {
		times := (size - len(reportHead) - len(reportTail)) / len(unit)
		if lines := strings.Count(unit, "\n"); lines > 0 {
			times = min(times, mostLines/lines)
		}
		return reportHead + strings.Repeat(unit, times) + reportTail
	}
}

// fillLines repeats a line up to a mebibyte, and as its lines are read.
func fillLines(line string) func() string {
	return around("", line, min(mebibyte/len(line), mostLines), "")
}

// around repeats a text between two others.
func around(before, unit string, n int, after string) func() string {
	return func() string { return before + strings.Repeat(unit, n) + after }
}

// count repeats a pattern with a number in it.
func count(before, pattern string, n int, after string) func() string {
	return func() string {
		var b strings.Builder
		b.WriteString(before)
		for i := range n {
			fmt.Fprintf(&b, pattern, i)
		}
		return b.String() + after
	}
}

const (
	reportHead = "---\nagent_role: architect\ntask_id: t\nsession_id: s\nsequence: 1\nstatus: written\n" +
		"created: 2026-05-31\nhandoff_type: full\nsummary: Traced it\n---\n\n## 1. What Was Done\n\n"
	reportTail = "\n\n## 2. Output Artifacts\n"
	findings   = `{"schema_version":1,"task_id":"1717500000-a","task_summary":"Fix b.go","key_findings":["`
)

var hostiles = []hostile{
	{"empty.md", around("\ufeff", " \n", 50, ""), "file/unknown-format", 2},
	{"docs/context/1717500000-binary.json", around("", "\x00\x01\xfe\xff{", 100_000, ""), "file/not-utf8", 2},
	{"docs/context/1717500000-latin1.json", around(`{"task_id": "caf`, "\xe9", 1000, `"}`), "file/not-utf8", 2},
	{"docs/context/1717500000-nested.json", around(`{"task_id":"a","key_findings":`, "[", 100_000, ""), "syntax/json", 2},
	{"docs/context/1717500000-nested-objects.json", around(`{"task_id":1,"key_findings":`, `{"a":`, 100_000, ""), "syntax/json", 2},
	{"docs/context/1717500000-values.json", around(`{"task_id":"a","key_findings":[""`, `,""`, 300_000, "]}"), "syntax/json", 2},
	{"docs/context/1717500000-keys.json", count(`{"task_id":"a","key_findings":[]`, `,"%x":1`, 19_000, "}"), "schema/missing-field", 2},
	{"docs/context/1717500000-near-keys.json", count(`{"task_id":"a","key_findings":[]`, `,"task_summar%d":1`, 19_000, "}"), "schema/missing-field", 2},
	{"docs/context/1717500000-repeated.json", around(`{"task_id":"a","key_findings":[]`, `,"a":1`, 150_000, "}"), "syntax/duplicate-key", 2},
	{"docs/context/1717500000-repeated-twice.json", count(`{"task_id":"a","key_findings":[]`, `,"k%[1]d":1,"k%[1]d":2`, 40_000, "}"), "syntax/duplicate-key", 2},
	{"docs/context/1717500000-faults.json", around(`{"task_id":"a","key_findings":[""`, `,""`, 19_000, "]}"), "schema/empty-field", 2},
	{"faults-in-objects.json", around(`{"agent":"a","skills_invoked":[],"status":"blocked","handoff":{"blockers":[{}`, `,{}`, 19_000, "]}}"), "schema/missing-field", 2},
	{"docs/context/1717500000-placeholders.json", around(`{"task_id":"a","key_findings":["TBD"`, `,"TBD"`, 19_000, "]}"), "placeholder", 2},
	{"docs/context/1717500000-paths.json", around(`{"task_id":"a","key_findings":[],"relevant_files":["/a"`, `,"/a"`, 19_000, "]}"), "context/absolute-path", 2},
	{"docs/context/1717500000-number.json", around(`{"task_id":"a","key_findings":[],"schema_version":1`, "1", 900_000, "}"), "context/schema-version", 2},
	{"exponent/kelos-handoff.json", around(`{"summary":"a","version":1e99`, "9", 8, "}"), "schema/wrong-type", 2},
	{"string.json", around(`{"agent":"a","skills_invoked":[],"status":"`, "y", 900_000, `"}`), "schema/not-allowed", 2},
	{"docs/context/1717500000-surrogates.json", around(`{"key_findings":[],"task_id":"`, `\ud800`, 150_000, `"}`), "schema/missing-field", 2},
	{"agent-handoffs/s/alias-bomb.md", aliasBomb, "syntax/front-matter", 2},
	{"agent-handoffs/s/flow.md", around("---\nagent_role: ", "[", 300_000, "\n---\n"), "syntax/front-matter", 2},
	{"agent-handoffs/s/flow-mapping.md", around("---\nagent_role: ", "{a: ", 200_000, "\n---\n"), "syntax/front-matter", 2},
	{"agent-handoffs/s/sequences.md", around("---\nagent_role: a\nb:\n", "- ", 300_000, "\n---\n"), "syntax/front-matter", 2},
	{"repeated.md", around("---\n", "agent_role: a\n", mostLines, "---\n"), "syntax/duplicate-key", 2},
	{"merges.md", around("---\nagent_role: a\nb: &a {c: d}\n", "<<: *a\n", mostLines, "---\n"), "syntax/duplicate-key", 2},
	{"many-keys.md", count("---\nagent_role: a\n", "k%d: v\n", 19_000, "---\n"), "schema/missing-field", 2},
	{"agent-handoffs/s/too-many-keys.md", count("---\nagent_role: a\n", "k%d: v\n", mostLines, "---\n"), "syntax/front-matter", 2},
	{"agent-handoffs/s/unclosed.md", around("---\nagent_role: a\n", "a: b\n", mostLines, ""), "syntax/front-matter", 2},
	{"blocks.md", around("x\n", "```json\n{\"agent\":\"a\",\"status\":\"complete\"}\n```\n", 5000, ""), "metadata/several-blocks", 2},
	{"open-blocks.md", around("x\n", "```json\n{\"agent\":\"a\",\"status\":\"complete\"\n```\n", 5000, ""), "metadata/unclosed-block", 2},
	{"fences.md", around("x\n", "```json\n", mostLines, ""), "file/unknown-format", 2},
	{"starts.log", around("", "---KELOS_HANDOFF_START---\n", mostLines, ""), "syntax/json", 2},
	{"quotes-in-quotes.md", inReport(strings.Repeat(">", 20_000)+" x", 30_000), "report/missing-end-marker", 2},
	{"brackets-in-brackets.md", inReport(strings.Repeat("[", 20_000), 30_000), "report/missing-end-marker", 2},
	{"one-line.md", fill("a"), "report/missing-end-marker", 2},
	{"words.md", fill("word "), "report/missing-end-marker", 2},
	{"sentences.md", fill("The store was read and the change was checked. "), "report/repeated-text", 2},
	{"labels.md", fill("TODO:\n\n### a\n\n"), "placeholder", 2},
	{"lines-in-a-value.json", around(findings, `TBD\n\n`, mostLines/2, `"]}`), "placeholder", 2},
	{"items-in-a-value.json", around(findings, `- a\n`, mostLines, `"]}`), "context/no-findings", 1},
	{"docs/context/1717500000-too-many-lines-in-a-value.json", around(findings, `- a\n`, 180_000, `"]}`), "file/too-large", 2},
	{"too-many-lines.md", around(reportHead, "- a\n", 180_000, reportTail), "file/too-large", 2},
	{"backticks.md", fill("`"), "report/missing-end-marker", 2},
	{"backtick-runs.md", fill("a` b`` c``` "), "report/missing-end-marker", 2},
	{"comments.md", fill("<!--"), "file/too-many-steps", 2},
	{"end-markers.md", fill("<!-- handoff-end -->\n"), "report/end-marker-not-last", 2},
	{"open-comments.md", fill("<!-- a\n\n"), "file/too-many-steps", 2},
	{"pipes.md", fill("|"), "report/missing-end-marker", 2},
	{"tables.md", fill("a|b\n-|-\nc|d\n\n"), "report/missing-end-marker", 2},
	{"wide-table.md", wideTable, "report/missing-end-marker", 2},
	{"headings.md", fill("#"), "report/missing-end-marker", 2},
	{"sections.md", fill("## 1. What Was Done\n"), "report/duplicate-section", 2},
	{"lists.md", fill("- a\n"), "report/missing-end-marker", 2},
	{"lists-in-lists.md", inReport(strings.Repeat("* ", 15)+"a\n", mebibyte), "report/missing-end-marker", 2},
	{"wide-rows.md", inReport(strings.Repeat("|a", 17)+"\n", mebibyte), "report/missing-end-marker", 2},
	{"named-files.md", inReport("`a/b` `c/d` `e/f` `g/h` `i/j` xxxx\n", mebibyte), "report/missing-end-marker", 2},
	{".superpowers/sdd/headings-report.md", fillLines("# a xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"), "", 0},
	{".superpowers/sdd/numbered-headings-report.md", fillLines("## 3. xxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"), "", 0},
	{".superpowers/sdd/lists-report.md", fillLines(strings.Repeat("- ", 15) + "a\n"), "", 0},
	{"emphasis.md", fill("**a *b* "), "report/missing-end-marker", 2},
	{"stars.md", fill("*"), "report/missing-end-marker", 2},
	{"links.md", fill("[a]("), "report/missing-end-marker", 2},
	{"definitions.md", fill("[a]: b\n"), "report/missing-end-marker", 2},
	{"tags.md", fill("<a "), "report/missing-end-marker", 2},
	{"cdata.md", fill("<![CDATA["), "file/too-many-steps", 2},
	{"placeholders.md", fill("TBD\n\n"), "placeholder", 2},
	{"carriage-returns.md", fill("\r"), "report/missing-end-marker", 2},
	{"han.md", fill("中"), "report/missing-end-marker", 2},
	{"joiners.md", fill("\U0001f469\u200d"), "report/missing-end-marker", 2},
}

// wideTable is a table of a few short rows for each of many columns.
func wideTable() string {
	const columns = 60_000
	head := "|" + strings.Repeat("a|", columns) + "\n|" + strings.Repeat("-|", columns) + "\n"
	return inReport(head+strings.Repeat("|x|\n", 28_000), mebibyte)()
}

func aliasBomb() string {
	var b strings.Builder
	b.WriteString("---\nagent_role: x\na: &a [x,x,x,x,x,x,x,x,x]\n")
	for c := 'b'; c < 'm'; c++ {
		fmt.Fprintf(&b, "%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c,", c-1), 8), c-1)
	}
	return b.String() + "---\n"
}

// runMain runs the command line as a user does, without a failure log.
func runMain(args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	streams := Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Getenv: func(string) string { return "" }}
	code = Main(streams, append([]string{"handofflint", "check", "--no-failure-log", "-f", "concise"}, args...))
	return code, stdout.String(), stderr.String()
}

// mostOutput is how many bytes the findings of one file may take: a thousand
// of each rule, at some hundred bytes each.
const mostOutput = 2 * mebibyte

// mostMemory is the peak of a process on one hostile file; see docs/benchmarks.md for
// what each was measured at.
const mostMemory = 200 * mebibyte

// mostAllocated is how many bytes may be allocated for one hostile file, collected or not: three
// times what the dearest takes. Most work that is the square of the file's size shows here,
// and on every machine.
const mostAllocated = 1024 * mebibyte

func TestHostileFiles(t *testing.T) {
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), filepath.FromSlash(h.name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			writeFile(t, path, h.text())
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if n := testkit.Peak(t, func() { expectHostile(t, h, path) }); n > mostMemory {
				t.Errorf("%d MiB", n/mebibyte)
			}
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > mostAllocated {
				t.Errorf("%d MiB are allocated", n/mebibyte)
			}
		})
	}
}

func expectHostile(t *testing.T, h hostile, path string) {
	t.Helper()
	code, out, errs := runMain("--evidence", path)
	if code != h.code || strings.Contains(errs, "broken") || strings.Contains(errs, "goroutine") {
		t.Errorf("exit code %d, want %d; stderr: %.500s", code, h.code, errs)
	}
	if h.rule != "" && !strings.Contains(out, "["+h.rule+"]") {
		t.Errorf("no %s in %.1000s", h.rule, out)
	}
	if len(out) > mostOutput {
		t.Errorf("%d bytes of findings", len(out))
	}
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if len(text) > mebibyte {
		text = text[:mebibyte]
	}
	testkit.Write(t, path, text)
}

// A file of any size costs nothing: what is over the limit is not read.
func TestHugeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.md")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(100 * mebibyte); err != nil {
		t.Skipf("no sparse file can be made here: %v", err)
	}
	if code, out, _ := runMain(path); code != 2 || !strings.Contains(out, "[file/too-large]") || !strings.Contains(out, "104857600") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

func TestMissingPath(t *testing.T) {
	for _, name := range []string{"none.json", "none/none.md", strings.Repeat("x", 300) + ".md"} {
		code, out, _ := runMain(filepath.Join(t.TempDir(), filepath.FromSlash(name)))
		if code != 2 || !strings.Contains(out, "[file/unreadable]") {
			t.Errorf("%s: exit code %d: %s", name, code, out)
		}
	}
}

// A folder is a folder whatever its name is: it is searched, and where it
// holds no handoff, that is said.
func TestFolderNamedLikeAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := runMain(path); code != 0 || out != "" || !strings.Contains(errs, "no handoff") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	handoff := filepath.Join(path, "kelos-handoff.json")
	writeFile(t, handoff, `{"version": 1, "summary": [`)
	if code, out, _ := runMain(path, handoff); code != 2 || !strings.Contains(out, "[syntax/json]") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// No text of a file reaches the terminal as it is.
func TestHostileText(t *testing.T) {
	const evil = "\x1b[31m\u202e\u0007\u009b"
	texts := map[string]string{
		"a.json": `{"key_findings": [], "task_id": "\u001b[31m` + "\u202e" + `", "` + "\u202e" + `task_sumary": "TBD"}`,
		"b.json": `{"summary": "a", "version": "` + "\u202e\u009b" + `"}`,
		"c.md":   reportHead + "TBD" + evil + "\n\n## " + evil + "\n" + reportTail,
		"d.md":   "---\nagent_role: \"\\e[31m\"\nstatus: \"\\u202e\"\n---\n",
		"e.json": "{\"task_id\": \"a\", \"key_findings\": [\x1b]}",
	}
	for name, text := range texts {
		path := filepath.Join(t.TempDir(), name)
		writeFile(t, path, text)
		for _, format := range report.Names() {
			code, out, errs := runMain("-f", format, path)
			if code != 2 || strings.ContainsAny(out+errs, "\x1b\u202e\x07\u009b\x00") {
				t.Errorf("%s as %s: exit code %d: %q", name, format, code, out+errs)
			}
		}
	}
}
