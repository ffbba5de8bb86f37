package rules

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// removeFence removes the code fence around a file's object, if the file holds
// one whole object and nothing else.
func (t *docCheck) removeFence(r Report) ([]Replacement, Values) {
	data := t.source.Bytes()
	opening, _, more := bytes.Cut(data[r.At.Start:], []byte("\n"))
	before := data[t.source.Start():r.At.Start]
	if !more || len(bytes.TrimSpace(before)) > 0 {
		return nil, nil
	}
	start := r.At.Start + len(opening) + 1
	inside := bytes.TrimRight(data[start:], " \t\r\n")
	end := start + len(inside)
	if last := bytes.LastIndexByte(inside, '\n') + 1; closesFence(inside[last:], opening) {
		inside = bytes.TrimRight(inside[:last], " \t\r\n")
	}
	if !json.Valid(inside) || bytes.TrimSpace(inside)[0] != '{' {
		return nil, nil
	}
	edits := []Replacement{{text.Span{Start: r.At.Start, End: start}, ""}}
	if closing := (text.Span{Start: start + len(inside), End: end}); closing.Len() > 0 {
		edits = append(edits, Replacement{closing, ""})
	}
	return edits, nil
}

// closesFence reports whether a line is nothing but a fence of the same
// characters as an opening one.
func closesFence(line, opening []byte) bool {
	fence := strings.TrimSpace(string(line))
	return len(fence) >= 3 && strings.Trim(fence, string(opening[:1])) == ""
}
