package evidence

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/text"
)

// copilot takes a record of Copilot CLI.
func (r *reader) copilot(v record) {
	kind, data, l := v.str("type"), v["data"], r.ledger
	r.at(v.str("timestamp"))
	if !r.started {
		r.started = true
		if kind != "session.start" {
			r.gap(NoStart)
		}
	}
	r.agent = data.Get("parentToolCallId").String()
	id := data.Get("toolCallId").String()
	switch kind {
	case "session.start":
		l.Session, l.Version = data.Get("sessionId").String(), data.Get("copilotVersion").String()
		r.cwd = data.Get("context.cwd").String()
		l.Cwd = r.cwd
	case "session.resume", "session.context_changed":
		r.cwd = cmp.Or(data.Get("context.cwd").String(), data.Get("cwd").String(), r.cwd)
	case "session.truncation", "session.compaction_complete":
		r.gap(Compacted)
	case "user.message":
		r.prompted(data.Get("content").String())
		data.Get("attachments").ForEach(func(_, v gjson.Result) bool { r.prompted(v.Get("path").String()); return true })
	case "tool.execution_start":
		args := data.Get("arguments")
		if args.Type == gjson.String && strings.HasPrefix(args.Str, "{") {
			args = gjson.Parse(args.Str)
		}
		c := r.callOf(data.Get("toolName").String(), args)
		if c.tool == sends {
			c.deeds[0].Agent = id
		}
		r.open(id, c)
	case "tool.execution_complete":
		r.copilotResult(id, data)
	case "subagent.started":
		r.of(id).AgentType = data.Get("agentName").String()
	}
}

var (
	copilotExit  = text.MustCompile(`(?:completed|exited) with exit code (\d+)>?`)
	copilotShell = text.MustCompile(`shellId: ?"?([\w-]+)`)
)

func (r *reader) copilotResult(id string, data gjson.Result) {
	c := r.close(id)
	if c == nil {
		return
	}
	o := outcome{out: data.Get("result.content").String()}
	if m := copilotExit.FindStringSubmatch(tail(o.out, 500)); m != nil {
		o.ended = statusOf(m[1])
	} else if m := copilotShell.FindStringSubmatch(o.out); m != nil {
		o.background = m[1]
	}
	if data.Get("success").Bool() || c.tool == shells && o.ended != unknown {
		r.finished(c, o)
	}
}
