package peak

import (
	"bytes"
	"fmt"
	"os"
)

// resident is the largest resident size that this process has had, in bytes,
// and false if the system does not tell.
func resident() (int64, bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, line, found := bytes.Cut(status, []byte("VmHWM:"))
	var kibibytes int64
	if _, err := fmt.Sscan(string(line), &kibibytes); err != nil || !found {
		return 0, false
	}
	return kibibytes << 10, true
}
