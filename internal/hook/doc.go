// Package hook checks handoffs inside a coding agent's own loop: an event of
// the agent comes in as JSON, a verdict goes out in the form that the agent's
// program (the host) understands. Run reads top to bottom: the event (event.go),
// what it is about (before.go, after.go, back.go, sweep.go), the reason in words
// (reason.go), the answer in the host's words (answer.go).
//
// Most events are not about a handoff. For those nothing is printed, and neither an
// engine is made nor a folder or a configuration read: the event alone tells them
// apart and, for a Markdown or JSON file in no telling place, a look into that file.
// A configuration, which may have formats of its own, is looked for if a file with
// "handoff" in its path was written.
//
// How hosts differ in what is installed and answered is in one table, in hosts.go.
// Their keys, tools and events have names that do not contradict each other, so
// event.go reads all of them with one set of names.
//
// An event that cannot be read, or a fault of our own, blocks nothing but is
// shown to the user. A handoff that cannot be checked is blocked.
package hook
