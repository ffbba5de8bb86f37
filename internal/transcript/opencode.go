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

// OpenCode is the name of the client whose transcripts are what `opencode export` writes. Each agent has
// a session of its own there, and there are no hooks for it.
const OpenCode = "opencode"

// openCodeWrote reports whether a record is the session of an export of OpenCode.
func openCodeWrote(v jsonRecord) bool {
	info := v["info"]
	return strings.HasPrefix(info.Get("id").Str, "ses_") && info.Get("version").Type == gjson.String
}

// openCodeBeside returns the exports beside that of a session whose agents have others.
func openCodeBeside(name string, own *ledger.Ledger) []string {
	isLaunch := func(d ledger.Deed) bool { return d.Act == ledger.Send }
	if own.Agent == "" && !slices.ContainsFunc(own.Deeds, isLaunch) {
		return nil
	}
	return filesIn(filepath.Dir(name), "*.json*")
}

// openCode takes a record of an export of OpenCode.
func (r *reader) openCode(v jsonRecord) {
	if v.has("part") {
		r.openCodePart(v["part"])
		return
	}
	if r.started {
		r.openCodeMessage(v["info"])
		return
	}
	r.openCodeStart(v["info"])
}

// openCodeMessage takes what is said of a message. One that was aborted does not end a turn, and a
// summary is made for the agent.
func (r *reader) openCodeMessage(info gjson.Result) {
	r.role = info.Get("role").Str
	r.stepFrom = len(r.ledger.Deeds)
	r.isFinal = !info.Get("summary").Bool() && !info.Get("error").Exists()
	r.fields["uuid"] = info.Get("id")
	r.cwd = cmp.Or(slashed(info.Get("path.cwd").String()), r.cwd)
	keepAbout(&r.ledger.Model, info.Get("modelID").String())
	r.atMilli(info.Get("time.created"))
}

// openCodePart takes a part of a message.
func (r *reader) openCodePart(part gjson.Result) {
	r.atMilli(part.Get("time.end"))
	r.atMilli(part.Get("state.time.start"))
	kind := part.Get("type").Str
	switch kind {
	case "text":
		r.openCodeText(part)
	case "tool":
		r.openCodeTool(part)
	case "file":
		r.prompted(part.Get("source.path").String())
	case "patch":
		r.openCodePatch(part.Get("files"))
	case "reasoning", "step-start", "step-finish", "snapshot", "agent", "subtask", "retry", "compaction": // no deeds
	default:
		r.gap(ledger.Torn)
	}
}

// openCodePatch takes the files that anybody changed during a step. Somebody else changed those that no
// call of the step may have changed: programs and hooks of the repository may have changed any.
func (r *reader) openCodePatch(files gjson.Result) {
	own := r.ledger.Deeds[r.stepFrom:]
	var changed []ledger.Deed
	files.ForEach(func(_, file gjson.Result) bool {
		path := slashed(file.String())
		mayBeOwn := func(d ledger.Deed) bool {
			runsOthers := d.Act == ledger.Run && (!d.Direct || runner.Of(d.Words).Kind != runner.Other)
			return runsOthers || d.IsChange() && d.Covers(path)
		}
		if !slices.ContainsFunc(own, mayBeOwn) {
			changed = append(changed, ledger.Deed{Act: ledger.Write, Path: path, Maybe: true, User: true})
		}
		return len(changed) < maxNamedPaths
	})
	r.did(&toolCall{line: r.line, time: r.time}, changed...)
}

// openCodeStart takes the session. That of an agent names the one that launched it.
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

// atMilli takes the time of a record in milliseconds.
func (r *reader) atMilli(clock gjson.Result) {
	const end = 253_402_300_800_000 // the year 10000, which JSON cannot say
	if ms := clock.Int(); ms > 0 && ms < end {
		r.atTime(time.UnixMilli(ms).UTC())
	}
}

// openCodeText takes what the agent says, or is told by a person, or by the client in their name.
func (r *reader) openCodeText(part gjson.Result) {
	said := part.Get("text").String()
	isTold := r.role == "user"
	if part.Get("ignored").Bool() {
		return
	}
	if !isTold && r.isFinal {
		r.says(said)
		return
	}
	if isTold {
		r.prompted(said)
		if !part.Get("synthetic").Bool() {
			r.told(said)
		}
	}
}

// openCodeTool takes a call, which has its result with it.
func (r *reader) openCodeTool(part gjson.Result) {
	tool, state := part.Get("tool").String(), part.Get("state")
	input := state.Get("input")
	isCall := tool != "" && input.IsObject() && hasEachOnce(part.Raw) && hasEachOnce(state.Raw)
	if !isCall {
		r.gap(ledger.Torn)
		return
	}
	id := strconv.Itoa(r.line) // ids of calls are the model's, and may come again
	r.open(id, r.callOf(tool, input))
	r.atMilli(state.Get("time.end"))
	switch state.Get("status").Str {
	case "completed":
		r.openCodeDone(r.close(id), state)
	case "error":
		r.openCodeFailed(r.close(id), state)
	case "pending", "running": // it may have been done
	default:
		r.gap(ledger.Torn)
	}
}

// openCodeDone takes the result of a call, nil for one that is not kept.
func (r *reader) openCodeDone(c *toolCall, state gjson.Result) {
	if c == nil {
		return
	}
	o := outcome{out: state.Get("output").String(), ended: shell.Unknown}
	about := state.Get("metadata")
	switch c.tool {
	case tools.Shell:
		if exit := about.Get("exit"); exit.Type == gjson.Number {
			o.ended = statusOf(exit.Raw)
		}
	case tools.Read:
		if strings.Contains(text.Head(o.out, maxHeader), "<type>directory</type>") {
			return
		}
		o.setShown(c.deeds[0].From)
		about.Get("loaded").ForEach(func(_, file gjson.Result) bool { // instructions that come with it
			r.did(c, ledger.Deed{Act: ledger.Seen, Path: ledger.Absolute(c.cwd, file.String()), Name: "prompt"})
			return true
		})
	case tools.Write:
		exists := about.Get("exists")
		c.deeds[0].Created = c.whole && exists.IsBool() && !exists.Bool()
	case tools.Send:
		c.deeds[0].Agent = about.Get("sessionId").String()
	}
	r.finished(c, o)
}

// openCodeFailed takes a call that its tool, the user or a rule did not carry out to its end.
func (r *reader) openCodeFailed(c *toolCall, state gjson.Result) {
	const refused = "The user "
	isRefused := strings.HasPrefix(state.Get("error").String(), refused)
	about := state.Get("metadata")
	if c == nil || isRefused {
		return
	}
	if c.tool == tools.Send {
		c.deeds[0].Agent = about.Get("sessionId").String()
		r.mayHaveDone(c, shell.Unknown)
		return
	}
	if c.tool == tools.Shell || about.Get("interrupted").Bool() {
		r.mayHaveDone(c, shell.Unknown)
	}
}

// maxHeader is how much of an output its header takes at most, in bytes.
const maxHeader = 2000

var (
	// shownPart and shownEnd are how the output of a read says which lines of a file it shows.
	shownPart = text.MustCompile(`\(.{0,40}Showing lines (\d+)-(\d+)(?: of (\d+))?\. Use offset`)
	shownEnd  = text.MustCompile(`\(End of file - total (\d+) lines\)`)
)

// setShown sets which lines of a file a read shows, from the first one that was asked for.
func (o *outcome) setShown(from int) {
	end := max(0, strings.LastIndex(o.out, "</content>")) // instructions may follow
	note := text.Tail(o.out[:end], 200)
	if m := shownPart.FindStringSubmatch(note); m != nil {
		o.from = text.Int(m[1])
		last := text.Int(m[2])
		o.lines = last - o.from + 1
		o.total = max(text.Int(m[3]), last+1)
	} else if m := shownEnd.FindStringSubmatch(note); m != nil {
		o.from = max(1, from)
		o.total = text.Int(m[1])
		o.lines = o.total - o.from + 1
	}
}
