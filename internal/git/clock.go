package git

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// The time for git in one run of the program, for all its answers together.
const (
	CheckTime = 10 * time.Second
	HookTime  = 2 * time.Second
)

// Clock is the time that git has left. It runs while git is running. It is safe for concurrent use.
type Clock struct {
	most time.Duration

	mutex   sync.Mutex
	working int // number of pending answers
	since   time.Time
	used    time.Duration
}

// NewClock returns a clock with a maximum time.
func NewClock(most time.Duration) *Clock { return &Clock{most: most} }

// Restart resets git's time, for a program that keeps running.
func (c *Clock) Restart() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.used, c.since = 0, time.Now()
}

// start runs the clock for one question. The context ends when no time is left.
func (c *Clock) start(parent context.Context) (ctx context.Context, stop func()) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.working == 0 {
		c.since = time.Now()
	}
	c.working++
	left := c.most - c.used - time.Since(c.since)
	late := &cutShortError{fmt.Sprintf("git gave no answer within %.0f s", c.most.Seconds())}
	ctx, cancel := context.WithTimeoutCause(parent, left, late)
	return ctx, func() {
		cancel()
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.working--
		if c.working == 0 {
			c.used += time.Since(c.since)
		}
	}
}
