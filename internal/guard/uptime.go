package guard

import "time"

var start = time.Now()

// uptime stands in for the processor's time where that is not known.
func uptime() time.Duration { return time.Since(start) }
