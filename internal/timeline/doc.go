// Package timeline has what the agents of a session did, in the order of time, and what of it is
// proved: whether tests, builds, type checks, linters and deployments passed, and whether sources
// were changed after that. No sentence is read here.
//
// Build makes the events of the ledgers of a session: runs with their outcomes, changes of files,
// and what may hide such a thing. A walk over them keeps what is known of each kind of check for
// each language whose sources were changed; Standing is what it says at a point. Each event is
// looked at once, whatever the number of turns and agents.
//
// A doubt never becomes a verdict: if something may have run a check again, or changed its result,
// the standing is Unknown, with the reason.
package timeline
