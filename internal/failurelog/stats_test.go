package failurelog

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// statsLog is a small log of both kinds of lines: a writer twice, a reviewer
// on another day, one line of upstream's with two names that stand for one rule
// each and one that stands for three, one that says next to nothing, and
// one that is none.
const statsLog = `{"timestamp":"2026-06-01T00:30:00+02:00","file":"a","error_types":["placeholder_content"],"error_count":3,"errors":["x","y","z"],` +
	`"schema":1,"source":"check","format":"report","role":"writer","severity":"error",` +
	`"findings":[{"rule":"placeholder","line":1,"message":"x"},{"rule":"placeholder","line":2,"message":"y"},{"rule":"file/too-small","line":1,"message":"z"}]}
{"timestamp":"2026-06-01T09:00:00.000Z","file":"b","error_types":["x"],"error_count":150,"errors":["x"],` +
	`"schema":1,"source":"hook","format":"metadata","role":"reviewer","findings":[{"rule":"metadata/no-evidence","line":1,"message":"x"}]}
{"timestamp":"2026-05-31T10:00:00.000Z","file":"a","error_types":["placeholder_content"],"error_count":1,"errors":["x"],` +
	`"schema":1,"source":"check","format":"report","role":"writer","findings":[{"rule":"placeholder","line":1,"message":"x"}]}
{"timestamp": "2026-05-30T10:00:00+00:00", "file": "u", "error_types": ["section_missing", "placeholder_content", "content_too_short"], "error_count": 5, "errors": ["a"]}
{"file":"v","error_types":[],"errors":["w"]}
not a line of this log
`

func TestAggregate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	writeFile(t, path, statsLog)
	got, err := Aggregate(Read(path, ReadOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	want := Stats{
		Entries: 5, Findings: 3 + 150 + 1 + 5 + 1, Skipped: 1, Undated: 1,
		First: time.Date(2026, 5, 30, 10, 0, 0, 0, time.UTC),
		Last:  time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC),
		Rules: []Count{
			{"placeholder", 3, 4}, {"", 1, 1}, {"content_too_short", 1, 1}, {"file/too-small", 1, 1},
			{"metadata/no-evidence", 1, 1}, {"report/missing-section", 1, 1},
		},
		Roles:   []Count{{"", 2, 6}, {"writer", 2, 4}, {"reviewer", 1, 150}},
		Formats: []Count{{"", 2, 6}, {"report", 2, 4}, {"metadata", 1, 150}},
		Sources: []Count{{"", 2, 6}, {"check", 2, 4}, {"hook", 1, 150}},
		Days:    []Count{{"2026-05-30", 1, 5}, {"2026-05-31", 2, 4}, {"2026-06-01", 1, 150}},
		RoleRules: []RoleRule{
			{"writer", "placeholder", 2, 3}, {"", "", 1, 1}, {"", "content_too_short", 1, 1}, {"", "placeholder", 1, 1},
			{"", "report/missing-section", 1, 1},
			{"reviewer", "metadata/no-evidence", 1, 1}, {"writer", "file/too-small", 1, 1},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stats (-want +got):\n%s", diff)
	}
}

func TestAggregateSince(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	writeFile(t, path, statsLog)
	since := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	got, err := Aggregate(Read(path, ReadOptions{Since: since}))
	if err != nil {
		t.Fatal(err)
	}
	if got.Entries != 1 || got.Skipped != 1 || got.Undated != 1 || !got.First.Equal(got.Last) {
		t.Errorf("%+v; want one entry, one line skipped, one without a time", got)
	}
}

// TestEmptyStats: nothing counted is an empty list in JSON, and no time.
func TestEmptyStats(t *testing.T) {
	stats, err := Aggregate(Read(filepath.Join(t.TempDir(), "log.jsonl"), ReadOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(stats)
	want := `{"entries":0,"findings":0,"skipped":0,"undated":0,"rules":[],"roles":[],"formats":[],"sources":[],"days":[],"role_rules":[]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v; want\n%s", got, err, want)
	}
}
