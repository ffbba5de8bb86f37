package failurelog

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// noon is when the tests' checks run, two hours ahead of UTC.
var noon = time.Date(2026, 5, 31, 14, 21, 29, 123_456_789, time.FixedZone("", 2*60*60))

// upstreamLine is what upstream's validator writes.
const upstreamLine = `{"timestamp": "2026-05-31T12:21:29+00:00", "file": "/h/01-writer-report.md", ` +
	`"error_types": ["handoff_end_missing"], "error_count": 2, "errors": ["⚠️ .done 缺失", "❌ <!-- handoff-end -->"]}`

func finding(rule string, severity rules.Severity, line int, message string) rules.Finding {
	at := text.Pos{Line: line, Column: 1}
	return rules.Finding{Rule: rule, Severity: severity, Message: message, Help: "help", Range: text.Range{Start: at, End: at}}
}

func failed(path, content string, findings ...rules.Finding) rules.Result {
	r := rules.Result{Path: path, Format: "report", Role: "writer", TaskID: "t-1", SessionID: "s-1", Findings: findings}
	copy(r.Content[:], content)
	return r
}

// TestLineFormat compares a line with the documented format, key by key.
func TestLineFormat(t *testing.T) {
	tree, err := filepath.EvalSymlinks(t.TempDir()) // on macOS a link leads to it
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(tree)
	end := finding("report/missing-end-marker", rules.Error, 41, "add <!-- handoff-end --> & stop\u009b")
	end.ErrorType, end.Variant = "handoff_end_missing", "cut"
	result := failed("h/02-writer-report.md", "x", finding("report/no-action", rules.Warning, 38, "no action"), end)
	line := lineOf(result, noon, "handofflint 0.1.0", "check")
	want := `{"timestamp":"2026-05-31T12:21:29.123Z","file":"h/02-writer-report.md",` +
		`"error_types":["report/no-action","handoff_end_missing"],"error_count":2,` +
		`"errors":["no action","add <!-- handoff-end --> & stop\u009b"],` +
		`"schema":1,"tool":"handofflint 0.1.0","source":"check","project":"` + filepath.ToSlash(tree) + `","format":"report","role":"writer",` +
		`"task_id":"t-1","session_id":"s-1","severity":"error",` +
		`"findings":[{"rule":"report/no-action","variant":"","line":38,"message":"no action","help":"help"},` +
		`{"rule":"report/missing-end-marker","variant":"cut","line":41,"message":"add <!-- handoff-end --> & stop\u009b","help":"help"}],` +
		`"key":"` + line.key + `"}` + "\n"
	if diff := cmp.Diff(want, string(line.text)); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
	if got := keyIn([]byte(strings.TrimSpace(want))); got != line.key || len(got) != keyLength {
		t.Errorf("key %q, want %q", got, line.key)
	}
}

// TestKey holds that the key is the same for the same path, content and rules, from whatever folder the path
// was named.
func TestKey(t *testing.T) {
	tree := t.TempDir()
	for _, folder := range []string{".git", ".git/HEAD", "sub"} {
		if err := os.Mkdir(filepath.Join(tree, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(tree, "sub"))
	a, b := finding("a", rules.Error, 1, "x"), finding("b", rules.Error, 2, "y")
	key := keyOf(failed("r.md", "1", a, b))
	for name, same := range map[string]rules.Result{
		"from elsewhere": failed(filepath.Join(tree, "sub", "r.md"), "1", a, b),
		"another order":  failed("../sub/r.md", "1", b, a, a),
		"another line":   failed("r.md", "1", finding("a", rules.Warning, 9, "z"), b),
	} {
		if keyOf(same) != key {
			t.Errorf("%s: another key", name)
		}
	}
	for name, other := range map[string]rules.Result{
		"another path":    failed("../r.md", "1", a, b),
		"another content": failed("r.md", "2", a, b),
		"another rule":    failed("r.md", "1", a),
		"no content":      failed("r.md", "", a, b),
	} {
		if keyOf(other) == key {
			t.Errorf("%s: the same key", name)
		}
	}
	long := strings.Repeat("x", 1<<12) // leads nowhere
	if keyOf(failed(long+"1", "1", a)) == keyOf(failed(long+"2", "1", a)) {
		t.Error("paths that are too long have the same key")
	}
	if keyOf(failed("r.md", "", a)) == keyOf(failed("r.md", "", finding("a", rules.Error, 1, "z"))) {
		t.Error("without a content the messages do not count")
	}
}

func TestRole(t *testing.T) {
	for rule, want := range map[string]string{"placeholder": "", "schema/not-text": "", "report/filename": "writer"} {
		f := finding(rule, rules.Error, 2, "")
		for _, f.Pointer = range []string{"/agent_role", "/agent"} {
			if got := roleOf(failed("a", "", f)); got != want {
				t.Errorf("%s: role %q, want %q", rule, got, want)
			}
		}
		e, _ := parse(lineOf(failed("a", "", f, f), noon, "handofflint", "check").text)
		if len(e.ErrorTypes) != 1 || e.ErrorCount != 2 {
			t.Errorf("twice %s: %+v", rule, e)
		}
	}
}

// The types of an entry are those of all findings, also of those that are not listed.
func TestTypesOfAllFindings(t *testing.T) {
	same := slices.Repeat([]rules.Finding{finding("placeholder", rules.Error, 2, "")}, maxFindings)
	e, _ := parse(lineOf(failed("a", "", append(same, finding("schema/not-text", rules.Error, 3, ""))...), noon, "handofflint", "check").text)
	if len(e.ErrorTypes) != 2 || len(e.Findings) != maxFindings {
		t.Errorf("types %q, %d findings", e.ErrorTypes, len(e.Findings))
	}
}

// TestEntryIsBounded holds that the worst handoff makes a line that readers accept, with a correct count.
func TestEntryIsBounded(t *testing.T) {
	worst := strings.Repeat("\u2028", 1<<16) // six bytes each once escaped
	result := rules.Result{Path: worst, Format: "report", Role: worst, TaskID: worst, SessionID: worst}
	for i := range 150 {
		result.Findings = append(result.Findings, finding(strings.Repeat("\x01", i)+worst, rules.Error, i, worst))
	}
	line := lineOf(result, noon, "handofflint", "check")
	e, ok := parse(line.text)
	if len(line.text) > maxLine || !ok || e.ErrorCount != 150 || len(e.Findings) != maxFindings || len(e.ErrorTypes) != maxFindings {
		t.Errorf("a line of %d bytes, %v: %d errors, %d findings", len(line.text), ok, e.ErrorCount, len(e.Findings))
	}
	if n := utf8.RuneCountInString(e.Findings[0].Message); n != maxMessage {
		t.Errorf("a message of %d code points", n)
	}
	read := Entry{Schema: 1, File: worst, Role: worst, Format: worst, Findings: []Finding{{Rule: worst, Help: worst}}}
	read.complete(rules.BuiltIn())
	for _, held := range []struct {
		text string
		most int
	}{{read.File, maxPath}, {read.Role, maxName}, {read.Format, maxName}, {read.Findings[0].Rule, maxName}, {read.Findings[0].Help, maxMessage}} {
		if n := utf8.RuneCountInString(held.text); n != held.most {
			t.Errorf("a text of a line has %d code points, at most %d", n, held.most)
		}
	}
	if got := clip("a\xffbcd", 4); got != "a\uFFFDb…" {
		t.Errorf("clipped to %q", got)
	}
}

// TestParse holds that upstream's lines are read without loss, and others are not.
func TestParse(t *testing.T) {
	e, ok := parse([]byte(upstreamLine))
	want := Entry{
		Timestamp: "2026-05-31T12:21:29+00:00", File: "/h/01-writer-report.md", ErrorTypes: names{"handoff_end_missing"},
		ErrorCount: 2, Errors: []string{"⚠️ .done 缺失", "❌ <!-- handoff-end -->"},
	}
	if diff := cmp.Diff(want, e); !ok || diff != "" {
		t.Errorf("%v (-want +got):\n%s", ok, diff)
	}
	for count, want := range map[string]int{"30": 30, "0": 2, "-1": 2, "1000000000": 2} {
		if e, _ := parse([]byte(`{"file":"f","error_types":["a"],"error_count":` + count + `,"errors":["x","y"]}`)); e.Count() != want {
			t.Errorf("the count %s is %d, want %d", count, e.Count(), want)
		}
	}
	for _, line := range []string{
		`{"file":"f","error_types":"file_missing"}`, `{"file":"f","error_types":[]}`, `{"file":"f","findings":[{"rule":"r","more":1}]}`,
		`{"timestamp":1780230089,"file":"f","error_types":["a"],"error_count":"two","role":null,"x":{"y":[1]}}`, "{\"file\":\"f\xff\",\"error_types\":[]}",
	} {
		if e, ok := parse([]byte(line)); !ok || e.File == "" || len(e.ErrorTypes) > 1 {
			t.Errorf("%s: %v, %+v", line, ok, e)
		}
	}
	for _, line := range []string{
		``, `null`, `[]`, `"file"`, `1`, `{}`, `{"file":"f"`, `{"file":"f","error_types":[]}}`, `nothing of ours`, `{"file":"f"}`,
		`{"error_types":[]}`, `{"file":1,"error_types":[]}`, `{"file":"f","error_types":null}`, `{"level":"info","file":"main.go"}`, "\x00\x00",
	} {
		if e, ok := parse([]byte(line)); ok {
			t.Errorf("%q is taken for an entry: %+v", line, e)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(upstreamLine))
	f.Add([]byte(`{"file":"f","findings":[null],"error_count":1e3,"key":"x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, ok := parse(data)
		keyIn(data)
		if ok && (!json.Valid(data) || e.Count() < 0) {
			t.Errorf("%q gives %+v", data, e)
		}
	})
}

func TestTime(t *testing.T) {
	utc := time.Date(2026, 5, 31, 12, 21, 29, 0, time.UTC)
	for timestamp, want := range map[string]time.Time{
		"2026-05-31T12:21:29.123Z": utc.Add(123 * time.Millisecond), "2026-05-31T14:21:29+02:00": utc, "2026-05-31T12:21:29": utc,
		"": {}, "yesterday": {}, "2026-05-31": {}, "2026-13-31T12:21:29Z": {},
	} {
		if got := (Entry{Timestamp: timestamp}).Time(); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%q: %v, want %v", timestamp, got, want)
		}
	}
}
