package hook

import "strings"

// dollar reads what stands behind a $: a substitution, which is scanned for
// commands of its own, a variable, or a quoted text.
func (s *shell) dollar() {
	f := s.top()
	switch {
	case !f.quoted && s.follows("'"):
		s.ansiQuoted()
	case !f.quoted && s.follows(`"`):
		f.quoted = true
		f.word.open, f.word.plain = true, false
	case s.follows("("):
		s.markUnknown()
		s.push(')')
	case s.follows("{"):
		s.braced()
	default:
		name := variableName(s.src[s.pos:])
		s.pos += len(name)
		if name == "" {
			f.word.open = true
			f.word.text = append(f.word.text, '$')
			return
		}
		s.expand(name)
	}
}

// ansiQuoted reads a $'…' word: as it stands, but for an escaped quote.
func (s *shell) ansiQuoted() {
	f := s.top()
	f.word.open, f.word.plain = true, false
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		s.pos++
		switch {
		case c == '\'':
			return
		case c == '\\' && s.pos < len(s.src):
			c = s.src[s.pos]
			s.pos++
			f.word.unknown = f.word.unknown || c != '\'' && c != '\\'
		}
		f.word.text = append(f.word.text, c)
	}
}

// braced reads ${name}; any other form of it, such as a default, is unknown.
func (s *shell) braced() {
	name := variableName(s.src[s.pos:])
	if rest := s.src[s.pos+len(name):]; name != "" && strings.HasPrefix(rest, "}") {
		s.pos += len(name) + 1
		s.expand(name)
		return
	}
	s.markUnknown()
	end := strings.IndexByte(s.src[s.pos:], '}')
	s.skipTo(end)
	s.follows("}")
}

// expand puts a variable's value in its place where it is known: set earlier
// on the line, or a path that every shell has.
func (s *shell) expand(name string) {
	f := s.top()
	f.word.open = true
	value, known := s.vars[name]
	if !known && strings.Contains("HOME TMPDIR", name) {
		value = s.getenv(name)
	}
	if name == "PWD" {
		value = f.dir
	}
	if s.copied += len(value); value == "" || s.copied > maxCopied {
		f.word.unknown = true
		return
	}
	f.word.text = append(f.word.text, value...)
}

// variableName is the name that a text begins with, "" for none.
func variableName(text string) string {
	for i, c := range []byte(text) {
		letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return text[:i]
		}
	}
	return text
}
