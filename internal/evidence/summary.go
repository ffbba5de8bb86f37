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
	return timeline.Build(below, d.tasks())
}

// tasks returns those of the tree that is worked on, nil if they are not known.
func (d *Deeds) tasks() *taskfile.Tree {
	if d.agents == nil {
		return nil
	}
	return d.agents.tasks
}

// SummaryOf returns what the agent and those that it launched did, in the form that is kept
// beside a handoff, which is left out itself; "" for none.
func (d *Deeds) SummaryOf(handoff string) receipt.Summary { return d.Timeline().Receipt(handoff) }
