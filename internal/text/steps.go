package text

import (
	"cmp"
	"sync/atomic"
)

// MaxSteps is the maximum number of steps of all patterns over one file: a pattern's instructions times the
// characters that it is matched against. Go's engine takes five to ten nanoseconds per step, so a file costs
// at most a second or two.
const MaxSteps = 200_000_000

// Steps counts work against a bound: characters times instructions of patterns, nodes of command lines,
// states of globs, compared pairs. It counts instead of measuring time, so that a file gets the same verdict
// on every machine. The zero value is bounded by MaxSteps; nil counts nothing. It is safe for concurrent use.
type Steps struct {
	used atomic.Int64
	most int64 // 0 for MaxSteps
}

// NewSteps returns a counter that allows most steps.
func NewSteps(most int64) *Steps { return &Steps{most: most} }

// Take counts n steps and reports whether they are within the bound. Once the bound is exceeded it counts
// nothing more and returns false: the caller stops and says that it did not finish.
func (s *Steps) Take(n int64) bool {
	if s == nil {
		return true
	}
	if s.Exceeded() {
		return false
	}
	return s.used.Add(n) <= s.limit()
}

// Reset counts from zero again, for a program that keeps running.
func (s *Steps) Reset() { s.used.Store(0) }

// Used returns the number of steps that were requested.
func (s *Steps) Used() int64 { return s.used.Load() }

// Exceeded reports whether more steps were requested than the bound allows. Results since then are not
// verdicts.
func (s *Steps) Exceeded() bool { return s != nil && s.used.Load() > s.limit() }

func (s *Steps) limit() int64 { return cmp.Or(s.most, MaxSteps) }
