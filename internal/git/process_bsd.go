//go:build unix && !linux

package git

import "syscall"

// ownGroup starts git in a process group of its own.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
