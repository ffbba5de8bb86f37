package transcript

import (
	"cmp"
	"path/filepath"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

// claudeCode is the name of the client Claude Code.
const claudeCode = "claude"

// claudeWrote reports whether a record is Claude Code's.
func claudeWrote(v jsonRecord) bool {
	return v.str("type") != "" && v.has("sessionId", "uuid", "message", "snapshot", "leafUuid")
}

func claudeBeside(name string, own *ledger.Ledger) []string {
	folder := filepath.Dir(name)
	session := strings.TrimSuffix(filepath.Base(name), ".jsonl")
	var found []string
	if own.Agent != "" {
		session = own.Session
		// The session's transcript is beside the agent's, or above SESSION/subagents.
		found = append(found, filepath.Join(folder, session+".jsonl"), filepath.Join(filepath.Dir(filepath.Dir(folder)), session+".jsonl"))
	}
	found = append(found, filesIn(folder, claudeAgentStart+"*.jsonl")...)
	return append(found, filesIn(claudeAgents(filepath.Join(folder, session)), claudeAgentStart+"*.jsonl")...)
}

const (
	// claudeAgentStart is the prefix of agents' transcripts.
	claudeAgentStart = "agent-"
	// claudeSummaryStart is that of agents that summarize a session for its compaction. They do none of its work.
	claudeSummaryStart = claudeAgentStart + "acompact-"
)

// claudeAgents returns the folder of the transcripts of a session's agents. session is the path of the
// session's own transcript without its extension.
func claudeAgents(session string) string { return filepath.Join(session, "subagents") }

func (r *reader) claude(v jsonRecord) {
	id := v.str("uuid")
	if id != "" {
		defer r.ids.add(id)
	}
	kind := v.str("type")
	if kind == "progress" {
		return // copies of records in the agents' own transcripts
	}
	if !r.started && id != "" {
		r.claudeStart(v)
	}
	r.claudePlace(v)
	r.claudeAbout(v)
	if v.str("subtype") == "compact_boundary" {
		r.claudeCompacted(v.str("logicalParentUuid"))
		return
	}
	if v["isCompactSummary"].Bool() {
		r.claudeCompacted(v.str("parentUuid"))
		r.prompted(textOf(v["message"].Get("content")))
		return
	}
	r.claudeKind(kind, v)
}

// claudePlace sets the time, folder and agent of a record.
func (r *reader) claudePlace(v jsonRecord) {
	l := r.ledger
	r.cwd = cmp.Or(slashed(v.str("cwd")), r.cwd)
	l.Cwd = cmp.Or(l.Cwd, r.cwd)
	l.Version = cmp.Or(l.Version, v.str("version"))
	r.setStamp(v.str("timestamp"))
	r.agent = v.str("agentId")
	if v["isSidechain"].Bool() && r.agent == "" { // old versions have the records of agents here
		r.agent = "sidechain"
	}
}

// claudeKind takes a record of the conversation or a title, by its kind.
func (r *reader) claudeKind(kind string, v jsonRecord) {
	content := v["message"].Get("content")
	switch kind {
	case "assistant":
		r.claudeSays(content)
	case "user":
		r.claudeUser(content, v["toolUseResult"], v["isMeta"].Bool())
	case "attachment":
		r.claudeAttached(v["attachment"])
	case "queue-operation":
		r.claudeNotified(v["content"].String())
	case "summary":
		if r.ids.has(v.str("leafUuid")) { // otherwise it belongs to another session
			r.titled(v.str("summary"), summaryTitle)
		}
	case "ai-title":
		r.titled(v.str("aiTitle"), modelTitle)
	case "custom-title":
		r.titled(v.str("customTitle"), userTitle)
	}
}

// claudeSays takes the agent's messages and its calls of tools.
func (r *reader) claudeSays(content gjson.Result) {
	content.ForEach(func(_, block gjson.Result) bool {
		switch block.Get("type").Str {
		case "text":
			r.says(block.Get("text").String())
		case "tool_use":
			r.openCall(block.Get("id").String(), r.callOf(block.Get("name").String(), block.Get("input")))
		}
		return true
	})
}

// claudeAttached takes what the client adds to the conversation. A file in a hook's message was not shown.
func (r *reader) claudeAttached(attachment gjson.Result) {
	kind := attachment.Get("type").Str
	if strings.HasPrefix(kind, "hook_") {
		return
	}
	for _, key := range []string{"filename", "path", "file.path", "content.file.filePath"} {
		r.addNamed(attachment.Get(key).String())
	}
	const isMeta = false
	r.claudePrompt(textOf(attachment.Get("prompt")), isMeta)
}

// claudeAbout takes the branch and the model that a record names.
func (r *reader) claudeAbout(v jsonRecord) {
	const detached, madeUp = "HEAD", "<synthetic>"
	l := r.ledgerOf(r.agent)
	if branch := v.str("gitBranch"); branch != detached {
		keepAbout(&l.Branch, branch)
	}
	if model := v["message"].Get("model").String(); model != madeUp {
		keepAbout(&l.Model, model)
	}
}

// claudeStart takes the first record of the conversation.
func (r *reader) claudeStart(v jsonRecord) {
	l := r.ledger
	r.started = true
	l.Agent, l.Session, l.Cwd, l.Version = v.str("agentId"), v.str("sessionId"), slashed(v.str("cwd")), v.str("version")
	if l.Agent != "" {
		l.Parent = l.Session
	}
	// What precedes it in the transcript, such as the progress of a hook, is not work.
	if parent := v.str("parentUuid"); parent != "" && !r.ids.has(parent) {
		r.addGap(ledger.NoStart)
	}
}

// claudeCompacted takes a compaction: what came before is summarized for the agent. The earlier records are
// still in the transcript if it continues the same file: a boundary names the record that it follows, and a
// summary follows its boundary.
func (r *reader) claudeCompacted(before string) {
	if !r.ids.has(before) {
		r.addGap(ledger.Compacted)
	}
}

var (
	commandName = text.MustCompile(`<command-name>/?([^<\s]+)</command-name>`)
	// ownCommand matches a command that the client runs itself, such as /model. A command of a project or a
	// plugin is a prompt, and has its message before its name.
	ownCommand  = text.MustCompile(`^\s*<command-name>[^<]*</command-name>\s*<command-message>`)
	typed       = text.MustCompile(`(?s)^<bash-input>(.+?)</bash-input>`)
	skillFolder = text.MustCompile(`^Base directory for this skill: (\S+)`)
	// hookSays matches the beginning of a hook's message to the agent.
	hookSays    = text.MustCompile(`^\s*(?:<system-reminder>\s*)?(?:((?:Subagent)?Stop)|(?:Pre|Post)ToolUse\w*|UserPromptSubmit|SessionStart)(?::\S{1,80})? hook (?:feedback|blocking error|error|additional context)\b`)
	taskID      = text.MustCompile(`<task-id>([^<]+)</task-id>`)
	agentID     = text.MustCompile(`agentId: ([\w-]+)`)
	backgroundI = text.MustCompile(`running in (?:the )?background with ID: ([\w-]+)`)
	// refused matches the beginning of a result if the tool or the user prevented the call.
	refused = text.MustCompile(`^(<tool_use_error>|The user doesn't want to proceed|Permission to use |\[Request interrupted|Claude requested permissions|This command requires approval|Hook |Operation stopped by hook|PreToolUse:|.{0,40}hook (error|blocked)|InputValidationError)`)
)

// claudeUser takes a user message: results of tools, or a prompt.
func (r *reader) claudeUser(content, detail gjson.Result, isMeta bool) {
	if !content.IsArray() {
		r.claudePrompt(content.String(), isMeta)
		return
	}
	read := sync.OnceValue(func() details { return detailsOf(detail) }) // it may be as long as all results
	content.ForEach(func(_, block gjson.Result) bool {
		switch block.Get("type").Str {
		case "tool_result":
			r.claudeResult(block, read)
		case "text":
			r.claudePrompt(block.Get("text").String(), isMeta)
		}
		return true
	})
}

// claudePrompt takes a text of the user or, if it is marked as meta, of the client in the user's name.
func (r *reader) claudePrompt(prompt string, isMeta bool) {
	here := r.here()
	if m := commandName.FindStringSubmatch(prompt); m != nil && !isMeta && !ownCommand.MatchString(prompt) {
		r.did(here, ledger.Deed{Act: ledger.Skill, Name: m[1]})
	}
	if m := skillFolder.FindStringSubmatch(prompt); m != nil && isMeta {
		r.did(here, ledger.Deed{Act: ledger.Read, Path: ledger.Absolute(r.cwd, m[1]+"/SKILL.md"), Whole: true})
	}
	if m := typed.FindStringSubmatch(prompt); m != nil {
		here.shell = []commandLine{{line: strings.Clone(m[1])}}
		here.user = true
		r.ran(here, shell.Unknown, "") // its output is in the next record
	}
	r.claudeNotified(prompt)
	if m := hookSays.FindStringSubmatch(prompt); m != nil {
		if m[1] != "" {
			r.held()
		}
		return
	}
	r.prompted(prompt)
	if !isMeta && !taskID.MatchString(prompt) { // with a task's id, it is the client's report of the task
		r.addPrompt(prompt)
	}
}

// claudeNotified takes the end of a background command.
func (r *reader) claudeNotified(notice string) {
	r.polled(groupIn(taskID, notice), notice)
}
