package failurelog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/jsontext"
	"github.com/handofflint/handofflint/internal/text"
)

// errForeign is why a JSON value is no entry.
var errForeign = errors.New("no failure log entry: it needs `file`, and `error_types` or `findings`")

// field ties a key of a line to the field of an entry that holds its value.
type field struct {
	key string
	// value points at the entry's field.
	value any
	// always says that the key is written even where the value is empty.
	always bool
}

// fields is the one place that knows the keys and their order.
func (e *Entry) fields() []field {
	ours := e.Schema != 0
	return []field{
		{"timestamp", &e.Timestamp, true},
		{"file", &e.File, true},
		{"error_types", &e.ErrorTypes, true},
		{"error_count", &e.ErrorCount, true},
		{"errors", &e.Errors, true},
		{"schema", &e.Schema, ours},
		{"tool", &e.Tool, ours},
		{"source", &e.Source, ours},
		{"format", &e.Format, ours},
		{"role", &e.Role, ours},
		{"task_id", &e.TaskID, ours},
		{"session_id", &e.SessionID, ours},
		{"severity", &e.Severity, ours},
		{"findings", &e.Findings, ours},
		{"host", &e.Host, false},
		{"event", &e.Event, false},
		{"agent_type", &e.AgentType, false},
		{"raw_file", &e.RawFile, false},
	}
}

// MarshalJSON writes the entry as its line has it, without a line end. Extra
// keys come last, by name. The text holds no character that could move a
// terminal's cursor or turn the direction of writing: those are escaped.
func (e Entry) MarshalJSON() ([]byte, error) {
	object := []byte{'{'}
	extra := maps.Clone(e.Extra)
	for _, f := range e.fields() {
		var value any = f.value
		if raw, odd := extra[f.key]; odd {
			value = raw
			delete(extra, f.key)
		} else if !f.always && reflect.ValueOf(f.value).Elem().IsZero() {
			continue
		}
		var err error
		if object, err = appendPair(object, f.key, value); err != nil {
			return nil, err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(extra)) {
		var err error
		if object, err = appendPair(object, key, extra[key]); err != nil {
			return nil, err
		}
	}
	return text.EscapeJSON(append(object, '}')), nil
}

// appendPair adds a key and its value to an object that is being written.
func appendPair(object []byte, key string, value any) ([]byte, error) {
	name, err := encodeJSON(key)
	if err != nil {
		return nil, err
	}
	text, err := encodeJSON(value)
	if err != nil {
		return nil, fmt.Errorf("key %q: %w", key, err)
	}
	if len(object) > 1 {
		object = append(object, ',')
	}
	return append(append(append(object, name...), ':'), text...), nil
}

// encodeJSON is a value on one line, with an empty list where there is none.
func encodeJSON(value any) ([]byte, error) {
	if v := reflect.Indirect(reflect.ValueOf(value)); v.Kind() == reflect.Slice && v.IsNil() {
		return []byte("[]"), nil
	}
	text, err := jsontext.Line(value)
	return bytes.ToValidUTF8(text, []byte(string(utf8.RuneError))), err
}

// UnmarshalJSON reads a line of ours or of upstream's. An object that is
// neither is an error, as is anything but an object.
func (e *Entry) UnmarshalJSON(data []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(bytes.ToValidUTF8(data, []byte(string(utf8.RuneError))), &object); err != nil {
		return err
	}
	listErrorType(object)
	*e = Entry{}
	read := map[string]bool{}
	for _, f := range e.fields() {
		if takeField(object[f.key], f.value) {
			read[f.key] = true
			delete(object, f.key)
		}
	}
	if !read["file"] || !read["error_types"] && !read["findings"] {
		return errForeign
	}
	return e.keep(object)
}

// listErrorType makes a list of a lone error type: upstream's validator writes
// `"error_types": "file_missing"` where the file does not exist, a list
// everywhere else (validate-handoff.py, the calls of _log_failure).
func listErrorType(object map[string]json.RawMessage) {
	if raw := object["error_types"]; bytes.HasPrefix(raw, []byte{'"'}) {
		object["error_types"] = slices.Concat([]byte{'['}, raw, []byte{']'})
	}
}

// takeField reads a value into an entry's field, and is false where there is
// none or it is of another type.
func takeField(raw json.RawMessage, into any) bool {
	if len(raw) == 0 || string(raw) == "null" {
		return false
	}
	if json.Unmarshal(raw, into) != nil {
		reflect.ValueOf(into).Elem().SetZero() // a list may be half read
		return false
	}
	return true
}

// keep stores what is left of a line once the known keys are read.
func (e *Entry) keep(rest map[string]json.RawMessage) error {
	if len(rest) == 0 {
		return nil
	}
	e.Extra = make(map[string]json.RawMessage, len(rest))
	for key, raw := range rest {
		var buf bytes.Buffer
		if err := json.Compact(&buf, raw); err != nil {
			return err
		}
		e.Extra[key] = buf.Bytes()
	}
	return nil
}
