//go:build !windows

package hookconfig

import (
	"context"
	"os/exec"
)

// shellCommand has a line run by the shell.
func shellCommand(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", line)
}
