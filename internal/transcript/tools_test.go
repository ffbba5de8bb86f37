package transcript

import (
	"testing"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
)

// TestMessagesToAgents: what is said to an agent changes no file. A further task may be to
// run anything.
func TestMessagesToAgents(t *testing.T) {
	input := gjson.Parse(`{"target": "/root/explorer", "message": "main.go", "agent_type": "worker"}`)
	for tool, want := range map[string][]ledger.Act{
		"SendMessage":      nil,
		"send_input":       nil,
		"wait_agent":       nil,
		"followup_task":    {ledger.Run, ledger.Seen, ledger.Write, ledger.Seen, ledger.Write},
		"SubagentHandback": {ledger.Seen, ledger.Write, ledger.Seen, ledger.Write},
		"spawn_agent":      {ledger.Send},
	} {
		deeds := new(reader).callOf(tool, input).deeds
		if len(deeds) != len(want) {
			t.Errorf("%s: %+v, want %v", tool, deeds, want)
			continue
		}
		for i, deed := range deeds {
			if deed.Act != want[i] || deed.Act != ledger.Send && !deed.Maybe {
				t.Errorf("%s: %+v, want %v", tool, deeds, want)
			}
		}
	}
}
