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
	// stopped matches a result of a command that was stopped early.
	stopped = text.MustCompile(`\[Request interrupted by user|(?m:^(?:Error: )?Command timed out after )`)
)

// claudeResult takes the result of a call. detail is the copy of it with more detail that some versions write.
func (r *reader) claudeResult(block, detail gjson.Result) {
	c := r.close(block.Get("tool_use_id").String())
	if c == nil {
		return
	}
	o := outcome{out: textOf(block.Get("content")), ended: shell.Zero}
	failed := block.Get("is_error").Bool()
	if failed && (c.tool != tools.Shell || refused.MatchString(o.out)) {
		r.claudeRefused(c, o.out)
		return
	}
	switch c.tool {
	case tools.Shell:
		if m := backgroundI.FindStringSubmatch(text.Head(o.out, 2000)); m != nil {
			o.background = m[1]
		}
		if detail.Get("interrupted").Bool() || stopped.MatchString(o.out) {
			o.ended = shell.Unknown
		} else if m := exitStatus.FindStringSubmatch(o.out); m != nil && failed {
			o.ended = statusOf(m[1])
		} else if failed || detail.Get("returnCodeInterpretation").Exists() {
			o.ended = shell.Nonzero
		}
	case tools.Write:
		c.deeds[0].Created = c.whole && detail.Get("type").Str == "create"
	case tools.Read:
		file := detail.Get("file")
		o.from, o.lines, o.total = int(file.Get("startLine").Int()), int(file.Get("numLines").Int()), int(file.Get("totalLines").Int())
	case tools.Skill:
		if agent := detail.Get("agentId").String(); agent != "" { // otherwise the skill runs in the calling agent
			c.deeds = append(c.deeds, ledger.Deed{Act: ledger.Send, Agent: agent})
		}
	case tools.Send:
		if m := agentID.FindStringSubmatch(text.Tail(o.out, 2000)); m != nil {
			c.deeds[0].Agent = m[1]
		}
		c.deeds[0].Agent = cmp.Or(detail.Get("agentId").String(), c.deeds[0].Agent)
	}
	r.finished(c, o)
}

// claudeRefused takes a failed change of a file.
func (r *reader) claudeRefused(c *toolCall, out string) {
	isTools := strings.HasPrefix(out, "<tool_use_error>") || !refused.MatchString(out) // not refused by a person or a hook
	if c.tool == tools.Write && isTools {
		r.refused(c, c.deeds[0].Path)
	}
}

// refused adds a file that a tool failed to change.
func (r *reader) refused(c *toolCall, file string) {
	l := r.of(c.agent)
	if len(l.Refused) < maxSeen {
		l.Refused = append(l.Refused, ledger.Deed{Act: ledger.Write, Line: c.line, Path: file})
	}
}
