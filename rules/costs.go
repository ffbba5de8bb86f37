package rules

import (
	"cmp"
	"maps"
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

// begin returns the start time of a rule.
func (c *Costs) begin() time.Time {
	if c == nil {
		return time.Time{}
	}
	return time.Now()
}

// add records that a rule has run since began.
func (c *Costs) add(rule string, began time.Time) {
	if c == nil {
		return
	}
	took := time.Since(began)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.times == nil {
		c.times = map[string]time.Duration{}
	}
	c.times[rule] += took
}

// Slowest returns the costs of the rules that ran, highest first.
func (c *Costs) Slowest() []Cost {
	if c == nil {
		return nil
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	costs := make([]Cost, 0, len(c.times))
	for _, rule := range slices.Sorted(maps.Keys(c.times)) {
		costs = append(costs, Cost{rule, c.times[rule]})
	}
	slices.SortStableFunc(costs, func(a, b Cost) int { return cmp.Compare(b.Time, a.Time) })
	return costs
}
