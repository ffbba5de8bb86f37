package config

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// The YAML library has general words for the most frequent mistakes, and
// reports some of them where reading began. This file recognizes them: a tab, a
// glob without quotes, an unclosed bracket or quote, and lines with a wrong
// indent.

// commonMistake gives a YAML fault its own words and position if it is one of
// these.
func (s *source) commonMistake(p *problem) {
	line := s.text.Pos(p.at.Start).Line
	whole := s.text.LineSpan(line)
	message := p.values["problem"]
	switch tab, star := indentingTab.FindStringIndex(s.text.Slice(whole)), bareStar.FindStringIndex(s.text.Slice(p.at)); {
	case p.kind == "several-documents":
		s.firstIndent(p, line)
	case p.kind != "yaml":
	case tab != nil:
		p.kind, p.at = "tab", text.Span{Start: whole.Start + tab[1] - 1, End: whole.Start + tab[1]}
	case star != nil:
		p.kind, p.at = "bare-star", text.Span{Start: p.at.Start + star[1] - 2, End: p.at.Start + star[1]}
	case strings.Contains(message, "expected ','") || strings.Contains(message, "end of stream"):
		s.unclosed(p, line)
	case strings.Contains(message, "expected key") || strings.Contains(message, "mapping values"):
		s.indented(p, line)
	}
}

// indentingTab matches the first tab that a line begins with.
var indentingTab = regexp.MustCompile(`^ *\t`)

// bareStar matches a glob without quotes where YAML expects a value.
var bareStar = regexp.MustCompile(`(^|[-:,[] *)\*[*./]`)

// firstIndent recognizes a line that the library takes for another document
// because its indent is less than the first one's.
func (s *source) firstIndent(p *problem, line int) {
	first := s.significant(1, 1)
	if first == 0 || first >= line || s.indent(first) <= s.indent(line) {
		return
	}
	p.kind, p.values = "indent-first", rules.Values{"line": strconv.Itoa(first), "got": strconv.Itoa(s.indent(first)), "want": strconv.Itoa(s.indent(line))}
}

// indented recognizes a line with a wrong indent: below a key that has a value,
// or between two levels.
func (s *source) indented(p *problem, line int) {
	above, levels := s.significant(line-1, -1), s.levels(line)
	indent := s.indent(line)
	if above == 0 || slices.Contains(levels, indent) || indent > s.indent(above) && s.opens(above) {
		return
	}
	words := make([]string, len(levels))
	for i, n := range levels {
		words[i] = strconv.Itoa(n)
	}
	p.kind = "indent"
	p.values = rules.Values{"line": strconv.Itoa(above), "got": strconv.Itoa(indent), "want": strings.Join(words, " or ")}
}

// opens reports whether a line is a key whose value is below it.
func (s *source) opens(line int) bool {
	content, _, _ := strings.Cut(s.text.Slice(s.text.LineSpan(line)), " #")
	return strings.HasSuffix(strings.TrimRight(content, " \t\r\n"), ":")
}

// levels returns the indents of the lines above that a line may belong to, the
// least first.
func (s *source) levels(line int) []int {
	var levels []int
	for above := s.significant(line-1, -1); above > 0; above = s.significant(above-1, -1) {
		if indent := s.indent(above); len(levels) == 0 || indent < levels[0] {
			levels = slices.Insert(levels, 0, indent)
		}
	}
	return levels
}

// significant returns the nearest line in a direction that is neither blank nor
// a comment, 0 if there is none.
func (s *source) significant(line, step int) int {
	for ; line >= 1 && line <= s.text.Lines(); line += step {
		content := strings.TrimSpace(s.text.Slice(s.text.LineSpan(line)))
		if content != "" && content[0] != '#' && !strings.HasPrefix(content, "---") {
			return line
		}
	}
	return 0
}

// indent returns the number of spaces that a line begins with.
func (s *source) indent(line int) int {
	content := s.text.Slice(s.text.LineSpan(line))
	return len(content) - len(strings.TrimLeft(content, " "))
}

// linesBack is how many lines before its own a fault is searched for.
const linesBack = 20

// unclosed moves a fault to the unclosed bracket or quote, in the line that the
// library names or one before it.
func (s *source) unclosed(p *problem, line int) {
	for from := line; from >= max(1, line-linesBack); from-- {
		start := s.text.LineSpan(from).Start
		rest := s.text.Slice(text.Span{Start: start, End: len(s.data)})
		if at, found := unclosed(rest); found {
			p.kind, p.at = "unclosed", text.Span{Start: start + at, End: start + at + 1}
			p.values = rules.Values{"open": rest[at : at+1], "close": closing[rest[at]]}
			return
		}
	}
}

// closing maps an opening character to the closing one.
var closing = map[byte]string{'[': "]", '{': "}", '"': `"`, '\'': "'"}

// unclosed returns the innermost bracket or quote of a YAML text that is not
// closed.
func unclosed(text string) (at int, found bool) {
	var open []int
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '#' && (i == 0 || strings.ContainsRune(" \t\n", rune(text[i-1]))):
			comment := strings.IndexByte(text[i:], '\n')
			if comment < 0 {
				comment = len(text) - i
			}
			i += comment
		case (c == '"' || c == '\'') && valueBegins(text, i):
			end := quoteEnd(text, i)
			if end < 0 {
				return i, true
			}
			i = end
		case (c == '[' || c == '{') && (len(open) > 0 || valueBegins(text, i)):
			open = append(open, i)
		case (c == ']' || c == '}') && len(open) > 0:
			last := open[len(open)-1]
			if closing[text[last]] != string(c) {
				return last, true
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return 0, false
	}
	return open[len(open)-1], true
}

// valueBegins reports whether a value or a key can begin at an offset.
func valueBegins(text string, at int) bool {
	before := strings.TrimRight(text[:at], " \t")
	if before == "" {
		return true
	}
	last := before[len(before)-1]
	apart := len(before) < at || last == '\n'
	return strings.IndexByte("[{,\n", last) >= 0 || apart && (last == ':' || last == '-')
}

// quoteEnd returns the end of a quoted string that begins at an offset, -1 if
// it is not closed.
func quoteEnd(text string, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[at] == '"':
			i++
		case text[i] == text[at] && text[at] == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		case text[i] == text[at]:
			return i
		}
	}
	return -1
}
