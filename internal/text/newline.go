package text

import "bytes"

// Newline is how a text ends its lines, by the first of them.
func Newline(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
