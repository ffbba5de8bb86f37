package evidence

import (
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/taskfile"
	"github.com/handofflint/handofflint/internal/timeline"
)

// Timeline returns what the agent and those that it launched did.
func (d *Deeds) Timeline() *timeline.Timeline {
	d.whole.Do(func() { d.made = d.timeline() })
	return d.made
}

func (d *Deeds) timeline() *timeline.Timeline {
	below := d.below
	if below == nil {
		below = d.All()
	}
	var tasks *taskfile.Tree
	if d.agents != nil {
		tasks = d.agents.tasks
	}
	return timeline.Build(below, tasks)
}

// SummaryOf returns what the agent and those that it launched did, in the form that is kept
// beside a handoff, which is left out itself; "" for none.
func (d *Deeds) SummaryOf(handoff string) receipt.Summary { return d.Timeline().Receipt(handoff) }
