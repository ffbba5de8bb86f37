//go:build !unix

package git

import "os/exec"

// run runs git, which ends with the context of the command.
func run(cmd *exec.Cmd) error { return cmd.Run() }
