package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// TestPowerShellCompletionParses holds the script to PowerShell's own parser.
func TestPowerShellCompletionParses(t *testing.T) {
	shell, err := exec.LookPath("pwsh")
	if err != nil {
		t.Skip("no pwsh here: the syntax of completion/handofflint.ps1 is not checked")
	}
	script := filepath.Join(t.TempDir(), "handofflint.ps1")
	testkit.Write(t, script, printed(t, "completion", "powershell"))
	parse := `$errors = $null; [void][System.Management.Automation.Language.Parser]::ParseFile($env:SCRIPT, [ref]$null, [ref]$errors); $errors | ForEach-Object { "$_" }; exit $errors.Count`
	command := exec.Command(shell, "-NoProfile", "-NonInteractive", "-Command", parse)
	command.Env = append(os.Environ(), "SCRIPT="+script)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
