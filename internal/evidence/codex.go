package evidence

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/tidwall/gjson"
)

// codex takes a record of Codex.
func (b *book) codex(raw string) {
	fields := gjson.GetMany(raw, "type", "timestamp", "payload")
	kind, payload := fields[0].Str, fields[2]
	b.at(fields[1].Str)
	sub := payload.Get("type").Str
	if kind == "session_meta" {
		b.codexMeta(payload)
		return
	}
	if !b.Started {
		b.Started = true
		b.gap(NoStart)
	}
	if turn := payload.Get("turn_id").Str; b.Copy != "" && (kind == "turn_context" || sub == "task_started") && isLater(turn, b.Own) {
		b.Copy = ""
	}
	b.Agent = b.Copy
	switch {
	case kind == "turn_context":
		b.Cwd = cmp.Or(payload.Get("cwd").String(), b.Cwd)
	case kind == "compacted" || sub == "context_compacted":
		b.gap(Compacted)
	case kind == "response_item":
		b.codexItem(sub, payload)
	case kind == "event_msg":
		b.codexEvent(sub, payload)
	}
}

// isLater reports whether an id of a turn is of a later time than the id of a thread:
// both begin with the time of their making.
func isLater(turn, thread string) bool {
	dated := func(id string) bool { return len(id) == 36 && id[14] == '7' }
	return dated(turn) && dated(thread) && turn > thread
}

// codexMeta takes the head of a transcript. One that was forked has that of its parent as
// well, and a copy of the parent's records up to the first turn of its own.
func (b *book) codexMeta(meta gjson.Result) {
	id := meta.Get("id").String()
	l := b.Ledger
	if b.Started {
		if id != b.Own && l.Agent != "" {
			b.Copy = id
		}
		return
	}
	b.Started, b.Own = true, id
	l.Session = cmp.Or(meta.Get("session_id").String(), id)
	l.Parent = cmp.Or(meta.Get("parent_thread_id").String(), meta.Get("source.subagent.thread_spawn.parent_thread_id").String())
	if l.Parent != "" {
		l.Agent = id
		l.AgentType = cmp.Or(meta.Get("agent_role").String(), meta.Get("agent_path").String())
		if l.Session == id {
			l.Session = l.Parent
		}
	}
	l.Version, l.Cwd = meta.Get("cli_version").String(), meta.Get("cwd").String()
	b.Cwd = l.Cwd
}

func (b *book) codexItem(kind string, item gjson.Result) {
	id := item.Get("call_id").String()
	switch kind {
	case "message":
		if item.Get("role").Str == "user" {
			b.prompted(textOf(item.Get("content")))
		}
	case "function_call":
		b.open(id, b.codexCall(item.Get("namespace").String(), item.Get("name").String(), gjson.Parse(item.Get("arguments").String())))
	case "local_shell_call":
		b.open(id, b.callOf("local_shell", item.Get("action")))
	case "custom_tool_call":
		b.open(id, b.codexCustom(item.Get("name").String(), item.Get("input").String()))
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		b.codexOutput(id, item.Get("output"))
	}
}

// codexCall is what a call of a function would do; a server has tools of its own.
func (b *book) codexCall(server, tool string, args gjson.Result) call {
	if server != "" && server != "collaboration" && server != "functions" {
		return otherCall(tool, args)
	}
	return b.callOf(tool, args)
}

// codexCustom is what a call with a text would do.
func (b *book) codexCustom(tool, input string) call {
	switch tool {
	case "apply_patch":
		return call{Tool: patches, Deeds: patchDeeds(input)}
	case "exec":
		return call{Tool: script, Shell: scriptCommands(input), Deeds: scriptFiles(input)}
	case "shell":
		return b.callOf(tool, gjson.Parse(input))
	}
	return otherCall(tool, gjson.Parse(strconv.Quote(cut(input, MaxCommand))))
}

var (
	sessionID = text.MustCompile(`Process running with session ID (\d+)`)
	cellID    = text.MustCompile(`^Script running with cell ID (\w+)`)
	notRun    = text.MustCompile(`^(exec_command failed|execution error|failed to |command rejected|rejected by user|aborted by user|unsupported call|tool call (error|rejected)|The user)`)
	codeHead  = text.MustCompile(`(?:Process exited with code|Exit code:) (\d+)`)
)

func (b *book) codexOutput(id string, output gjson.Result) {
	c := b.close(id)
	if c == nil {
		return
	}
	r := outcome{out: textOf(output)}
	switch c.Tool {
	case shells:
		if !r.codexShell() {
			return
		}
	case script:
		b.codexScript(c, output, r.out)
		return
	case patches:
		if !strings.Contains(r.out, "Success. ") {
			return
		}
	case sends:
		c.Deeds[0].Agent = cmp.Or(c.Deeds[0].Agent, gjson.Get(r.out, "agent_id").String(), gjson.Get(r.out, "thread_id").String())
		if !strings.HasPrefix(r.out, "{") {
			return
		}
	default:
		if notRun.MatchString(r.out) && c.Tool != polls {
			return
		}
	}
	b.done(c, r)
}

// codexShell reads the result of a command, in the forms of several versions. It is false
// if the command did not run.
func (r *outcome) codexShell() (ran bool) {
	if strings.HasPrefix(r.out, "{") && gjson.Valid(cut(r.out, MaxLine)) {
		if code := gjson.Get(r.out, "metadata.exit_code"); code.Exists() {
			r.ended, r.out = statusOf(code.String()), gjson.Get(r.out, "output").String()
			return true
		}
	}
	head, printed, _ := strings.Cut(r.out, "Output:\n")
	if m := codeHead.FindStringSubmatch(head); m != nil {
		r.ended, r.out = statusOf(m[1]), printed
		return true
	}
	if m := sessionID.FindStringSubmatch(head); m != nil {
		r.background = m[1]
		return true
	}
	return !notRun.MatchString(r.out)
}

// codexScript takes what a script printed. How its commands ended is known only if it
// printed their results whole, one each.
func (b *book) codexScript(c *call, output gjson.Result, out string) {
	if m := cellID.FindStringSubmatch(out); m != nil {
		b.background(c, "cell "+m[1])
		return
	}
	var results []gjson.Result
	output.ForEach(func(_, block gjson.Result) bool {
		printed := block.Get("text").String()
		if v := gjson.Parse(printed); strings.HasPrefix(printed, "{") && isWhole([]byte(printed)) && v.Get("chunk_id").Exists() {
			results = append(results, v)
		}
		return len(results) <= len(c.Shell)
	})
	b.did(c, c.Deeds...)
	if len(results) == 0 || len(results) != len(c.Shell) {
		ended := unknown
		if !strings.HasPrefix(out, "Script completed") {
			ended = ongoing
		}
		_, printed, _ := strings.Cut(out, "Output:\n")
		b.ran(c, ended, printed)
		return
	}
	for i, r := range results {
		one := *c
		one.Shell, one.Deeds = c.Shell[i:i+1], nil
		if session := r.Get("session_id"); session.Exists() && !r.Get("exit_code").Exists() {
			b.background(&one, session.String())
			continue
		}
		ended := unknown
		if code := r.Get("exit_code"); code.Exists() {
			ended = statusOf(code.String())
		}
		b.ran(&one, ended, r.Get("output").String())
	}
}

func (b *book) codexEvent(kind string, event gjson.Result) {
	id := event.Get("call_id").String()
	switch kind {
	case "patch_apply_end":
		b.codexPatch(id, event)
	case "exec_command_end":
		if c := b.Calls[id]; c != nil && c.Tool == shells && event.Get("exit_code").Exists() {
			b.close(id)
			b.ran(c, statusOf(event.Get("exit_code").String()), cmp.Or(event.Get("aggregated_output").String(), event.Get("stdout").String()))
		}
	case "sub_agent_activity":
		if c := b.Calls[event.Get("event_id").String()]; c != nil && c.Tool == sends {
			c.Deeds[0].Agent = event.Get("agent_thread_id").String()
		}
	}
}

// codexPatch takes the end of a patch, which says what was changed; the call may be one
// within a script.
func (b *book) codexPatch(id string, event gjson.Result) {
	c := b.Calls[id]
	if c == nil {
		if b.Done[id] {
			return
		}
		b.open(id, call{Tool: patches})
		if c = b.Calls[id]; c == nil {
			return
		}
	}
	b.close(id)
	if !event.Get("success").Bool() {
		return
	}
	event.Get("changes").ForEach(func(name, change gjson.Result) bool {
		d := Deed{Act: Write, Path: absolute(b.Cwd, name.String())}
		d.Was, d.Is = changed(change.Get("unified_diff").String())
		moved := change.Get("move_path").String()
		if change.Get("type").Str == "delete" || moved != "" {
			d.Act = Delete
		}
		b.did(c, d)
		if moved != "" {
			b.did(c, Deed{Act: Write, Path: absolute(b.Cwd, moved)})
		}
		return true
	})
}
