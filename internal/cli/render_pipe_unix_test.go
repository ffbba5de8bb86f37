//go:build unix

package cli

import (
	"os/exec"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// A template and a log may come from the shell's <(…).
func TestRenderFromPipes(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash here")
	}
	t.Chdir(t.TempDir())
	testkit.Write(t, "a.tmpl", "{{.Deps.a.Handoff.Summary}} on {{.Deps.a.Results.branch}}")
	testkit.Write(t, "a.log", startMarker+"{\"version\": 1, \"summary\": \"Found it\"}"+endMarker+"\n---KELOS_OUTPUTS_START---\nbranch: main\n---KELOS_OUTPUTS_END---\n")
	out, err := exec.Command("bash", "-c", "handofflint pipeline render <(cat a.tmpl) --dep a=<(cat a.log)").CombinedOutput()
	if err != nil || string(out) != "Found it on main" {
		t.Errorf("%v, %q", err, out)
	}
}
