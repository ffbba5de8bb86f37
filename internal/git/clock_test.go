package git

import (
	"context"
	"testing"
	"time"
)

// TestRestart holds that an exhausted clock has its whole time again in another run.
func TestRestart(t *testing.T) {
	c := NewClock(time.Hour)
	c.used = time.Hour
	if ctx, stop := c.start(context.Background()); ctx.Err() == nil {
		t.Error("there is time left")
	} else {
		stop()
	}
	c.Restart()
	ctx, stop := c.start(context.Background())
	defer stop()
	if ctx.Err() != nil {
		t.Error(ctx.Err())
	}
}
