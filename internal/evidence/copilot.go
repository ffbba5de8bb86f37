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
		b.open(id, copilotCall(id, data.Get("toolName").String(), args))
	case "tool.execution_complete":
		b.copilotResult(id, data)
	case "subagent.started":
		b.Agent = id
		b.of(id).AgentType = data.Get("agentName").String()
	}
}

// copilotCall is what a call of a tool would do.
func copilotCall(id, tool string, args gjson.Result) call {
	file := cmp.Or(args.Get("path").String(), args.Get("file_path").String())
	switch tool {
	case "view":
		d := Deed{Act: Read, Path: file, Whole: true}
		if r := args.Get("view_range"); r.IsArray() {
			d.Whole = false
			d.From, d.To = int(r.Get("0").Int()), max(0, int(r.Get("1").Int()))
		}
		return call{Tool: "read", Deeds: []Deed{d}}
	case "create", "edit", "str_replace", "insert", "write":
		return call{Tool: "write", Deeds: []Deed{{Act: Write, Path: file}}}
	case "str_replace_editor":
		return copilotCall(id, args.Get("command").String(), args)
	case "bash", "shell", "powershell":
		return call{Tool: "shell", Shell: []commandLine{{Line: args.Get("command").String()}}}
	case "read_bash", "write_bash", "stop_bash", "read_powershell":
		return call{Tool: "poll", Prompt: args.Get("shellId").String()}
	case "apply_patch":
		return call{Tool: "patch", Deeds: patchDeeds(cmp.Or(args.Get("patch").String(), args.Get("input").String(), args.String()))}
	case "rg", "grep":
		return call{Tool: "search"}
	case "glob":
		return call{Tool: "list"}
	case "task":
		return call{Tool: "send", Deeds: []Deed{{Act: Send, Name: args.Get("agent_type").String(), Agent: id}}}
	case "skill":
		return call{Tool: "skill", Deeds: []Deed{{Act: Skill, Name: cmp.Or(args.Get("skill").String(), args.Get("name").String())}}}
	case "sql", "report_intent", "web_fetch", "web_search", "ask_user", "update_todo", "list_bash", "fetch_copilot_cli_documentation":
		return call{Tool: "other"}
	}
	return otherCall(tool, args)
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
	out := data.Get("result.content").String()
	exit := copilotExit.FindStringSubmatch(tail(out, 500))
	if c.Tool == "shell" && exit != nil {
		b.ran(c, statusOf(exit[1]), out)
		return
	}
	if !data.Get("success").Bool() {
		return
	}
	switch c.Tool {
	case "shell":
		if m := copilotShell.FindStringSubmatch(out); m != nil {
			b.background(c, m[1])
		} else {
			b.ran(c, unknown, out)
		}
	case "poll":
		if exit != nil {
			b.polled(c.Prompt, "exit code "+exit[1]+"\n"+out)
		}
	case "read":
		b.did(c, copilotRead(c.Deeds[0], out))
	case "search":
		b.found(c, "search", hits(out))
	case "list":
		b.found(c, "listing", lines(out))
	default:
		b.did(c, c.Deeds...)
	}
}

// copilotRead is a read with the lines that were shown.
func copilotRead(d Deed, out string) Deed {
	first, last := numbers(out, ". ")
	if first == 0 {
		return d
	}
	d.From, d.To = first, last
	d.Whole = d.Whole && d.From == 1 && !strings.Contains(tail(out, 400), "truncated")
	return d
}
