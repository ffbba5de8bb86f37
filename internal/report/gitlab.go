package report

import (
	"bufio"
	"io"

	"github.com/handofflint/handofflint/rules"
)

// gitlabFormat prints GitLab's Code Quality report: one array, an object a
// finding (docs.gitlab.com, "Code Quality report format").
type gitlabFormat struct{}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

func (gitlabFormat) Write(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	seen := fingerprints{}
	before, after := "[\n  ", "[]\n"
	for f := range run.findings() {
		object, err := encode(run.gitlabIssue(f, seen), "  ", "  ")
		if err != nil {
			return err
		}
		out.WriteString(before)
		if _, err := out.Write(object); err != nil {
			return err
		}
		before, after = ",\n  ", "\n]\n"
	}
	out.WriteString(after)
	return out.Flush()
}

// gitlabIssue is a finding as GitLab wants it. Its fingerprint is unique in
// the whole report, so the path is a part of it.
func (run Run) gitlabIssue(f *rules.Finding, seen fingerprints) gitlabIssue {
	severity := "major"
	if f.Severity == rules.Warning {
		severity = "minor"
	}
	at, name := placeOf(f.Range), run.relative(f.Path)
	return gitlabIssue{
		Description: advice(f),
		CheckName:   f.Rule,
		Fingerprint: digest(name, seen.of(f)),
		Severity:    severity,
		Location:    gitlabLocation{name, gitlabLines{at.Line, at.EndLine}},
	}
}
