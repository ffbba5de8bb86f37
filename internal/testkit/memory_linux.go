package testkit

import (
	"os"
	"syscall"
)

// shared is Linux's folder in memory.
const shared = "/dev/shm"

// inMemory puts the temporary folders of the tests in memory, if the system has room there and allows running
// programs from it, and the environment names no other place: on disk, creating thousands of small files took
// half of the time.
func inMemory() {
	const (
		room         = 1 << 30
		readWriteRun = 7
	)
	var is syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(shared, &is) != nil {
		return
	}
	canRun := is.Flags&syscall.MS_NOEXEC == 0
	if canRun && int64(is.Bavail)*int64(is.Bsize) > room && syscall.Access(shared, readWriteRun) == nil {
		_ = os.Setenv("TMPDIR", shared) // a valid name and value
	}
}
