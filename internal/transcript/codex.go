package transcript

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
)

// Codex is the name of the client that keeps the transcripts of a day, those of agents too, in one folder.
const Codex = "codex"

// codexWrote reports whether a record is Codex's.
func codexWrote(v jsonRecord) bool {
	return v.has("payload") && slices.Contains([]string{"session_meta", "turn_context", "response_item", "event_msg", "compacted"}, v.str("type"))
}

// codexBeside returns the transcripts of the day.
func codexBeside(name string, _ *ledger.Ledger) []string {
	return filesIn(filepath.Dir(name), "*.jsonl")
}

// codex takes a record. The copies of its parent's records in a forked transcript end at the first task of its own.
func (r *reader) codex(v jsonRecord) {
	kind, payload := v.str("type"), v["payload"]
	r.setStamp(v.str("timestamp"))
	if kind == "session_meta" {
		r.codexMeta(payload)
		return
	}
	if !r.started {
		r.started = true
		r.addGap(ledger.NoStart)
	}
	sub := payload.Get("type").Str
	turn := payload.Get("turn_id").String()
	if r.isCopied {
		isLater := turn == "" || turn > r.thread // ids grow with time; without one, the turn is not known to be a copy
		isOwn := sub == "task_started" && isLater
		if !isOwn {
			return
		}
		r.isCopied = false
		if r.ledger.Parent != "" {
			r.ledger.Gaps = nil // the parent's transcript has what was copied
		}
	}
	switch kind {
	case "turn_context":
		r.cwd = cmp.Or(slashed(payload.Get("cwd").String()), r.cwd)
		keepAbout(&r.ledgerOf(r.agent).Model, payload.Get("model").String())
	case "response_item":
		r.codexItem(sub, payload)
	default:
		r.codexEvent(sub, payload)
	}
}

// codexEvent takes what the client notes beside the conversation.
func (r *reader) codexEvent(kind string, event gjson.Result) {
	switch kind {
	case "agent_message":
		r.says(event.Get("message").String())
	case "thread_name_updated":
		r.titled(event.Get("thread_name").String(), modelTitle)
	case "patch_apply_end":
		r.codexPatch(event.Get("call_id").String(), event.Get("success").Bool(), event.Get("changes"))
	case "item_completed":
		if item := event.Get("item"); item.Get("type").Str == "FileChange" {
			r.codexPatch(item.Get("id").String(), item.Get("status").Str == "completed", item.Get("changes"))
		}
	case "sub_agent_activity":
		if c := r.calls[event.Get("event_id").String()]; c != nil && c.tool == tools.Send {
			c.deeds[0].Agent = event.Get("agent_thread_id").String()
		}
	}
}

// codexMeta takes the head of a transcript. A forked transcript also has its parent's head, and copies of
// the parent's records.
func (r *reader) codexMeta(meta gjson.Result) {
	id, l := meta.Get("id").String(), r.ledger
	if r.started {
		r.isCopied = id != r.thread
		if r.isCopied {
			r.addGap(ledger.NoStart)
		}
		return
	}
	r.started, r.thread = true, id
	l.Parent = cmp.Or(meta.Get("parent_thread_id").String(), meta.Get("source.subagent.thread_spawn.parent_thread_id").String())
	if l.Parent != "" {
		l.Agent = id
		l.AgentType = cmp.Or(meta.Get("agent_role").String(), meta.Get("agent_path").String())
	}
	l.Session = cmp.Or(meta.Get("session_id").String(), l.Parent, id)
	l.Version, l.Cwd = meta.Get("cli_version").String(), slashed(meta.Get("cwd").String())
	r.cwd = l.Cwd
	keepAbout(&l.Branch, meta.Get("git.branch").String())
	keepAbout(&l.Repository, withoutCredentials(meta.Get("git.repository_url").String()))
}

func (r *reader) codexItem(kind string, item gjson.Result) {
	id, tool := item.Get("call_id").String(), item.Get("name").String()
	switch kind {
	case "message":
		r.codexMessage(item.Get("role").Str, textOf(item.Get("content")))
	case "function_call":
		r.openCall(id, r.codexFunction(item.Get("namespace").String(), tool, gjson.Parse(item.Get("arguments").String())))
	case "local_shell_call":
		r.openCall(id, r.callOf("local_shell", item.Get("action")))
	case "custom_tool_call":
		r.openCall(id, r.codexCustom(tool, item.Get("input").String()))
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		r.codexOutput(id, item.Get("output"))
	}
}

// codexFunction returns what a call with arguments in JSON does.
func (r *reader) codexFunction(namespace, tool string, args gjson.Result) toolCall {
	code, cell := args.Get("code"), args.Get("cell_id")
	isOfServer := !slices.Contains([]string{"", "collaboration", "functions"}, namespace)
	switch {
	case isScript(tool) && code.Exists():
		return r.scriptCall(tool, code.String())
	case tool == "wait" && cell.Exists():
		return toolCall{tool: tools.Poll, task: cellTask(cell.String())}
	case isOfServer: // it has its own tools
		return otherCall(tool, args)
	}
	return r.callOf(tool, args)
}

// codexMessage takes a message of the agent, a hook or the user.
func (r *reader) codexMessage(role, said string) {
	switch role {
	case "assistant":
		r.says(said)
	case "user":
		if strings.HasPrefix(strings.TrimSpace(said), "<hook_prompt") {
			r.held()
			return
		}
		r.prompted(said)
		r.addPrompt(said)
	}
}

// codexCustom returns what a call with a text argument does.
func (r *reader) codexCustom(tool, input string) toolCall {
	switch tool {
	case "apply_patch":
		return toolCall{tool: tools.Patch, deeds: ledger.PatchDeeds(input)}
	case "shell":
		return r.callOf(tool, gjson.Parse(input))
	}
	if isScript(tool) {
		return r.scriptCall(tool, input)
	}
	return otherCall(tool, gjson.Parse(strconv.Quote(text.Head(input, ledger.MaxCommand))))
}

var (
	sessionID = text.MustCompile(`Process running with session ID (\d+)`)
	cellID    = text.MustCompile(`^Script running with cell ID (\w+)`)
	notRun    = text.MustCompile(`^(exec_command failed|execution error|failed to |command rejected|rejected by user|aborted by user|unsupported call|tool call (error|rejected)|The user)`)
	codeHead  = text.MustCompile(`(?:Process exited with code|Exit code:) (\d+)`)
	// unapplied matches the beginning of the result of a patch, or of a script with one, if a file
	// prevented the whole patch.
	unapplied = text.MustCompile(`^(?:Script failed\n[^\n]*\nOutput:\n\s*Script error:\n)?apply_patch verification failed: Failed to [^\n]*(?:in|update) (/[^\n:]+)`)
)

// codexOutput takes the result of a call.
func (r *reader) codexOutput(id string, output gjson.Result) {
	c := r.closeCall(id)
	if c == nil {
		return
	}
	o := outcome{out: textOf(output)}
	if patch := unapplied.FindStringSubmatch(o.out); patch != nil {
		r.refused(c, patch[1])
	}
	var isDone bool
	switch c.tool {
	case tools.Shell:
		o, isDone = codexCommand(o.out)
	case script:
		r.codexScriptOutput(c, o.out)
		return
	case tools.Poll:
		r.ran(c, shell.Unknown, "") // what it typed
		r.codexPolled(c.task, o.out)
		return
	case tools.Patch:
		isDone = strings.Contains(o.out, "Success. ")
	case tools.Send:
		c.deeds[0].Agent = cmp.Or(c.deeds[0].Agent, gjson.Get(o.out, "agent_id").String(), gjson.Get(o.out, "thread_id").String())
		isDone = strings.HasPrefix(o.out, "{")
	default:
		isDone = !notRun.MatchString(o.out)
	}
	if isDone {
		r.finished(c, o)
	}
}

// codexCommand returns the outcome of a command line, and whether it ran at all.
func codexCommand(out string) (o outcome, isRun bool) {
	v := gjson.Parse(out)
	if code := v.Get("metadata.exit_code"); code.Exists() {
		return outcome{out: v.Get("output").String(), ended: statusOf(code.String()), isEnded: true}, true
	}
	head, printed, _ := strings.Cut(out, "Output:\n")
	if code := codeHead.FindStringSubmatch(head); code != nil {
		return outcome{out: printed, ended: statusOf(code[1]), isEnded: true}, true
	}
	if id := sessionID.FindStringSubmatch(head); id != nil {
		return outcome{out: printed, background: id[1]}, true
	}
	return outcome{out: out}, !notRun.MatchString(out)
}

// codexScriptOutput takes the output of a script.
func (r *reader) codexScriptOutput(c *toolCall, out string) {
	isEnded := strings.HasPrefix(out, "Script completed")
	switch {
	case c.task != "" && len(c.shell) == 0:
		r.codexPolled(c.task, out)
	case !isEnded && !cellID.MatchString(out): // any of its tools may have been called
		r.mayHaveDone(c, shell.Unknown)
		return
	default:
		r.finished(c, codexScript(out, len(c.shell) == 1))
	}
	r.did(c, c.deeds...) // finished adds only those of command lines
}

// codexScript returns the outcome of a script. The result of a command line is known only if the script
// runs just one.
func codexScript(out string, isOneCommand bool) outcome {
	head, printed, _ := strings.Cut(out, "Output:\n")
	o := outcome{out: strings.TrimPrefix(printed, "\n")}
	if id := cellID.FindStringSubmatch(head); id != nil {
		o.background = cellTask(id[1])
		return o
	}
	v := gjson.Parse(o.out)
	switch {
	case !isOneCommand || !isRecord(o.out):
	case v.Get("exit_code").Exists():
		o.ended = statusOf(v.Get("exit_code").String())
		o.isEnded = true
		o.out = v.Get("output").String()
	case v.Get("session_id").Exists():
		o.background = v.Get("session_id").String()
		o.out = v.Get("output").String()
	}
	return o
}

// cellTask returns the task of a background script.
func cellTask(cell string) string { return "cell " + cell }

// codexPolled takes new output of a background command or script. The command stays open until the output
// shows its end.
func (r *reader) codexPolled(task, out string) {
	c := r.calls[background(task)]
	if c == nil {
		return
	}
	o, _ := codexCommand(out)
	if strings.HasPrefix(out, "Script ") {
		o = codexScript(out, len(c.shell) == 1)
	}
	isCell := strings.HasPrefix(task, cellTask(""))
	if !o.isEnded && !isCell {
		o.background = task // a script's output may not show whether it has ended
	}
	r.closeCall(background(task))
	r.finished(c, o)
}

// codexPatch takes the end of a patch, which lists the changes. Its call may be inside a script.
func (r *reader) codexPatch(id string, isDone bool, changes gjson.Result) {
	r.openCall(id, toolCall{tool: tools.Patch})
	if r.calls[id] == nil { // a copy, or more than is kept
		return
	}
	c := r.closeCall(id)
	if !isDone {
		return
	}
	changes.ForEach(func(name, change gjson.Result) bool {
		d := ledger.Deed{Act: ledger.Write, Path: ledger.Absolute(r.cwd, name.String())}
		switch change.Get("type").Str {
		case "add":
			d.Created = true
		case "update":
			d.SetDiff(change.Get("unified_diff").String())
		case "delete":
			d.Act = ledger.Delete
		}
		done := []ledger.Deed{d}
		if moved := change.Get("move_path").String(); moved != "" {
			done[0].Act = ledger.Delete
			done = append(done, ledger.Deed{Act: ledger.Write, Path: ledger.Absolute(r.cwd, moved)})
		}
		r.did(c, done...)
		return true
	})
}
