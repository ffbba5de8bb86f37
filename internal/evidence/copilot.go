package evidence

import (
	"cmp"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/tidwall/gjson"
)

// copilot takes a record of Copilot CLI.
func (b *book) copilot(raw string) {
	fields := gjson.GetMany(raw, "type", "timestamp", "data")
	kind, data := fields[0].Str, fields[2]
	b.at(fields[1].Str)
	l := b.Ledger
	if !b.Started {
		b.Started = true
		if kind != "session.start" {
			b.gap(NoStart)
		}
	}
	b.Agent = data.Get("parentToolCallId").String()
	id := data.Get("toolCallId").String()
	switch kind {
	case "session.start":
		l.Session, l.Version = data.Get("sessionId").String(), data.Get("copilotVersion").String()
		b.Cwd = data.Get("context.cwd").String()
		l.Cwd = cmp.Or(l.Cwd, b.Cwd)
	case "session.resume", "session.context_changed":
		b.Cwd = cmp.Or(data.Get("context.cwd").String(), data.Get("cwd").String(), b.Cwd)
	case "session.truncation", "session.compaction_complete":
		b.gap(Compacted)
	case "user.message":
		b.prompted(data.Get("content").String())
		data.Get("attachments").ForEach(func(_, v gjson.Result) bool { b.prompted(v.Get("path").String()); return true })
	case "tool.execution_start":
		args := data.Get("arguments")
		if args.Type == gjson.String && strings.HasPrefix(args.Str, "{") {
			args = gjson.Parse(args.Str)
		}
		c := b.callOf(data.Get("toolName").String(), args)
		if c.Tool == sends {
			c.Deeds[0].Agent = id
		}
		b.open(id, c)
	case "tool.execution_complete":
		b.copilotResult(id, data)
	case "subagent.started":
		b.Agent = id
		b.of(id).AgentType = data.Get("agentName").String()
	}
}

var (
	copilotExit  = text.MustCompile(`(?:completed|exited) with exit code (\d+)>?`)
	copilotShell = text.MustCompile(`shellId: ?"?([\w-]+)`)
)

func (b *book) copilotResult(id string, data gjson.Result) {
	c := b.close(id)
	if c == nil {
		return
	}
	r := outcome{out: data.Get("result.content").String()}
	if m := copilotExit.FindStringSubmatch(tail(r.out, 500)); m != nil {
		r.ended = statusOf(m[1])
	} else if m := copilotShell.FindStringSubmatch(r.out); m != nil {
		r.background = m[1]
	}
	if data.Get("success").Bool() || c.Tool == shells && r.ended != unknown {
		b.done(c, r)
	}
}
