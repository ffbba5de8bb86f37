package git

import "syscall"

// ownGroup starts git in a process group of its own, which the system kills with us.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
