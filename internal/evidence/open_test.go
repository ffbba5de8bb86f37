package evidence

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/rules"
)

const ownTranscripts = "../../testdata/transcripts"

func contentOf(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// inFile writes a transcript, and returns its path.
func inFile(t *testing.T, transcript string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(name, []byte(transcript), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestOpenDeeds(t *testing.T) {
	session := ownTranscripts + "/claude/5f0c2a11-0000-4000-8000-00000000000"
	child := "/codex/rollout-2026-03-04T10-00-33-019fb000-5000-7000-8000-000000000002.jsonl"
	for _, tt := range []struct {
		name   string
		agents string
		why    string
	}{
		{session + "1.jsonl", " a1c3", ""},
		{session + "1/subagents/agent-a1c3.jsonl", "a1c3 ", ""},
		{session + "2.jsonl", "", ledger.Gap{Why: ledger.NoStart}.Words()},
		{session + "3.jsonl", " sidechain-1", ""},
		{ownTranscripts + child, "019fb000-5000-7000-8000-000000000002 ", ""},
	} {
		d, err := OpenDeeds(filepath.FromSlash(tt.name), nil)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var agents []string
		for _, l := range d.All() {
			agents = append(agents, l.Agent)
		}
		if got := strings.Join(agents, " "); got != tt.agents || d.Incomplete() != tt.why {
			t.Errorf("%s: agents %q, incomplete %q; want %q, %q", tt.name, got, d.Incomplete(), tt.agents, tt.why)
		}
	}
}

// TestMissingAgents are gaps: the work of an agent whose transcript is gone, and of the
// one that sent it.
func TestMissingAgents(t *testing.T) {
	session := "5f0c2a11-0000-4000-8000-000000000001"
	for _, keep := range []string{session + ".jsonl", session + "/subagents/agent-a1c3.jsonl"} {
		folder := t.TempDir()
		name := filepath.Join(folder, filepath.FromSlash(keep))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, contentOf(t, filepath.Join(ownTranscripts, "claude", keep)), 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := OpenDeeds(name, nil)
		if err != nil || d.Incomplete() != (ledger.Gap{Why: ledger.Missing}).Words() {
			t.Errorf("%s alone: %v, %v", keep, d.Incomplete(), err)
		}
	}
}

// TestAgentAtWork is complete: the call that sent the agent has no result before the agent
// has handed its work back, and does not name it.
func TestAgentAtWork(t *testing.T) {
	session := "5f0c2a11-0000-4000-8000-000000000001"
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, session, "subagents"), 0o755); err != nil {
		t.Fatal(err)
	}
	main := contentOf(t, filepath.Join(ownTranscripts, "claude", session+".jsonl"))
	main, _, _ = bytes.Cut(main, []byte("\n"+`{"parentUuid":"m-037"`))
	agent := filepath.Join(session, "subagents", "agent-a1c3.jsonl")
	for name, data := range map[string][]byte{session + ".jsonl": append(main, '\n'), agent: contentOf(t, filepath.Join(ownTranscripts, "claude", agent))} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, err := OpenDeeds(filepath.Join(folder, agent), nil)
	if err != nil || d.Incomplete() != "" {
		t.Fatalf("%q, %v", d.Incomplete(), err)
	}
	sent := slices.IndexFunc(d.Around[0].Deeds, func(d ledger.Deed) bool { return d.Act == ledger.Send })
	if sent < 0 || !d.Around[0].Deeds[sent].Maybe {
		t.Errorf("the call is not open: %+v", d.Around[0].Deeds)
	}
}

// TestQuestionsAreBounded stops looking at deeds beyond the bound of a run, and says so.
func TestQuestionsAreBounded(t *testing.T) {
	incomplete := &rules.Incomplete{}
	d, err := OpenDeeds(inFile(t, `{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","message":{"content":"go"}}`), incomplete)
	if err != nil {
		t.Fatal(err)
	}
	if d.Read("a.go").Answer != ledger.No || incomplete.Has(rules.KindActions) {
		t.Errorf("a file that was not read: %v", incomplete.Reasons())
	}
	d.ask(maxAsked)
	d.Agent.Deeds = append(d.Agent.Deeds, ledger.Deed{Act: ledger.Read, Path: "/w/b.go"})
	if d.Read("a.go").Answer != ledger.Unknown || d.Ran(shell.InvocationOf("ls", nil)).Answer != ledger.No && !incomplete.Has(rules.KindActions) || !incomplete.Has(rules.KindActions) {
		t.Errorf("beyond the bound: %v", incomplete.Reasons())
	}
}
