package failurelog

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// The bounds of a line: the number of listed findings, and the lengths of texts in code points. A handoff's
// author controls some of them.
const (
	maxFindings = 20
	maxMessage  = 500
	maxName     = 200
	maxPath     = 4096
)

// Entry is one line of the log. Its fields are in the order of the line's keys.
type Entry struct {
	Timestamp string `json:"timestamp"`
	File      string `json:"file"`
	// ErrorTypes are the distinct names of the faults: upstream's, or a rule's name if upstream has none.
	ErrorTypes names `json:"error_types"`
	// ErrorCount is the number of findings, including those that are not listed.
	ErrorCount int      `json:"error_count"`
	Errors     []string `json:"errors"`

	// Schema is 0 for a line of upstream's, which has none of the following fields.
	Schema int    `json:"schema"`
	Tool   string `json:"tool"`
	// Source is the command; Project the root of the file's tree.
	Source    string    `json:"source"`
	Project   string    `json:"project"`
	Format    string    `json:"format"`
	Role      string    `json:"role"`
	TaskID    string    `json:"task_id"`
	SessionID string    `json:"session_id"`
	Severity  string    `json:"severity"`
	Findings  []Finding `json:"findings"`
	// Key is the same for the same failure; see keyOf. It is the line's last key.
	Key string `json:"key"`
}

// Finding is a finding in the log. Line counts from 1.
type Finding struct {
	Rule    string `json:"rule"`
	Variant string `json:"variant"`
	Line    int    `json:"line"`
	Message string `json:"message"`
	Help    string `json:"help"`
}

// names is a list of error types. Upstream writes a single one without a list if the file does not exist
// (validate-handoff.py, _log_failure).
type names []string

// UnmarshalJSON parses a list or a single name.
func (n *names) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte{'"'}) {
		data = slices.Concat([]byte{'['}, data, []byte{']'})
	}
	return json.Unmarshal(data, (*[]string)(n))
}

// entryLine is a line of the log, with its line end, and its key.
type entryLine struct {
	text []byte
	key  string
}

// lineOf returns the line about a failed file.
func lineOf(result rules.Result, now time.Time, tool, source string) entryLine {
	e := Entry{
		Timestamp:  now.UTC().Format("2006-01-02T15:04:05.000Z"),
		File:       clip(result.Path, maxPath),
		ErrorTypes: names{},
		ErrorCount: len(result.Findings),
		Errors:     []string{},
		Schema:     1,
		Tool:       tool,
		Source:     source,
		Project:    clip(filepath.ToSlash(files.Root(filepath.Dir(filepath.FromSlash(result.Path)))), maxPath),
		Format:     string(result.Format),
		Role:       clip(roleOf(result), maxName),
		TaskID:     clip(result.TaskID, maxName),
		SessionID:  clip(result.SessionID, maxName),
		Severity:   string(result.Worst()),
		Findings:   []Finding{},
		Key:        keyOf(result),
	}
	for i, f := range result.Findings {
		name := clip(cmp.Or(f.ErrorType, f.Rule), maxName)
		if len(e.ErrorTypes) < maxFindings && !slices.Contains(e.ErrorTypes, name) {
			e.ErrorTypes = append(e.ErrorTypes, name)
		}
		if i < maxFindings {
			message := clip(f.Message, maxMessage)
			e.Errors = append(e.Errors, message)
			e.Findings = append(e.Findings, Finding{clip(f.Rule, maxName), f.Variant, f.Range.Start.Line, message, clip(f.Help, maxMessage)})
		}
	}
	line, err := text.JSON(e)
	if err != nil {
		panic(err) // an entry holds only texts and numbers
	}
	return entryLine{append(text.EscapeJSON(line), '\n'), e.Key}
}

// roleOf returns the role of a handoff, or "" if it is a placeholder or invalid.
func roleOf(result rules.Result) string {
	for _, f := range result.Findings {
		isOfRole := slices.Contains([]string{"/agent_role", "/agent"}, f.Pointer)
		isWrong := f.Rule == "placeholder" || strings.HasPrefix(f.Rule, "schema/")
		if isOfRole && isWrong {
			return ""
		}
	}
	return result.Role
}

// keyOf returns a hash of the path from the root of the tree, the content and the rules that failed. Without
// content, as for a missing file, it uses the messages instead.
func keyOf(result rules.Result) string {
	path := result.Path
	if at, err := files.Named.FindLink(filepath.FromSlash(path)); err == nil {
		path = filepath.ToSlash(at.Name())
	}
	var failed []string
	for _, f := range result.Findings {
		failed = append(failed, f.Rule)
		if result.Content == [32]byte{} {
			failed = append(failed, f.Message)
		}
	}
	slices.Sort(failed)
	parts := append([]string{path, string(result.Content[:])}, slices.Compact(failed)...)
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:keyLength/2])
}

// keyLength is the length of a key in the log.
const keyLength = 32

// keyIn returns the key at the end of a line, or "".
func keyIn(line []byte) string {
	rest, ok := bytes.CutSuffix(line, []byte(`"}`))
	start := len(rest) - keyLength
	if !ok || start < 0 || !bytes.HasSuffix(rest[:start], []byte(`,"key":"`)) {
		return ""
	}
	return string(rest[start:])
}

// parse parses a line of ours or upstream's, and reports whether it is one. It ignores values of another
// type.
func parse(line []byte) (e Entry, ok bool) {
	_ = json.Unmarshal(line, &e) // a line that is not JSON sets nothing
	return e, e.File != "" && (e.ErrorTypes != nil || e.Findings != nil)
}

// clip makes a text valid UTF-8, masks credentials, and cuts it to a number of code points, ending in an
// ellipsis.
func clip(s string, limit int) string {
	return text.Shorten(secret.Mask(strings.ToValidUTF8(s, string(utf8.RuneError))), limit)
}

// Time returns the entry's time in UTC, or zero if its timestamp is missing or unreadable. Upstream writes
// Python's isoformat with an offset; without one it is UTC.
func (e Entry) Time() time.Time {
	moment, _ := text.ParseMoment(e.Timestamp)
	if moment.Day {
		return time.Time{}
	}
	return moment.At.UTC()
}

// Count returns the number of the entry's findings. If its count is impossible, it is the number of listed
// ones.
func (e Entry) Count() int {
	if e.ErrorCount > 0 && e.ErrorCount <= 1<<20 {
		return e.ErrorCount
	}
	return max(len(e.Errors), len(e.Findings))
}
