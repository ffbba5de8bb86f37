package protocol

import (
	"slices"
	"strings"
	"testing"
)

func TestIsPlace(t *testing.T) {
	for folder, want := range map[string]bool{
		"agent-handoffs/s": true, `C:\a\agent-handoffs\s`: true, "/agent-handoffs/s": true, "docs/context": true, "/a/docs/context/": true,
		"agent-handoffs": false, "agent-handoffs/s/deeper": false, "my-agent-handoffs/s": false, "Agent-Handoffs/s": false, "context": false, ".": false, "": false,
	} {
		if got := IsPlace(folder); got != want {
			t.Errorf("IsPlace(%q) is %t", folder, got)
		}
	}
}

func TestKeys(t *testing.T) {
	tests := []struct {
		keys Keys
		is   []string
		want bool
	}{
		{Keys{All: []string{"a"}, Any: []string{"b", "c"}}, []string{"a", "c"}, true},
		{Keys{All: []string{"a"}, Any: []string{"b", "c"}}, []string{"a"}, false},
		{Keys{All: []string{"a"}, Any: []string{"b", "c"}}, []string{"b", "c"}, false},
		{Keys{All: []string{"a", "b"}}, []string{"b", "a"}, true},
		{Keys{All: []string{"a", "b"}}, []string{"b"}, false},
		{Keys{Any: []string{"a", "b"}}, []string{"b"}, true},
		{Keys{}, []string{"a"}, false},
	}
	for _, tt := range tests {
		has := func(key string) bool { return slices.Contains(tt.is, key) }
		if got := tt.keys.Fit(has); got != tt.want {
			t.Errorf("%+v and %q: %t", tt.keys, tt.is, got)
		}
	}
}

func TestMayHoldInformal(t *testing.T) {
	for said, want := range map[string]bool{
		"cat > .superpowers/sdd/task-3-report.md": true, `type x > C:\a\.superpowers\sdd\plan\task-3-report.md`: true, "/w/.superpowers/sdd": true,
		"rm docs/HANDOVER.md": true, "session_handoff.md": true, ".planning/HANDOFF.json": true,
		"go test ./...": false, "docs/handoff-notes.md": false, "docs/superpowers/specs/a.md": false, "HANDOFF.txt": false, "docs/context/1717500000-a.json": false, "": false,
	} {
		if got := MayHoldInformal(said); got != want {
			t.Errorf("MayHoldInformal(%q) is %t", said, got)
		}
	}
}

func TestPlacesOfSessionHandoffs(t *testing.T) {
	for name, want := range map[string]string{
		"HANDOFF.md": "handover", "apps/web/HANDOVER.md": "handover", ".claude/SESSION_HANDOFF.md": "handover",
		".continue-here.md": "handover", ".planning/phases/01-auth/.continue-here.md": "handover",
		"handoffs/2026-05-31-auth.md": "handover", "docs/handoffs/auth.md": "handover",
		".planning/HANDOFF.json": "gsd", "a/.planning/handoff.JSON": "gsd", "Kelos-Handoff.json": "task", "agent-handoffs/s/NOTES.MD": "report", "Agent-Handoffs/s/notes.md": "",
		"handoff.md": "", "docs/Handover.md": "", "MY_HANDOFF.md": "", "handoffs/a/b.md": "", "my-handoffs/a.md": "",
		"handoffs/README.md": "", "handoffs/README.de.md": "", "handoffs/TEMPLATE.md": "", "handoffs/_handoff-template.md": "",
		"handoffs/index.md": "", "handoffs/CLAUDE.md": "", "handoffs/AGENTS.md": "", "handoffs/a.json": "",
	} {
		if got := At(name).Name; got != want {
			t.Errorf("At(%q) is %q, want %q", name, got, want)
		}
	}
}

// isOwnAt reports whether a file is at a place of a team's format.
func isOwnAt(place string, p Path) bool {
	at, _ := Formats{{Name: "own", IsOwn: true, Where: []string{place}}}.At(p)
	return at.Name == "own"
}

func TestOwnPlaces(t *testing.T) {
	tests := []struct {
		glob, path string
		want       bool
	}{
		{".aiox/handoffs/*.yaml", ".aiox/handoffs/a.yaml", true},
		{".aiox/handoffs/*.yaml", "/src/app/.aiox/handoffs/a.yaml", true},
		{".aiox/handoffs/*.yaml", `C:\src\.aiox\handoffs\a.yaml`, true},
		{".aiox/handoffs/*.yaml", "x.aiox/handoffs/a.yaml", false},
		{".aiox/handoffs/*.yaml", ".aiox/handoffs/b/a.yaml", false},
		{"HANDOFF.md", "docs/HANDOFF.md", true},
		{"handoff.md", "docs/HANDOFF.md", false},
		{"docs/**/*.{md,markdown}", "docs/a/b/c.markdown", true},
	}
	for _, tt := range tests {
		if got := isOwnAt(tt.glob, Path{Shown: tt.path}); got != tt.want {
			t.Errorf("%q and %q: %v", tt.glob, tt.path, got)
		}
	}
}

// TestCostlyPlaces holds that the globs of a team's formats are bounded, and that a file may be at such a place.
func TestCostlyPlaces(t *testing.T) {
	folder := strings.Repeat("a", 4_000)
	for _, place := range []string{strings.Repeat("?*", 2_500) + "/b", "/" + strings.Repeat("?*", 2_500) + "/b"} {
		formats := Formats{{Name: "own", IsOwn: true, Where: []string{place}}}
		if _, isOver := formats.At(Path{Shown: folder + "/b"}); !isOver || !formats.MayBe(folder+"/b") {
			t.Errorf("%.4s… takes few steps, or nothing may be there", place)
		}
	}
	if _, isOver := Builtin.Formats.At(Path{Shown: strings.Repeat("a/", 1<<20)}); isOver {
		t.Error("a built-in format takes too many steps")
	}
}

// TestAnchoredPlaces holds that a place with a leading slash is only at the root of the repository.
func TestAnchoredPlaces(t *testing.T) {
	for _, tt := range []struct {
		glob, shown, inTree string
		want                bool
	}{
		{"/HANDOFF.md", "HANDOFF.md", "", true},
		{"/HANDOFF.md", "./HANDOFF.md", "", true},
		{"/HANDOFF.md", "docs/HANDOFF.md", "", false},
		{"/HANDOFF.md", "/src/app/HANDOFF.md", "HANDOFF.md", true},
		{"/HANDOFF.md", "../HANDOFF.md", "HANDOFF.md", true},
		{"/HANDOFF.md", "HANDOFF.md", "docs/HANDOFF.md", false},
		{"/HANDOFF.md", "/src/app/HANDOFF.md", "", false},
		{"/HANDOFF.md", `C:\src\HANDOFF.md`, "", false},
		{"/HANDOFF.md", "handoff.md", "", false},
		{"/.claude/{HANDOFF,HANDOVER}.md", ".claude/HANDOVER.md", "", true},
		{"/docs/**/*.md", "docs/a/b/c.md", "", true},
		{"/**/HANDOFF.md", "docs/HANDOFF.md", "", true},
		{"/**/HANDOFF.md", "/src/app/HANDOFF.md", "", false},
		{"/**/HANDOFF.md", `C:\src\HANDOFF.md`, "", false},
		{"/**", "/src/HANDOFF.md", "", false},
	} {
		if got := isOwnAt(tt.glob, Path{Shown: tt.shown, InTree: tt.inTree}); got != tt.want {
			t.Errorf("%s and %s, %q in its tree: %t", tt.glob, tt.shown, tt.inTree, got)
		}
	}
}

func TestWritten(t *testing.T) {
	for name, want := range map[string]string{
		"metadata": "a fenced JSON object at the end of a Markdown file, or a JSON file", "task": "a JSON file, or JSON between two markers in a log",
		"context": "a JSON file", "report": "Markdown with YAML front matter", "handover": "a Markdown file",
	} {
		if got := Named(name).Written(); got != want {
			t.Errorf("a %s is %q", name, got)
		}
	}
}

// TestMayBe holds that a file is looked at for its place, or for an extension whose content tells the format.
func TestMayBe(t *testing.T) {
	for name, want := range map[string]bool{
		"a.json": true, "agent-handoffs/s/a.md": true, "HANDOFF.md": true, "a.md": true, "a.txt": false, "a.go": false, "a": false,
	} {
		if got := Builtin.Formats.MayBe(name); got != want {
			t.Errorf("MayBe(%q) is %t", name, got)
		}
	}
	informal := Formats{*Named("gsd")}
	if informal.MayBe("a.json") || !informal.MayBe(".planning/handoff.json") {
		t.Error("a format without keys is at its place only")
	}
	for name, want := range map[string]bool{"docs/HANDOFF.md": true, "HANDOFF.md": true, "a.md": false, "handoff.json": false} {
		if got := Builtin.Formats.MayBeAnchored(name); got != want {
			t.Errorf("MayBeAnchored(%q) is %t", name, got)
		}
	}
}

func TestContextFiles(t *testing.T) {
	for name, want := range map[string]bool{
		"docs/context/1717500000-fix.json": true, `docs\context\2026-05-31-fix.JSON`: true, "docs/context/fix.json": false,
		"docs/context/1717500000-fix.md": false, "docs/1717500000-fix.json": false,
	} {
		if got := IsCalledContext(name); got != want {
			t.Errorf("IsCalledContext(%q) is %t", name, got)
		}
	}
	for name, want := range map[string]string{"docs/context/1717500000-fix.json": "context", "docs/context/fix.json": ""} {
		if got := At(name).Name; got != want {
			t.Errorf("At(%q) is %q, want %q", name, got, want)
		}
	}
	field, known := Named("context").Field("tdd")
	if _, isOther := Named("context").Field("td"); !known || isOther || !slices.Equal(field.Kinds, []string{"boolean"}) {
		t.Errorf("the field tdd is %+v, known: %t, td: %t", field, known, isOther)
	}
	for name, want := range map[string]bool{"context": true, `docs.old\context`: true, "a.json": true, "A.JSON": true, "a.md": false} {
		if got := JSON.May(name); got != want {
			t.Errorf("%s may be JSON: %t", name, got)
		}
	}
}
