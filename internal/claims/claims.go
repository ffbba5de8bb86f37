// Package claims has the checks that compare what a handoff claims with evidence: what became of the files
// and commits it names, what its agent did, and what the other reports of its session say. Without evidence
// they report nothing.
//
// They are separate from package checks so that a program without evidence does not link the reader of
// transcripts, the parser of command lines and the calls of git.
//
// Add lists them. judged.go has the claims about runs, facts.go what checks may ask.
package claims

import (
	"maps"

	"github.com/handofflint/handofflint/rules"
)

// Add adds the checks about claims to checks, and returns it.
func Add(checks map[string]rules.Check) map[string]rules.Check {
	maps.Copy(checks, map[string]rules.Check{
		"contradicted":      rules.NewCheck(contradicted),
		"contradictsItself": rules.NewCheck(contradictsItself),
		"futureTimestamp":   rules.NewCheck(futureTimestamp),
		"inventedTimestamp": rules.NewCheck(inventedTimestamp),
		"movedFile":         rules.NewCheck(movedFile),
		"neverRan":          rules.NewCheck(neverRan),
		"neverRead":         rules.NewCheck(neverRead),
		"neverWritten":      rules.NewCheck(neverWritten),
		"noSuchCommit":      rules.NewCheck(noSuchCommit),
		"noSuchFile":        rules.NewCheck(noSuchFile),
		"noSuchLines":       rules.NewCheck(noSuchLines),
		"outdated":          rules.NewCheck(outdated),
		"skillNotUsed":      rules.NewCheck(skillNotUsed),
		"staleHandoff":      rules.NewCheck(staleHandoff),
		"unlistedChange":    rules.NewCheck(unlistedChange),
		"unreadUpstream":    rules.NewCheck(unreadUpstream),
	})
	return checks
}
