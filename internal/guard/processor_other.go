//go:build !unix && !windows

package guard

import "time"

// processorTime is the elapsed time: this system does not report the
// processor's.
func processorTime() time.Duration { return uptime() }
