// Package hook checks handoffs inside a coding agent's own loop: an event of
// the agent comes in as JSON, a verdict goes out in the form that the agent's
// program (the host) understands. The steps are: read the event (event.go), find and
// check the handoffs that it is about (before.go, after.go, handback.go, stop.go),
// decide (run.go), put the reason in words (reason.go), say what is for the user, and for
// the agent that launched another one, where it is read (tell.go, coordinator.go), answer in the
// host's form (answer.go). A session is remembered between its events (session.go), where receipts come
// from between sessions (receipts.go), and what a status line showed (status.go), all in one store
// (store.go). What agents were launched to write, and which of them is at work, is in
// promise.go.
//
// Most events are not about a handoff. For those nothing is printed, no engine is
// made, and no folder or configuration is read. The event alone decides and, for a
// Markdown or JSON file elsewhere, its text. A configuration, which may define
// formats, is looked for if a file with "handoff" in its path was written.
//
// One table, in hosts.go, has how hosts differ: how their events are called and told from
// those of others, how they are answered, and what is installed. The names of their keys
// and tools do not contradict each other, so event.go reads all of them with one set of
// names; what a tool does, package tools says.
//
// An event that cannot be read, or a fault of our own, blocks nothing but is
// shown to the user. A handoff that cannot be checked is blocked.
package hook
