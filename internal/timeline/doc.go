// Package timeline orders what the agents of a session did by time, and works out what of it is proved:
// whether tests, builds, type checks, linters and deployments passed, and whether sources were changed
// after that. It reads no sentences.
//
// Build makes events from the ledgers of a session: runs with their outcomes, changes of files, and gaps
// that may hide either. A walk over the events tracks each kind of check for each language whose sources
// were changed; Standing is what is proved at a point. The walk looks at each event once, whatever the
// number of turns and agents.
//
// A doubt never becomes a verdict: if something may have run a check again, or changed its result, the
// standing is Unknown, with the reason.
package timeline
