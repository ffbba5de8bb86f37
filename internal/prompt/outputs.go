package prompt

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// The markers between which a task's outputs stand in a log, as upstream
// prints them.
const (
	outputsStart = "---KELOS_OUTPUTS_START---"
	outputsEnd   = "---KELOS_OUTPUTS_END---"
)

// outputs are the lines between the last END marker and the last START before
// it, white space trimmed off, blank ones left out. Markers may stand anywhere
// in a line. A START without an END is an error with its line and column.
func outputs(src *text.Source) ([]string, error) {
	log := string(src.Bytes())
	start, end := strings.LastIndex(log, outputsStart), strings.LastIndex(log, outputsEnd)
	if start > end {
		at := src.Pos(start)
		return nil, fmt.Errorf("%d:%d: the log was cut off: %s has no %s after it; wait for the task to end, or fetch its log again", at.Line, at.Column, outputsStart, outputsEnd)
	}
	if end < 0 {
		return nil, nil
	}
	if start = strings.LastIndex(log[:end], outputsStart); start < 0 {
		at := src.Pos(end)
		return nil, fmt.Errorf("%d:%d: the log was cut off: %s has no %s before it; fetch the log from its beginning", at.Line, at.Column, outputsEnd, outputsStart)
	}
	var lines []string
	for _, line := range strings.Split(log[start+len(outputsStart):end], "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// results are the lines `key: value`, cut at the first ": ". Of equal keys the
// last one counts; a line without a key or a value is none.
func results(lines []string) map[string]string {
	found := map[string]string{}
	for _, line := range lines {
		key, value, _ := strings.Cut(line, ": ")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if key != "" && value != "" {
			found[key] = value
		}
	}
	return found
}
