package transcript

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// asAgents writes the transcript of a session and those of agents beside it, and returns the path of the
// first.
func asAgents(t *testing.T, agents int, line string) string {
	t.Helper()
	folder := t.TempDir()
	write := func(name, agent string) {
		head := fmt.Sprintf(`{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","agentId":%q,"message":{"content":"go"}}`, agent)
		testkit.Write(t, filepath.Join(folder, name), head+"\n"+line)
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
		testkit.Write(t, filepath.Join(folder, name), data)
	}
	all, err := Open(filepath.Join(folder, "new.json"), nil, nil)
	if err != nil || len(all) != 1 || !slices.ContainsFunc(all[0].Deeds, func(d ledger.Deed) bool { return d.Act == ledger.Send }) {
		t.Errorf("%d agents, %v", len(all), err)
	}
}

// TestAgentsOfASession checks that each agent is read once, and their number is bounded.
func TestAgentsOfASession(t *testing.T) {
	const ran = `{"type":"assistant","uuid":"1","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}}` + "\n"
	name := asAgents(t, 2, "")
	head := `{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","agentId":"1","message":{"content":"go"}}` + "\n"
	for copied, more := range map[string]string{"agent-x.jsonl": "", "agent-y.jsonl": ran} {
		testkit.Write(t, filepath.Join(filepath.Dir(name), copied), head+more)
	}
	all, err := Open(name, nil, nil)
	var agents []string
	for _, l := range all {
		agents = append(agents, fmt.Sprint(l.Agent, len(l.Deeds)))
	}
	if want := []string{"0", "00", "10", "11"}; err != nil || !slices.Equal(agents, want) {
		t.Errorf("agents %q, %v, want %q", agents, err, want)
	}
	if all, err := Open(filepath.Join(filepath.Dir(name), "agent-y.jsonl"), nil, nil); err != nil || len(all) != 4 {
		t.Errorf("beside a part of an agent: %d, %v", len(all), err)
	}
	copied := filepath.Join(filepath.Dir(name), "copy.jsonl")
	testkit.Write(t, copied, strings.Replace(head, `"1"`, `""`, 1)+ran)
	if all, err := Open(copied, nil, nil); err != nil || len(all) != 4 {
		t.Errorf("the session beside its copy is another agent: %d, %v", len(all), err)
	}
	within := repeat(maxTranscripts+1, func(i int) string { return strings.Replace(head, `"1"`, fmt.Sprintf(`"a%d"`, i), 1) })
	if all, err := Open(asAgents(t, 0, within), nil, nil); err != nil || len(all) != maxTranscripts+2 {
		t.Errorf("agents within a transcript: %d are read, %v", len(all), err)
	}
	one := asAgents(t, 0, strings.Replace(head, `"1"`, `"a1"`, 1))
	all, err = Open(one, nil, nil)
	if err != nil || len(all) != 2 || all[0].Transcript != one || all[1].Transcript != one {
		t.Errorf("an agent within a transcript: %+v, %v", all, err)
	}
	for n, want := range map[int]int{maxTranscripts: 0, maxTranscripts + 1: 1} {
		all, err := Open(asAgents(t, n, ""), nil, nil)
		if err != nil || len(all) != maxTranscripts+1 || len(all[0].Gaps) != want {
			t.Errorf("%d agents: %d are read, gaps %v, %v", n, len(all), all[0].Gaps, err)
		}
	}
}

// TestOpenNothing checks that the error for a path that has no transcript says what is wanted.
func TestOpenNothing(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "s.jsonl"), nil, nil); err == nil || !strings.HasSuffix(err.Error(), "; name the agent's transcript") {
		t.Errorf("got %v", err)
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
		if wasRead := slices.ContainsFunc(all, func(l *ledger.Ledger) bool {
			return slices.ContainsFunc(l.Gaps, func(g ledger.Gap) bool { return g.Why == ledger.Unread })
		}); wasRead == tt.want {
			t.Errorf("%s: the gaps say that all was read: %t", name, !wasRead)
		}
		if complete := !slices.ContainsFunc(all, hasGap); complete != tt.want || incomplete.Has(rules.KindActions) == tt.want {
			t.Errorf("%s: complete is %t, and %v", name, complete, incomplete.Reasons())
		}
	}
}
