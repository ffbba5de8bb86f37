package handoff

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// setMember is a JSON text with a member of its object set: in place of the
// value that it has, else after the last member. Every other byte stays as it
// is. If the members are on lines of their own, so are those of the value, with
// the indentation and the line ends of the first.
func setMember(data []byte, object *document.Node, name string, value any) ([]byte, error) {
	raw, err := text.JSON(value)
	if err != nil {
		return nil, err
	}
	before, colon := ",", ":"
	if len(object.Items) > 0 {
		lead := data[object.Value.Start+1 : object.Items[0].Key.Start]
		if newline := bytes.LastIndexByte(lead, '\n'); newline >= 0 {
			indent, end := string(lead[newline+1:]), "\n"
			if bytes.HasSuffix(lead[:newline], []byte("\r")) {
				end = "\r\n"
			}
			var b bytes.Buffer
			if err := json.Indent(&b, raw, indent, indent); err != nil {
				return nil, err
			}
			raw = []byte(strings.ReplaceAll(b.String(), "\n", end))
			before, colon = ","+end+indent, ": "
		}
	} else {
		before = ""
	}
	if old := object.Field(name); old != nil {
		return splice(data, old.Value, string(raw)), nil
	}
	at := text.Span{Start: object.Value.Start + 1, End: object.Value.End - 1}
	if n := len(object.Items); n > 0 {
		at = text.At(object.Items[n-1].Value.End)
	}
	return splice(data, at, before+text.JSONQuote(name)+colon+string(raw)), nil
}

func splice(data []byte, at text.Span, s string) []byte {
	return bytes.Join([][]byte{data[:at.Start], data[at.End:]}, []byte(s))
}
