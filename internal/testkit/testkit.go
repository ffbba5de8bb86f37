// Package testkit has what tests of several packages share: reading and writing files, plain text without
// repetition, cases in files, the peak memory of a function, whether the race detector is on, and setup that
// makes tests fast.
package testkit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// Prepare makes the tests of a package fast: their temporary folders are in memory, and the garbage collector
// runs as rarely as in cmd/handofflint. TestMain calls it.
func Prepare() {
	inMemory()
	debug.SetGCPercent(400)
}

// Peak returns the largest resident size of this process while a function runs, in bytes. It returns 0 with
// the race detector, which needs a multiple, and on systems other than Linux.
func Peak(t *testing.T, run func()) int64 {
	t.Helper()
	// Garbage would hide what is in use.
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	debug.FreeOSMemory()
	// 5 resets the kernel's peak.
	reset := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	run()
	if reset != nil || Race {
		return 0
	}
	status, err := os.ReadFile("/proc/self/status")
	_, line, _ := bytes.Cut(status, []byte("VmHWM:"))
	var kibibytes int64
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(string(line), &kibibytes); err != nil {
		t.Fatal(err)
	}
	return kibibytes << 10
}

// SkipWithRace skips a test that starts the program many times and has nothing else for the race detector to
// see.
func SkipWithRace(t *testing.T) {
	t.Helper()
	if Race {
		t.Skip("with the race detector each command takes many times longer to start; without it this runs")
	}
}

// Read returns the content of a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Write writes a file, and makes its folder.
func Write[T string | []byte](t testing.TB, path string, content T) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Steps returns a text of n lines of ten words without repetition.
func Steps(from, n int) string {
	var b strings.Builder
	for i := from; i < from+n; i++ {
		fmt.Fprintf(&b, "Step %d: handler %d checks row %d before use %d.\n", i, i+1000, i+2000, i+3000)
	}
	return b.String()
}
