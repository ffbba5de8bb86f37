// Package hook judges handoffs inside a coding agent's own loop: an event of
// the agent comes in as JSON, a verdict goes out in the form that the agent's
// program (the host) understands.
//
// Most events are about no handoff. For those nothing is printed, and neither
// CUE is compiled nor a folder or a configuration read: telling them apart
// takes the event alone and, for a Markdown or JSON file in no telling place,
// a look into that file. A configuration, which may have formats of its own, is
// looked for where a file with "handoff" in its path was written.
//
// What differs between hosts is in one table, in hosts.go: how an event is told and
// read, how it is answered, what is installed where, and what the self-test sends.
//
// An event that cannot be read, or a fault of our own, blocks nothing but is
// said in a message to the user. A handoff that cannot be judged is blocked.
package hook
