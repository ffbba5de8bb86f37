// Package payload finds what an agent hands over at the end of its work, and writes it to a log or a prompt.
//
// In a log, a payload is between two markers (protocol.Markers) or in the fenced JSON block that ends an
// output. The log need not be text. Other packages check the payload, whose position in the log is known.
// Begin with ReadTaskOutput.
//
// The result signal is the line `[CF-RESULT: success]` or `[CF-RESULT: failure] <reason>`; it must be the
// last line that is not blank (docs/formats.md, "The result signal"). Success is never assumed: an output
// that was cut off, only quotes a signal, or has text after it has no signal.
//
// A prompt is a Go text/template over .Deps, a map by the name of a task, as in the Kelos proposal for task
// handoffs:
//
//	{{index .Deps "investigate" "Handoff" "Summary"}}
//	{{index .Deps "investigate" "Handoff" "Data" "severity"}}
//	{{index .Deps "investigate" "Results" "branch"}}
//
// Inserted text is never run as a template itself. A prompt has at most 8 MiB.
//
// A table, render.cue in package rules, describes how a handoff in another format is shown in a prompt.
// Nothing is invented: what the handoff lacks, the prompt lacks.
package payload

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// The formats in which an agent may leave its output.
const (
	Task     document.Format = "task"
	Metadata document.Format = "metadata"
)

// The Kelos markers around a task's payload, and around its result lines.
var (
	HandoffMarkers = protocol.Named(Task).Markers
	OutputsMarkers = protocol.Markers{Start: "---KELOS_OUTPUTS_START---", End: "---KELOS_OUTPUTS_END---"}
)

// markerOpening is the beginning of every marker. It cannot overlap with itself, so a text without it has no
// marker.
const markerOpening = "---KELOS_"

// Find finds a pair of markers in a log. A payload of more than limit bytes, without surrounding white space,
// is Long.
func Find(log []byte, pair protocol.Markers, limit int) document.Marked {
	found := document.FindMarked(log, pair)
	found.Long = found.State == document.Paired && len(found.Inside()) > limit
	if found.State != document.Paired {
		found.Text = found.Text[:min(len(found.Text), limit)]
	}
	return found
}

// CheckMarked returns an error, with the position, if something is wrong with a pair of markers in a log. Of a
// handoff it checks only the size: the handoff's own check reports the rest. limit is that of Find.
func CheckMarked(path string, found document.Marked, pair protocol.Markers, limit int) error {
	name, marker, want := "", pair.Start, pair.End
	inside := found.Inside()
	switch {
	case found.Long:
		name = "long"
	case pair == HandoffMarkers: // nothing else is checked
	case found.State == document.CutOff:
		name = "cut"
	case found.State == document.Headless:
		name, marker, want = "headless", want, marker
	case !utf8.Valid(inside) || bytes.IndexByte(inside, 0) >= 0:
		name = "binary"
	case isPrefixed(found):
		name = "prefixed"
	}
	if name == "" {
		return nil
	}
	return ErrorAt(path, found.At(), name, rules.Values{"marker": marker, "want": want, "limit": strconv.Itoa(limit)})
}

// ErrorAt returns an error at a position of a log, with the words of a name.
func ErrorAt(path string, at text.Pos, name string, values rules.Values) error {
	return fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Column, LoadSettings().Say(name, values))
}

// isPrefixed reports whether the log seems to have a prefix in front of each line, such as a time: START and END are
// in the same column, and the text before END is not white space.
func isPrefixed(found document.Marked) bool {
	if found.Start.Column != found.End.Column {
		return false
	}
	last := found.Text[bytes.LastIndexByte(found.Text, '\n')+1:]
	before, _, _ := bytes.Cut(last, []byte(OutputsMarkers.End))
	return len(bytes.TrimSpace(before)) > 0
}

// Output is a line between the markers of outputs.
type Output struct{ Key, Value string }

// Outputs parses lines of the form `key: value`, split at the first ": ". Lines without a key or a value are
// skipped; of equal keys the last one counts, in its place. White space around lines, keys and values is
// dropped.
func Outputs(inside string) []Output {
	var lines []Output
	last := map[string]int{}
	for line := range strings.SplitSeq(inside, "\n") {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		key = strings.TrimSpace(key)
		value = strings.TrimSpace(value)
		if key != "" && value != "" {
			last[key] = len(lines)
			lines = append(lines, Output{key, value})
		}
	}
	var out []Output
	for i, line := range lines {
		if last[line.Key] == i {
			out = append(out, line)
		}
	}
	return out
}

// escaped is markerOpening with its first dash, U+002D, as a JSON escape. In JSON the text occurs only in
// strings.
var escaped = append([]byte(`\u002d`), markerOpening[1:]...)

// Compact returns a JSON object on one line. Numbers, escapes and the order of keys do not change. A marker
// in a key or a string gets an escape, so that no reader of a log mistakes it for one. The error is for text
// that is not JSON.
func Compact(object []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, object); err != nil {
		return nil, fmt.Errorf("the payload is not JSON: %w", err)
	}
	return bytes.ReplaceAll(b.Bytes(), []byte(markerOpening), escaped), nil
}
