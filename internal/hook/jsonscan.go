package hook

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The bounds of reading an event. They protect the machine before anything is
// known of the event, so they stand here and not in CUE.
const (
	// maxEvent is where reading stops, in bytes. Hosts send whole files and
	// tool outputs along.
	maxEvent = 256 << 20
	// maxKept is how much is kept of a string and of all strings together, in
	// bytes. A handoff has at most 1 MiB.
	maxKept = 1 << 20
	maxAll  = 8 << 20
	// maxName is how long a key may be to be one that anybody asks for, in bytes.
	maxName = 64
	// maxPath is how long a path may be, in bytes: Linux takes no longer one.
	maxPath = 4096
	// maxDepth is how deep an event may nest; real ones have about six levels.
	maxDepth = 512
	// maxItems is how many items are kept of a list.
	maxItems = 256
)

var (
	errEmpty    = errors.New("it is empty")
	errTooLarge = fmt.Errorf("it is larger than %d MiB", maxEvent>>20)
	errTooDeep  = fmt.Errorf("it nests deeper than %d levels", maxDepth)
)

// payload is what was kept of an event: by path, as in `tool_input.files[]`,
// the strings and booleans that some host's event model asks for. Values of
// another type are as good as absent.
type payload struct {
	texts map[string][]string
	flags map[string]bool
	// cut says that a string was longer than maxKept and lost its end.
	cut map[string]bool
}

// text is the string at the first of the paths that has one, else "".
func (p *payload) text(paths ...string) string {
	for _, path := range paths {
		if list := p.texts[path]; len(list) > 0 && list[len(list)-1] != "" {
			return list[len(list)-1]
		}
	}
	return ""
}

// has says whether one of the paths holds a string or a boolean.
func (p *payload) has(paths ...string) bool {
	for _, path := range paths {
		_, flag := p.flags[path]
		if flag || len(p.texts[path]) > 0 {
			return true
		}
	}
	return false
}

// scanner reads JSON from a stream and keeps what wanted says. It recurses
// nowhere and holds nothing but what is kept, so that the size and depth of an
// event cost time alone, and little of it.
type scanner struct {
	in     *bufio.Reader
	wanted func(path string) bool
	out    payload
	read   int
	kept   int
	stack  []level
}

// level is an object or a list that is being read.
type level struct {
	path   string
	list   bool
	wanted bool // something below may be kept
}

// scan reads one JSON object. What follows it is not looked at.
func scan(r io.Reader, wanted func(string) bool) (*payload, error) {
	s := &scanner{in: bufio.NewReaderSize(r, 64<<10), wanted: wanted}
	s.out = payload{texts: map[string][]string{}, flags: map[string]bool{}, cut: map[string]bool{}}
	first, err := s.start()
	if err != nil {
		return nil, err
	}
	if first != '{' {
		return nil, fmt.Errorf("it begins with %q where an object is needed", first)
	}
	s.push("", false)
	for len(s.stack) > 0 {
		if err := s.item(); err != nil {
			return nil, err
		}
	}
	return &s.out, nil
}

// start is the first byte behind a byte order mark, which Cursor sends on
// Windows, and white space.
func (s *scanner) start() (byte, error) {
	if bom, _ := s.in.Peek(3); string(bom) == "\uFEFF" {
		_, _ = s.in.Discard(3)
	}
	c, err := s.next()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, errEmpty
	}
	return c, err
}

// byte reads one byte; the end of the input is an error.
func (s *scanner) byte() (byte, error) {
	if s.read++; s.read > maxEvent {
		return 0, errTooLarge
	}
	c, err := s.in.ReadByte()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return c, err
}

// next reads the first byte that is no white space.
func (s *scanner) next() (byte, error) {
	for {
		c, err := s.byte()
		if err != nil || c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c, err
		}
	}
}

func (s *scanner) push(path string, list bool) {
	s.stack = append(s.stack, level{path: path, list: list, wanted: len(s.stack) < 6})
}

// item reads one item of the innermost object or list, its comma included, or
// the bracket that ends it.
func (s *scanner) item() error {
	top := s.stack[len(s.stack)-1]
	c, err := s.next()
	if err != nil {
		return err
	}
	if c == ',' {
		if c, err = s.next(); err != nil {
			return err
		}
	}
	if c == '}' && !top.list || c == ']' && top.list {
		s.stack = s.stack[:len(s.stack)-1]
		return nil
	}
	path := top.path + "[]"
	if !top.list {
		if path, c, err = s.key(top, c); err != nil {
			return err
		}
	}
	return s.value(path, c)
}

// key reads a key and its colon. It gives the path of the value and the
// value's first byte.
func (s *scanner) key(top level, c byte) (string, byte, error) {
	if c != '"' {
		return "", 0, s.unexpected(c)
	}
	name, _, err := s.text(top.wanted)
	if err != nil {
		return "", 0, err
	}
	if c, err = s.next(); err != nil {
		return "", 0, err
	}
	if c != ':' {
		return "", 0, s.unexpected(c)
	}
	c, err = s.next()
	if len(name) > maxName {
		name = "" // or every key below would cost its length again
	}
	if top.path != "" {
		name = top.path + "." + name
	}
	return name, c, err
}

func (s *scanner) unexpected(c byte) error {
	return fmt.Errorf("it is no JSON: unexpected %q at byte %d", c, s.read)
}

// value reads a value that begins with c; of an object or list only the
// opening.
func (s *scanner) value(path string, c byte) error {
	top := s.stack[len(s.stack)-1]
	switch {
	case c == '{' || c == '[':
		if len(s.stack) >= maxDepth {
			return errTooDeep
		}
		if !top.wanted {
			path = ""
		}
		s.push(path, c == '[')
		return nil
	case c == '"':
		return s.keep(path, top.wanted && s.wanted(path))
	case c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
		return s.literal(path, c, top.wanted)
	}
	return s.unexpected(c)
}

// keep reads a string and keeps it where it is wanted.
func (s *scanner) keep(path string, wanted bool) error {
	value, cut, err := s.text(wanted)
	if err != nil || !wanted {
		return err
	}
	if s.kept += len(value); s.kept > maxAll || len(s.out.texts[path]) >= maxItems {
		s.out.cut[path] = true
		return nil
	}
	if cut {
		s.out.cut[path] = true
	}
	s.out.texts[path] = append(s.out.texts[path], value)
	return nil
}

// literal reads a number, true, false or null up to the byte that ends it.
func (s *scanner) literal(path string, c byte, wanted bool) error {
	word := []byte{c}
	for {
		peek, err := s.in.Peek(1)
		if err != nil || strings.IndexByte(" \t\r\n,]}", peek[0]) >= 0 {
			break
		}
		if c, err = s.byte(); err != nil {
			return err
		}
		if len(word) < 64 {
			word = append(word, c)
		}
	}
	switch text := string(word); {
	case text == "true" || text == "false":
		if wanted && s.wanted(path) {
			s.out.flags[path] = text == "true"
		}
	case text != "null" && text[0] >= 'a':
		return s.unexpected(text[0])
	}
	return nil
}

// text reads a string whose opening quote has been read. What is not to be
// kept is read past.
func (s *scanner) text(keep bool) (value string, cut bool, err error) {
	var b []byte
	add := func(piece []byte) {
		if keep && len(b)+len(piece) <= maxKept {
			b = append(b, piece...)
			return
		}
		cut = keep
	}
	for {
		if err := s.plain(add); err != nil {
			return "", false, err
		}
		c, err := s.byte()
		if err != nil {
			return "", false, err
		}
		if c == '"' {
			return strings.ToValidUTF8(string(b), "\uFFFD"), cut, nil
		}
		piece, err := s.escape()
		if err != nil {
			return "", false, err
		}
		add(piece)
	}
}

// plain passes over the bytes of a string up to its next quote or backslash.
func (s *scanner) plain(add func([]byte)) error {
	for {
		if _, err := s.in.Peek(1); err != nil {
			return nil // byte says what is wrong
		}
		piece, _ := s.in.Peek(s.in.Buffered())
		end := bytes.IndexAny(piece, "\"\\")
		if end >= 0 {
			piece = piece[:end]
		}
		if s.read += len(piece); s.read > maxEvent {
			return errTooLarge
		}
		add(piece)
		_, _ = s.in.Discard(len(piece))
		if end >= 0 {
			return nil
		}
	}
}

// plainEscapes are the escapes of one letter (RFC 8259, section 7).
var plainEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape reads what follows a backslash.
func (s *scanner) escape() ([]byte, error) {
	c, err := s.byte()
	if err != nil {
		return nil, err
	}
	if plain, ok := plainEscapes[c]; ok {
		return []byte{plain}, nil
	}
	if c != 'u' {
		return nil, s.unexpected(c)
	}
	r, err := s.hex()
	if err != nil {
		return nil, err
	}
	if utf16.IsSurrogate(r) {
		r, err = s.pair(r)
	}
	return utf8.AppendRune(nil, r), err
}

// pair reads the second half of a surrogate pair; a half without the other is
// the replacement character.
func (s *scanner) pair(high rune) (rune, error) {
	if peek, err := s.in.Peek(2); err != nil || string(peek) != `\u` {
		return utf8.RuneError, nil
	}
	s.read += 2
	_, _ = s.in.Discard(2)
	low, err := s.hex()
	return utf16.DecodeRune(high, low), err
}

func (s *scanner) hex() (r rune, err error) {
	for range 4 {
		c, err := s.byte()
		if err != nil {
			return 0, err
		}
		digit := strings.IndexByte("0123456789abcdef", c|0x20)
		if digit < 0 || c < '0' {
			return 0, s.unexpected(c)
		}
		r = r<<4 | rune(digit)
	}
	return r, nil
}
