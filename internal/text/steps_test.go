package text

import "testing"

func TestSteps(t *testing.T) {
	s := NewSteps(10)
	if !s.Take(4) || !s.Take(6) || s.Exceeded() {
		t.Errorf("10 of 10 steps are within the bound: used %d", s.Used())
	}
	if s.Take(1) || !s.Exceeded() {
		t.Errorf("the 11th step of 10 is beyond the bound: used %d", s.Used())
	}
	if used := s.Used(); s.Take(5) || s.Used() != used {
		t.Errorf("beyond the bound nothing is counted: %d, then %d", used, s.Used())
	}
	var zero Steps
	if !zero.Take(MaxSteps) || zero.Take(1) {
		t.Errorf("the zero value is bounded by MaxSteps: used %d", zero.Used())
	}
	var none *Steps
	if !none.Take(1<<40) || none.Exceeded() {
		t.Error("nil has no bound")
	}
}
