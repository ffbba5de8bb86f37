// Package ledger has what an agent did, in one form for all clients: its deeds with their
// results, and the gaps in what is known of them. Beside them are the forms that deeds are
// found by: paths as agents write them, and patches. It knows no client, no shell and no disk: packages
// transcript and shell make deeds. Ledger and Deed are where to begin.
package ledger

import (
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// The bounds of a ledger.
const (
	// MaxOutput is how much is kept of what a command printed, MaxCommand of the command.
	MaxOutput  = 4096
	MaxCommand = 4096
)

// Ledger is what one agent did, in the order in which it did it, in one form for all
// clients. It is JSON, so that an index of a long transcript can be kept.
type Ledger struct {
	// Client is "claude", "codex" or "opencode", Version the client's own.
	Client  string `json:"client"`
	Version string `json:"version,omitempty"`
	// Session is the client's session, Agent the agent within it, "" for the main one,
	// AgentType what kind of agent it is, Parent the session or agent that sent it.
	Session   string `json:"session,omitempty"`
	Agent     string `json:"agent,omitempty"`
	AgentType string `json:"agent_type,omitempty"`
	Parent    string `json:"parent,omitempty"`
	// Cwd is the folder that the agent began in; relative paths of deeds are already
	// joined to the one that held at their time.
	Cwd string `json:"cwd,omitempty"`
	// Title is what the client calls the session, never what a person told it; Repository is
	// the address of the repository, without credentials. Branch and Model are the last ones
	// that the transcript names.
	Title      string    `json:"title,omitempty"`
	Repository string    `json:"repository,omitempty"`
	Branch     string    `json:"branch,omitempty"`
	Model      string    `json:"model,omitempty"`
	Began      time.Time `json:"began,omitzero"`
	Ended      time.Time `json:"ended,omitzero"`
	// Transcript is the path of the transcript that has it.
	Transcript string `json:"-"`
	// Prompted is when somebody last told it what to do.
	Prompted time.Time `json:"-"`
	// Told is what a person told it, in their order.
	Told  []Told `json:"-"`
	Deeds []Deed `json:"deeds"`
	// Calls is how many tools it called, whatever came of that.
	Calls int `json:"-"`
	// Refused are the changes of files that their tools could not make.
	Refused []Deed `json:"-"`
	// Messages are those with which the agent ended a turn, in their order.
	Messages []Message `json:"-"`
	// Agents are those whose records are in the same transcript.
	Agents []*Ledger `json:"agents,omitempty"`
	// Checks are those of the repository that files name which the agent saw, such as package.json.
	Checks []Check `json:"-"`
	// Gaps are why something that the agent did may not be among the deeds.
	Gaps []Gap `json:"gaps,omitempty"`
}

// Check is a kind of check, and the language of the sources that it looks at, "" for any.
type Check struct{ Kind, Language string }

// Told is the beginning of what a person told an agent, and the line of its record.
type Told struct {
	Line int
	Text string
}

// Message is what an agent said at the end of a turn, and where its record is.
type Message struct {
	// ID is the client's id of the record, or "" for none: a copy of it has the same.
	ID   string
	Line int
	Time time.Time
	Text string
	// IsHeld is set if a hook did not let the turn end with it.
	IsHeld bool
}

// Deed is one thing that an agent did. A call that was rejected, denied or failed in
// the tool itself did nothing and is none; a command that ran and failed is one.
type Deed struct {
	Act Act `json:"act"`
	// Line is the line of the transcript that has the call, from 1.
	Line int       `json:"line"`
	Time time.Time `json:"time,omitzero"`
	// Path is the file, absolute if the working folder is known, with forward slashes.
	Path string `json:"path,omitempty"`
	// Glob is set if Path is a pattern; any of the files it matches may be
	// meant; see Covers.
	Glob bool `json:"glob,omitempty"`
	// Maybe is set if the deed was perhaps not done: its call has no result yet, the
	// command failed, was in the background or under a condition, or is one that may
	// change any file. It can clear an agent of an accusation and prove nothing.
	Maybe bool `json:"maybe,omitempty"`
	// Running is set if a command had not ended, User if a person ran it, or somebody else
	// changed a file.
	Running bool `json:"running,omitempty"`
	User    bool `json:"user,omitempty"`
	// From and To are the lines that were read, from 1 and inclusive; both are 0 if
	// that is not known. Whole is set if all of the file was read.
	From  int  `json:"from,omitempty"`
	To    int  `json:"to,omitempty"`
	Whole bool `json:"whole,omitempty"`
	// Was and Is are marks of the text that an edit replaced, and of that which is there
	// now: an edit and its inverse have them the other way round.
	Was string `json:"was,omitempty"`
	Is  string `json:"is,omitempty"`
	// Cosmetic is set if an edit changed nothing but comments and white space.
	Cosmetic bool `json:"-"`
	// Created is set if the file was certainly not there before.
	Created bool `json:"created,omitempty"`
	// Command is the command line of a run, or of the run that this read, write or
	// deletion was part of.
	Command string `json:"command,omitempty"`
	// Invocation is what is known of a run beside its text.
	Invocation `json:"-"`
	// Exit is the exit code of a command, nil if it is not known: a pipe has that of its last
	// one.
	Exit *int `json:"exit,omitempty"`
	// Result is how a command ended; Output is the end of what the command line that it was
	// part of printed, at most MaxOutput bytes, for tests, checks and its last command.
	Result Result `json:"result,omitempty"`
	Output string `json:"output,omitempty"`
	// Name is the skill's, the kind of agent that was sent out, or how a file was seen:
	// "search", "diff", "prompt" or "named". Agent is the id of the agent that
	// was sent out, "" if the transcript does not say.
	Name  string `json:"name,omitempty"`
	Agent string `json:"agent,omitempty"`
}

// Invocation is how a program was called, in the form in which calls are compared.
type Invocation struct {
	// Words are those of the command without what only runs it, such as `npx` or
	// `python -m`; nil if they are not known.
	Words []string
	// Program is the first of them and, of a program that does many things, which of them:
	// "go test".
	Program string
	// Folder is where it ran, "" if that is not known.
	Folder string
	// Direct is set if it certainly ran no other command.
	Direct bool
}

// Act is what kind of deed it is.
type Act string

// The acts.
const (
	// Read: the agent was shown a file, or lines of it, by a tool or a command.
	Read Act = "read"
	// Seen: a part of a file came before the agent in another way: hits of a search,
	// a difference, content in its prompt.
	Seen Act = "seen"
	// Write: a file was made or changed. Delete: it was removed, or moved away.
	Write  Act = "write"
	Delete Act = "delete"
	// Run: a command ran.
	Run Act = "run"
	// Skill: a skill was used.
	Skill Act = "skill"
	// Send: another agent was sent out.
	Send Act = "send"
)

// Result is how a command ended, "" if nothing says: a pipe or `|| true` hides it,
// or it was still running.
type Result string

// The results of commands that are known.
const (
	Passed Result = "passed"
	Failed Result = "failed"
)

// Gap is why a ledger may lack deeds, and the line of the transcript that shows it, 0
// for the transcript as a whole.
type Gap struct {
	Line int    `json:"line,omitempty"`
	Why  GapWhy `json:"why"`
}

// GapWhy is the reason for a gap.
type GapWhy string

// The reasons for gaps.
const (
	// Compacted: what came before was summarized, and is not in the transcript.
	Compacted GapWhy = "compacted"
	// NoStart: the transcript begins in the middle of the work.
	NoStart GapWhy = "no start"
	// Torn: a record could not be read, or is not there.
	Torn GapWhy = "torn"
	// Missing: an agent was sent out, and its transcript is not there.
	Missing GapWhy = "missing agent"
	// MissingReader: the same of one that only reads. It can hide no change, and no run of a check.
	MissingReader GapWhy = "missing reader"
	// Unread: the transcripts of the session, or a line of one, are longer than what is read.
	Unread GapWhy = "not read to the end"
	// Cut: an export ends before its end.
	Cut GapWhy = "cut off"
	// Bounded: there were more deeds than are kept.
	Bounded GapWhy = "too many"
)

// Words returns the reason of a gap in words.
func (g Gap) Words() string {
	switch g.Why {
	case Compacted:
		return "the work before a compaction is known from a summary alone"
	case NoStart:
		return "the transcript begins in the middle of the work"
	case Torn:
		return "a record of the transcript is missing or could not be read"
	case Unread, Cut:
		return "a transcript of the session was not read to its end"
	case Missing, MissingReader:
		return "the transcript of another agent of the session is not there"
	}
	return "the transcript holds more than is kept of it"
}

// AddGap adds a gap, one of a kind.
func (l *Ledger) AddGap(g Gap) {
	if !l.HasGap(g.Why) {
		l.Gaps = append(slices.Clone(l.Gaps), g)
	}
}

// HasGap reports whether there is a gap of a kind.
func (l *Ledger) HasGap(why GapWhy) bool {
	return slices.ContainsFunc(l.Gaps, func(g Gap) bool { return g.Why == why })
}

// IsChange reports whether a deed made, changed or removed a file.
func (d *Deed) IsChange() bool { return d.Act == Write || d.Act == Delete }

// HasWords reports whether a command has each of some words.
func (i *Invocation) HasWords(some []string) bool {
	return !slices.ContainsFunc(some, func(word string) bool { return !slices.Contains(i.Words, word) })
}

// Covers reports whether a file, written as Path is, may be the one that the deed is about.
func (d *Deed) Covers(path string) bool {
	if !d.Glob {
		return d.Path == path
	}
	return d.Path == Anything || mayMatch(d.Path, path)
}

// matchSteps bounds the work on one pattern of a shell and one path.
const matchSteps = 100_000

// mayMatch reports whether a pattern matches a path, or would take too long to match.
func mayMatch(pattern, path string) bool {
	steps := text.NewSteps(matchSteps)
	return isCostly(pattern) || files.MatchGlob(pattern, path, steps) || steps.Exceeded()
}

// isCostly reports whether it could take long to match a pattern: it may match anything.
func isCostly(pattern string) bool {
	const length, wildcards = 1_000, 8
	if len(pattern) > length {
		return true
	}
	count := 0
	for i := range len(pattern) {
		if strings.IndexByte("*?[{", pattern[i]) >= 0 {
			count++
		}
	}
	return count > wildcards || files.Alternatives(pattern) > files.MaxAlternatives
}

// Anything is the path of a deed that may be about any file.
const Anything = "**"
