package hookconfig

import (
	"maps"
	"os"
	"path/filepath"
)

// sample is an event that a self-test sends, and the answer that is right.
type sample struct {
	// what says what happens, event and tool when.
	what        string
	event, tool string
	fields      map[string]any
	wants       []answer
}

// The files of the self-test's folder. The report is one by its place and
// nothing else.
const (
	sampleSession = "20260101-000000-0a1b2c3d"
	sampleReport  = ".claude/agent-handoffs/" + sampleSession + "/01-writer-report.md"
	sampleOther   = "notes.txt"
)

// makeSandbox fills a folder with what the samples are about.
func makeSandbox(folder string) error {
	for name, text := range map[string]string{sampleReport: "TBD\n", sampleOther: "x\n"} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// samples are the events of each kind that the host has, in a folder.
func (h *Host) samples(folder string, require bool) []sample {
	var out []sample
	for _, e := range h.Events {
		for _, s := range dialects[h.Name].samples(e.moment, folder, require) {
			s.event = e.Name
			out = append(out, s)
		}
	}
	return out
}

func (d dialect) samples(m moment, folder string, require bool) []sample {
	report := filepath.Join(folder, filepath.FromSlash(sampleReport))
	switch m {
	case sessionStart:
		return []sample{{what: "a session starts with a report unfinished", fields: map[string]any{"source": "startup"}, wants: []answer{told}}}
	case beforeTool:
		return d.samplesBefore(report, require)
	case afterTool:
		return d.samplesAfter(folder, report)
	case afterFailure:
		return []sample{d.sampleShell("a command writes a broken report and fails")}
	case agentStop:
		return d.samplesAgentStop(report)
	default:
		fields := map[string]any{"stop_hook_active": false}
		return []sample{{what: "the turn ends with a report unsealed", fields: fields, wants: []answer{blocked}}}
	}
}

func (d dialect) samplesBefore(report string, require bool) []sample {
	prompt := func(text string) map[string]any {
		return toolCall(d.agent, map[string]any{d.prompt: text, "description": "write", "subagent_type": "writer"})
	}
	out := []sample{{
		what: "an agent is sent to a broken report",
		tool: d.agent, fields: prompt("Read " + report + " and go on from there."), wants: []answer{blocked},
	}}
	if require {
		out = append(out, sample{
			what: "an agent is sent out without a handoff to write",
			tool: d.agent, fields: prompt("Write the chapter."), wants: []answer{blocked},
		})
	}
	if d.handback == "" {
		return out
	}
	input := map[string]any{"message": handback(report)}
	if d.handback == "complete_task" {
		input = map[string]any{"result": map[string]any{"response": handback(report)}}
	}
	fields := toolCall(d.handback, input)
	fields["agent_id"], fields["agent_type"] = "a1", "writer"
	return append(out, sample{
		what: "an agent hands back a broken report",
		tool: d.handback, fields: fields, wants: []answer{blocked},
	})
}

// handback is what an agent says when it is done.
func handback(report string) string {
	return "Handoff written to " + report + ". Summary: nothing."
}

func (d dialect) samplesAfter(folder, report string) []sample {
	return []sample{
		{
			what: "a file that is no handoff is written",
			tool: d.edit, fields: toolCall(d.edit, d.editInput(filepath.Join(folder, sampleOther))), wants: []answer{silent},
		},
		{
			what: "a broken report is written",
			tool: d.edit, fields: toolCall(d.edit, d.editInput(report)), wants: d.faulty(),
		},
		d.sampleShell("a command writes a broken report"),
	}
}

// faulty is the right answer to a broken report that a tool has written.
func (d dialect) faulty() []answer {
	if d.mute {
		return []answer{told}
	}
	return []answer{blocked}
}

func (d dialect) sampleShell(what string) sample {
	return sample{what: what, tool: d.shell, fields: toolCall(d.shell, map[string]any{"command": "echo TBD > " + sampleReport}), wants: d.faulty()}
}

func (d dialect) samplesAgentStop(report string) []sample {
	fields := map[string]any{"agent_id": "a1", "agent_type": "writer", "stop_hook_active": false}
	wants := []answer{silent, blocked} // without a message, nobody knows which report it wrote
	if d.message != "" {
		fields[d.message] = handback(report)
		wants = []answer{blocked}
	}
	out := []sample{{what: "an agent that wrote a broken report ends", fields: fields, wants: wants}}
	if d.background {
		fields = maps.Clone(fields)
		fields["background_tasks"] = []map[string]any{{"id": "a1", "type": "subagent", "status": "running"}}
		out = append(out, sample{what: "an agent in the background ends with a broken report", fields: fields, wants: wants})
	}
	return out
}

func toolCall(tool string, input map[string]any) map[string]any {
	return map[string]any{"tool_name": tool, "tool_input": input, "tool_use_id": "t1", "tool_response": map[string]any{}}
}
