package hook

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/tools"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// The exit codes with Config.ExitCode. Without it the code is 0 for every answer, which is in the JSON.
const (
	exitSilent  = 0
	exitNote    = 1
	exitBlocked = 2
)

// Config is the environment of a call.
type Config struct {
	In       io.Reader
	Out, Err io.Writer
	// Getenv looks up an environment variable.
	Getenv func(string) string
	// Host is the host that sends the event, nil to detect it.
	Host *Host
	// ExitCode reports the answer by exit code, 0, 1 or 2, and text on Err.
	ExitCode bool
	// Problem is a fault of the command line: then the event is not checked, and nothing is blocked.
	Problem error
	// Checker returns the checker with the configuration of a folder, "" for the user's own alone. It is
	// called at most once, and only for an event about a handoff. An error means that the program is broken.
	Checker func(folder string) (Checker, error)
	// Base is the file that every configuration builds on, "" for none.
	Base string
	// Require reports whether every agent must be launched with a handoff to write.
	Require bool
	// Version is the program's version, for the failure log.
	Version string
	// Late ends the wait for an answer; nil for a timer.
	Late <-chan time.Time
	// Now returns the time; nil for time.Now.
	Now func() time.Time
	// Wait waits for a transcript to be written; nil for time.Sleep.
	Wait func(time.Duration)
}

// Checker checks the files of a session.
type Checker struct {
	// Linter checks one file.
	Linter *lint.Linter
	// Settings are the team's, nil for none.
	Settings *config.Config
	// Seal seals a report by the rules of `handofflint seal`, which refuses other files.
	Seal func(path string) error
	// Notice is shown to the user beside the verdict.
	Notice string
}

// patience is how long a call may take before the hook answers all the same, countWait how long that
// answer may take. Hosts wait ten seconds, and take silence for consent.
const patience, countWait = 8 * time.Second, time.Second

// Run reads one event, checks it and answers. It returns the exit code. Internal errors are shown to the
// user and block nothing: a host would take a crash, which exits with 2, for a block. If something hangs,
// such as a disk, the answer is that handoffs are not being checked.
func Run(c Config) (code int) {
	// Errors that recover cannot catch, such as a stack overflow or lack of memory, also end a Go program
	// with 2, unless it is set to crash by a signal.
	debug.SetTraceback("crash")
	defer func() {
		if recover() != nil { // nothing more can be written
			code = exitNote
		}
	}()
	late := c.Late
	if late == nil {
		late = time.After(patience)
	}
	var current atomic.Pointer[call]
	current.Store(newCall(c, Event{Host: cmp.Or(c.Host, DefaultHost())})) // until the event is read
	done := make(chan Answer, 1)
	go func() { done <- c.run(&current) }()
	select {
	case v := <-done:
		return c.print(v, current.Load().event)
	case <-late:
		hangs := current.Load()
		return c.print(hangs.late(), hangs.event)
	}
}

// run returns the answer to the event, and stores its call once it is read.
func (c Config) run(current *atomic.Pointer[call]) (v Answer) {
	defer func() {
		if cause := recover(); cause != nil {
			v = unchecked(fmt.Errorf("handofflint is broken, please report this: %v", cause))
		}
	}()
	if c.Problem != nil {
		return unchecked(c.Problem)
	}
	e, err := Read(c.In, c.Host, c.Getenv)
	if err == nil {
		err = e.fault()
	}
	if err == nil {
		e.Cwd, err = filepath.Abs(e.Cwd)
	}
	call := newCall(c, e)
	current.Store(call)
	if err != nil {
		return unchecked(err)
	}
	return call.answer()
}

// unchecked returns a message that must work even if nothing else does, so its words are here.
func unchecked(err error) Answer {
	return Answer{System: "handofflint: handoffs are not being checked: " + text.Escape(err.Error())}
}

// join joins two texts on separate lines.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// print writes the answer in the host's form and returns the exit code.
func (c Config) print(v Answer, e Event) int {
	if c.ExitCode {
		return c.printText(v)
	}
	line, _ := text.JSON(e.Host.answer(v, e)) // these structs can always be encoded
	if string(line) == "{}" {
		return exitSilent
	}
	_, err := c.Out.Write(append(line, '\n'))
	if err != nil {
		fmt.Fprintf(c.Err, "handofflint: the verdict cannot be written: %s\n", text.Escape(err.Error()))
		return exitNote
	}
	return exitSilent
}

// printText writes the answer as text and returns the exit code.
func (c Config) printText(v Answer) int {
	if v.Block {
		fmt.Fprintln(c.Err, join(v.Reason, v.System))
		return exitBlocked
	}
	said := join(v.Context, v.System)
	if said == "" {
		return exitSilent
	}
	fmt.Fprintln(c.Err, said)
	return exitNote
}

// call is one event with the state of its session and the answer to it. Expensive parts are made on first
// use.
type call struct {
	*workspace
	now time.Time
	// checker checks files with the configuration of the event's folder, nil until load.
	checker *Checker
	// timeline returns what the session's agents did, nil if unknown. It is read on first use.
	timeline func() *timeline.Timeline
	// complete is set once the transcript has the message that ends the agent's turn.
	complete bool
	// trees are the work trees around handoffs.
	trees *worktree.Trees
	// session is nil until first use; see remembered.
	session *memory
	// cachedDue is the result of due, nil until it was called.
	cachedDue *string
	// notices tell the user, beside the answer, what could not be checked.
	notices []string
	// failures are for the failure log.
	failures []rules.Result
}

func newCall(c Config, e Event) *call {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Wait == nil {
		c.Wait = time.Sleep
	}
	return &call{workspace: &workspace{config: c, event: e}, now: c.Now()}
}

// answer returns the answer to the event. The order matters: most steps leave an agent alone that an earlier
// one holds.
func (c *call) answer() Answer {
	v := c.handle()
	v = c.compareInformal(v)
	v = c.checkMessage(v)
	v = c.keepAccount(v)
	v = c.tellAccounts(v)
	c.forgetOther(v)
	if c.event.isStop() {
		c.noteStop(v.Block)
	}
	v.System = join(v.System, strings.Join(c.notices, "\n"))
	if c.checker != nil {
		v.System = join(v.System, c.checker.Notice)
	}
	v = c.save(v)
	if slices.Contains(c.event.Host.escapes, c.event.Name) {
		v.Reason = strings.ReplaceAll(v.Reason, protocol.EndMarker(), builtin().Words["endmarker"])
	}
	c.logFailures()
	return v
}

// handle returns the answer for the kind of event.
func (c *call) handle() Answer {
	e := c.event
	if e.endsAgent() {
		return c.agentReturns()
	}
	switch e.Name {
	case SessionStart:
		return c.sessionStarts()
	case UserPromptSubmit:
		return c.tellOfAgent()
	case PreToolUse:
		if e.kind == tools.Send || e.kind == tools.Message {
			return c.beforeAgent()
		}
	case PostToolUse:
		if e.kind == tools.Send {
			c.confirmLaunch()
			return c.tellOfAgent()
		}
		return c.afterTool()
	case Stop:
		return c.sessionStops()
	}
	return Answer{}
}

// save stores the state of the session, and returns the answer for the host: the zero value if another
// call for the same event has answered, since the hooks may be installed twice. An agent is held only if
// its blocks can be counted, or it might be held forever; a block after a write holds no one.
func (c *call) save(v Answer) Answer {
	if c.session == nil {
		return v
	}
	beforeRouting := v.System
	v = c.routeSystem(v)
	answer := answeredEvent{At: c.config.Now()}
	if v != (Answer{}) && !c.config.ExitCode { // a person may repeat an event
		answer.Event = c.event.hash
	}
	isAnswered, err := c.session.save(c.event.Cwd, answer, c.now)
	if isAnswered {
		c.failures = nil
		return Answer{}
	}
	if err == nil {
		return v
	}
	fmt.Fprintf(c.config.Err, "handofflint: warning: what is remembered of the session was not written: %s\n", text.Escape(err.Error()))
	v.System = beforeRouting // what was kept for a later event is lost
	if v.Block && c.event.Name != PostToolUse {
		says := builtin().Say("uncounted", rules.Values{"why": text.Escape(err.Error()), "reason": v.Reason})
		return Answer{System: join(v.System, says)}
	}
	return v
}

// logFailures adds the failed files to the failure log.
func (c *call) logFailures() {
	if len(c.failures) == 0 {
		return
	}
	log, off := c.checker.Settings.FailureLog()
	at := failurelog.Location{Config: log, Off: off, Getenv: c.config.Getenv}
	if warning := at.Append(c.now, "handofflint "+c.config.Version, "hook", c.failures); warning != "" {
		fmt.Fprintf(c.config.Err, "handofflint: warning: %s\n", text.Escape(warning))
	}
}
