// Package ledger holds what an agent did in one form for all clients: its deeds with their results, and the
// gaps in what is known of them. It also has the forms in which deeds name files: paths as agents write
// them, and patches. It knows no client, no shell and no disk: packages transcript and shell create deeds.
// Begin with Ledger and Deed.
package ledger

import (
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// The bounds of a ledger.
const (
	// MaxOutput bounds the bytes kept of a command's output, MaxCommand the bytes of the command.
	MaxOutput  = 4096
	MaxCommand = 4096
)

// Ledger is what one agent did, in order. It is JSON, so that an index of a long transcript can be stored.
type Ledger struct {
	// Client is "claude", "codex" or "opencode"; Version is the client's version.
	Client  string `json:"client"`
	Version string `json:"version,omitempty"`
	// Session is the client's session, Agent the agent within it, "" for the main agent. AgentType is its
	// kind, Parent the session or agent that launched it.
	Session   string `json:"session,omitempty"`
	Agent     string `json:"agent,omitempty"`
	AgentType string `json:"agent_type,omitempty"`
	Parent    string `json:"parent,omitempty"`
	// Cwd is the folder in which the agent began. Relative paths of deeds are already joined to the folder
	// at their time.
	Cwd string `json:"cwd,omitempty"`
	// Title is the client's title of the session, never a prompt. Repository is the address of the
	// repository, without credentials. Branch and Model are the last in the transcript.
	Title      string    `json:"title,omitempty"`
	Repository string    `json:"repository,omitempty"`
	Branch     string    `json:"branch,omitempty"`
	Model      string    `json:"model,omitempty"`
	Began      time.Time `json:"began,omitzero"`
	Ended      time.Time `json:"ended,omitzero"`
	// Transcript is the path of its transcript.
	Transcript string `json:"-"`
	// Prompted is the time of the last prompt.
	Prompted time.Time `json:"-"`
	// Prompts are those of a person, in order.
	Prompts []Prompt `json:"-"`
	Deeds   []Deed   `json:"deeds"`
	// Calls counts its calls of tools, whatever their outcome.
	Calls int `json:"-"`
	// Refused are changes of files that its tools could not make.
	Refused []Deed `json:"-"`
	// Messages are those with which it ended a turn, or wanted to, in order.
	Messages []Message `json:"-"`
	// Agents are the other agents with records in the same transcript.
	Agents []*Ledger `json:"agents,omitempty"`
	// Checks are the repository's checks, according to files that the agent saw, such as package.json.
	Checks []Check `json:"-"`
	// Gaps are the reasons why deeds may be missing.
	Gaps []Gap `json:"gaps,omitempty"`
}

// Check is a kind of check and the language that it checks, "" for any.
type Check struct{ Kind, Language string }

// Prompt is the beginning of a prompt, and the line of its record.
type Prompt struct {
	Line int
	Text string
}

// Message is what an agent said at the end of a turn, and the position of its record.
type Message struct {
	// ID is the client's id of the record, "" for none. A copy of the record has the same id.
	ID   string
	Line int
	Time time.Time
	Text string
	// IsHeld is set if a hook did not let the turn end here.
	IsHeld bool
}

// Deed is one action of an agent. A call that was rejected, denied or failed in the tool itself is not a
// deed; a command that ran and failed is one.
type Deed struct {
	Act Act `json:"act"`
	// Line is the line of the call in the transcript, from 1.
	Line int       `json:"line"`
	Time time.Time `json:"time,omitzero"`
	// Path is the file, absolute if the working folder is known, with forward slashes.
	Path string `json:"path,omitempty"`
	// Glob is set if Path is a pattern, which may mean any file that it matches; see Covers.
	Glob bool `json:"glob,omitempty"`
	// Maybe is set if the deed may not have happened: its call has no result yet, the command failed, ran
	// in the background or under a condition, or may change any file. It can raise a doubt, but proves
	// nothing.
	Maybe bool `json:"maybe,omitempty"`
	// Running is set if a command had not ended, User if a person ran it, or someone else changed a file.
	Running bool `json:"running,omitempty"`
	// Behind is set for a run in the background of its line.
	Behind bool `json:"-"`
	User   bool `json:"user,omitempty"`
	// From and To are the lines that were read, from 1 and inclusive; both are 0 if unknown. Whole is set
	// if all of the file was read.
	From  int  `json:"from,omitempty"`
	To    int  `json:"to,omitempty"`
	Whole bool `json:"whole,omitempty"`
	// Was and Is are marks of the text that an edit replaced, and of the new text. An edit and its inverse
	// have them swapped.
	Was string `json:"was,omitempty"`
	Is  string `json:"is,omitempty"`
	// names are the names in its new text; see SetNames.
	names []uint32
	// Cosmetic is set if an edit changed only comments and white space.
	Cosmetic bool `json:"-"`
	// Created is set if the file certainly did not exist before.
	Created bool `json:"created,omitempty"`
	// Command is the command line of a run, or of the run that made this read, write or deletion.
	Command string `json:"command,omitempty"`
	// Invocation is the parsed form of a run.
	Invocation `json:"-"`
	// Exit is the exit code of a command, nil if unknown. A pipe has the exit code of its last command.
	Exit *int `json:"exit,omitempty"`
	// Result is how a command ended. Output is the end of its command line's output, at most MaxOutput
	// bytes, for tests, checks and the last command of the line.
	Result Result `json:"result,omitempty"`
	Output string `json:"output,omitempty"`
	// Beside are the kinds of the line's other commands, which may have printed the output.
	Beside []string `json:"-"`
	// Name is the skill, the kind of launched agent, or the way in which a file was seen: "search", "diff",
	// "prompt" or "named". Agent is the id of the launched agent, "" if unknown.
	Name  string `json:"name,omitempty"`
	Agent string `json:"agent,omitempty"`
}

// Invocation is a call of a program in comparable form.
type Invocation struct {
	// Words are the words of the command without wrappers such as `npx` or `python -m`; nil if unknown.
	Words []string
	// Program is the first word, with the subcommand if the program has many: "go test".
	Program string
	// Folder is where it ran, "" if unknown.
	Folder string
	// Direct is set if it certainly ran no other command.
	Direct bool
}

// Act is the kind of a deed.
type Act string

// The acts.
const (
	// Read: a tool or a command showed a file, or lines of it, to the agent.
	Read Act = "read"
	// Seen: the agent saw a part of a file in another way: in the hits of a search, a diff, or its prompt.
	Seen Act = "seen"
	// Write: a file was created or changed. Delete: it was removed, or moved away.
	Write  Act = "write"
	Delete Act = "delete"
	// Run: a command ran.
	Run Act = "run"
	// Skill: a skill was used.
	Skill Act = "skill"
	// Send: another agent was launched.
	Send Act = "send"
)

// Result is how a command ended, "" if unknown: a pipe or `|| true` hides it, or it was still running.
type Result string

// The known results.
const (
	Passed Result = "passed"
	Failed Result = "failed"
)

// Gap is a reason why a ledger may lack deeds, and the line of the transcript that shows it, 0 for the
// transcript as a whole.
type Gap struct {
	Line int    `json:"line,omitempty"`
	Why  GapWhy `json:"why"`
}

// GapWhy is the reason for a gap.
type GapWhy string

// The reasons for gaps.
const (
	// Compacted: the records before a compaction are not in the transcript.
	Compacted GapWhy = "compacted"
	// NoStart: the transcript begins in the middle of the work.
	NoStart GapWhy = "no start"
	// Torn: a record could not be read, or is missing.
	Torn GapWhy = "torn"
	// Missing: an agent was launched, and its transcript is missing.
	Missing GapWhy = "missing agent"
	// MissingReader: the missing transcript is of an agent that only reads. It can hide no change and no
	// run of a check.
	MissingReader GapWhy = "missing reader"
	// Unread: the transcripts of the session or a line of one exceed a bound, or an export is cut off.
	Unread GapWhy = "not read to the end"
	// Bounded: there were too many deeds.
	Bounded GapWhy = "too many"
)

// gapWords are the reasons for gaps in words.
var gapWords = map[GapWhy]string{
	Compacted:     "the work before a compaction is known from a summary alone",
	NoStart:       "the transcript begins in the middle of the work",
	Torn:          "a record of the transcript is missing or could not be read",
	Missing:       "the transcript of another agent of the session is not there",
	MissingReader: "the transcript of another agent of the session is not there",
	Unread:        "a transcript of the session was not read to its end",
	Bounded:       "the transcript holds more than is kept of it",
}

// Words returns the reason of a gap in words.
func (g Gap) Words() string { return gapWords[g.Why] }

// AddGap adds a gap unless there is one of the same kind.
func (l *Ledger) AddGap(g Gap) {
	if !l.HasGap(g.Why) {
		l.Gaps = append(slices.Clone(l.Gaps), g)
	}
}

// HasGap reports whether there is a gap of a kind.
func (l *Ledger) HasGap(why GapWhy) bool {
	return slices.ContainsFunc(l.Gaps, func(g Gap) bool { return g.Why == why })
}

// IsChange reports whether a deed created, changed or removed a file.
func (d *Deed) IsChange() bool { return slices.Contains([]Act{Write, Delete}, d.Act) }

// HasWords reports whether a command has all of the given words.
func (i *Invocation) HasWords(some []string) bool {
	return !slices.ContainsFunc(some, func(word string) bool { return !slices.Contains(i.Words, word) })
}

// Covers reports whether the deed may be about a file, given in the form of Path.
func (d *Deed) Covers(path string) bool {
	if !d.Glob {
		return d.Path == path
	}
	return mayMatch(d.Path, path)
}

// matchSteps bounds the work of matching a pattern with a path.
const matchSteps = 100_000

// mayMatch reports whether a pattern matches a path, or would take too long to match.
func mayMatch(pattern, path string) bool {
	steps := text.NewSteps(matchSteps)
	return files.Alternatives(pattern) > files.MaxAlternatives || files.MatchGlob(pattern, path, steps) || steps.Exceeded()
}

// Anything is the path of a deed that may be about any file.
const Anything = "**"
