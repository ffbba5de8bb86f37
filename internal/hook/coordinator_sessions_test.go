package hook

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/timeline"
)

// TestAccountsOfSessions hands back each message that ends a turn in real sessions of other people, and
// logs what who launched the agent would read: with -v, to be read beside the transcripts.
func TestAccountsOfSessions(t *testing.T) {
	folder := filepath.Dir(sessions)
	turns, told := 0, 0
	err := filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".jsonl") {
			return err
		}
		all, err := timeline.Open(name, nil, nil)
		if err != nil {
			return nil // of a client that is not read
		}
		for _, agent := range all.Agents {
			if agent.Transcript != name {
				continue
			}
			own := all.Of(agent)
			for _, m := range agent.Messages {
				turns++
				said := openAt(own.TurnAt(m.Line), plainClaims(m.Text), nil)
				if len(said) > maxAccount {
					t.Errorf("%s:%d: %d bytes: %s", name, m.Line, len(said), said)
				}
				if said != "" {
					told++
					t.Logf("%s:%d: %q: %s", name, m.Line, agent.Agent, said)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Skipf("there are no sessions here: %v", err)
	}
	t.Logf("%d of %d turns", told, turns)
}
