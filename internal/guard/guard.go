// Package guard runs what cannot be cancelled within bounds of time and memory.
//
// A team's CUE is an example: its evaluator takes no context, and a few lines
// can need more than any machine has. Run abandons a function that exceeds its
// bounds and returns an error. The function cannot be stopped, so the program
// should exit; one that does not keeps a goroutine that may never end, see
// Exceeded.
package guard

import (
	"fmt"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds are the maximum that a function may use.
type Bounds struct {
	// Time bounds both its running time and its processor time: only if both
	// exceed it is the function stopped, so that a busy machine changes no
	// result. The processor time of the process is divided among the functions
	// that run at that moment and do not wait to Acquire.
	Time time.Duration
	// Wait bounds its running time if it has used a quarter of Time of the
	// processor: on a busy machine a person would otherwise wait several times
	// as long.
	Wait time.Duration
	// Patience bounds its running time in any case.
	Patience time.Duration
	// Memory bounds the growth of the process in bytes.
	Memory uint64
}

// Standard are the bounds for a team's CUE. It normally takes milliseconds and
// a few mebibytes; one that uses a second of the processor is stopped within
// two seconds.
var Standard = Bounds{Time: time.Second, Wait: 2 * time.Second, Patience: 20 * time.Second, Memory: 512 << 20}

// Exceeded is the error for a function that was abandoned. It goes on running,
// so every later Run in this process fails with the same error: the function
// may hold locks that others would wait for.
type Exceeded struct {
	// What is what was being done.
	What string
	// Limit is the bound exceeded, in words: "1 second".
	Limit string
	// Where is what had acquired the evaluator, as given to Acquire; "" for
	// none.
	Where string
	// Others is the number of other functions running at that time, one of
	// which may be the cause.
	Others int
}

// Error says what was stopped, and the usual cause.
func (e *Exceeded) Error() string {
	what := e.What
	if e.Others > 0 {
		what += ", or another file checked at the same time,"
	}
	where := ""
	if e.Where != "" {
		where = " in " + e.Where
	}
	return fmt.Sprintf("%s took more than %s and was stopped: look%s for a comprehension over a long list, a range, or disjunctions that multiply", what, e.Limit, where)
}

// Guard records whether a function was abandoned.
type Guard struct {
	once    sync.Once
	tripped chan struct{} // closed once a function was abandoned
	mu      sync.Mutex
	err     *Exceeded
	// running counts the functions that run, waiting those of them that wait to
	// Acquire.
	running, waiting atomic.Int64
	turn             sync.Mutex
	holder           atomic.Pointer[func() string]
}

// New returns a Guard. Functions that may wait for the same locks must share
// one.
func New() *Guard { return &Guard{tripped: make(chan struct{})} }

// Shared is the Guard of all that evaluates CUE in this process.
var Shared = New()

// Acquire waits for exclusive use of the evaluator, and returns a function that
// releases it. Use it rather than a lock of your own: a waiter uses no
// processor time, so all of it is charged to the function that runs. where
// names the work; it is called, from another goroutine, only if that is
// abandoned.
func (g *Guard) Acquire(where func() string) (done func()) {
	g.waiting.Add(1)
	g.turn.Lock()
	g.waiting.Add(-1)
	g.holder.Store(&where)
	return func() {
		g.holder.Store(nil)
		g.turn.Unlock()
	}
}

// busy returns the number of functions among which processor time is divided.
func (g *Guard) busy() int64 { return max(1, g.running.Load()-g.waiting.Load()) }

// tick is the interval of checking memory: short enough that little is added in
// between, long enough to cost nothing.
const tick = 5 * time.Millisecond

// Run calls f and returns its error. If f exceeds the bounds the error is an
// Exceeded: f may not have done anything, and what it writes to must not be
// read. A panic of f is passed on.
func (g *Guard) Run(what string, bounds Bounds, f func() error) error {
	select {
	case <-g.tripped:
		return g.exceeded()
	default:
	}
	g.running.Add(1)
	defer g.running.Add(-1)
	w := meter{guard: g, bounds: bounds, started: time.Now(), last: processorTime(), memory: heldMemory()}
	done := make(chan outcome, 1)
	go func() { done <- call(f) }()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		select {
		case result := <-done:
			if result.cause != nil {
				panic(result.cause)
			}
			return result.err
		case <-g.tripped:
			return g.exceeded()
		case <-ticker.C:
			if limit := w.over(); limit != "" {
				return g.giveUp(&Exceeded{What: what, Limit: limit, Where: g.where(), Others: int(g.running.Load()) - 1})
			}
		}
	}
}

// outcome is the result of a function: an error, or the cause of a panic.
type outcome struct {
	err   error
	cause any
}

func call(f func() error) (result outcome) {
	ended := false
	defer func() {
		if !ended {
			result.cause = recover()
			if result.cause == nil {
				result.cause = "the goroutine was ended"
			}
		}
	}()
	result.err = f()
	ended = true
	return result
}

// where returns what has acquired the evaluator, "" for nothing.
func (g *Guard) where() string {
	if at := g.holder.Load(); at != nil {
		return (*at)()
	}
	return ""
}

func (g *Guard) giveUp(e *Exceeded) error {
	g.once.Do(func() {
		g.mu.Lock()
		g.err = e
		g.mu.Unlock()
		close(g.tripped)
	})
	return g.exceeded()
}

func (g *Guard) exceeded() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// meter compares usage with the bounds.
type meter struct {
	guard   *Guard
	bounds  Bounds
	started time.Time
	used    time.Duration // the function's share of the processor
	last    time.Duration // the process's use when last measured
	memory  uint64
}

// over returns the bound that was exceeded, in words, "" if none was.
func (w *meter) over() string {
	ran := time.Since(w.started)
	now := processorTime()
	w.used += (now - w.last) / time.Duration(w.guard.busy())
	w.last = now
	if heldMemory() > w.memory+w.bounds.Memory {
		return fmt.Sprintf("%d MiB of memory", w.bounds.Memory>>20)
	}
	return w.beyond(ran, w.used)
}

// beyond returns the bound of time that was exceeded, in words, "" if none was.
func (w *meter) beyond(ran, used time.Duration) string {
	switch {
	case ran > w.bounds.Patience:
		return seconds(w.bounds.Patience)
	case ran > w.bounds.Time && used > w.bounds.Time:
		return seconds(w.bounds.Time)
	case w.bounds.Wait > 0 && ran > w.bounds.Wait && used > w.bounds.Time/4:
		return seconds(w.bounds.Wait)
	}
	return ""
}

func seconds(d time.Duration) string {
	if d == time.Second {
		return "1 second"
	}
	return fmt.Sprintf("%g seconds", d.Seconds())
}

// heldMemory returns the memory of the heap and of all stacks. Infinite
// recursion fills a stack, which the heap does not count.
func heldMemory() uint64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/stacks:bytes"},
	}
	metrics.Read(samples)
	var sum uint64
	for _, s := range samples {
		if s.Value.Kind() == metrics.KindUint64 {
			sum += s.Value.Uint64()
		}
	}
	return sum
}
