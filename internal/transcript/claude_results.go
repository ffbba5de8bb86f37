package transcript

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
)

// twin is the copy of a result with more detail that some versions write.
type twin struct {
	interrupted, interpreted bool
	created                  bool
	from, lines, total       int
	agent                    string
}

// twinOf reads it in one pass, since it repeats the whole output.
func twinOf(detail gjson.Result) twin {
	var t twin
	if !detail.IsObject() {
		return t
	}
	eachField(detail.Raw, func(key, value string) {
		switch key {
		case "interrupted":
			t.interrupted = value == "true"
		case "returnCodeInterpretation":
			t.interpreted = true
		case "agentId":
			t.agent = gjson.Parse(value).String()
		case "type":
			t.created = value == `"create"`
		case "file":
			t.setFile(value)
		}
	})
	return t
}

// setFile sets which lines of a file were shown.
func (t *twin) setFile(file string) {
	eachField(file, func(key, value string) {
		switch key {
		case "startLine":
			t.from = text.Int(value)
		case "numLines":
			t.lines = text.Int(value)
		case "totalLines":
			t.total = text.Int(value)
		}
	})
}

// exitStatus matches the beginning of a failed command's result, timedOut that of one that timed out.
var (
	exitStatus = text.MustCompile(`^(?:Error: )?Exit code (\d+)\b`)
	timedOut   = text.MustCompile(`(?m)^(?:Error: )?Command timed out after .*$`)
)

// isStopped reports whether a command was stopped early.
func isStopped(out string) bool {
	return strings.Contains(out, "[Request interrupted by user") || timedOut.MatchString(text.Head(out, 200))
}

// claudeResult takes the result of a call. read returns its twin, which may hold a whole file.
func (r *reader) claudeResult(block gjson.Result, read func() twin) {
	c := r.close(block.Get("tool_use_id").String())
	if c == nil {
		return
	}
	o := outcome{out: textOf(block.Get("content")), ended: shell.Zero}
	failed := block.Get("is_error").Bool()
	if r.isTorn(block) {
		r.claudeTorn(c, o.out)
		return
	}
	if failed && (c.tool != tools.Shell || refused.MatchString(o.out)) {
		r.claudeRefused(c, o.out)
		return
	}
	switch c.tool {
	case tools.Shell:
		if m := backgroundI.FindStringSubmatch(text.Head(o.out, 2000)); m != nil {
			o.background = m[1]
		}
		twin := read()
		if twin.interrupted || isStopped(o.out) {
			o.ended = shell.Unknown
		} else if m := exitStatus.FindStringSubmatch(o.out); m != nil && failed {
			o.ended = statusOf(m[1])
		} else if failed || twin.interpreted {
			o.ended = shell.Nonzero
		}
	case tools.Write:
		if c.whole {
			c.deeds[0].Created = read().created
		}
	case tools.Read:
		twin := read()
		o.from, o.lines, o.total = twin.from, twin.lines, twin.total
	case tools.Skill:
		if agent := read().agent; agent != "" { // otherwise the skill runs in the calling agent
			c.deeds = append(c.deeds, ledger.Deed{Act: ledger.Send, Agent: agent})
		}
	case tools.Send:
		if m := agentID.FindStringSubmatch(text.Tail(o.out, 2000)); m != nil {
			c.deeds[0].Agent = m[1]
		}
		c.deeds[0].Agent = cmp.Or(read().agent, c.deeds[0].Agent)
	}
	r.finished(c, o)
}

// claudeRefused takes a failed change of a file.
func (r *reader) claudeRefused(c *toolCall, out string) {
	isTools := strings.HasPrefix(out, "<tool_use_error>") || !refused.MatchString(out) // not refused by a person or a hook
	if c.tool == tools.Write && isTools {
		r.refused(c, c.deeds[0].Path)
	}
}

// refused adds a file that a tool failed to change.
func (r *reader) refused(c *toolCall, file string) {
	l := r.of(c.agent)
	if len(l.Refused) < maxSeen {
		l.Refused = append(l.Refused, ledger.Deed{Act: ledger.Write, Line: c.line, Path: file})
	}
}

// claudeTorn takes the beginning of a call's result.
func (r *reader) claudeTorn(c *toolCall, out string) {
	background := backgroundI.FindStringSubmatch(out)
	code := exitStatus.FindStringSubmatch(out)
	switch {
	case refused.MatchString(out):
	case background != nil:
		r.calls["background:"+background[1]] = c
	case code != nil:
		r.tornResult(c, statusOf(code[1]))
	default:
		r.tornResult(c, shell.Unknown)
	}
}
