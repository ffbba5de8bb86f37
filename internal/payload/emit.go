package payload

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/handofflint/handofflint/internal/marker"
)

// escaped is marker.Opening as JSON also writes it within a string: U+002D is
// the first of its dashes. Outside of strings JSON has no such text.
var escaped = append([]byte(`\u002d`), marker.Opening[1:]...)

// Compact writes a JSON object on one line. Numbers, escapes and the order of
// keys stay as they are. A marker in a key or a string is written with an
// escape, so that no reader of a log takes it for one. The error is that of
// text which is not JSON.
func Compact(object []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, object); err != nil {
		return nil, fmt.Errorf("the payload is not JSON: %w", err)
	}
	return bytes.ReplaceAll(b.Bytes(), []byte(marker.Opening), escaped), nil
}

// Frame puts a payload on a line of its own between two markers.
func Frame(pair marker.Pair, payload []byte) []byte {
	return fmt.Appendf(nil, "%s\n%s\n%s\n", pair.Start, payload, pair.End)
}
