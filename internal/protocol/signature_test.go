package protocol

import (
	"slices"
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

func TestHasKeys(t *testing.T) {
	tests := []struct {
		signature Signature
		keys      []string
		want      bool
	}{
		{Signature{All: []string{"a"}, Any: []string{"b", "c"}}, []string{"a", "c"}, true},
		{Signature{All: []string{"a"}, Any: []string{"b", "c"}}, []string{"a"}, false},
		{Signature{All: []string{"a"}, Any: []string{"b", "c"}}, []string{"b", "c"}, false},
		{Signature{All: []string{"a", "b"}}, []string{"b", "a"}, true},
		{Signature{All: []string{"a", "b"}}, []string{"b"}, false},
		{Signature{Any: []string{"a", "b"}}, []string{"b"}, true},
		{Signature{Places: []string{"a.json"}}, []string{"a"}, false},
	}
	for _, tt := range tests {
		has := func(key string) bool { return slices.Contains(tt.keys, key) }
		if got := tt.signature.HasKeys(has); got != tt.want {
			t.Errorf("%+v and %q: %t", tt.signature, tt.keys, got)
		}
	}
}

func TestMayHoldInformal(t *testing.T) {
	for said, want := range map[string]bool{
		"cat > .superpowers/sdd/task-3-report.md": true, `type x > C:\a\.superpowers\sdd\plan\task-3-report.md`: true, "/w/.superpowers/sdd": true,
		"rm docs/HANDOVER.md": true, "session_handoff.md": true, ".planning/HANDOFF.json": true,
		"go test ./...": false, "docs/handoff-notes.md": false, "docs/superpowers/specs/a.md": false, "HANDOFF.txt": false, "": false,
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
		"handoff.md": "", "docs/Handover.md": "", "MY_HANDOFF.md": "", "handoffs/a/b.md": "", "my-handoffs/a.md": "",
		"handoffs/README.md": "", "handoffs/README.de.md": "", "handoffs/TEMPLATE.md": "", "handoffs/_handoff-template.md": "",
		"handoffs/index.md": "", "handoffs/CLAUDE.md": "", "handoffs/AGENTS.md": "", "handoffs/a.json": "",
	} {
		if got := FormatAt(Path{Shown: name}); got != want {
			t.Errorf("FormatAt(%q) is %q, want %q", name, got, want)
		}
	}
}
