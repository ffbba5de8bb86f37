package text

import (
	"bytes"
	"encoding/json"
)

// JSON returns a value as JSON on one line, without a line end. The error is json.Marshal's.
func JSON(value any) ([]byte, error) {
	text, err := encodeJSON(value, "")
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// JSONIndented returns a value as JSON, indented by two spaces, with a line end. The error is json.Marshal's.
func JSONIndented(value any) ([]byte, error) { return encodeJSON(value, "  ") }

// JSONQuote returns a text as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func JSONQuote(s string) string {
	text, _ := JSON(s) // a string can always be encoded
	return string(text)
}

// encodeJSON does not escape <, > and &. json.Marshal escapes them for web pages, which would make a marker
// such as `<!-- handoff-end -->` unreadable and impossible to find.
func encodeJSON(value any, indent string) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
