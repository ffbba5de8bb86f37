package git

import (
	"context"
	"testing"
	"time"
)

// TestRestart holds that an exhausted clock has its whole time again in another run, also while a question of the
// run before is open.
func TestRestart(t *testing.T) {
	c := NewClock(time.Hour)
	c.used = time.Hour
	if ctx, stop := c.start(context.Background()); ctx.Err() == nil {
		t.Error("there is time left")
	} else {
		stop()
	}
	for range 2 {
		c.Restart()
		ctx, stop := c.start(context.Background())
		defer stop()
		if ctx.Err() != nil {
			t.Error(ctx.Err())
		}
		c.since = c.since.Add(-time.Hour)
	}
}

// TestOverlap checks that the time of questions that are asked at once counts once, from the first to the last.
func TestOverlap(t *testing.T) {
	c := NewClock(3 * time.Hour)
	_, stopFirst := c.start(context.Background())
	c.since = c.since.Add(-time.Hour)
	second, stopSecond := c.start(context.Background())
	if until, _ := second.Deadline(); time.Until(until) > 2*time.Hour {
		t.Errorf("the second question has until %v", until)
	}
	stopFirst()
	if c.used != 0 {
		t.Errorf("%s before the last answer", c.used)
	}
	if stopSecond(); c.used < time.Hour || c.used > 2*time.Hour {
		t.Errorf("%s after it", c.used)
	}
}
