package failurelog

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handofflint/handofflint/rules"
)

// Schema is the version of the lines that this package writes. A line of the
// agent-handoff project has none and reads as 0.
const Schema = 1

// timestampLayout is the form of the timestamps that are written: UTC, to the
// millisecond.
const timestampLayout = "2006-01-02T15:04:05.000Z"

// Entry is one line of the log: what was wrong with one file at one time.
// The order of its fields is the order of the line's keys.
type Entry struct {
	// Timestamp is kept as it stands in the line; Time reads it.
	Timestamp string
	// File is the path of the file, as it was given.
	File string
	// ErrorTypes are upstream's names of the faults, or a rule's name where
	// upstream has none, each once.
	ErrorTypes []string
	// ErrorCount is the number of findings, also of those not listed.
	ErrorCount int
	// Errors are the findings' messages.
	Errors []string

	// Schema is 0 for a line of upstream's, which has none of what follows.
	Schema int
	// Tool is the writer's name and version, Source the command that wrote.
	Tool, Source string
	// Format, Role, TaskID and SessionID are what is known of the handoff.
	Format, Role, TaskID, SessionID string
	// Severity is the worst finding's.
	Severity string
	Findings []Finding

	// Host, Event and AgentType say which hook wrote; left out where empty.
	Host, Event, AgentType string

	// RawFile is the path's bytes where it is not UTF-8, nil elsewhere: the
	// order of entries depends on them. The line has them in base64.
	RawFile []byte

	// Extra holds keys of the line that are not ours, and known keys whose
	// value has an unexpected type, so that reading loses nothing.
	Extra map[string]json.RawMessage
}

// Finding is a finding as the log keeps it. Line counts from 1.
type Finding struct {
	Rule    string `json:"rule"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// Meta is what an entry says besides its result.
type Meta struct {
	// Now is the time of the check.
	Now time.Time
	// Tool is the program's name and version, Source the command that ran.
	Tool, Source string
	// Host, Event and AgentType describe the hook that ran, if one did.
	Host, Event, AgentType string
}

// EntryFrom makes the entry of a result with findings. Strings are made valid
// UTF-8 and cut to a bound, so that no handoff can swell the log.
func EntryFrom(result rules.Result, meta Meta) Entry {
	e := Entry{
		Timestamp:  meta.Now.UTC().Format(timestampLayout),
		File:       clip(result.Path, maxPath),
		ErrorTypes: errorTypes(result.Findings),
		ErrorCount: len(result.Findings),
		Schema:     Schema,
		Tool:       clip(meta.Tool, maxName),
		Source:     clip(meta.Source, maxName),
		Format:     clip(string(result.Format), maxName),
		Role:       clip(result.Role, maxName),
		TaskID:     clip(result.TaskID, maxName),
		SessionID:  clip(result.SessionID, maxName),
		Severity:   string(result.Worst()),
		Host:       clip(meta.Host, maxName),
		Event:      clip(meta.Event, maxName),
		AgentType:  clip(meta.AgentType, maxName),
	}
	if !utf8.ValidString(result.Path) && len(result.Path) <= maxPath {
		e.RawFile = []byte(result.Path)
	}
	e.list(result.Findings)
	return e
}

// list takes over the findings that an entry has room for.
func (e *Entry) list(findings []rules.Finding) {
	for _, f := range findings[:min(len(findings), MaxFindings)] {
		message := clip(f.Message, MaxMessage)
		e.Errors = append(e.Errors, message)
		e.Findings = append(e.Findings, Finding{
			Rule:    clip(f.Rule, maxName),
			Line:    f.Range.Start.Line,
			Message: message,
		})
	}
}

// errorTypes are the findings' error types, each once, in the order in which
// they are first seen.
func errorTypes(findings []rules.Finding) []string {
	var types []string
	for _, f := range findings {
		name := clip(cmp.Or(f.ErrorType, f.Rule), maxName)
		if len(types) < MaxFindings && !slices.Contains(types, name) {
			types = append(types, name)
		}
	}
	return types
}

// clip makes a string valid UTF-8 and cuts it to a number of code points, the
// last of which is then an ellipsis.
func clip(s string, limit int) string {
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == limit {
			return s[:i] + "…"
		}
	}
	return s
}

// timeLayouts are the timestamps that are understood. Upstream writes Python's
// isoformat with an offset; the others are for lines made by hand. Each takes
// a fraction of a second, and no offset means UTC.
var timeLayouts = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", time.DateTime, time.DateOnly}

// Time is the entry's time in UTC, and false where its timestamp is missing or
// unreadable.
func (e Entry) Time() (time.Time, bool) {
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, e.Timestamp); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// Count is the number of findings that the entry stands for. A count that no
// real file can have (a handoff has at most 1 MiB) is not believed: what is
// listed is counted instead.
func (e Entry) Count() int {
	if e.ErrorCount > 0 && e.ErrorCount <= 1<<20 {
		return e.ErrorCount
	}
	return max(len(e.Errors), len(e.Findings))
}
