package protocol

import (
	"regexp"
	"testing"
	"time"
)

func TestReportName(t *testing.T) {
	tests := []struct {
		path   string
		want   Name
		ok     bool
		called bool
	}{
		{"agent-handoffs/s/02-writer-report.md", Name{2, "writer"}, true, true},
		{`C:\s\2-writer-report.md`, Name{2, "writer"}, true, true},
		{"123456789-a-b_c-report.md", Name{123456789, "a-b_c"}, true, false},
		{"2026-05-31-report.md", Name{2026, "05-31"}, true, false},
		{"1234567890-a-report.md", Name{}, false, false},
		{"02-Writer-Report.MD", Name{}, false, true},
		{"02-writer-report.markdown", Name{}, false, true},
		{"02-a\nb-report.md", Name{2, "a\nb"}, true, true},
		{"02--report.md", Name{}, false, false},
		{"02-report.md", Name{}, false, false},
		{"writer-report.md", Name{}, false, false},
		{"-1-writer-report.md", Name{}, false, false},
		{"02-writer-report.md.done", Name{}, false, false},
		{"", Name{}, false, false},
	}
	for _, tt := range tests {
		if got, ok := ReportName(tt.path); got != tt.want || ok != tt.ok {
			t.Errorf("ReportName(%q) is %+v, %t", tt.path, got, ok)
		}
		if got := Called(tt.path).Name; got != map[bool]string{true: "report"}[tt.called] {
			t.Errorf("Called(%q) is %q", tt.path, got)
		}
	}
	for _, name := range []Name{{1, "writer"}, {12, "a-b"}, {999_999_999, "ü"}} {
		if got, ok := ReportName(name.String()); !ok || got != name {
			t.Errorf("%s is read as %+v, %t", name, got, ok)
		}
	}
	if EndMarker() != "<!-- handoff-end -->" || MarkerSuffix() != ".done" || SessionsFolder() != "agent-handoffs" || ReportGlob() != "*-report.md" {
		t.Errorf("%s, %s, %s, %s", EndMarker(), MarkerSuffix(), SessionsFolder(), ReportGlob())
	}
	if found := regexp.MustCompile(NamePattern()).FindString("see s/02-writer-report.md."); found != "02-writer-report.md" {
		t.Errorf("the pattern finds %q", found)
	}
}

func TestSession(t *testing.T) {
	for path, want := range map[string]string{
		"a/agent-handoffs/s/x.md": "s", `agent-handoffs\s\x.md`: "s", "agent-handoffs/x.md": "", "agent-handoffs/a/b/x.md": "", "x.md": "",
	} {
		if got, ok := Session(path); ok != (want != "") || ok && got != want {
			t.Errorf("Session(%q) is %q, %t", path, got, ok)
		}
	}
}

func TestIsSessionFolder(t *testing.T) {
	for folder, want := range map[string]bool{
		"a/agent-handoffs/s": true, `agent-handoffs\s`: true, "agent-handoffs/s/": true, "agent-handoffs": false, "agent-handoffs/a/b": false,
	} {
		if got := IsSessionFolder(folder); got != want {
			t.Errorf("IsSessionFolder(%q) is %t", folder, got)
		}
	}
}

func TestTimeOf(t *testing.T) {
	day := time.Date(2026, 5, 31, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		id      string
		at      time.Time
		isDated bool
	}{
		{"1717500000-fix-auth", time.Unix(1717500000, 0), true},
		{"2026-05-31-fix", day, true},
		{"2026-13-31-fix", time.Time{}, true},
		{"12345678-fix", time.Time{}, false},
		{"fix", time.Time{}, false},
		{"1717500000", time.Time{}, false},
		{"123456789012-fix", time.Time{}, false},
		{"", time.Time{}, false},
	}
	for _, tt := range tests {
		if at := TimeOf(tt.id); !at.Equal(tt.at) || isDated(tt.id) != tt.isDated {
			t.Errorf("TimeOf(%q) is %s, isDated %t", tt.id, at, isDated(tt.id))
		}
	}
}

func TestSessionTime(t *testing.T) {
	at := time.Date(2026, 5, 31, 17, 5, 46, 0, time.UTC)
	id := SessionID(at.In(time.FixedZone("", 3600)), "ad4f12aa")
	if id != "20260531-170546-ad4f12aa" || !SessionTime(id).Equal(at) {
		t.Errorf("%s began at %v, want %v", id, SessionTime(id), at)
	}
	for _, other := range []string{"", "20260531-170546ad", "19991231-235959-a", "20261340-000000-a", "release-7"} {
		if got := SessionTime(other); !got.IsZero() {
			t.Errorf("%q began at %v", other, got)
		}
	}
}

func TestHasDrive(t *testing.T) {
	for name, want := range map[string]bool{`C:\a`: true, "c:/": true, "C:a": false, "C:": false, "/c/a": false, "": false, "é:/": false} {
		if got := HasDrive(name); got != want {
			t.Errorf("HasDrive(%q) = %t", name, got)
		}
	}
}
