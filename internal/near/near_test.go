package near_test

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/near"
)

func TestName(t *testing.T) {
	commands := []string{"check", "config", "rules", "new", "context", "convert", "emit", "hook", "hooks"}
	severities := []string{"error", "warning", "off"}
	tests := []struct {
		name    string
		choices []string
		want    string
	}{
		{"chekc", commands, "check"}, {"CHECK", commands, "check"}, {"nw", commands, "new"}, {"hok", commands, "hook"},
		{"contxt", commands, "context"}, {"conf", commands, "config"}, {"con", commands, ""}, {"co", commands, ""},
		{"init", commands, ""}, {"hceck", commands, "check"}, {"local", []string{"global"}, ""}, {"lint", commands, ""}, {"x", commands, ""}, {"", commands, ""}, {"zzzzzz", commands, ""},
		{"inti", []string{"check", "show", "init"}, "init"},
		{"warn", severities, "warning"}, {"err", severities, "error"}, {"eror", severities, "error"},
		// These words do not suggest that a rule should be off.
		{"info", severities, ""}, {"loud", severities, ""}, {"on", severities, ""}, {"fof", severities, "off"}, {"of", severities, "off"}, {"offf", severities, "off"},
		{"level", []string{"error", "warning", "never"}, ""}, {"nver", []string{"error", "warning", "never"}, "never"}, {"nev", []string{"never"}, "never"},
		{"true", []string{"false"}, ""}, {"session", []string{"report", "metadata", "context", "task"}, ""},
		// Letters are counted, not bytes: two of these three differ.
		{"日本語", []string{"日中文"}, ""}, {"décision", []string{"decision"}, "decision"},
		{strings.Repeat("x", 1<<16), commands, ""}, {"\xff\xfe", commands, ""}, {"check", nil, ""},
	}
	for _, tt := range tests {
		if got := near.Name(tt.name, tt.choices); got != tt.want {
			t.Errorf("%.20q among %q: %q, want %q", tt.name, tt.choices, got, tt.want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	if got := near.DidYouMean("a", "", "b", "c"); got != `did you mean "a", "b" or "c"?` {
		t.Error(got)
	}
}
