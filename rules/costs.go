package rules

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Costs records how long each rule ran, over all files. The zero value is ready to use. It is safe for
// concurrent use. A nil Costs records nothing and does not read the clock.
type Costs struct {
	mutex sync.Mutex
	times map[string]time.Duration
}

// Cost is how long a rule ran.
type Cost struct {
	Rule string
	Time time.Duration
}

// schemaCost is the name of the formats' schemas in Costs.
const schemaCost = "the schemas"

// measure starts a rule's time, and returns a function that records it.
func (c *Costs) measure(rule string) (stop func()) {
	if c == nil {
		return func() {}
	}
	began := time.Now()
	return func() {
		took := time.Since(began)
		c.mutex.Lock()
		defer c.mutex.Unlock()
		if c.times == nil {
			c.times = map[string]time.Duration{}
		}
		c.times[rule] += took
	}
}

// Slowest returns the costs of the rules that ran, highest first.
func (c *Costs) Slowest() []Cost {
	if c == nil {
		return nil
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	costs := make([]Cost, 0, len(c.times))
	for rule, time := range c.times {
		costs = append(costs, Cost{rule, time})
	}
	slices.SortFunc(costs, func(a, b Cost) int { return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Rule, b.Rule)) })
	return costs
}
