package evidence

import "slices"

// counts reports whether the deeds of a ledger may stand for those of the agent: they are
// its own, of an agent that it sent out, of one above it, or of one whose files it read.
// What another agent did beside it, it has not done. Where it is not known who sent whom,
// the deeds count.
func (d *Deeds) counts(l *Ledger) bool {
	if l == d.Agent || d.Agent.Agent == "" {
		return true
	}
	d.onceKin.Do(func() {
		d.kin = map[*Ledger]bool{}
		f := d.family()
		f.add(d.kin, d.Agent, f.above)
		below := map[*Ledger]bool{}
		f.add(below, d.Agent, f.below)
		read := map[string]bool{}
		for _, deed := range d.Agent.Deeds {
			if deed.Act == Read {
				read[deed.Path] = true
			}
		}
		for _, other := range d.Around {
			wrote := func(deed Deed) bool { return deed.Act == Write && read[deed.Path] }
			if below[other] || slices.ContainsFunc(other.Deeds, wrote) {
				d.kin[other] = true
			}
		}
	})
	return d.kin[l]
}

// family is who sent whom, as far as the ledgers say.
type family struct {
	all []*Ledger
	// senders are the ledgers that say to have sent an agent, by its id. open are those that
	// sent one that they do not name: a call that still runs names none.
	senders map[string]*Ledger
	open    map[*Ledger]bool
}

func (d *Deeds) family() family {
	f := family{d.All(), map[string]*Ledger{}, map[*Ledger]bool{}}
	for _, l := range f.all {
		for _, deed := range l.Deeds {
			switch {
			case deed.Act != Send:
			case deed.Agent == "":
				f.open[l] = true
			default:
				f.senders[deed.Agent] = l
			}
		}
	}
	return f
}

// sent reports whether one agent may have sent out another.
func (f family) sent(by, l *Ledger) bool {
	sender := f.senders[l.Agent]
	switch {
	case l.Agent == "" || by == l:
		return false
	case sender != nil:
		return sender == by
	}
	return f.open[by] || by.Agent == "" || by.Agent == l.Parent
}

func (f family) above(l, other *Ledger) bool { return f.sent(other, l) }

func (f family) below(l, other *Ledger) bool { return f.sent(l, other) }

// add adds all ledgers that are reached from one by steps.
func (f family) add(to map[*Ledger]bool, from *Ledger, step func(l, other *Ledger) bool) {
	for _, other := range f.all {
		if !to[other] && other != from && step(from, other) {
			to[other] = true
			f.add(to, other, step)
		}
	}
}
