package text

import "sync/atomic"

// MaxSteps is how many steps the patterns take over one file at most: a
// pattern's instructions times the characters that it is matched against.
// Go's engine takes five to ten nanoseconds for one, so a file costs no more
// than a second or two.
const MaxSteps = 200_000_000

// Steps counts work against a bound: characters times instructions of patterns,
// nodes of command lines, states of globs, compared pairs. It counts and does not
// measure time, so that a file gets the same verdict on every machine. The zero value
// is bounded by MaxSteps; nil counts nothing. It is safe for concurrent use.
type Steps struct {
	used atomic.Int64
	most int64 // 0 for MaxSteps
}

// NewSteps returns a count that is exceeded by more than most steps.
func NewSteps(most int64) *Steps { return &Steps{most: most} }

// Take counts n steps and reports whether they are within the bound. After the bound
// is exceeded nothing is counted any more and the answer stays false: who asks stops
// there, and says that it did not come to the end.
func (s *Steps) Take(n int64) bool {
	if s == nil {
		return true
	}
	if s.Exceeded() {
		return false
	}
	return s.used.Add(n) <= s.limit()
}

// Reset counts from zero again, for a program that runs on.
func (s *Steps) Reset() { s.used.Store(0) }

// Used returns how many steps have been asked for.
func (s *Steps) Used() int64 { return s.used.Load() }

// Exceeded reports whether more steps have been asked for than the bound allows. What
// was found out since is not a verdict.
func (s *Steps) Exceeded() bool { return s != nil && s.used.Load() > s.limit() }

func (s *Steps) limit() int64 {
	if s.most == 0 {
		return MaxSteps
	}
	return s.most
}
