package evidence

// Deeds are what is known of the agent that wrote a handoff: its own ledger, those of
// the agents that it sent out, and of those above it.
type Deeds struct {
	Agent *Ledger
	// Around are the other ledgers of the session's tree.
	Around []*Ledger
}
