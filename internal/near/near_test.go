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
		{"true", []string{"false"}, ""},
		{"metadtablockreasn", []string{"metadatablockedreason"}, "metadatablockedreason"}, {"metadtablokreasn", []string{"metadatablockedreason"}, ""}, // four and five letters
		{"shew", []string{"show", "slew"}, "show"}, {"in", []string{"initialise"}, ""},
		{"session", []string{"report", "metadata", "context", "task"}, ""},
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
	for got, want := range map[string]string{
		near.DidYouMean("a", "", "b", "c"):                    `did you mean "a", "b" or "c"?`,
		near.DidYouMean("", "a"):                              `did you mean "a"?`,
		near.DidYouMean("") + "nothing":                       "nothing",
		near.Suffix("a"):                                      `: did you mean "a"?`,
		near.Suffix() + "no suffix":                           "no suffix",
		near.DidYouMeanOne("chekc", []string{"check"}):        ` (did you mean "check"?)`,
		near.DidYouMeanOne("x", []string{"check"}) + "no one": "no one",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRules(t *testing.T) {
	names := []string{"placeholder", "report/filename", "report/no-action", "report/no-owner", "report/sealed", "context/filename", "context/stale", "session/reports", "session/unknown-agent", "sdd-report/missing-section", "handover/missing-section"}
	for name, want := range map[string]string{
		"placeholders": "placeholder", "report/no-acton": "report/no-action", "reprot/no-acton": "report/no-action",
		"no-acton": "report/no-action", "report.no-action": "report/no-action", "filename": "report/filename context/filename",
		"context/filenam": "context/filename", "contxt/filename": "context/filename", "session/stale": "context/stale",
		"report": "report/*", "reprot": "report/*", "rep": "report/*", "report/*": "report/*", "reprot*": "report/*", "report/no-*": "report/no-action report/no-owner",
		"report/no-": "report/no-action report/no-owner", "contxt/filneame": "context/filename", "report/no-acton/*": "report/no-action", "stal": "context/stale", "unknown": "session/unknown-agent", "sealed": "report/sealed",
		"sesion/unkwn-agnt": "session/unknown-agent", "hndovr/misng-sectn": "handover/missing-section", "misng-sectn": "sdd-report/missing-section handover/missing-section",
		"filename/": "report/filename context/filename", "seal/no-such": "", "filename/zz/*": "", "zzzzzz": "", "zz/zzzz": "", "": "", "*": "", "a/b/c": "",
	} {
		if got := strings.Join(near.Rules(name, names), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	var many []string
	for _, tail := range []string{"one", "two", "three", "four"} {
		many = append(many, "report/of-"+tail)
	}
	for name, want := range map[string]string{"report/of-": "report/*", "of-": "report/*", "rpeort/of-": "report/of-one report/of-two"} {
		if got := strings.Join(near.Rules(name, many), " "); got != want {
			t.Errorf("%q of many: %q, want %q", name, got, want)
		}
	}
	if got := near.Rules("report/of-", many[:3]); len(got) != 3 {
		t.Errorf("of three: %q", got)
	}
	if got := near.Rules("report/seal", []string{"report/sealed", "report/sear"}); len(got) != 2 { // one letter each
		t.Errorf("a beginning and a misspelling: %q", got)
	}
	if got := near.Rules("of-", append(many, "context/of-five")); got != nil {
		t.Errorf("of two groups: %q", got)
	}
}

func TestMisspelling(t *testing.T) {
	m := near.Misspelling{Distance: 2, Each: 3, Letters: 5}
	for name, want := range map[string]string{
		"statsu": "status", "status": "status", "stats": "status", "stat": "state", "sxatx": "", "stxtxs": "status", "sta": "", "tagz": "", "": "",
	} {
		if got := m.Nearest(name, []string{"status", "state", "tags"}); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := strings.Join(m.Near("stats", []string{"status", "summary", "state"}), " "); got != "status state" {
		t.Errorf("near %q", got)
	}
}
