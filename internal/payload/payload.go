// Package payload finds what an agent hands over at the end of its work in a
// stream of any length, a log or an output, and writes such a payload to a
// log.
//
// A payload stands between two markers (package marker) or in the fenced JSON
// block that ends an output. It is bounded; what stands around it is not, need
// not be text, and is never kept. What a payload must say is for others to
// judge: what is found knows where in the stream it stood.
package payload

import (
	"bytes"
	"io"
	"strings"

	"github.com/handofflint/handofflint/internal/marker"
)

// padding is the white space between a payload and its markers that does not
// count against the limit, in bytes.
const padding = 4 << 10

// Find reads a stream to its end, and returns what it has of a pair of
// markers. A payload of more than limit bytes, white space around it not
// counted, is Long. The error is the stream's.
func Find(r io.Reader, pair marker.Pair, limit int) (marker.Found, error) {
	scanner := marker.NewScanner(pair, limit+padding)
	if err := scanner.Read(r); err != nil {
		return marker.Found{}, err
	}
	found := scanner.Found()
	found.Long = found.State == marker.Paired && (found.Long || len(found.Inside()) > limit)
	return found, nil
}

// Prefixed says whether the lines of a log seem to begin with something that the
// task did not print, such as the time or the pod's name: both markers stand
// behind as many characters, and those before the END are no white space.
func Prefixed(found marker.Found) bool {
	if found.State != marker.Paired || found.Long || found.Start.Line == found.End.Line || found.Start.Column != found.End.Column {
		return false
	}
	lastLine := []rune(string(found.Text[bytes.LastIndexByte(found.Text, '\n')+1:]))
	return strings.TrimSpace(string(lastLine[:min(found.End.Column-1, len(lastLine))])) != ""
}

// Output is a line of what stands between the markers of outputs.
type Output struct{ Key, Value string }

// Outputs reads lines of the form `key: value`, cut at the first ": ". Lines
// without a key or a value are skipped; of equal keys the last one counts, in
// its place. White space around lines, keys and values is dropped.
func Outputs(text string) []Output {
	var lines []Output
	last := map[string]int{}
	for line := range strings.SplitSeq(text, "\n") {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
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
