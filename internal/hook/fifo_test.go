//go:build unix

package hook

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe is never waited on: with a handoff's name it cannot be checked and is blocked; with another name
// it is ignored.
func TestAPipeIsNoHandoff(t *testing.T) {
	b := newBench(t)
	handoff, other := b.report("06-pipe-report.md"), b.root+"/pipe.md"
	for _, path := range []string{handoff, other, handoff + ".x.json"} {
		if err := syscall.Mkfifo(filepath.FromSlash(path), 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
	}
	b.says(write(other))
	b.says(write(handoff+".x.json"), "")
	b.says(write(handoff), `"decision":"block"`, "named pipe")
	command := ranCommand("echo x > " + handoff)
	command["session_id"] = "s2" // the first session was told already
	b.says(command, `"decision":"block"`, "named pipe")
	b.says(agent("critic", "Read `"+handoff+"`. ## No Handoff Required"), "deny")
	stop := returnMessage("done")
	stop["agent_transcript_path"] = other
	b.says(stop)
}
