package hook

import (
	"context"
	"os/exec"
	"syscall"
)

// shellCommand has a line run by cmd, which is to see it as it stands.
func shellCommand(ctx context.Context, line string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "cmd")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /d /s /c "` + line + `"`}
	return cmd
}

// endWhole leaves it at the command: cmd waits for what it has started, and
// Windows has no groups of processes to end.
func endWhole(*exec.Cmd) {}
