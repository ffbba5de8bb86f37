package testkit

import (
	"os"
	"syscall"
)

// shared is the folder in memory that Linux has.
const shared = "/dev/shm"

// inMemory makes the temporary folders of the tests in memory, if the system has room there
// from which programs can be run, and the environment names no other place: on a disk,
// making thousands of small files took half of the time.
func inMemory() {
	const room = 1 << 30
	var is syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(shared, &is) != nil {
		return
	}
	canRun := is.Flags&syscall.MS_NOEXEC == 0
	if canRun && int64(is.Bavail)*int64(is.Bsize) > room && syscall.Access(shared, 7) == nil {
		_ = os.Setenv("TMPDIR", shared) // it is a valid name and value
	}
}
