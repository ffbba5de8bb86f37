package hook

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/testkit"
)

// hanging makes each call of the bench hang in its first check, and then ends its wait.
func (b *bench) hanging() {
	hang := make(chan struct{})
	b.t.Cleanup(func() { close(hang) })
	b.change = func(c *Config) {
		late := make(chan time.Time, 1)
		c.Late, c.Err = late, io.Discard // the hanging call may
		c.Checker = func(string) (Checker, error) {
			late <- time.Time{}
			<-hang
			panic("released")
		}
	}
}

// A hanging call is answered: the user is told that nothing is checked, and a stop and the launch of an
// agent are blocked once per session.
func TestAHangIsNotSilence(t *testing.T) {
	const unchecked = `"systemMessage":"handofflint: handoffs are not being checked: no verdict within 8s`
	b := newBench(t)
	path := b.report("02-implementer-report.md")
	b.says(write(path), "block") // it is remembered for the stop
	b.hanging()
	lacks(t, b.says(write(path), unchecked), "deny", "block")
	launch := agent("critic", "Read `"+path+"` first.")
	b.says(launch, unchecked, `"permissionDecision":"deny"`, "Tell the user", "then try again")
	lacks(t, b.says(launch, unchecked), "deny")
	stop, handback := map[string]any{"hook_event_name": "Stop"}, returnMessage("Handoff written to `"+path+"`.")
	for _, event := range []map[string]any{stop, handback} {
		b.says(event, unchecked, `"decision":"block"`, "Tell the user")
		if out := b.says(event, unchecked); strings.Contains(out, "decision") {
			t.Errorf("held twice: %s", out)
		}
		other := map[string]any{"session_id": session}
		maps.Copy(other, event)
		b.says(other, unchecked, `"decision":"block"`)
	}
}

// Where blocks cannot be counted, it blocks nothing.
func TestAHangWithoutAMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	testkit.Write(t, file, "")
	t.Setenv("HOME", "")
	for _, state := range []string{file, ""} {
		b := newBench(t)
		path := b.report("02-implementer-report.md")
		b.getenv = storeIn(state)
		b.hanging()
		lacks(t, b.says(agent("critic", "Read `"+path+"` first."), "no verdict within 8s"), "deny")
	}
}

// An event that does not end is answered, too.
func TestAnEventThatDoesNotEnd(t *testing.T) {
	in, host := io.Pipe()
	defer host.Close()
	late := make(chan time.Time)
	go func() {
		_, _ = io.WriteString(host, `{"hook_event_name":"Stop",`)
		late <- time.Time{}
	}()
	var out bytes.Buffer
	c := testConfig("", &out, func(string) string { return "" })
	c.In, c.Late = in, late
	if code := Run(c); code != 0 {
		t.Errorf("exit code %d", code)
	}
	var answer struct{ SystemMessage string }
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil || !strings.Contains(answer.SystemMessage, "handoffs are not being checked: no verdict within 8s") {
		t.Errorf("%s", out.String())
	}
}
