package files

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// expand returns the alternatives of a pattern's braces, each a pattern without braces.
// What is in brackets or after a backslash is literal.
func expand(pattern string) []string {
	open, depth := -1, 0
	var commas []int
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			i += max(classLength(pattern[i:]), 1) - 1
		case '{':
			if depth++; depth == 1 {
				open, commas = i, nil
			}
		case ',':
			if depth == 1 {
				commas = append(commas, i)
			}
		case '}':
			if depth == 0 {
				continue
			}
			if depth--; depth > 0 {
				continue
			}
			var all []string
			from := open + 1
			for _, to := range append(commas, i) {
				all = append(all, expand(pattern[:open]+pattern[from:to]+pattern[i+1:])...)
				from = to + 1
			}
			return all
		}
	}
	return []string{pattern}
}

// matchPath reports whether the parts of a pattern without braces match those of a path. A part of two or
// more stars is any number of folders. It goes back to the latest of these alone, since an
// earlier one could only take more; so its work is at most the product of the two lengths.
func matchPath(parts, names []string, steps *text.Steps) bool {
	back, mark := -1, 0
	for i, j := 0, 0; i < len(parts) || j < len(names); {
		switch {
		case i < len(parts) && isAnyFolders(parts[i]):
			back, mark = i, j
			i++
			continue
		case i < len(parts) && j < len(names) && matchPart(parts[i], names[j], steps):
			i++
			j++
			continue
		}
		if back < 0 || j == len(names) || steps.Exceeded() {
			return false
		}
		mark++
		i, j = back+1, mark
	}
	return true
}

func isAnyFolders(part string) bool { return len(part) > 1 && strings.Trim(part, "*") == "" }

// matchPart reports whether a part of a pattern matches a name. As in matchPath, it goes
// back to the latest star alone.
func matchPart(pattern, name string, steps *text.Steps) bool {
	back, mark, work := -1, 0, int64(1)
	i, j := 0, 0
	for i < len(pattern) || j < len(name) {
		if i < len(pattern) && pattern[i] == '*' {
			back, mark = i, j
			i++
			continue
		}
		if i < len(pattern) && j < len(name) {
			length, size, ok := matchOne(pattern[i:], name[j:])
			work += int64(length)
			if ok {
				i += length
				j += size
				continue
			}
		}
		if back < 0 || j == len(name) {
			break
		}
		_, size := utf8.DecodeRuneInString(name[mark:])
		mark += size
		i, j = back+1, mark
	}
	steps.Take(work)
	return i == len(pattern) && j == len(name)
}

// matchOne matches the first element of a pattern, which is no star, and the first
// character of a name. length is that of the element, size that of the character.
func matchOne(pattern, name string) (length, size int, ok bool) {
	character, size := utf8.DecodeRuneInString(name)
	switch pattern[0] {
	case '?':
		return 1, size, true
	case '[':
		if length := classLength(pattern); length > 0 {
			return length, size, inClass(pattern[1:length-1], character)
		}
	case '\\':
		if len(pattern) > 1 {
			_, n := utf8.DecodeRuneInString(pattern[1:])
			return 1 + n, size, strings.HasPrefix(name, pattern[1:1+n])
		}
	}
	_, length = utf8.DecodeRuneInString(pattern)
	return length, size, strings.HasPrefix(name, pattern[:length])
}

// classLength returns the length of the class in brackets that a pattern begins with, 0 if it
// is not closed.
func classLength(pattern string) int {
	i := 1
	if i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^') {
		i++
	}
	for first := true; i < len(pattern); first = false {
		switch {
		case pattern[i] == ']' && !first:
			return i + 1
		case pattern[i] == '/':
			return 0
		case pattern[i] == '\\':
			i++
		}
		i++
	}
	return 0
}

// inClass reports whether a character is in the class between two brackets.
func inClass(class string, character rune) bool {
	rest := strings.TrimLeft(class[:min(len(class), 1)], "!^") + class[min(len(class), 1):]
	negated := len(rest) < len(class)
	next := func() (r rune) {
		rest = strings.TrimPrefix(rest, `\`)
		r, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		return r
	}
	found := false
	for rest != "" {
		low := next()
		high := low
		if len(rest) > 1 && rest[0] == '-' {
			rest = rest[1:]
			high = next()
		}
		found = found || low <= character && character <= high
	}
	return found != negated
}

// MatchGlob reports whether a valid glob with braces matches a whole path. The work is
// counted in steps.
func MatchGlob(glob, name string, steps *text.Steps) bool {
	if !strings.ContainsAny(glob, `*?[{\`) { // as the names of most places
		steps.Take(int64(len(glob)))
		return glob == name
	}
	if !steps.Take(int64(Alternatives(glob) * len(glob))) {
		return false
	}
	return matchAny(alternatives(glob), strings.Split(name, "/"), steps)
}

// matchAny reports whether one of some patterns without braces matches the parts of a path.
func matchAny(patterns [][]string, names []string, steps *text.Steps) bool {
	return slices.ContainsFunc(patterns, func(parts []string) bool { return matchPath(parts, names, steps) })
}
