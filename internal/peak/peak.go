// Package peak tells how much memory a process has taken, for tests that hold
// a run to a bound, and whether the race detector makes processes slow. The measured work runs in a process of its own, a child of
// the test.
//
// What the operating system reports of a child that has ended is of no use: on
// Linux it begins with the size of the parent that started it.
package peak

import (
	"bytes"
	"fmt"
	"os/exec"
	"testing"
)

// prefix is before the number that a child prints.
const prefix = "peak memory in bytes: "

// Report prints the peak of this process, for the Of that started it.
func Report() {
	if n, ok := resident(); ok {
		fmt.Printf("\n%s%d\n", prefix, n)
	}
}

// Of runs a command that calls Report at its end, and returns the peak of its
// resident memory in bytes. It skips the test where that cannot be told: with
// the race detector, which takes a multiple, and on systems other than Linux.
func Of(t *testing.T, command *exec.Cmd) int64 {
	t.Helper()
	if _, ok := resident(); !ok || Race {
		t.Skip("memory is measured on Linux, without the race detector")
	}
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.500s", err, out)
	}
	_, number, found := bytes.Cut(out, []byte(prefix))
	var n int64
	if _, err := fmt.Sscan(string(number), &n); err != nil || !found {
		t.Fatalf("the process did not report its peak: %.500s", out)
	}
	return n
}

// SkipWithRace skips a test that starts the program many times, and nothing else
// that the race detector could see.
func SkipWithRace(t *testing.T) {
	t.Helper()
	if Race {
		t.Skip("with the race detector each command takes many times longer to start; without it this runs")
	}
}
