//go:build !unix

package lint_test

import "os"

// peakMemory is -1 where the system does not say.
func peakMemory(*os.ProcessState) int64 { return -1 }
