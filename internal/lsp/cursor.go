package lsp

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// token is a piece of JSON: a sign, a string with its quotes, or a word. The one that is
// typed is empty if the cursor is in none.
type token struct {
	text.Span
	typed bool
}

// tokensOf returns the pieces of a JSON text that may be broken anywhere. A string ends
// with its line at the latest.
func tokensOf(data []byte, region text.Span, cursor int) (tokens []token) {
	typed := false
	for i := region.Start; i < region.End; {
		t := token{Span: text.Span{Start: i, End: i + 1}}
		covers := false
		switch {
		case bytes.IndexByte([]byte(" \t\r\n"), data[i]) >= 0:
			i++
			continue
		case data[i] == '"':
			closed := false
			t.End, closed = stringEnd(data[:region.End], i)
			covers = t.Start < cursor && (cursor < t.End || cursor == t.End && !closed)
		case bytes.IndexByte([]byte("{}[],:"), data[i]) < 0:
			for t.End < region.End && bytes.IndexByte([]byte(" \t\r\n{}[],:\""), data[t.End]) < 0 {
				t.End++
			}
			covers = t.Start <= cursor && cursor <= t.End
		}
		if !typed && !covers && t.Start >= cursor {
			tokens, typed = append(tokens, token{text.At(cursor), true}), true
		}
		t.typed = covers && !typed
		typed = typed || t.typed
		tokens, i = append(tokens, t), t.End
	}
	if !typed {
		tokens = append(tokens, token{text.At(cursor), true})
	}
	return tokens
}

// stringEnd is where a string of JSON ends, and whether it is closed there.
func stringEnd(data []byte, start int) (end int, closed bool) {
	for i := start + 1; i < len(data); i++ {
		switch data[i] {
		case '"':
			return i + 1, true
		case '\r', '\n':
			return i, false
		case '\\':
			i++
		}
	}
	return len(data), false
}

// frame is an object or a list that a scan is in.
type frame struct {
	list  bool
	key   string // the last key of an object
	index int    // the item of a list
	keys  []string
	value bool // a value comes next in an object
}

// maxDepth is how deep a cursor may be. No schema says anything of a deeper place, and the
// pointer to one of a million levels would take minutes.
const maxDepth = 256

// jsonCursor finds the place of a cursor in JSON.
func jsonCursor(data []byte, region text.Span, offset int) (at cursor, found bool) {
	tokens := tokensOf(data, region, offset)
	sign := func(n int) byte {
		if n < len(tokens) && tokens[n].Len() > 0 {
			return data[tokens[n].Start]
		}
		return 0
	}
	frames := []*frame{{list: true}} // the first is around all objects
	var in *frame                    // that of the cursor
	for n, t := range tokens {
		first, top := sign(n), frames[len(frames)-1]
		isKey := !top.list && (sign(n+1) == ':' || !top.value)
		switch {
		case t.typed && (len(frames) == 1 || len(frames)-1 > maxDepth):
			return at, false
		case t.typed:
			in = top
			at = cursor{key: isKey, typed: t.Span, json: true, followed: sign(n+1) == ':', comma: sign(n+1) == '"'}
			for _, f := range frames[1:] {
				if f != top || !isKey {
					at.pointer = document.PointerStep(at.pointer, f.step())
				}
			}
			top.value = false
		case first == '{' || first == '[':
			top.value = false
			frames = append(frames, &frame{list: first == '['})
		case first == '}' || first == ']':
			if top == in {
				at.present = in.keys
				return at, true
			}
			if len(frames) > 1 {
				frames = frames[:len(frames)-1]
			}
		case first == ',':
			top.value = false
			top.index++
		case first == ':':
			top.value = true
		case isKey && first == '"':
			top.key = unquoted(data[t.Start:t.End])
			top.keys = append(top.keys, top.key)
		default:
			top.value = false
		}
	}
	at.present = in.keys
	return at, true
}

// step is the step of a pointer to what a frame is at.
func (f *frame) step() string {
	if f.list {
		return strconv.Itoa(f.index)
	}
	return f.key
}

// unquoted is the value of a string of JSON, or what there is of one that is broken.
func unquoted(raw []byte) (s string) {
	if json.Unmarshal(raw, &s) != nil {
		return strings.Trim(string(raw), `"`)
	}
	return s
}

// yamlLine is a line of YAML in blocks: a key with its value, or an item of a list.
type yamlLine struct {
	// dash is the column of the last dash, -1 for none; column is where the key or the
	// item begins.
	dash, column int
	key          string
	// value is where the value begins, -1 without a key and its colon.
	value int
	// empty is set if nothing is in the line, or a comment.
	empty bool
}

// yamlKey is a key of YAML with its colon.
var yamlKey = text.MustCompile(`^(?:"([^"\\]*)"|'([^']*)'|([A-Za-z0-9_.$/-]+))[ \t]*:(?:[ \t]+|$)`)

func parseYAMLLine(line string) yamlLine {
	l := yamlLine{dash: -1, value: -1}
	rest := strings.TrimLeft(line, " ")
	for strings.HasPrefix(rest, "- ") || rest == "-" {
		l.dash = len(line) - len(rest)
		rest = strings.TrimLeft(rest[1:], " ")
	}
	l.column = len(line) - len(rest)
	l.empty = rest == "" && l.dash < 0 || strings.HasPrefix(rest, "#")
	if m := yamlKey.FindStringSubmatch(rest); m != nil {
		l.key, l.value = m[1]+m[2]+m[3], l.column+len(m[0])
	}
	return l
}

// yamlCursor finds the place of a cursor in YAML that is written in blocks.
func yamlCursor(data []byte, region text.Span, offset int) (at cursor, found bool) {
	lines, number, start := strings.Split(string(data[region.Start:region.End]), "\n"), 0, region.Start
	for start+len(lines[number]) < offset {
		start += len(lines[number]) + 1
		number++
	}
	line := strings.TrimRight(lines[number], "\r")
	own := parseYAMLLine(line)
	if at, found = own.cursor(line, offset-start); !found {
		return at, false
	}
	at.typed = text.Span{Start: start + at.typed.Start, End: start + at.typed.End}
	path, present := own.above(lines[:number])
	if !at.key && own.value >= 0 {
		path = append(path, own.key)
	}
	for _, step := range path {
		at.pointer = document.PointerStep(at.pointer, step)
	}
	at.present = append(present, own.below(lines[number+1:])...)
	return at, true
}

// cursor returns what is typed at a column of a line. If that is a new key before the
// one that is there, the line begins with it from then on.
func (l *yamlLine) cursor(line string, column int) (at cursor, found bool) {
	switch {
	case column > len(line), strings.HasPrefix(strings.TrimLeft(line, " "), "#"), l.dash >= 0 && column < l.column:
		return at, false // after a lone CR, in a comment, or before an item
	case l.value >= 0 && column >= l.value:
		at.typed = text.Span{Start: l.value, End: max(column, len(strings.TrimRight(line, " \t")))}
	case l.value < 0 && l.dash >= 0:
		at.typed = text.Span{Start: l.column, End: max(column, len(strings.TrimRight(line, " \t")))}
	case column < l.column:
		l.column = column
		at.key, at.followed, at.typed = true, l.value >= 0, text.At(column)
	default:
		key, _, _ := strings.Cut(line[l.column:], ":")
		key, _, _ = strings.Cut(key, " ")
		at.key, at.followed, at.typed = true, l.value >= 0, text.Span{Start: l.column, End: max(column, l.column+len(key))}
	}
	return at, true
}

// above returns the path to the object or list that a line is in, by the lines above
// it, and the keys that the object has there.
func (l yamlLine) above(lines []string) (path, present []string) {
	limit, dashed, siblings := l.column, false, true
	item := func(dash int) {
		path, limit, dashed, siblings = append(path, "0"), dash, true, false
	}
	if l.dash >= 0 {
		item(l.dash)
	}
	for _, line := range slices.Backward(lines) {
		line = strings.TrimRight(line, " \t\r")
		outer := parseYAMLLine(line)
		switch {
		case outer.empty || outer.key == "":
			continue
		case siblings && outer.column == limit:
			present = append(present, outer.key)
		case outer.value >= len(line) && (outer.column < limit || dashed && outer.dash < 0 && outer.column == limit):
			path, limit, dashed, siblings = append(path, outer.key), outer.column, false, false
		default:
			continue
		}
		if outer.dash >= 0 {
			item(outer.dash)
		}
	}
	slices.Reverse(path)
	return path, present
}

// below returns the keys that the object of a line has in the lines below it.
func (l yamlLine) below(lines []string) (present []string) {
	if l.dash >= 0 {
		return nil
	}
	for _, line := range lines {
		next := parseYAMLLine(strings.TrimRight(line, " \t\r"))
		switch {
		case next.empty:
		case next.column < l.column || next.dash >= 0 && next.dash <= l.column:
			return present
		case next.column == l.column && next.key != "":
			present = append(present, next.key)
		}
	}
	return present
}
