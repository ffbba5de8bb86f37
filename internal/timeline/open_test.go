package timeline_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/timeline"
)

const ownTranscripts = "../../testdata/transcripts"

func TestOpen(t *testing.T) {
	own := ownTranscripts + "/claude/5f0c2a11-0000-4000-8000-00000000000"
	child := "/codex/rollout-2026-03-04T10-00-33-019fb000-5000-7000-8000-000000000002.jsonl"
	for _, tt := range []struct {
		name   string
		agents string
		why    string
	}{
		{own + "1.jsonl", " a1c3", ""},
		{own + "1/subagents/agent-a1c3.jsonl", "a1c3 ", ""},
		{own + "2.jsonl", "", ledger.Gap{Why: ledger.NoStart}.Words()},
		{own + "3.jsonl", " sidechain", ""},
		{ownTranscripts + child, "019fb000-5000-7000-8000-000000000002 ", ""},
	} {
		session, err := timeline.Open(filepath.FromSlash(tt.name), nil, nil)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var agents []string
		for _, l := range session.Agents {
			agents = append(agents, l.Agent)
		}
		if got := strings.Join(agents, " "); got != tt.agents || session.Incomplete() != tt.why {
			t.Errorf("%s: agents %q, incomplete %q; want %q, %q", tt.name, got, session.Incomplete(), tt.agents, tt.why)
		}
	}
}

func TestOpenNothing(t *testing.T) {
	if _, err := timeline.Open(filepath.Join(t.TempDir(), "none.jsonl"), nil, nil); err == nil {
		t.Error("a missing transcript was opened")
	}
}

// TestMissingAgents checks the gaps for the missing transcript of a launched agent, and of an agent's
// parent.
func TestMissingAgents(t *testing.T) {
	id := "5f0c2a11-0000-4000-8000-000000000001"
	for _, keep := range []string{id + ".jsonl", id + "/subagents/agent-a1c3.jsonl"} {
		folder := t.TempDir()
		name := filepath.Join(folder, filepath.FromSlash(keep))
		testkit.Write(t, name, testkit.Read(t, filepath.Join(ownTranscripts, "claude", keep)))
		session, err := timeline.Open(name, nil, nil)
		if err != nil || session.Incomplete() != (ledger.Gap{Why: ledger.Missing}).Words() {
			t.Errorf("%s alone: %v, %v", keep, session.Incomplete(), err)
		}
	}
}

// TestAgentAtWork checks that a running agent leaves no gap: the call that launched it has no result yet,
// and does not name it.
func TestAgentAtWork(t *testing.T) {
	id := "5f0c2a11-0000-4000-8000-000000000001"
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, id, "subagents"), 0o755); err != nil {
		t.Fatal(err)
	}
	main := testkit.Read(t, filepath.Join(ownTranscripts, "claude", id+".jsonl"))
	main, _, _ = bytes.Cut(main, []byte("\n"+`{"parentUuid":"m-037"`))
	agent := filepath.Join(id, "subagents", "agent-a1c3.jsonl")
	for name, data := range map[string][]byte{id + ".jsonl": append(main, '\n'), agent: testkit.Read(t, filepath.Join(ownTranscripts, "claude", agent))} {
		testkit.Write(t, filepath.Join(folder, name), data)
	}
	session, err := timeline.Open(filepath.Join(folder, agent), nil, nil)
	if err != nil || session.Incomplete() != "" {
		t.Fatalf("%q, %v", session.Incomplete(), err)
	}
	sent := slices.IndexFunc(session.Agents[1].Deeds, func(d ledger.Deed) bool { return d.Act == ledger.Send })
	if sent < 0 || !session.Agents[1].Deeds[sent].Maybe {
		t.Errorf("the call is not open: %+v", session.Agents[1].Deeds)
	}
}
