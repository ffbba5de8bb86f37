package hookconfig

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
