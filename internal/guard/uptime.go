package guard

import "time"

var start = time.Now()

// uptime replaces the processor time if it is unknown.
func uptime() time.Duration { return time.Since(start) }
