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

var (
	// exitStatus matches the beginning of a failed command's result.
	exitStatus = text.MustCompile(`^(?:Error: )?Exit code (\d+)\b`)
	// timedOut matches a result of a command that was stopped after some time.
	timedOut = text.MustCompile(`(?m)^(?:Error: )?` + timeoutPhrase)
)

const timeoutPhrase = "Command timed out after "

// details are what is read of the copy of a result, with more detail, that some versions write.
type details struct {
	isInterrupted bool
	// isNonzero is set if the client explains the exit code, which it does only if that is not 0.
	isNonzero          bool
	kind, agent        string
	from, lines, total int
}

func detailsOf(copied gjson.Result) details {
	number := func(field string) int { return int(copied.Get(field).Int()) }
	return details{
		copied.Get("interrupted").Bool(), copied.Get("returnCodeInterpretation").Exists(),
		copied.Get("type").Str, copied.Get("agentId").String(),
		number("file.startLine"), number("file.numLines"), number("file.totalLines"),
	}
}

// claudeResult takes the result of a call, and its details.
func (r *reader) claudeResult(block gjson.Result, read func() details) {
	c := r.closeCall(block.Get("tool_use_id").String())
	if c == nil {
		return
	}
	o := outcome{out: textOf(block.Get("content"))}
	detail := read()
	failed := block.Get("is_error").Bool()
	if failed {
		isRefused := refused.MatchString(o.out)
		isByTool := !isRefused || strings.HasPrefix(o.out, "<tool_use_error>") // not by a person or a hook
		if c.tool == tools.Write && isByTool {
			r.refused(c, c.deeds[0].Path)
		}
		if c.tool != tools.Shell || isRefused { // a command that failed was run
			return
		}
	}
	switch c.tool {
	case tools.Shell:
		o.background = groupIn(backgroundI, text.Head(o.out, maxNotice))
		o.ended = claudeStatus(o.out, failed, detail)
	case tools.Write:
		c.deeds[0].Created = detail.kind == "create"
	case tools.Read:
		o.from, o.lines, o.total = detail.from, detail.lines, detail.total
	case tools.Skill:
		if detail.agent != "" { // otherwise the skill runs in the calling agent
			c.deeds = append(c.deeds, ledger.Deed{Act: ledger.Send, Agent: detail.agent})
		}
	case tools.Send:
		c.deeds[0].Agent = cmp.Or(detail.agent, groupIn(agentID, text.Tail(o.out, maxNotice)), c.deeds[0].Agent)
	}
	r.finished(c, o)
}

// maxNotice bounds the bytes at the beginning or the end of a result in which the client says something about it.
const maxNotice = 2000

// claudeStatus returns how a command line ended, judging by the text of its result, its mark of a failure, and details.
// Without that mark, the command may have printed what looks like the client's words on an exit code.
func claudeStatus(out string, failed bool, detail details) shell.Status {
	isStopped := strings.Contains(out, "[Request interrupted by user") || strings.Contains(out, timeoutPhrase) && timedOut.MatchString(out)
	if detail.isInterrupted || isStopped {
		return shell.Unknown
	}
	if m := exitStatus.FindStringSubmatch(out); m != nil && failed {
		return statusOf(m[1])
	}
	if failed || detail.isNonzero {
		return shell.Nonzero
	}
	return shell.Zero
}

// refused adds a file that a tool failed to change.
func (r *reader) refused(c *toolCall, file string) {
	l := r.ledgerOf(c.agent)
	if len(l.Refused) < maxSeen {
		l.Refused = append(l.Refused, ledger.Deed{Act: ledger.Write, Line: c.line, Path: file})
	}
}
