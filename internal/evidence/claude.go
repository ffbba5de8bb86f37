package evidence

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/tidwall/gjson"
)

// claudeRecord are the fields of a record of Claude Code that matter here.
type claudeRecord struct {
	kind, subtype, uuid, parent, before, stamp, cwd, version, session, agent string
	message, result, attachment, content                                     gjson.Result
	sidechain, summary, meta                                                 bool
}

func parseClaude(raw string) (r claudeRecord) {
	texts := map[string]*string{"type": &r.kind, "subtype": &r.subtype, "uuid": &r.uuid, "parentUuid": &r.parent, "logicalParentUuid": &r.before, "timestamp": &r.stamp,
		"cwd": &r.cwd, "version": &r.version, "sessionId": &r.session, "agentId": &r.agent}
	values := map[string]*gjson.Result{"message": &r.message, "toolUseResult": &r.result, "attachment": &r.attachment, "content": &r.content}
	flags := map[string]*bool{"isSidechain": &r.sidechain, "isCompactSummary": &r.summary, "isMeta": &r.meta}
	gjson.Parse(raw).ForEach(func(key, v gjson.Result) bool {
		if to := texts[key.Str]; to != nil && v.Type == gjson.String {
			*to = v.Str
		} else if to := values[key.Str]; to != nil {
			*to = v
		} else if to := flags[key.Str]; to != nil {
			*to = v.Bool()
		}
		return true
	})
	return r
}

// claude takes a record of Claude Code.
func (b *book) claude(raw string) {
	r := parseClaude(raw)
	defer b.remember(r.uuid)
	if r.kind == "progress" {
		return // copies of what agents do in transcripts of their own
	}
	if !b.Started && r.uuid != "" {
		b.claudeStart(&r)
	}
	l := b.Ledger
	if l.AgentType == compact {
		return // it writes a summary, and quotes what others did
	}
	b.Cwd = cmp.Or(r.cwd, b.Cwd)
	l.Cwd, l.Version = cmp.Or(l.Cwd, r.cwd), cmp.Or(l.Version, r.version)
	b.at(r.stamp)
	b.Agent = r.agent
	if r.sidechain && r.agent == "" {
		b.Agent = b.chain(r.uuid, r.parent, r.message)
	}
	switch {
	case r.subtype == "compact_boundary" || r.summary:
		b.claudeCompacted(&r)
	case r.kind == "assistant":
		b.claudeCalls(r.message.Get("content"))
	case r.kind == "user":
		b.claudeUser(r.message.Get("content"), r.result, r.meta)
	case r.kind == "attachment":
		for _, key := range []string{"filename", "path", "file.path", "content.file.filePath"} {
			b.prompted(r.attachment.Get(key).String())
		}
		b.notified(r.attachment.Get("prompt").String())
	case r.kind == "queue-operation":
		b.notified(r.content.String())
	}
}

// compact is the type of an agent that summarizes the work of another one.
const compact = "compact"

// claudeStart takes the first record of the conversation.
func (b *book) claudeStart(r *claudeRecord) {
	l := b.Ledger
	b.Started = true
	l.Agent, l.Session, l.Cwd, l.Version = r.agent, r.session, r.cwd, r.version
	if r.agent != "" {
		l.Parent = r.session
	}
	if strings.HasPrefix(r.agent, "acompact-") {
		l.AgentType = compact
	}
	if r.parent != "" {
		b.gap(NoStart)
	}
}

// claudeCompacted takes a compaction. What came before it is summarized for the agent, and
// stays in the transcript if that goes on where it was: a boundary names the record that it
// follows, and a summary follows its boundary.
func (b *book) claudeCompacted(r *claudeRecord) {
	before := r.before
	if r.summary {
		before = r.parent
		b.prompted(textOf(r.message.Get("content")))
	}
	if before == "" || !slices.Contains(b.Recent, fingerprint(before)) {
		b.gap(Compacted)
	}
}

// chain is the agent of a record within the transcript of its parent, by the record
// before it.
func (b *book) chain(uuid, parent string, message gjson.Result) string {
	for agent, last := range b.Chains {
		if last == parent && parent != "" {
			b.Chains[agent] = uuid
			return agent
		}
	}
	agent := "sidechain-" + strconv.Itoa(max(1, len(b.Chains)))
	if parent == "" && len(b.Chains) < maxAgents {
		agent = "sidechain-" + strconv.Itoa(len(b.Chains)+1)
		mark := fingerprint(textOf(message.Get("content")))
		for _, c := range b.Calls {
			if c.Prompt == mark && c.Agent == "" {
				c.Deeds[0].Agent = agent
				b.of(agent).AgentType = c.Deeds[0].Name
			}
		}
	}
	b.Chains[agent] = uuid
	return agent
}

// claudeCalls takes the calls of an assistant's message.
func (b *book) claudeCalls(content gjson.Result) {
	content.ForEach(func(_, block gjson.Result) bool {
		if block.Get("type").Str == "tool_use" {
			b.open(block.Get("id").String(), claudeCall(block.Get("name").String(), block.Get("input")))
		}
		return true
	})
}

// claudeTools are the tools that neither read nor change a file of a work tree.
var claudeTools = set(`TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet TaskStop WebSearch WebFetch AskUserQuestion EnterPlanMode ExitPlanMode
	StructuredOutput KillBash KillShell ListMcpResourcesTool ReadMcpResourceTool ToolSearch SendMessage Sleep CronCreate CronList CronDelete
	EnterWorktree ExitWorktree SendUserMessage Brief Monitor`)

// claudeCall is what a call of a tool would do.
func claudeCall(tool string, input gjson.Result) call {
	file := cmp.Or(input.Get("file_path").String(), input.Get("notebook_path").String(), input.Get("path").String())
	switch tool {
	case "Read", "NotebookRead":
		d := Deed{Act: Read, Path: file}
		if from := int(input.Get("offset").Int()); from > 0 || input.Get("limit").Exists() {
			d.From = max(1, from)
			if limit := int(input.Get("limit").Int()); limit > 0 {
				d.To = d.From + limit - 1
			}
		}
		return call{Tool: "read", Deeds: []Deed{d}}
	case "Edit", "Write", "MultiEdit", "NotebookEdit":
		return call{Tool: "write", Deeds: []Deed{{Act: Write, Path: file}}}
	case "Bash", "PowerShell":
		return call{Tool: "shell", Shell: []commandLine{{Line: input.Get("command").String()}}}
	case "BashOutput", "TaskOutput", "AgentOutputTool":
		return call{Tool: "poll", Prompt: cmp.Or(input.Get("bash_id").String(), input.Get("task_id").String(), input.Get("shell_id").String())}
	case "Grep":
		c := call{Tool: "search"}
		if looksLikePath(file) && strings.Contains(file[strings.LastIndexByte(file, '/')+1:], ".") {
			c.Deeds = []Deed{{Act: Seen, Path: file, Name: "search"}}
		}
		return c
	case "Glob", "LS":
		return call{Tool: "list"}
	case "Task", "Agent":
		prompt := input.Get("prompt").String()
		return call{Tool: "send", Prompt: fingerprint(prompt), Deeds: []Deed{{Act: Send, Name: input.Get("subagent_type").String()}}}
	case "Skill", "SlashCommand":
		name := cmp.Or(input.Get("skill").String(), input.Get("command").String())
		return call{Tool: "skill", Deeds: []Deed{{Act: Skill, Name: strings.TrimPrefix(name, "/")}}}
	}
	if claudeTools[tool] {
		return call{Tool: "other"}
	}
	return otherCall(tool, input)
}

// looking are the tools of servers that change nothing, by how their names go on.
var looking = text.MustCompile(`(?i)(^|_)(get|read|list|search|query|resolve|find|fetch|view|show|describe|lookup|extract|browse|web|glob|grep|stat)`)

// running are the tools of servers that may run tests or commands.
var running = text.MustCompile(`(?i)run|exec|test|shell|bash|terminal|command|script|build|job|process|task`)

// otherCall is what a call of a tool may do of which nothing but its input is known: it may
// have shown and changed the files that it names.
func otherCall(tool string, input gjson.Result) call {
	c := call{Tool: "other"}
	changes := !looking.MatchString(tool[strings.LastIndex(tool, "__")+1:])
	var names []string
	var walk func(v gjson.Result, depth int)
	walk = func(v gjson.Result, depth int) {
		if v.Type == gjson.String {
			if name := lineRef.ReplaceAllString(v.Str, ""); len(names) < maxHits && looksLikePath(name) {
				names = append(names, name)
			}
		} else if (v.IsArray() || v.IsObject()) && depth < 5 {
			v.ForEach(func(_, item gjson.Result) bool { walk(item, depth+1); return len(names) < maxHits })
		}
	}
	walk(input, 0)
	if changes && running.MatchString(tool) {
		c.Deeds = append(c.Deeds, Deed{Act: Run, Command: tool, Maybe: true})
	}
	for _, name := range names {
		c.Deeds = append(c.Deeds, Deed{Act: Seen, Path: name, Name: "named", Maybe: true})
		if changes {
			c.Deeds = append(c.Deeds, Deed{Act: Write, Path: name, Maybe: true})
		}
	}
	return c
}

var (
	commandName = text.MustCompile(`<command-name>/?([^<\s]+)</command-name>`)
	// ownCommand is a command that the client runs itself, such as /model. One that is a
	// prompt, of a project or a plugin, has its message before its name.
	ownCommand  = text.MustCompile(`^\s*<command-name>[^<]*</command-name>\s*<command-message>`)
	typed       = text.MustCompile(`(?s)^<bash-input>(.+?)</bash-input>`)
	skillFolder = text.MustCompile(`^Base directory for this skill: (\S+)`)
	taskID      = text.MustCompile(`<task-id>([^<]+)</task-id>`)
	exitCode    = text.MustCompile(`(?i)(?:exit[_ ]code>?[: ]*|exited with code )(\d+)`)
	agentID     = text.MustCompile(`agentId: ([\w-]+)`)
	backgroundI = text.MustCompile(`running in (?:the )?background with ID: ([\w-]+)`)
	// refused is how results of calls begin that the tool or the user did not let happen.
	refused = text.MustCompile(`^(<tool_use_error>|The user doesn't want to proceed|Permission to use |\[Request interrupted|Claude requested permissions|This command requires approval|Hook |Operation stopped by hook|PreToolUse:|.{0,40}hook (error|blocked)|InputValidationError)`)
)

// claudeUser takes a user's message: results of tools, or what the user says.
func (b *book) claudeUser(content, twin gjson.Result, meta bool) {
	if !content.IsArray() {
		b.said(content.String(), meta)
		return
	}
	content.ForEach(func(_, block gjson.Result) bool {
		switch block.Get("type").Str {
		case "tool_result":
			b.claudeResult(block, twin)
		case "text":
			b.said(block.Get("text").String(), meta)
		}
		return true
	})
}

// said takes what a user, or the client in the user's name, says.
func (b *book) said(said string, meta bool) {
	here := &call{Agent: b.Agent, Line: b.Line, Time: b.Time, Cwd: b.Cwd}
	if m := commandName.FindStringSubmatchIndex(said); m != nil && !meta && !ownCommand.MatchString(said) {
		prompted := strings.Contains(said[:m[0]], "<command-message>")
		b.did(here, Deed{Act: Skill, Name: said[m[2]:m[3]], Maybe: !prompted})
	}
	if m := skillFolder.FindStringSubmatch(said); m != nil && meta {
		b.did(here, Deed{Act: Read, Path: absolute(b.Cwd, m[1]+"/SKILL.md"), Whole: true})
	}
	if m := typed.FindStringSubmatch(said); m != nil {
		here.Shell = []commandLine{{Line: m[1]}}
		b.ran(here, unknown, "") // what it printed is in the next record
	}
	b.notified(said)
	b.prompted(said)
}

// notified takes the end of a command in the background.
func (b *book) notified(said string) {
	if m := taskID.FindStringSubmatch(said); m != nil {
		b.polled(m[1], said)
	}
}

// polled takes what is said of a command in the background.
func (b *book) polled(id, said string) {
	id = "background:" + id
	if m := exitCode.FindStringSubmatch(said); m != nil && b.Calls[id] != nil {
		b.ran(b.close(id), statusOf(m[1]), said)
	}
}

func statusOf(code string) status {
	if strings.Trim(code, "0") == "" {
		return zero
	}
	return nonzero
}

// claudeResult takes the result of a call.
func (b *book) claudeResult(block, twin gjson.Result) {
	c := b.close(block.Get("tool_use_id").String())
	if c == nil {
		return
	}
	out := textOf(block.Get("content"))
	failed := block.Get("is_error").Bool()
	if failed && (c.Tool != "shell" || refused.MatchString(out)) {
		return
	}
	switch c.Tool {
	case "shell":
		b.claudeShell(c, out, failed, twin)
	case "poll":
		b.polled(c.Prompt, out)
	case "read":
		b.did(c, readDeed(c.Deeds[0], out, twin))
	case "search":
		b.did(c, c.Deeds...)
		b.found(c, "search", hits(out))
	case "list":
		b.found(c, "listing", lines(out))
	case "send":
		d := c.Deeds[0]
		if m := agentID.FindStringSubmatch(tail(out, 2000)); m != nil {
			d.Agent = m[1]
		}
		d.Agent = cmp.Or(twin.Get("agentId").String(), d.Agent)
		b.did(c, d)
	default:
		b.did(c, c.Deeds...)
	}
}

func (b *book) claudeShell(c *call, out string, failed bool, twin gjson.Result) {
	if m := backgroundI.FindStringSubmatch(cut(out, 2000)); m != nil {
		b.background(c, m[1])
		return
	}
	ended := zero
	switch {
	case twin.Get("interrupted").Bool(), strings.Contains(out, "[Request interrupted by user"):
		ended = unknown
	case failed, twin.Get("returnCodeInterpretation").Exists():
		ended = nonzero
	}
	b.ran(c, ended, out)
}

// found adds the files that a search or a listing showed.
func (b *book) found(c *call, how string, names []string) {
	for _, name := range names {
		b.did(c, Deed{Act: Seen, Path: absolute(c.Cwd, name), Name: how})
	}
}

// readDeed is a read with the lines that were shown.
func readDeed(d Deed, out string, twin gjson.Result) Deed {
	if file := twin.Get("file"); file.Exists() {
		from, n, total := int(file.Get("startLine").Int()), int(file.Get("numLines").Int()), int(file.Get("totalLines").Int())
		if n > 0 && from > 0 {
			d.From, d.To = from, from+n-1
			d.Whole = from == 1 && n == total
		}
		return d
	}
	asked := d
	first, last := numbers(out, "→", "\t")
	if first == 0 {
		d.Whole = asked.From == 0 && !strings.Contains(out, "truncated")
		return d
	}
	d.From, d.To = first, last
	// Without a limit a file is shown up to 2000 lines.
	d.Whole = asked.From == 0 && asked.To == 0 && first == 1 && last < 2000 && !strings.Contains(tail(out, 400), "truncated")
	return d
}

// numbers are the first and the last number that the lines of an output begin with, before
// one of some marks; 0 if its first lines have none.
func numbers(out string, marks ...string) (first, last int) {
	number := func(line string) int {
		line = strings.TrimLeft(line, " ")
		digits := line[:len(line)-len(strings.TrimLeft(line, "0123456789"))]
		if digits == "" || !slices.ContainsFunc(marks, func(m string) bool { return strings.HasPrefix(line[len(digits):], m) }) {
			return 0
		}
		n, _ := strconv.Atoi(digits)
		return n
	}
	for line := range strings.Lines(cut(out, 400)) {
		if first = number(line); first > 0 {
			break
		}
	}
	for rest := out; first > 0 && rest != "" && last == 0; {
		at := strings.LastIndexByte(rest, '\n')
		last = number(rest[at+1:])
		rest = rest[:max(at, 0)]
	}
	return first, last
}
