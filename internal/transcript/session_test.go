package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/rules"
)

// asAgents writes the transcript of a session and those of agents beside it, and returns the path of the
// first.
func asAgents(t *testing.T, agents int, line string) string {
	t.Helper()
	folder := t.TempDir()
	write := func(name, agent string) {
		head := fmt.Sprintf(`{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","agentId":%q,"message":{"content":"go"}}`, agent)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(head+"\n"+line), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("s.jsonl", "")
	for i := range agents {
		write(fmt.Sprintf("agent-%d.jsonl", i), fmt.Sprint(i))
	}
	return filepath.Join(folder, "s.jsonl")
}

// TestCopiesOfAnExport checks that an older copy of an export is not another agent of its session.
func TestCopiesOfAnExport(t *testing.T) {
	const launch = `{"type":"tool","tool":"task","callID":"c1","state":{"status":"completed","input":{"prompt":"Add a quota.","subagent_type":"coder"},"output":"done","metadata":{"sessionId":"ses_2"}}}`
	folder := t.TempDir()
	for name, data := range map[string]string{"old.json": exported(answer(launch)), "new.json": exported(answer(launch), answer(ranTests))} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Open(filepath.Join(folder, "new.json"), nil, nil)
	if err != nil || len(all) != 1 || !slices.ContainsFunc(all[0].Deeds, func(d ledger.Deed) bool { return d.Act == ledger.Send }) {
		t.Errorf("%d agents, %v", len(all), err)
	}
}

// TestTranscriptsAreBoundedAsASum checks that no more of a folder is read than the bound, and that this is
// reported.
func TestTranscriptsAreBoundedAsASum(t *testing.T) {
	line := `{"type":"attachment","uuid":"1","attachment":{"prompt":"` + strings.Repeat("x", 1<<20) + `"}}` + "\n"
	for name, tt := range map[string]struct {
		bytes int64
		want  bool
	}{"all": {20 << 20, true}, "some": {4 << 20, false}, "a part of the first": {1 << 19, false}} {
		incomplete := &rules.Incomplete{}
		all, err := open(asAgents(t, 8, line), tt.bytes, nil, incomplete)
		if err != nil {
			t.Fatal(err)
		}
		hasGap := func(l *ledger.Ledger) bool { return len(l.Gaps) > 0 }
		if complete := !slices.ContainsFunc(all, hasGap); complete != tt.want || incomplete.Has(rules.KindActions) == tt.want {
			t.Errorf("%s: complete is %t, and %v", name, complete, incomplete.Reasons())
		}
	}
}
