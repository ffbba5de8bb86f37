// Package hook checks handoffs inside a coding agent's own loop: an event of the agent comes in as JSON,
// and an answer goes out in the form of the agent's program (the host). The steps are: read the event
// (event.go), find and check its handoffs (before.go, after.go, handback.go, stop.go) and its message
// (message.go), decide whether to block (decide.go), word the reason (reason.go), tell the user and the
// launching agent where they will read it (tell.go, coordinator.go), and answer in the host's form
// (answer.go). One store (store.go) keeps what is remembered: a session between its events (session.go),
// the origins of receipts between sessions (receipts.go), and the shown status line (status.go). promise.go
// tracks what agents were launched to write, and which are at work.
//
// Most events are not about a handoff. For those, nothing is printed, and no engine, folder or
// configuration is loaded: the event alone decides, with the text of a Markdown or JSON file that is not in
// a usual place. A configuration, which may define formats, is searched only if a written file has
// "handoff" in its path.
//
// The table in hosts.go describes how hosts differ: names of events, how to tell them from other hosts'
// events, answers, and installation. The names of keys and tools do not conflict between hosts, so event.go
// reads all of them with one set of names. Package tools knows what a tool does.
//
// An event that cannot be read, or an internal error, blocks nothing but is shown to the user. A handoff
// that cannot be checked is blocked.
package hook
