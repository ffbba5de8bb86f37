package evidence

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/tidwall/gjson"
	"mvdan.cc/sh/v3/syntax"
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
		b.open(id, codexCall(item.Get("namespace").String(), item.Get("name").String(), gjson.Parse(item.Get("arguments").String())))
	case "local_shell_call":
		b.open(id, call{Tool: "shell", Shell: []commandLine{{argv(item.Get("action.command")), item.Get("action.working_directory").String()}}})
	case "custom_tool_call":
		b.open(id, codexCustom(item.Get("name").String(), item.Get("input").String()))
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		b.codexOutput(id, item.Get("output"))
	}
}

// codexCall is what a call of a function would do.
func codexCall(server, tool string, args gjson.Result) call {
	if server != "" && server != "collaboration" && server != "functions" {
		return otherCall(tool, args)
	}
	dir := cmp.Or(args.Get("workdir").String(), args.Get("working_directory").String())
	switch tool {
	case "exec_command", "shell", "shell_command", "container.exec", "local_shell":
		command := args.Get("cmd")
		if !command.Exists() {
			command = args.Get("command")
		}
		return call{Tool: "shell", Shell: []commandLine{{argv(command), dir}}}
	case "write_stdin":
		return call{Tool: "poll", Prompt: args.Get("session_id").String()}
	case "apply_patch":
		return call{Tool: "patch", Deeds: patchDeeds(args.Get("input").String())}
	case "read_file":
		d := Deed{Act: Read, Path: args.Get("file_path").String(), From: int(args.Get("offset").Int())}
		return call{Tool: "read", Deeds: []Deed{d}}
	case "view_image":
		return call{Tool: "other", Deeds: []Deed{{Act: Read, Path: args.Get("path").String(), Whole: true}}}
	case "spawn_agent":
		return call{Tool: "send", Deeds: []Deed{{Act: Send, Name: cmp.Or(args.Get("agent_type").String(), args.Get("task_name").String())}}}
	case "update_plan", "send_message", "send_input", "wait", "wait_agent", "close_agent", "resume_agent", "request_user_input", "web_search", "list_agents", "grep_files", "list_dir", "list_mcp_resources", "list_mcp_resource_templates":
		return call{Tool: "other"}
	}
	return otherCall(tool, args)
}

func codexCustom(tool, input string) call {
	switch tool {
	case "apply_patch":
		return call{Tool: "patch", Deeds: patchDeeds(input)}
	case "exec":
		return call{Tool: "script", Shell: scriptCommands(input), Deeds: scriptFiles(input)}
	case "shell":
		return codexCall("", tool, gjson.Parse(input))
	}
	return otherCall(tool, gjson.Parse(strconv.Quote(cut(input, MaxCommand))))
}

// argv is a command line: a string, or a list of words that may be a shell's own call.
func argv(v gjson.Result) string {
	if !v.IsArray() {
		return v.String()
	}
	var args []string
	v.ForEach(func(_, word gjson.Result) bool { args = append(args, word.String()); return len(args) < 10_000 })
	if len(args) == 3 && strings.HasPrefix(args[1], "-") && strings.HasSuffix(args[1], "c") {
		return args[2]
	}
	for i, word := range args {
		if quoted, err := syntax.Quote(word, syntax.LangBash); err == nil {
			args[i] = quoted
		}
	}
	return strings.Join(args, " ")
}

var (
	// scriptCall is a command in the JavaScript of a call, up to its value.
	scriptCall = text.MustCompile(`\bcmd["']?\s*:\s*`)
	scriptDir  = text.MustCompile(`\bworkdir["']?\s*:\s*`)
	scriptTool = text.MustCompile(`\btools\.(\w+)\(`)
)

// scriptCommands are the commands of a script in JavaScript. One that is not a literal may
// be any.
func scriptCommands(script string) (commands []commandLine) {
	found := scriptCall.FindAllStringIndex(cut(script, 1<<20), 100)
	for i, at := range found {
		end := len(script)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		line, plain := literal(script[at[1]:])
		if !plain {
			line = "unknown-command " + line
		}
		c := commandLine{Line: line}
		if dir := scriptDir.FindStringIndex(script[at[1]:end]); dir != nil {
			c.Dir, _ = literal(script[at[1]+dir[1] : end])
		}
		commands = append(commands, c)
	}
	return commands
}

// scriptFiles are the files that a script names for tools of other kinds.
func scriptFiles(script string) (deeds []Deed) {
	for _, m := range scriptTool.FindAllStringSubmatch(script, 100) {
		if slices.Contains([]string{"exec_command", "apply_patch", "write_stdin", "update_plan"}, m[1]) {
			continue
		}
		for _, name := range paths(script) {
			deeds = append(deeds, Deed{Act: Seen, Path: name, Name: "named", Maybe: true})
			if !looking.MatchString(m[1]) {
				deeds = append(deeds, Deed{Act: Write, Path: name, Maybe: true})
			}
		}
		break
	}
	return deeds
}

// literal is the value of the string of JavaScript that a text begins with. plain is false
// if it is none, or has parts that are computed.
func literal(s string) (value string, plain bool) {
	if s == "" || !strings.ContainsRune("\"'`", rune(s[0])) {
		return "", false
	}
	var b strings.Builder
	plain = true
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == s[0]:
			return b.String(), plain
		case s[i] == '$' && s[0] == '`' && strings.HasPrefix(s[i:], "${"):
			plain = false
			b.WriteByte('$')
		case s[i] != '\\' || i+1 == len(s):
			b.WriteByte(s[i])
		default:
			i++
			switch c := s[i]; c {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'r':
				b.WriteByte('\r')
			case '\n':
			case 'u':
				if code, err := strconv.ParseUint(s[i+1:min(len(s), i+5)], 16, 32); err == nil {
					b.WriteRune(rune(code))
					i += 4
				}
			default:
				b.WriteByte(c)
			}
		}
	}
	return b.String(), false
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
	out := textOf(output)
	switch c.Tool {
	case "shell":
		b.codexShell(c, out)
	case "script":
		b.codexScript(c, output, out)
	case "poll":
		b.polled(c.Prompt, out)
	case "patch":
		if strings.Contains(out, "Success. ") {
			b.did(c, c.Deeds...)
		}
	case "read":
		if !notRun.MatchString(out) {
			b.did(c, c.Deeds...)
		}
	case "send":
		if strings.HasPrefix(out, "{") {
			c.Deeds[0].Agent = cmp.Or(c.Deeds[0].Agent, gjson.Get(out, "agent_id").String(), gjson.Get(out, "thread_id").String())
			b.did(c, c.Deeds...)
		}
	default:
		if !notRun.MatchString(out) {
			b.did(c, c.Deeds...)
		}
	}
}

func (b *book) codexShell(c *call, out string) {
	if strings.HasPrefix(out, "{") && gjson.Valid(cut(out, MaxLine)) {
		if code := gjson.Get(out, "metadata.exit_code"); code.Exists() {
			b.ran(c, statusOf(code.String()), gjson.Get(out, "output").String())
			return
		}
	}
	head, printed, _ := strings.Cut(out, "Output:\n")
	if m := codeHead.FindStringSubmatch(head); m != nil {
		b.ran(c, statusOf(m[1]), printed)
	} else if m := sessionID.FindStringSubmatch(head); m != nil {
		b.background(c, m[1])
	} else if !notRun.MatchString(out) {
		b.ran(c, unknown, out)
	}
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
		if c := b.Calls[id]; c != nil && c.Tool == "shell" && event.Get("exit_code").Exists() {
			b.close(id)
			b.ran(c, statusOf(event.Get("exit_code").String()), cmp.Or(event.Get("aggregated_output").String(), event.Get("stdout").String()))
		}
	case "sub_agent_activity":
		if c := b.Calls[event.Get("event_id").String()]; c != nil && c.Tool == "send" {
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
		b.open(id, call{Tool: "patch"})
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
