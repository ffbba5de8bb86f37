package cli

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/urfave/cli/v2"
)

// progressAfter is how long a run must take before it shows how far it is.
const progressAfter = time.Second

// progress shows on a terminal how far a long run is. Elsewhere it does
// nothing.
type progress struct {
	done, total atomic.Int64
	quit        chan struct{}
	finished    sync.WaitGroup
}

func (r *runner) startProgress(c *cli.Context) *progress {
	p := &progress{}
	if c.Bool("quiet") || !isTerminal(r.streams.Err) {
		return p
	}
	p.quit = make(chan struct{})
	p.finished.Add(1)
	go p.show(r.streams.Err)
	return p
}

func (p *progress) set(done, total int) {
	p.total.Store(int64(total))
	p.done.Store(int64(done))
}

func (p *progress) show(w io.Writer) {
	defer p.finished.Done()
	timer := time.NewTimer(progressAfter)
	defer timer.Stop()
	shown := false
	for {
		select {
		case <-p.quit:
			if shown {
				fmt.Fprint(w, "\r\x1b[K")
			}
			return
		case <-timer.C:
			fmt.Fprintf(w, "\r\x1b[K%d of %d files", p.done.Load(), p.total.Load())
			shown = true
			timer.Reset(progressAfter / 10)
		}
	}
}

// stop takes the progress off the screen.
func (p *progress) stop() {
	if p.quit != nil {
		close(p.quit)
		p.finished.Wait()
	}
}
