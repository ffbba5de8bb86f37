package constraint

import "strings"

// portable reports whether RE2 and ECMA 262 read a pattern alike, and RE2
// accepts it. It knows the common constructs and rejects all others.
func portable(pattern string) bool {
	s := &patternScanner{rest: pattern}
	for s.rest != "" {
		if !s.item() {
			return false
		}
	}
	return true
}

type patternScanner struct {
	rest string
	// operand means that a quantifier may follow.
	operand bool
}

// item consumes the next piece of the pattern, and returns false in doubt.
func (s *patternScanner) item() bool {
	c := s.rest[0]
	switch c {
	case '\\':
		return s.escape()
	case '[':
		return s.class()
	case '(':
		return s.group()
	case '*', '+', '?':
		return s.quantifier(1)
	case '{':
		return s.quantifier(braces(s.rest))
	case '.', ']', '}':
		return false
	}
	s.rest = s.rest[1:]
	s.operand = c != '^' && c != '$' && c != '|'
	return true
}

const (
	// literalEscapes mean the character or control after the backslash.
	literalEscapes = `^$\.*+?()[]{}|/tnrfv`
	// classEscapes mean the same ASCII characters in both; \s does not.
	classEscapes = `dDwW`
)

func (s *patternScanner) escape() bool {
	if len(s.rest) < 2 || !strings.Contains(literalEscapes+classEscapes+"b", s.rest[1:2]) {
		return false
	}
	s.operand = s.rest[1] != 'b'
	s.rest = s.rest[2:]
	return true
}

func (s *patternScanner) group() bool {
	s.operand = false
	if strings.HasPrefix(s.rest, "(?:") {
		s.rest = s.rest[3:]
		return true
	}
	s.rest = s.rest[1:]
	return !strings.HasPrefix(s.rest, "?")
}

// quantifier consumes one of a length, and the `?` that makes it lazy.
func (s *patternScanner) quantifier(length int) bool {
	if length == 0 || !s.operand {
		return false
	}
	s.rest = strings.TrimPrefix(s.rest[length:], "?")
	s.operand = false
	return true
}

// braces returns the length of `{2}`, `{2,}` or `{2,3}`, 0 for anything else,
// which RE2 takes literally.
func braces(s string) int {
	end := strings.IndexByte(s, '}')
	if end < 2 {
		return 0
	}
	lo, hi, _ := strings.Cut(s[1:end], ",")
	if lo == "" || !digitsOnly(lo) || !digitsOnly(hi) {
		return 0
	}
	return end + 1
}

// class consumes `[…]`. The two differ in a `[` within, a `]` at the start, and
// a dash beside a class like \d.
func (s *patternScanner) class() bool {
	rest := strings.TrimPrefix(s.rest[1:], "^")
	if strings.HasPrefix(rest, "]") {
		return false
	}
	dash, set := false, false
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; c {
		case ']':
			s.rest, s.operand = rest[i+1:], true
			return !(dash && set)
		case '[':
			return false
		case '-':
			dash = dash || i > 0 && i+1 < len(rest) && rest[i+1] != ']'
		case '\\':
			if i++; i == len(rest) || !strings.Contains(literalEscapes+classEscapes+"-", rest[i:i+1]) {
				return false
			}
			set = set || strings.Contains(classEscapes, rest[i:i+1])
		}
	}
	return false
}
