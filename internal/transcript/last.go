package transcript

import (
	"bytes"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

const (
	// maxTail is how much of the end of a transcript is read for its last message, in bytes,
	// beside the message.
	maxTail = 1 << 20
	// maxEscape is how many bytes a byte of a text takes in JSON.
	maxEscape = 6
)

// EndsWith reports whether the last thing in a transcript is a message of its agent. Clients
// write it, and the file, some time after they tell their hooks of it.
func EndsWith(name, message string) bool {
	said := lastSaid(name, int64(maxTail+maxEscape*min(len(message), MaxMessage)))
	return said != "" && strings.HasSuffix(strings.TrimSpace(message), said)
}

// EndsTurn reports whether the last thing in a transcript is a message of its agent.
func EndsTurn(name string) bool {
	return lastSaid(name, maxTail) != ""
}

// lastSaid returns the message that is the last thing in a transcript, "" if that is none. Only so
// much of its end is read.
func lastSaid(name string, tail int64) string {
	o := &opener{left: tail, kept: text.NewSteps(maxKept)}
	f, err := o.open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	if size, err := f.Seek(0, io.SeekEnd); err == nil {
		_, _ = f.Seek(max(0, size-tail), io.SeekStart) // else there is nothing to read
	}
	data, err := io.ReadAll(io.LimitReader(f, tail))
	if err != nil {
		return ""
	}
	lines := bytes.Split(data, []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		said, isTurn := saidIn(bytes.TrimSpace(lines[i]))
		if isTurn {
			return said
		}
	}
	return ""
}

// saidIn returns what the agent says in a record, "" for nothing; isTurn is false for records
// that are no part of the conversation.
func saidIn(line []byte) (said string, isTurn bool) {
	if !isRecord(string(line)) {
		return "", false
	}
	v := gjson.ParseBytes(line)
	payload := v.Get("payload")
	switch kind := v.Get("type").Str; {
	case kind == "assistant":
		return strings.TrimSpace(textOf(v.Get("message.content"))), true
	case kind == "user":
		return "", true
	case payload.Get("type").Str == "agent_message":
		return strings.TrimSpace(payload.Get("message").String()), true
	case kind != "response_item":
		return "", false
	case payload.Get("type").Str == "message" && payload.Get("role").Str == "assistant":
		return strings.TrimSpace(textOf(payload.Get("content"))), true
	case payload.Get("type").Str == "reasoning":
		return "", false
	}
	return "", true
}

// Size returns how many bytes a transcript of Claude Code has together with those of its agents, 0
// if it is no regular file.
func Size(name string) (bytes int64) {
	info, err := files.Named.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	bytes = info.Size()
	for _, agent := range filesIn(claudeAgents(strings.TrimSuffix(name, ".jsonl")), claudeAgentStart) {
		if info, err := files.Named.Stat(agent); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}
