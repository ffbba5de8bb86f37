package evidence

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

// The bounds of what is remembered while a transcript is read.
const (
	maxCalls  = 5_000
	maxAgents = 500
	maxGaps   = 100
	// maxRecent are the records of which the ids are kept.
	maxRecent = 500
	// maxSeen are the deeds of files that were seen, of one transcript.
	maxSeen = 5_000
)

// book is a ledger while its transcript is read. It is JSON, so that reading can go on
// where it stopped.
type book struct {
	Client string  `json:"client,omitempty"`
	Ledger *Ledger `json:"ledger"`
	Line   int     `json:"line"`
	Deeds  int     `json:"deeds"`
	Seen   int     `json:"seen"`
	// Calls are those without a result, by their id; a command in the background is one.
	Calls map[string]*call `json:"calls"`
	// Done are the ids of calls with a result: a copy of a record is nothing new.
	Done map[string]bool `json:"done"`
	// Chains are the last records of agents within the transcript, by the agent.
	Chains map[string]string `json:"chains"`
	// Recent are marks of the ids of the last records: a compaction names one of them.
	Recent []string `json:"recent,omitempty"`
	// Started says that a record came that has to be the first.
	Started bool `json:"started"`
	// Copy is the agent whose records are copied at this place, Own the id of the one
	// that the transcript is of.
	Copy string `json:"copy,omitempty"`
	Own  string `json:"own,omitempty"`
	// Time, Cwd and Agent are those of the record.
	Time  time.Time `json:"time,omitzero"`
	Cwd   string    `json:"cwd,omitempty"`
	Agent string    `json:"agent,omitempty"`

	prompts map[string]bool
}

// call is a call of a tool, with what it does if it succeeds.
type call struct {
	Tool  string    `json:"tool"`
	Agent string    `json:"agent,omitempty"`
	Line  int       `json:"line"`
	Time  time.Time `json:"time,omitzero"`
	Cwd   string    `json:"cwd,omitempty"`
	// Deeds are without line and time.
	Deeds []Deed `json:"deeds,omitempty"`
	// Shell are the command lines that it runs.
	Shell []commandLine `json:"shell,omitempty"`
	// Prompt is the hash of what an agent was told.
	Prompt string `json:"prompt,omitempty"`
}

// commandLine is a command line and the folder that it runs in.
type commandLine struct {
	Line string `json:"line"`
	Dir  string `json:"dir,omitempty"`
}

func newBook() *book {
	return &book{Ledger: &Ledger{Deeds: []Deed{}}, Calls: map[string]*call{}, Done: map[string]bool{}, Chains: map[string]string{}}
}

// of is the ledger of an agent in the transcript, "" for the main one.
func (b *book) of(agent string) *Ledger {
	if agent == "" || agent == b.Ledger.Agent {
		return b.Ledger
	}
	for _, l := range b.Ledger.Agents {
		if l.Agent == agent {
			return l
		}
	}
	if len(b.Ledger.Agents) == maxAgents {
		b.gap(Bounded)
		return b.Ledger.Agents[maxAgents-1]
	}
	l := &Ledger{Client: b.Ledger.Client, Version: b.Ledger.Version, Session: b.Ledger.Session, Agent: agent,
		Parent: cmp.Or(b.Ledger.Agent, b.Ledger.Session), Cwd: b.Cwd, Began: b.Time, Deeds: []Deed{}}
	if agent == b.Copy {
		l.Parent = ""
	}
	b.Ledger.Agents = append(b.Ledger.Agents, l)
	return l
}

// gap adds a gap once in a row.
func (b *book) gap(why GapWhy) {
	gaps := b.Ledger.Gaps
	if len(gaps) < maxGaps && (len(gaps) == 0 || gaps[len(gaps)-1].Why != why) {
		b.Ledger.Gaps = append(gaps, Gap{Line: b.Line, Why: why})
	}
}

// at takes the time of a record.
func (b *book) at(stamp string) {
	t, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		return
	}
	b.Time = t
	l := b.Ledger
	if l.Began.IsZero() {
		l.Began = t
	}
	if t.After(l.Ended) {
		l.Ended = t
	}
}

// remember keeps the id of a record, and forgets the oldest ones.
func (b *book) remember(id string) {
	if id == "" {
		return
	}
	if len(b.Recent) >= 2*maxRecent {
		b.Recent = slices.Delete(b.Recent, 0, maxRecent)
	}
	b.Recent = append(b.Recent, fingerprint(id))
}

// open notes a call. A second one of the same id is a copy of a record.
func (b *book) open(id string, c call) {
	if id == "" || b.Done[id] || b.Calls[id] != nil {
		return
	}
	if len(b.Calls) >= maxCalls {
		b.gap(Bounded)
		return
	}
	c.Agent, c.Line, c.Time, c.Cwd = b.Agent, b.Line, b.Time, b.Cwd
	for i := range c.Deeds {
		if d := &c.Deeds[i]; d.Path != "" && d.Path != Anything {
			d.Path = absolute(b.Cwd, d.Path)
		}
	}
	b.Calls[id] = &c
}

// close takes a call that has its result; nil if there is none, or it has one already.
func (b *book) close(id string) *call {
	c := b.Calls[id]
	if c == nil {
		if id != "" && !b.Done[id] && len(b.Done) == 0 {
			b.gap(NoStart)
		}
		return nil
	}
	delete(b.Calls, id)
	if len(b.Done) < MaxDeeds {
		b.Done[id] = true
	}
	return c
}

// did adds what a call did.
func (b *book) did(c *call, deeds ...Deed) {
	l := b.of(c.Agent)
	for _, d := range deeds {
		if d.Act == Seen {
			if strings.Contains(d.Path, "/node_modules/") || strings.Contains(d.Path, "/.git/") {
				continue
			}
			if b.Seen++; b.Seen > maxSeen {
				if d.Name != "named" {
					b.gap(Bounded)
				}
				continue
			}
		}
		if b.Deeds++; b.Deeds > MaxDeeds {
			b.gap(Bounded)
			return
		}
		d.Line, d.Time = c.Line, c.Time
		l.Deeds = append(l.Deeds, d)
		if m := skillFile.FindStringSubmatch(d.Path); m != nil && d.Act == Read && !d.Glob {
			l.Deeds = append(l.Deeds, Deed{Act: Skill, Line: d.Line, Time: d.Time, Name: m[1], Maybe: d.Maybe})
		}
	}
}

// skillFile is the file of a skill: an agent that reads it uses the skill.
var skillFile = text.MustCompile(`/skills/(?:[^/]+/)*([^/]+)/SKILL\.md$`)

// ran adds what the command lines of a call did.
func (b *book) ran(c *call, ended status, output string) {
	b.did(c, c.shellDeeds(ended, output)...)
}

func (c *call) shellDeeds(ended status, output string) (deeds []Deed) {
	for _, s := range c.Shell {
		folder := c.Cwd
		if s.Dir != "" {
			folder = absolute(c.Cwd, s.Dir)
		}
		deeds = append(deeds, shellDeeds(s.Line, folder, ended, output)...)
	}
	return deeds
}

// background keeps a command that goes on after its call, until its end is reported.
func (b *book) background(c *call, id string) {
	b.Calls["background:"+id] = c
}

// prompted adds the files that a prompt names.
func (b *book) prompted(text string) {
	if b.prompts == nil {
		b.prompts = map[string]bool{}
	}
	for _, p := range paths(text) {
		p = absolute(b.Cwd, p)
		if key := b.Agent + "\x00" + p; !b.prompts[key] && len(b.prompts) < maxSeen {
			b.prompts[key] = true
			b.did(&call{Agent: b.Agent, Line: b.Line, Time: b.Time}, Deed{Act: Seen, Path: p, Name: "prompt"})
		}
	}
}

// ledger is what the transcript shows up to here. Calls without a result may have done
// what they were to do.
func (b *book) ledger() *Ledger {
	for _, c := range b.Calls {
		c.Agent = b.of(c.Agent).Agent
	}
	out := *b.Ledger
	out.Agents = make([]*Ledger, len(b.Ledger.Agents))
	all := map[string]*Ledger{"": &out, out.Agent: &out}
	out.Deeds = slices.Clone(out.Deeds)
	for i, l := range b.Ledger.Agents {
		agent := *l
		agent.Deeds = slices.Clone(l.Deeds)
		out.Agents[i] = &agent
		all[l.Agent] = &agent
	}
	for _, c := range b.Calls {
		l := all[c.Agent]
		for _, d := range append(slices.Clone(c.Deeds), c.shellDeeds(ongoing, "")...) {
			d.Line, d.Time, d.Maybe = c.Line, c.Time, true
			l.Deeds = append(l.Deeds, d)
		}
	}
	for _, l := range append(out.Agents, &out) {
		slices.SortStableFunc(l.Deeds, func(x, y Deed) int { return x.Line - y.Line })
	}
	return &out
}

// fingerprint is a short mark of a text.
func fingerprint(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return strconv.FormatUint(h.Sum64(), 36)
}

// number is a number of digits, 0 if it is too long for one.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
