// Package tools knows what the tools of coding agents do, from rules/facts/tools.cue. What a single call
// did is known to package transcript. Begin with Of.
package tools

import (
	"slices"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/table"
)

// Kind is what a tool does.
type Kind string

// The kinds of tools.
const (
	Unknown  Kind = ""
	Read     Kind = "read"     // shows a file
	Write    Kind = "write"    // writes files
	Patch    Kind = "patch"    // writes files that a patch names
	Shell    Kind = "shell"    // runs a command line
	Monitor  Kind = "monitor"  // runs a command line and does not wait for its end
	Poll     Kind = "poll"     // asks for the state of a command line
	Search   Kind = "search"   // shows lines of files
	Skill    Kind = "skill"    // loads a skill
	Send     Kind = "send"     // launches an agent
	Message  Kind = "message"  // sends an agent a message, so that it continues
	Wait     Kind = "wait"     // waits for agents
	Handback Kind = "handback" // returns an agent's work to the launching agent
	Ask      Kind = "ask"      // asks a person
	Other    Kind = "other"    // neither reads nor changes a file
)

// facts is the data of rules/facts/tools.cue.
type facts struct {
	Kinds                  map[string]Kind // by name
	Files, Agents, Readers []string
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("tools") })

// Of returns the kind of a tool by its name in an event or a transcript.
func Of(name string) Kind { return builtin().Kinds[name] }

// Files returns at most limit files named in the input of a tool, each once and as written.
func Files(input gjson.Result, limit int) []string {
	var files []string
	for _, key := range builtin().Files {
		for _, item := range input.Get(key).Array() {
			if len(files) == limit {
				return files
			}
			if item.Str != "" && !slices.Contains(files, item.Str) {
				files = append(files, item.Str)
			}
		}
	}
	return files
}

// File returns the first file named in the input of a tool, "" for none.
func File(input gjson.Result) string {
	files := Files(input, 1)
	if len(files) == 0 {
		return ""
	}
	return files[0]
}

// AgentType returns the kind of agent that the input of a tool launches, "" for none.
func AgentType(input gjson.Result) string { return First(input, builtin().Agents...) }

// First returns the first of some arguments of a tool that is not empty, "" if all are.
func First(input gjson.Result, names ...string) string {
	for _, name := range names {
		if value := input.Get(name).String(); value != "" {
			return value
		}
	}
	return ""
}

// IsReader reports whether agents of a kind change nothing and run no checks.
func IsReader(agent string) bool { return slices.Contains(builtin().Readers, agent) }
