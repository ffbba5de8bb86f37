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
			b.open(block.Get("id").String(), b.callOf(block.Get("name").String(), block.Get("input")))
		}
		return true
	})
}

var (
	commandName = text.MustCompile(`<command-name>/?([^<\s]+)</command-name>`)
	// ownCommand is a command that the client runs itself, such as /model. One that is a
	// prompt, of a project or a plugin, has its message before its name.
	ownCommand  = text.MustCompile(`^\s*<command-name>[^<]*</command-name>\s*<command-message>`)
	typed       = text.MustCompile(`(?s)^<bash-input>(.+?)</bash-input>`)
	skillFolder = text.MustCompile(`^Base directory for this skill: (\S+)`)
	taskID      = text.MustCompile(`<task-id>([^<]+)</task-id>`)
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

// claudeResult takes the result of a call; its twin has the same in more detail, in some
// versions.
func (b *book) claudeResult(block, twin gjson.Result) {
	c := b.close(block.Get("tool_use_id").String())
	if c == nil {
		return
	}
	r := outcome{out: textOf(block.Get("content")), ended: zero}
	failed := block.Get("is_error").Bool()
	if failed && (c.Tool != shells || refused.MatchString(r.out)) {
		return
	}
	switch c.Tool {
	case shells:
		if m := backgroundI.FindStringSubmatch(cut(r.out, 2000)); m != nil {
			r.background = m[1]
		}
		if twin.Get("interrupted").Bool() || strings.Contains(r.out, "[Request interrupted by user") {
			r.ended = unknown
		} else if failed || twin.Get("returnCodeInterpretation").Exists() {
			r.ended = nonzero
		}
	case reads:
		if file := twin.Get("file"); file.Exists() {
			d := c.Deeds[0]
			from, n := int(file.Get("startLine").Int()), int(file.Get("numLines").Int())
			if n > 0 && from > 0 {
				d.From, d.To = from, from+n-1
				d.Whole = from == 1 && n == int(file.Get("totalLines").Int())
			}
			b.did(c, d)
			return
		}
	case sends:
		if m := agentID.FindStringSubmatch(tail(r.out, 2000)); m != nil {
			c.Deeds[0].Agent = m[1]
		}
		c.Deeds[0].Agent = cmp.Or(twin.Get("agentId").String(), c.Deeds[0].Agent)
	}
	b.done(c, r)
}
