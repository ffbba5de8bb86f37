//go:build !unix && !windows

package guard

import "time"

// processorTime is taken for the time that goes by: this system does not say.
func processorTime() time.Duration { return uptime() }
