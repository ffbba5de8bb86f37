package failurelog

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// noon is when the tests' checks run, two hours ahead of UTC.
var noon = time.Date(2026, 5, 31, 14, 21, 29, 123_456_789, time.FixedZone("", 2*60*60))

func finding(rule string, severity rules.Severity, line int, message string) rules.Finding {
	at := text.Pos{Line: line, Column: 1}
	return rules.Finding{Rule: rule, Severity: severity, Message: message, Range: text.Range{Start: at, End: at}}
}

func reportResult(findings ...rules.Finding) rules.Result {
	return rules.Result{
		Path: "h/02-writer-report.md", Format: document.Report,
		Role: "writer", TaskID: "t-1", SessionID: "s-1", Findings: findings,
	}
}

// named gives a finding upstream's name, as the engine does.
func named(errorType string, f rules.Finding) rules.Finding {
	f.ErrorType = errorType
	return f
}

// TestLineFormat holds a line to the format that is documented, key by key.
func TestLineFormat(t *testing.T) {
	result := reportResult(
		finding("report/no-action", rules.Warning, 38, "section 5 names no action"),
		named("handoff_end_missing", finding("report/missing-end-marker", rules.Error, 41, "add <!-- handoff-end --> & stop")),
	)
	meta := Meta{Now: noon, Tool: "handofflint 0.1.0", Source: "check"}
	head := `{"timestamp":"2026-05-31T12:21:29.123Z","file":"h/02-writer-report.md",` +
		`"error_types":["report/no-action","handoff_end_missing"],"error_count":2,` +
		`"errors":["section 5 names no action","add <!-- handoff-end --> & stop"],`
	body := `"schema":1,"tool":"handofflint 0.1.0","source":"check","format":"report","role":"writer",` +
		`"task_id":"t-1","session_id":"s-1","severity":"error",` +
		`"findings":[{"rule":"report/no-action","line":38,"message":"section 5 names no action"},` +
		`{"rule":"report/missing-end-marker","line":41,"message":"add <!-- handoff-end --> & stop"}]`
	checkLine(t, EntryFrom(result, meta), head+body+"}\n")

	meta.Host, meta.Event, meta.AgentType = "claude", "SubagentStop", "reviewer"
	checkLine(t, EntryFrom(result, meta), head+body+`,"host":"claude","event":"SubagentStop","agent_type":"reviewer"}`+"\n")
}

func checkLine(t *testing.T, e Entry, want string) {
	t.Helper()
	line, err := encodeLine(e)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(line)); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
}

// TestLineOfUnknowns: a key is there even where nothing is known.
func TestLineOfUnknowns(t *testing.T) {
	checkLine(t, EntryFrom(rules.Result{Path: "x"}, Meta{Now: noon}),
		`{"timestamp":"2026-05-31T12:21:29.123Z","file":"x","error_types":[],"error_count":0,"errors":[],`+
			`"schema":1,"tool":"","source":"","format":"","role":"","task_id":"","session_id":"","severity":"off","findings":[]}`+"\n")
}

// TestErrorTypes: each name once, upstream's where there is one.
func TestErrorTypes(t *testing.T) {
	e := EntryFrom(reportResult(
		named("frontmatter_field_missing", finding("schema/missing-field", rules.Error, 1, "a")),
		named("metadata/no-evidence", finding("metadata/no-evidence", rules.Error, 2, "b")),
		named("frontmatter_field_missing", finding("schema/empty-field", rules.Error, 3, "c")),
		finding("placeholder", rules.Error, 4, "d"),
	), Meta{Now: noon})
	want := []string{"frontmatter_field_missing", "metadata/no-evidence", "placeholder"}
	if diff := cmp.Diff(want, e.ErrorTypes); diff != "" {
		t.Errorf("error types (-want +got):\n%s", diff)
	}
	if e.ErrorCount != 4 || len(e.Errors) != 4 {
		t.Errorf("count %d, %d errors, want 4 of each", e.ErrorCount, len(e.Errors))
	}
}

func TestSeverityIsTheWorst(t *testing.T) {
	warning, fault := finding("w", rules.Warning, 1, ""), finding("e", rules.Error, 2, "")
	for _, test := range []struct {
		want     string
		findings []rules.Finding
	}{
		{"warning", []rules.Finding{warning, warning}},
		{"error", []rules.Finding{warning, fault, warning}},
	} {
		if got := EntryFrom(reportResult(test.findings...), Meta{Now: noon}).Severity; got != test.want {
			t.Errorf("severity %q, want %q", got, test.want)
		}
	}
}

// TestEntryIsBounded: the worst that a handoff can do still makes a line that
// readers take, and the count stays true.
func TestEntryIsBounded(t *testing.T) {
	worst := strings.Repeat("\u2028", 1<<16) // six bytes each once escaped
	result := rules.Result{
		Path: worst, Format: document.Format(worst), Role: worst, TaskID: worst, SessionID: worst,
	}
	for i := range 150 {
		result.Findings = append(result.Findings, finding(strings.Repeat("\x01", i)+worst, rules.Error, i, worst))
	}
	e := EntryFrom(result, Meta{Now: noon, Tool: worst, Source: worst, Host: worst, Event: worst, AgentType: worst})
	got := [...]int{e.ErrorCount, len(e.Findings), len(e.Errors), len(e.ErrorTypes)}
	if want := [...]int{150, 100, 100, 100}; got != want {
		t.Errorf("count, findings, errors, error types %v, want %v", got, want)
	}
	if n := utf8.RuneCountInString(e.Findings[0].Message); n != 500 {
		t.Errorf("a message of %d code points, want 500", n)
	}
	line, err := encodeLine(e)
	if err != nil || len(line) > MaxLine {
		t.Fatalf("line of %d bytes, error %v", len(line), err)
	}
	var back Entry
	if err := back.UnmarshalJSON(line); err != nil || !cmp.Equal(e, back) {
		t.Errorf("does not read back: %v\n%s", err, cmp.Diff(e, back))
	}
}

func TestClip(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"short", "abc", "abc"},
		{"exact", "abcd", "abcd"},
		{"long", "abcde", "abc…"},
		{"code points, not bytes", "äöü€", "äöü€"},
		{"long with wide ones", "äöü€😀", "äöü…"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb"},
		{"a torn character", "a\xe2\x82", "a\uFFFD"},
		{"empty", "", ""},
	} {
		if got := clip(test.in, 4); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestTime(t *testing.T) {
	utc := time.Date(2026, 5, 31, 12, 21, 29, 0, time.UTC)
	for _, test := range []struct {
		timestamp string
		want      time.Time
		ok        bool
	}{
		{"2026-05-31T12:21:29.123Z", utc.Add(123 * time.Millisecond), true},
		{"2026-05-31T12:21:29+00:00", utc, true},
		{"2026-05-31T12:21:29.123456+00:00", utc.Add(123456 * time.Microsecond), true},
		{"2026-05-31T14:21:29+02:00", utc, true},
		{"2026-05-31T12:21:29", utc, true},
		{"2026-05-31 12:21:29.5", utc.Add(500 * time.Millisecond), true},
		{"2026-05-31 12:21:29+00:00", utc, true},
		{"2026-05-31", time.Date(2026, 5, 31, 0, 0, 0, 0, time.UTC), true},
		{"", time.Time{}, false},
		{"yesterday", time.Time{}, false},
		{"2026-13-31T12:21:29Z", time.Time{}, false},
	} {
		got, ok := Entry{Timestamp: test.timestamp}.Time()
		if ok != test.ok || !got.Equal(test.want) || got.Location() != time.UTC {
			t.Errorf("%q: %v, %v; want %v, %v", test.timestamp, got, ok, test.want, test.ok)
		}
	}
}

func TestCount(t *testing.T) {
	listed := Entry{Errors: []string{"a", "b"}, Findings: []Finding{{Rule: "r"}}}
	for _, test := range []struct{ errorCount, want int }{{7, 7}, {0, 2}, {-5, 2}, {1 << 20, 1 << 20}, {1<<20 + 1, 2}} {
		listed.ErrorCount = test.errorCount
		if got := listed.Count(); got != test.want {
			t.Errorf("error_count %d: %d, want %d", test.errorCount, got, test.want)
		}
	}
}
