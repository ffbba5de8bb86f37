package cli

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/urfave/cli/v2"
)

// progressAfter is how long a run must take before it shows how far it is.
const progressAfter = time.Second

// showProgress shows on a terminal how far a long run is, until stop is called.
func (r *runner) showProgress(c *cli.Context) (set func(done, total int), stop func()) {
	if c.Bool("quiet") || !isTerminal(r.streams.Err) {
		return nil, func() {}
	}
	var done, total atomic.Int64
	quit, finished := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(finished)
		for wait, erase := progressAfter, ""; ; wait, erase = progressAfter/10, "\r\x1b[K" {
			select {
			case <-quit:
				fmt.Fprint(r.streams.Err, erase)
				return
			case <-time.After(wait):
				fmt.Fprintf(r.streams.Err, "\r\x1b[K%d of %d files", done.Load(), total.Load())
			}
		}
	}()
	set = func(n, of int) { done.Store(int64(n)); total.Store(int64(of)) }
	return set, func() { close(quit); <-finished }
}
