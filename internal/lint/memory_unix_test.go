//go:build unix

package lint_test

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the largest resident size of a process that has ended, in
// bytes. macOS counts in bytes, other systems in units of 1,024 bytes.
func peakMemory(state *os.ProcessState) int64 {
	if state == nil {
		return 0
	}
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) * 1024
}
