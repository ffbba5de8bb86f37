package guard

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the process has used.
func processorTime() time.Duration {
	var created, ended, kernel, user syscall.Filetime
	process, err := syscall.GetCurrentProcess()
	if err == nil {
		err = syscall.GetProcessTimes(process, &created, &ended, &kernel, &user)
	}
	if err != nil {
		return uptime()
	}
	return ticks(kernel) + ticks(user)
}

// ticks converts a Filetime, which counts hundreds of nanoseconds.
func ticks(t syscall.Filetime) time.Duration {
	return time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * 100
}
