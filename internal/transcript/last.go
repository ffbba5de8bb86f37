package transcript

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/files"
)

// maxTail bounds the bytes at the end of a transcript that are read for its last message.
const maxTail = 1 << 20

// EndsWith reports whether a transcript ends with a message of its agent. Clients write the transcript some
// time after they call their hooks.
func EndsWith(name, message string) bool {
	said := lastSaid(name)
	return said != "" && strings.HasSuffix(strings.TrimSpace(message), said)
}

// EndsTurn reports whether the last entry of a transcript is a message of its agent.
func EndsTurn(name string) bool { return lastSaid(name) != "" }

// lastSaid returns the message at the end of a transcript, "" if it ends with something else.
func lastSaid(name string) string {
	f, err := openFile(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	if size, err := f.Seek(0, io.SeekEnd); err == nil {
		_, _ = f.Seek(max(0, size-maxTail), io.SeekStart) // on failure nothing is read
	}
	data, err := io.ReadAll(io.LimitReader(f, maxTail))
	if err != nil {
		return ""
	}
	for _, line := range slices.Backward(bytes.Split(data, []byte("\n"))) {
		if said, isTurn := saidIn(bytes.TrimSpace(line)); isTurn {
			return said
		}
	}
	return ""
}

// saidIn returns the agent's message in a record of Claude Code or Codex, "" for none; isTurn is false for records
// that are not part of the conversation.
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
	case payload.Get("role").Str == "assistant":
		return strings.TrimSpace(textOf(payload.Get("content"))), true
	case payload.Get("type").Str == "reasoning":
		return "", false
	}
	return "", true
}

// Size returns the bytes of a Claude Code transcript together with those of its agents, 0 if it is not a
// regular file.
func Size(name string) (bytes int64) {
	info, err := files.Named.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	bytes = info.Size()
	for _, agent := range filesIn(claudeAgents(strings.TrimSuffix(name, ".jsonl")), claudeAgentStart+"*.jsonl") {
		if info, err := files.Named.Stat(agent); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}
