// Package jsontext writes values as the JSON that people and agents read.
// json.Marshal writes <, > and & as escapes, for web pages: a marker such as
// `<!-- handoff-end -->` would be unreadable, and would not be found.
package jsontext

import (
	"bytes"
	"encoding/json"
)

// Line is a value as JSON on one line, without a line end. The error is
// json.Marshal's.
func Line(value any) ([]byte, error) {
	text, err := encode(value, "")
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// Indented is a value as JSON with two spaces a level, and a line end after it.
// The error is json.Marshal's.
func Indented(value any) ([]byte, error) { return encode(value, "  ") }

// Quote is a text as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func Quote(s string) string {
	text, _ := Line(s) // a string can always be encoded
	return string(text)
}

func encode(value any, indent string) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
