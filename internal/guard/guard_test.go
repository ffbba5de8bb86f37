package guard

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// wide are bounds that nothing here comes near.
var wide = Bounds{Time: time.Hour, Patience: time.Hour, Memory: 1 << 40}

func TestRunPassesOn(t *testing.T) {
	want := errors.New("its own")
	if got := New().Run("a test", wide, func() error { return want }); got != want {
		t.Errorf("got %v", got)
	}
	if err := New().Run("a test", wide, func() error { return nil }); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestRunPassesPanicsOn(t *testing.T) {
	defer func() {
		if cause := recover(); cause != "broken" {
			t.Errorf("recovered %v", cause)
		}
	}()
	_ = New().Run("a test", wide, func() error { panic("broken") })
	t.Error("no panic")
}

// A function that only waits uses nothing of the processor, so that patience
// ends first; what follows fails at once and is not called.
func TestRunGivesUp(t *testing.T) {
	g := New()
	forever := make(chan struct{})
	t.Cleanup(func() { close(forever) })
	err := g.Run("the wait", Bounds{Time: time.Hour, Patience: time.Millisecond, Memory: 1 << 40}, func() error {
		<-forever
		return nil
	})
	var exceeded *Exceeded
	if !errors.As(err, &exceeded) || !strings.Contains(err.Error(), "the wait took more than 0.001 seconds") {
		t.Fatalf("got %v", err)
	}
	again := g.Run("another", wide, func() error { t.Error("called"); return nil })
	if again != err {
		t.Errorf("got %v, want the first error", again)
	}
}

func TestRunBoundsTheProcessor(t *testing.T) {
	err := New().Run("the loop", Bounds{Time: time.Millisecond, Patience: time.Hour, Memory: 1 << 40}, spin(t))
	if err == nil || !strings.Contains(err.Error(), "0.001 seconds") {
		t.Errorf("got %v", err)
	}
}

// On a busy machine a quarter of the processor's time is enough where a person
// has waited; what does nothing but wait is given more.
func TestRunBoundsTheWait(t *testing.T) {
	bounds := Bounds{Time: 40 * time.Millisecond, Wait: 41 * time.Millisecond, Patience: time.Hour, Memory: 1 << 40}
	w := meter{guard: New(), bounds: bounds}
	for _, tt := range []struct {
		ran, used time.Duration
		want      string
	}{
		{42 * time.Millisecond, 11 * time.Millisecond, "0.041 seconds"},
		{42 * time.Millisecond, 0, ""},
		{30 * time.Millisecond, 11 * time.Millisecond, ""},
	} {
		if got := w.beyond(tt.ran, tt.used); got != tt.want {
			t.Errorf("%v with %v of the processor: %q, want %q", tt.ran, tt.used, got, tt.want)
		}
	}
}

// Who waits for a turn uses nothing of the processor: however many wait, all of
// it is charged to what has the turn, which is named.
func TestTurn(t *testing.T) {
	g := New()
	g.running.Store(16)
	done := g.Acquire(func() string { return "the loop's rule" })
	var after sync.WaitGroup
	for range 15 {
		after.Go(func() { g.Acquire(func() string { return "a waiter's" })() })
	}
	for g.waiting.Load() < 15 {
		runtime.Gosched()
	}
	if g.busy() != 1 || g.where() != "the loop's rule" {
		t.Errorf("%d are busy, %q has the turn", g.busy(), g.where())
	}
	done()
	after.Wait()
	if g.busy() != 16 || g.where() != "" {
		t.Errorf("%d are busy, %q has the turn", g.busy(), g.where())
	}
	e := Exceeded{What: "checking a.json", Limit: "1 second", Where: "rules.x", Others: 3}
	if want := "checking a.json, or another file checked at the same time, took more than 1 second and was stopped: look in rules.x for "; !strings.HasPrefix(e.Error(), want) {
		t.Errorf("got %s", e.Error())
	}
}

// spin is a function that is busy until the test is over.
func spin(t *testing.T) func() error {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	return func() error {
		for {
			select {
			case <-over:
				return nil
			default:
				runtime.Gosched()
			}
		}
	}
}

func TestRunBoundsMemory(t *testing.T) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	err := New().Run("the list", Bounds{Time: time.Hour, Patience: time.Hour, Memory: 32 << 20}, func() error {
		kept := make([]byte, 64<<20)
		<-over
		kept[0] = 1
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "32 MiB") {
		t.Errorf("got %v", err)
	}
}

func TestRunBoundsStacks(t *testing.T) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	err := New().Run("the recursion", Bounds{Time: time.Hour, Patience: time.Hour, Memory: 32 << 20}, func() error {
		deep(1<<20, over)
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "32 MiB") {
		t.Errorf("got %v", err)
	}
}

// deep fills a stack and waits at its end.
func deep(levels int, over chan struct{}) byte {
	var frame [64]byte
	if levels == 0 {
		<-over
		return frame[0]
	}
	return deep(levels-1, over) + frame[levels%64]
}
