//go:build !unix

package main

import "os/exec"

func group(cmd *exec.Cmd) (kill func() error) {
	return func() error { return cmd.Process.Kill() }
}
