package hook

import (
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
)

// The exit codes of Config.ExitCode. Otherwise the code is always 0: all is
// said in JSON.
const (
	exitSilent  = 0
	exitNote    = 1
	exitBlocked = 2
)

// Config is what judging an event needs of the world around it.
type Config struct {
	In       io.Reader
	Out, Err io.Writer
	// Getenv looks up an environment variable.
	Getenv func(string) string
	// Host is the host's name, "" to tell it by the event.
	Host string
	// ExitCode has the verdict told by exit code, 0, 1 or 2, and text on Err.
	ExitCode bool
	// Problem is what is wrong with the command line: an event is then not
	// judged, and nothing is blocked.
	Problem error
	// Judge makes what judges, for the session's working folder. It is called
	// at most once, and only for an event that is about a handoff.
	Judge func(cwd string) (Judge, error)
	// Configured says quickly whether the team has a configuration, which may
	// have formats of its own; nil is none. It is asked only where a file that
	// may be of one of them was written.
	Configured func(cwd string) bool
	// Require reports whether every agent must be sent out with a handoff to write.
	Require bool
	// Version is the program's, for the failure log.
	Version string
}

// Judge is what judges the files of a session.
type Judge struct {
	// Linter judges one file.
	Linter *lint.Linter
	// Excluded says whether the team leaves a file out; it may be nil.
	Excluded func(path string) bool
	// Log is where failures are logged where nothing nearer says so, "" for the
	// usual place; NoLog says that the team keeps no log.
	Log   string
	NoLog bool
	// Seal seals a report by the rules of `handofflint seal`; it may be nil.
	Seal func(path string) error
	// Exempt are globs of the kinds of agents that the tree's configuration exempts
	// from leaving a handoff.
	Exempt []string
	// Reports is the folder of the session folders that the configuration names, ""
	// for the default.
	Reports string
	// Notice is told to the user beside the verdict.
	Notice string
}

// Run reads one event, judges it, and tells the verdict. It returns the exit
// code. Whatever goes wrong here is told to the user and blocks nothing: a
// host takes a crash, which ends with 2, for a block.
func Run(c Config) (code int) {
	// What no recover catches, such as a stack that overflows or memory that runs
	// out, ends a Go program with 2 as well, but by a signal where it is to crash.
	debug.SetTraceback("crash")
	defer func() {
		if recover() != nil { // nothing can be told any more
			code = exitNote
		}
	}()
	e := Event{Host: hosts[0]}
	if h := HostByName(c.Host); h != nil {
		e.Host = h
	}
	defer func() {
		if cause := recover(); cause != nil {
			code = c.tell(unchecked(fmt.Errorf("handofflint is broken, please report this: %v", cause)), e)
		}
	}()
	if c.Problem != nil {
		return c.tell(unchecked(c.Problem), e)
	}
	e, err := Read(c.In, c.Host, c.Getenv)
	if err == nil {
		err = e.fault()
	}
	if err != nil {
		return c.tell(unchecked(err), e)
	}
	w := &watch{config: c, event: e, now: time.Now()}
	v, err := w.judge()
	if err != nil {
		v.System = join(v.System, unchecked(err).System)
	}
	return c.tell(v, e)
}

// unchecked is the message that must get through even where nothing else does;
// so its words stand here.
func unchecked(err error) Verdict {
	return Verdict{System: "handofflint: handoffs are not being checked: " + text.Escape(err.Error())}
}

// join puts two texts in lines of their own.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// tell writes the verdict in the host's form.
func (c Config) tell(v Verdict, e Event) int {
	if v.empty() {
		return exitSilent
	}
	if c.ExitCode {
		return c.tellByCode(v)
	}
	out := e.Host.answer(v, e)
	if out == (reply{}) {
		return exitSilent
	}
	line, err := text.JSON(out)
	if err == nil {
		_, err = c.Out.Write(append(line, '\n'))
	}
	if err != nil {
		fmt.Fprintf(c.Err, "handofflint: the verdict cannot be written: %s\n", text.Escape(err.Error()))
		return exitNote
	}
	return exitSilent
}

func (c Config) tellByCode(v Verdict) int {
	text, code := v.Context, exitNote
	if v.Block {
		text, code = v.Reason, exitBlocked
	}
	fmt.Fprintln(c.Err, join(text, v.System))
	return code
}
