package audit

import (
	"cmp"
	"time"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
)

// Row is a turn of an agent, or what a session did after its last turn, for tables that many
// machines fill. It quotes no message unless that is asked for.
type Row struct {
	// ID is the same for the same turn, whoever reads it and when.
	ID         string `json:"id"`
	Session    string `json:"session"`
	Client     string `json:"client"`
	Version    string `json:"version"`
	Model      string `json:"model"`
	Repository string `json:"repository"`
	Branch     string `json:"branch"`
	// Agent is the one whose turn it is, "" for the main one.
	Agent string     `json:"agent"`
	Time  *time.Time `json:"time"`
	// Path and Line are where its message is; the line is 0 if the turn has none.
	Path string `json:"path"`
	Line int    `json:"line"`
	// Changed are the first sources that were changed in the turn, ChangedCount is how many
	// there are, and Commits are the commits and pushes in it.
	Changed      []string `json:"changed"`
	ChangedCount int      `json:"changed_count"`
	Commits      []Run    `json:"commits"`
	// Standings are what is proved at its end, without the files that were changed.
	Standings []Standing `json:"standings"`
	Claims    []*Claim   `json:"claims"`

	message message
}

// hasMessage reports whether a message ends the turn.
func (r Row) hasMessage() bool { return r.Line > 0 }

// place is a line of a transcript.
type place struct {
	path string
	line int
}

// maxChanged is how many files a row lists.
const maxChanged = 100

// rowOf returns what a turn of a timeline's agent says itself.
func rowOf(t *timeline.Timeline, ended timeline.Turn, said message, line int) Row {
	row := Row{
		Agent: t.Agent.Agent, Model: secret.Mask(t.Agent.Model), Branch: secret.Mask(t.Agent.Branch), Path: t.Agent.Transcript, Line: line,
		Changed: []string{}, ChangedCount: len(ended.Changed), Commits: []Run{}, Standings: standingsOf(t, ended.Standings),
		message: said,
	}
	if !said.time.IsZero() {
		at := said.time.UTC()
		row.Time = &at
	}
	for _, c := range changesOf(t, ended.Changed[:min(len(ended.Changed), maxChanged)]) {
		row.Changed = append(row.Changed, c.File)
	}
	for _, run := range ended.Commits {
		row.Commits = append(row.Commits, runOf(run))
	}
	for i := range row.Standings {
		row.Standings[i].Changed = nil
	}
	return row
}

// Rows returns the turns of some sessions, with what quotes messages only if words are wanted.
func Rows(sessions []*Session, words bool) []Row {
	var rows []Row
	for _, s := range sessions {
		claims := map[place][]*Claim{}
		for _, c := range s.Claims {
			at := place{c.Path, c.Line}
			claims[at] = append(claims[at], c)
		}
		for _, row := range s.rows {
			row.Session, row.Client, row.Version = s.ID, s.Client, s.Version
			row.Model, row.Repository, row.Branch = cmp.Or(row.Model, s.Model), s.Repository, cmp.Or(row.Branch, s.Branch)
			row.Claims = append([]*Claim{}, claims[place{row.Path, row.Line}]...)
			if !words {
				row.dropWords()
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// dropWords removes what quotes the messages of agents, or of commits.
func (r *Row) dropWords() {
	for i := range r.Claims {
		c := *r.Claims[i] // the session's keeps its words
		c.Text, c.Sentence, c.Why = "", "", ""
		if c.Evidence != nil {
			c.Evidence = &Command{c.Evidence.Path, c.Evidence.Line, withoutMessage(c.Evidence.Command), c.Evidence.Result}
		}
		r.Claims[i] = &c
	}
	for i := range r.Commits {
		c := &r.Commits[i]
		c.Command.Command, c.Printed = withoutMessage(c.Command.Command), ""
	}
	for i := range r.Standings {
		s := &r.Standings[i]
		s.Doubt = ""
		if s.Run != nil {
			s.Run.Command.Command = withoutMessage(s.Run.Command.Command)
		}
	}
}

// writesMessage is the beginning of a command that a text for people follows.
var writesMessage = text.MustCompile(`\bgit (?:[^;&|]{1,80} )?(?:commit|tag)\b|\bgh (?:pr|issue|release)\b`)

// withoutMessage returns a command up to a text for people in it.
func withoutMessage(command string) string {
	at := writesMessage.FindStringSubmatchIndex(command)
	if at == nil {
		return command
	}
	return command[:at[1]]
}
