// Package guard runs what cannot be cancelled within bounds of time and
// memory.
//
// CUE that a team wrote is such a thing: its evaluator takes no context, and a
// few lines can ask for more than any machine has. Run gives up on a function
// that goes beyond its bounds and returns an error. The function itself cannot
// be stopped, so whoever gets the error should end: a command line exits, and
// nothing is left. A program that lives on keeps a goroutine that may never
// end; see Exceeded.
package guard

import (
	"errors"
	"fmt"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds are what a function may use at most.
type Bounds struct {
	// Time is how long it may run, and how much of the processor it may use:
	// only where both are used up it is stopped, so that a machine busy with
	// something else changes no verdict. What the process uses is shared out
	// among the functions that run at that moment and do not wait for their turn.
	Time time.Duration
	// Wait is how long it may run where it has used a quarter of that time of the
	// processor: on a busy machine a person would wait several times as long.
	Wait time.Duration
	// Patience is how long it may run whatever it uses of the processor.
	Patience time.Duration
	// Memory is how many bytes the process may hold more than before.
	Memory uint64
}

// Standard are the bounds for CUE that is not our own. What teams write takes
// milliseconds and a few mebibytes; what takes a second of the processor is
// stopped within two that a person waits.
var Standard = Bounds{Time: time.Second, Wait: 2 * time.Second, Patience: 20 * time.Second, Memory: 512 << 20}

// Exceeded says that a function was given up on. It runs on: in this process
// every later Run fails with the same error, since what was given up on may
// hold locks that the others would wait for.
type Exceeded struct {
	// What is what was being done.
	What string
	// Limit says in words which bound was hit: "1 second".
	Limit string
	// Where is what had the turn, as Turn was told; "" where nothing had it.
	Where string
	// Others is how many other functions ran at that time. Where there are some,
	// one of them may be the one that went beyond.
	Others int
}

// Error says what was stopped, and the usual cause.
func (e *Exceeded) Error() string {
	what := e.What
	if e.Others > 0 {
		what += ", or another file that was judged meanwhile,"
	}
	where := ""
	if e.Where != "" {
		where = " in " + e.Where
	}
	return fmt.Sprintf("%s took more than %s and was stopped: look%s for a comprehension over a long list, a range, or disjunctions that multiply", what, e.Limit, where)
}

// WithWhere is the error of something given up on with a place to look at, where it
// has none yet; "" for none, and any other error is left as it is.
func WithWhere(err error, where string) error {
	var exceeded *Exceeded
	if where == "" || !errors.As(err, &exceeded) || exceeded.Where != "" {
		return err
	}
	placed := *exceeded
	placed.Where = where
	return &placed
}

// Guard remembers whether something was given up on.
type Guard struct {
	once    sync.Once
	tripped chan struct{} // closed once something was given up on
	mu      sync.Mutex
	err     *Exceeded
	// running is how many functions run, waiting how many of them wait for
	// their turn.
	running, waiting atomic.Int64
	turn             sync.Mutex
	holder           atomic.Pointer[func() string]
}

// New makes a Guard. Whatever may wait for the same locks has to share one.
func New() *Guard { return &Guard{tripped: make(chan struct{})} }

// Shared is the Guard of all that evaluates CUE in this process.
var Shared = New()

// Acquire waits until nothing else has the turn, and returns what ends it. Whoever
// shares an evaluator that only one may use takes turns here rather than with a
// lock of its own: what waits uses nothing of the processor, so that all of it
// is charged to what runs. Where says what the turn is for; it is asked, by another
// goroutine, only where that is given up on.
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

// busy is among how many functions the processor is shared out.
func (g *Guard) busy() int64 { return max(1, g.running.Load()-g.waiting.Load()) }

// tick is how often memory is looked at: often enough that little is added in
// between, seldom enough to cost nothing.
const tick = 5 * time.Millisecond

// Run calls f and returns its error. Where f goes beyond the bounds the error
// is an Exceeded, and f must not be relied upon to have done anything; what it
// writes to must not be read. A panic of f is passed on.
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

// outcome is what became of a function: an error, or the cause of a panic.
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

// where is what has the turn, "" for nothing.
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

// meter compares what is used with the bounds.
type meter struct {
	guard   *Guard
	bounds  Bounds
	started time.Time
	used    time.Duration // the function's share of the processor
	last    time.Duration // what the process had used when last looked at
	memory  uint64
}

// over says in words which bound was hit, "" where none was.
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

// beyond says in words which bound of time was hit, "" where none was.
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

// heldMemory is the memory of the heap and of all stacks. A recursion without end
// fills a stack, which the heap does not count.
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
