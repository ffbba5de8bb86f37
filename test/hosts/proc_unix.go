//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// group starts the command in a process group of its own, which the returned
// function ends: hosts leave shells and servers behind.
func group(cmd *exec.Cmd) (kill func() error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
