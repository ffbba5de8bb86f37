// Package timelinetest builds timelines for tests from one line per action.
package timelinetest

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/timeline"
)

// Acts returns the timeline of an agent that did one thing per line of its transcript: it edits, shows or
// deletes a file, is told something, ends a turn with a message, uses a skill, calls a tool of a server, or
// runs a command line, given its exit code and output. "user" is a person's command, "other" someone else's
// edit, "gap" a gap, "refused" a failed edit.
func Acts(lines ...string) *timeline.Timeline {
	l := &ledger.Ledger{Client: "claude", Session: "s", Cwd: "/w"}
	statuses := map[string]shell.Status{"0": shell.Zero, "1": shell.Exited(1), "2": shell.Exited(2), "127": shell.Exited(127), "nonzero": shell.Nonzero, "running": shell.Ongoing, "user": shell.Unknown}
	for i, line := range lines {
		kind, rest, _ := strings.Cut(line, " ")
		if !slices.Contains([]string{"other", "told", "says", "gap", "user"}, kind) {
			l.Calls++
		}
		var deeds []ledger.Deed
		switch kind {
		case "edit":
			path, marks, _ := strings.Cut(rest, " ")
			was, is, _ := strings.Cut(marks, ">")
			d := ledger.Deed{Act: ledger.Write, Path: ledger.Absolute("/w", path)}
			d.SetEdit(was, is)
			deeds = []ledger.Deed{d}
		case "other":
			deeds = []ledger.Deed{{Act: ledger.Write, Path: ledger.Absolute("/w", rest), Maybe: true, User: true}}
		case "refused":
			l.Refused = append(l.Refused, ledger.Deed{Act: ledger.Write, Line: i + 1, Path: ledger.Absolute("/w", rest)})
		case "delete":
			deeds = []ledger.Deed{{Act: ledger.Delete, Path: ledger.Absolute("/w", rest)}}
		case "show":
			deeds = []ledger.Deed{{Act: ledger.Read, Path: ledger.Absolute("/w", rest)}}
		case "told":
			l.Prompts = append(l.Prompts, ledger.Prompt{Line: i + 1, Text: rest})
		case "says":
			l.Messages = append(l.Messages, ledger.Message{Line: i + 1, Text: rest})
		case "skill":
			deeds = []ledger.Deed{{Act: ledger.Skill, Name: rest}}
		case "gap":
			l.Gaps = append(l.Gaps, ledger.Gap{Line: i + 1, Why: ledger.GapWhy(rest)})
		case "tool":
			deeds = []ledger.Deed{{Act: ledger.Run, Command: rest, Maybe: true}}
		default:
			command, output, _ := strings.Cut(rest, " -> ")
			ended, isKnown := statuses[kind]
			if !isKnown {
				panic("what is " + line)
			}
			deeds = shell.Deeds(command, "/w", ended, output, nil)
		}
		for _, d := range deeds {
			d.Line = i + 1
			d.User = d.User || kind == "user" && d.Act == ledger.Run
			l.Deeds = append(l.Deeds, d)
		}
	}
	return timeline.Build([]*ledger.Ledger{l}, nil)
}
