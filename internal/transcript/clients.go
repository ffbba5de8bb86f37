package transcript

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// client is a program whose transcripts are read. Everything about its format is in its entry of the table,
// and in the functions named there.
type client struct {
	name string
	// wrote reports whether a record is the client's. The first client in the table that accepts it is
	// used.
	wrote func(jsonRecord) bool
	// take takes a record.
	take func(*reader, jsonRecord)
	// beside returns the possible paths of the session's other transcripts, given one of them and its
	// ledger.
	beside func(name string, own *ledger.Ledger) []string
}

var clients = []*client{
	{name: Codex, wrote: codexWrote, take: (*reader).codex, beside: codexBeside},
	{name: claudeCode, wrote: claudeWrote, take: (*reader).claude, beside: claudeBeside},
	{name: OpenCode, wrote: openCodeWrote, take: (*reader).openCode, beside: openCodeBeside},
}

// clientOf returns the client that writes such records, nil if unknown.
func clientOf(v jsonRecord) *client {
	i := slices.IndexFunc(clients, func(c *client) bool { return c.wrote(v) })
	if i < 0 {
		return nil
	}
	return clients[i]
}

// unread are programs whose sessions are not read. marks has paths in the first object of a file, each with
// its value if that is fixed.
var unread = []struct {
	name  string
	marks map[string]string
}{
	{"Gemini CLI", map[string]string{"sessionId": "", "projectHash": ""}},
	{"Copilot CLI", map[string]string{"type": "session.start", "data.copilotVersion": ""}},
	{"Cursor", map[string]string{"role": "user", "message.content.0.type": ""}},
	{"Factory Droid", map[string]string{"type": "session_start", "id": ""}},
	{"Pi", map[string]string{"type": "session", "id": "", "version": "", "cwd": ""}},
}

// Clients are the programs whose sessions are read.
const Clients = "Claude Code, Codex and OpenCode"

// UnreadError is the error for a session of a client whose sessions are not read. It wraps ErrUnknown.
type UnreadError struct{ Client string }

func (e *UnreadError) Error() string {
	return "a session of " + e.Client + " is not read, only those of " + Clients
}

func (e *UnreadError) Unwrap() error { return ErrUnknown }

// unknown returns the error for a file that is not a readable transcript.
func unknown(f io.ReadSeeker) error {
	const most = 8 << 10
	head := make([]byte, most)
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	n, _ := io.ReadFull(f, head) // as much as there is
	first := string(bytes.TrimPrefix(head[:n], []byte(text.BOM)))
	for _, c := range unread {
		isMarked := true
		for path, want := range c.marks {
			value := gjson.Get(first, path)
			isMarked = isMarked && value.Exists() && (want == "" || value.Str == want)
		}
		if isMarked {
			return &UnreadError{c.name}
		}
	}
	return ErrUnknown
}

// OfAgent returns the path of an agent's transcript, given its session's; "" if unknown.
func OfAgent(client, session, agent string) string {
	session, isJSONL := strings.CutSuffix(session, ".jsonl")
	isNamed := agent != "" && !strings.ContainsAny(agent, `/\`)
	if client != claudeCode || !isJSONL || !isNamed {
		return ""
	}
	return filepath.Join(claudeAgents(session), claudeAgentStart+agent+".jsonl")
}

// around returns other transcripts that may belong to the same session.
func around(name string, own *ledger.Ledger) []string {
	i := slices.IndexFunc(clients, func(c *client) bool { return c.name == own.Client })
	found := clients[i].beside(name, own)
	slices.Sort(found)
	found = slices.Compact(found)
	return slices.DeleteFunc(found, func(other string) bool { return other == name })
}

// filesIn returns the files of a folder whose names match a pattern, but no summaries of Claude Code.
func filesIn(folder, pattern string) (found []string) {
	entries, _ := files.Named.ReadDir(folder) // it may be missing
	for _, e := range entries {
		name := e.Name()
		isNamed, _ := filepath.Match(pattern, name) // the patterns are constants
		isTranscript := e.Type()&^os.ModeSymlink == 0 && isNamed && !strings.HasPrefix(name, claudeSummaryStart)
		if isTranscript && len(found) < maxEntries {
			found = append(found, filepath.Join(folder, name))
		}
	}
	return found
}
