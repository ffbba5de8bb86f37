package audit

import (
	"errors"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/rules"
)

// Status is what is proved in a session on one line, by fixed words and names of runners: no text
// of a transcript is in it.
type Status struct {
	// Line is all that there is to say, Open what of it is not proved; "" for nothing.
	Line string `json:"line,omitempty"`
	Open string `json:"open,omitempty"`
}

// errForeign is the error of a transcript that is not of the main agent of a session.
var errForeign = errors.New("the transcript is of another session or of one of its agents")

// StatusOf returns the status of the session that a transcript is of.
func StatusOf(name, session string) (Status, error) {
	t, err := timeline.Open(name, nil, &rules.Incomplete{})
	if err != nil {
		return Status{}, err
	}
	if t.Agent.Session != session || t.Agent.Agent != "" {
		return Status{}, errForeign
	}
	return statusOf(factsOf(t)), nil
}

func statusOf(f Facts) Status {
	words := said().Status
	var all, open []string
	for _, s := range f.Standings {
		form := words.Others[s.State]
		if s.Kind == runner.Tests {
			form = words.Tests[s.State]
		}
		if form == "" || s.Kind == runner.Format {
			continue
		}
		values := map[string]string{
			"kind": said().Headings[string(s.Kind)], "runner": "", "changed": text.Count(len(f.Changed), "file"), "since": text.Count(s.ChangedCount, "file"),
		}
		if s.Run != nil {
			values["runner"] = s.Run.runner
		}
		part := strings.TrimSpace(text.Fill(form, values))
		all = append(all, part)
		if s.State != timeline.Passed {
			open = append(open, part)
		}
	}
	return Status{strings.Join(all, words.Between), strings.Join(open, words.Between)}
}

// AtStop returns what was open when the agent last ended a turn. What passed is left out, since it may
// have been changed by now.
func (s Status) AtStop() string {
	if s.Open == "" {
		return ""
	}
	return text.Fill(said().Status.Stop, map[string]string{"line": s.Open})
}
