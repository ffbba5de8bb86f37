package transcript

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
)

// OpenCode is the name of the client whose transcripts are the output of `opencode export`. Each of its
// agents has a session of its own. handofflint has no hooks for it.
const OpenCode = "opencode"

// openCodeWrote reports whether a record is the session of an OpenCode export.
func openCodeWrote(v jsonRecord) bool {
	info := v["info"]
	return strings.HasPrefix(info.Get("id").Str, "ses_") && info.Get("version").Type == gjson.String
}

// openCodeBeside returns the exports beside one, if agents are involved: each has its own export.
func openCodeBeside(name string, own *ledger.Ledger) []string {
	isLaunch := func(d ledger.Deed) bool { return d.Act == ledger.Send }
	if own.Agent == "" && !slices.ContainsFunc(own.Deeds, isLaunch) {
		return nil
	}
	return filesIn(filepath.Dir(name), "*.json*")
}

func (r *reader) openCode(v jsonRecord) {
	switch {
	case v.has("part"):
		r.openCodePart(v["part"])
	case r.started:
		r.openCodeMessage(v["info"])
	default:
		r.openCodeStart(v["info"])
	}
}

// openCodeMessage takes the description of a message. An aborted message does not end a turn, nor does a
// summary, which is written for the agent.
func (r *reader) openCodeMessage(info gjson.Result) {
	r.role = info.Get("role").Str
	r.stepFrom = len(r.ledger.Deeds)
	r.isFinal = !info.Get("summary").Bool() && !info.Get("error").Exists()
	r.fields["uuid"] = info.Get("id")
	r.cwd = cmp.Or(slashed(info.Get("path.cwd").String()), r.cwd)
	keepAbout(&r.ledger.Model, info.Get("modelID").String())
	r.setMilli(info.Get("time.created"))
}

func (r *reader) openCodePart(part gjson.Result) {
	r.setMilli(part.Get("time.end"))
	r.setMilli(part.Get("state.time.start"))
	kind := part.Get("type").Str
	switch kind {
	case "text":
		r.openCodeText(part)
	case "tool":
		r.openCodeTool(part)
	case "file":
		r.addNamed(part.Get("source.path").String())
	case "patch":
		r.openCodePatch(part.Get("files"))
	case "reasoning", "step-start", "step-finish", "snapshot", "agent", "subtask", "retry", "compaction": // nothing was done
	default:
		r.addGap(ledger.Torn)
	}
}

// openCodePatch takes the files that changed during a step, by anyone. If no call of the step can have
// changed a file, someone else did. Programs and hooks of the repository may have changed any file.
func (r *reader) openCodePatch(files gjson.Result) {
	own := r.ledger.Deeds[r.stepFrom:]
	var changed []ledger.Deed
	files.ForEach(func(_, file gjson.Result) bool {
		path := slashed(file.String())
		mayBeOwn := func(d ledger.Deed) bool {
			runsOthers := d.Act == ledger.Run && runner.Of(d.Words).Kind != runner.Other
			return runsOthers || d.IsChange() && d.Covers(path)
		}
		if !slices.ContainsFunc(own, mayBeOwn) {
			changed = append(changed, ledger.Deed{Act: ledger.Write, Path: path, Maybe: true, User: true})
		}
		return len(changed) < maxNamedPaths
	})
	r.did(&toolCall{line: r.line, time: r.time}, changed...)
}

// openCodeStart takes the session. An agent's session names the one that launched it.
func (r *reader) openCodeStart(info gjson.Result) {
	l := r.ledger
	r.started = true
	l.Session, l.Parent, l.Version = info.Get("id").String(), info.Get("parentID").String(), info.Get("version").String()
	if l.Parent != "" {
		l.Agent = l.Session
		l.Session = l.Parent
	}
	l.Cwd = slashed(info.Get("directory").String())
	r.cwd = l.Cwd
	r.titled(info.Get("title").String(), modelTitle)
}

// setMilli takes the time of a record in milliseconds.
func (r *reader) setMilli(clock gjson.Result) {
	const end = 253_402_300_800_000 // the year 10000, which JSON cannot represent
	if ms := clock.Int(); ms > 0 && ms < end {
		r.setTime(time.UnixMilli(ms).UTC())
	}
}

// openCodeText takes a text of the agent, a person, or the client in their name.
func (r *reader) openCodeText(part gjson.Result) {
	said := part.Get("text").String()
	switch {
	case part.Get("ignored").Bool():
	case r.role == "user":
		r.prompted(said)
		if !part.Get("synthetic").Bool() {
			r.addPrompt(said)
		}
	case r.isFinal:
		r.says(said)
	}
}

// openCodeTool takes a call together with its result.
func (r *reader) openCodeTool(part gjson.Result) {
	tool, state := part.Get("tool").String(), part.Get("state")
	input := state.Get("input")
	if !input.IsObject() {
		r.addGap(ledger.Torn)
		return
	}
	id := strconv.Itoa(r.line) // ids of calls come from the model, and may repeat
	r.openCall(id, r.callOf(tool, input))
	r.setMilli(state.Get("time.end"))
	switch state.Get("status").Str {
	case "completed":
		r.openCodeDone(r.closeCall(id), state)
	case "error":
		r.openCodeFailed(r.closeCall(id), state)
	case "pending", "running": // it may have been carried out
	default:
		r.addGap(ledger.Torn)
	}
}

// openCodeDone takes the result of a call, nil for a call that is not kept.
func (r *reader) openCodeDone(c *toolCall, state gjson.Result) {
	if c == nil {
		return
	}
	o := outcome{out: state.Get("output").String(), ended: shell.Unknown}
	about := state.Get("metadata")
	switch c.tool {
	case tools.Shell:
		o.ended = statusOf(about.Get("exit").Raw)
	case tools.Read:
		if strings.Contains(text.Head(o.out, maxHeader), "<type>directory</type>") {
			return
		}
		o.setShown(c.deeds[0].From)
		about.Get("loaded").ForEach(func(_, file gjson.Result) bool { // instructions shown with the file
			r.did(c, ledger.Deed{Act: ledger.Seen, Path: ledger.Absolute(c.cwd, file.String()), Name: "prompt"})
			return true
		})
	case tools.Write:
		c.deeds[0].Created = about.Get("exists").Type == gjson.False
	case tools.Send:
		c.deeds[0].Agent = about.Get("sessionId").String()
	}
	r.finished(c, o)
}

// openCodeFailed takes a call that the tool, the user or a rule stopped.
func (r *reader) openCodeFailed(c *toolCall, state gjson.Result) {
	isRefused := strings.HasPrefix(state.Get("error").String(), "The user ")
	about := state.Get("metadata")
	if c == nil || isRefused {
		return
	}
	if c.tool == tools.Send {
		c.deeds[0].Agent = about.Get("sessionId").String()
	}
	mayHaveBegun := slices.Contains([]tools.Kind{tools.Send, tools.Shell}, c.tool) || about.Get("interrupted").Bool()
	if mayHaveBegun {
		r.mayHaveDone(c, shell.Unknown)
	}
}

// maxHeader bounds the bytes of an output's header.
const maxHeader = 2000

var (
	// shownPart and shownEnd match how the output of a read says which lines it shows.
	shownPart = text.MustCompile(`\(.{0,40}Showing lines (\d+)-(\d+)(?: of \d+)?\. Use offset`)
	shownEnd  = text.MustCompile(`\(End of file - total (\d+) lines\)`)
)

// setShown sets which lines of a file a read shows; from is the first requested line.
func (o *outcome) setShown(from int) {
	end := max(0, strings.LastIndex(o.out, "</content>")) // instructions may follow
	note := text.Tail(o.out[:end], 200)
	if m := shownPart.FindStringSubmatch(note); m != nil {
		o.from = text.Int(m[1])
		o.lines = text.Int(m[2]) - o.from + 1 // the rest was not shown
	} else if m := shownEnd.FindStringSubmatch(note); m != nil {
		o.from = max(1, from)
		o.total = text.Int(m[1])
		o.lines = o.total - o.from + 1
	}
}
