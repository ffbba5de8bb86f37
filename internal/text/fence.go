package text

import "bytes"

// Fence reads a line as a code fence of Markdown: three or more backticks or
// tildes, with whatever indentation. info is the text after them.
func Fence(line []byte) (char byte, length int, info []byte, ok bool) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] != '`' && line[0] != '~' {
		return 0, 0, nil, false
	}
	info = bytes.TrimLeft(line, string(line[:1]))
	length = len(line) - len(info)
	// Backticks after backticks are code within a line.
	ok = length >= 3 && (line[0] == '~' || bytes.IndexByte(info, '`') < 0)
	return line[0], length, info, ok
}
