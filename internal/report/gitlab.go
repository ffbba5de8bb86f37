package report

import (
	"bufio"
	"crypto/sha256"
	"fmt"

	"github.com/handofflint/handofflint/rules"
)

// gitlabIssue is a finding in GitLab's Code Quality report (docs.gitlab.com, "Code Quality report format").
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	} `json:"lines"`
}

// writeGitLab writes one list, an object a finding. A fingerprint has to be unique in the whole report, so it depends on
// the path.
func writeGitLab(out *bufio.Writer, run Run) error {
	seen := fingerprints{}
	return WriteJSON(out, objectsOf(run, func(f *rules.Finding) gitlabIssue {
		at := regionOf(f.Range)
		location := gitlabLocation{Path: run.relative(f.Path)}
		location.Lines.Begin = at.Line
		location.Lines.End = at.EndLine
		hash := sha256.Sum256([]byte(location.Path + "\x00" + seen.next(f)))
		severity := map[string]string{"error": "major", "warning": "minor"}[level(f.Severity)]
		return gitlabIssue{advice(f), f.Rule, fmt.Sprintf("%x", hash), severity, location}
	}))
}
