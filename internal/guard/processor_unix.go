//go:build unix

package guard

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the process has used.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return uptime()
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
