package tools

import (
	"slices"
	"testing"

	"github.com/tidwall/gjson"
)

// TestEveryKindIsKnown checks that the table and this package have the same kinds, and that each kind has a
// tool.
func TestEveryKindIsKnown(t *testing.T) {
	known := []Kind{Read, Write, Patch, Shell, Monitor, Poll, Search, Skill, Send, Message, Wait, Handback, Ask, Other}
	var used []Kind
	for name, kind := range builtin().Kinds {
		if !slices.Contains(known, kind) {
			t.Errorf("%s has a kind %q", name, kind)
		}
		used = append(used, kind)
	}
	for _, kind := range known {
		if !slices.Contains(used, kind) {
			t.Errorf("no tool has the kind %s", kind)
		}
	}
}

func TestOf(t *testing.T) {
	for name, want := range map[string]Kind{
		"Bash": Shell, "collaborationspawn_agent": Send, "Grep": Search, "SendMessage": Message, "mcp__editor__edit": Unknown, "": Unknown,
	} {
		if got := Of(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestFiles(t *testing.T) {
	tests := []struct {
		input string
		want  []string
	}{
		{`{}`, nil},
		{`{"file_path": 1}`, nil},
		{`{"file_path": "a", "path": "a"}`, []string{"a"}},
		{`{"files": ["a", "", "b"]}`, []string{"a", "b"}},
		{`{"files": [{"path": "a"}, {"filePath": "b"}]}`, []string{"a", "b"}},
		{`{"edits": [{"file_path": "a"}, {"file_path": "b"}, {"file_path": "c"}, {"file_path": "d"}]}`, []string{"a", "b", "c"}},
	}
	for _, test := range tests {
		if got := Files(gjson.Parse(test.input), 3); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.input, got, test.want)
		}
	}
	if got := File(gjson.Parse(`{"notebook_path": "n", "path": "p"}`)); got != "n" {
		t.Errorf("the first file is %q", got)
	}
}

func TestAgentType(t *testing.T) {
	if got := AgentType(gjson.Parse(`{"agentName": "b", "subagent_type": "a"}`)); got != "a" {
		t.Errorf("%q", got)
	}
}
