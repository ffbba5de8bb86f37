package config

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// YAML writes values as a configuration in YAML, each with its origin in a
// comment behind it. What cannot be written as a value, or stands beside what
// is no value, is a comment alone, so the text is a configuration that says what
// it says.
func YAML(values []Value) string {
	var b strings.Builder
	var open []string
	for i, v := range values {
		last := len(v.Path) - 1
		shared := common(open, v.Path[:last])
		for depth := shared; depth < last; depth++ {
			b.WriteString(heading(values[i:], depth) + "\n")
		}
		open = v.Path[:last]
		line := indent(last) + yamlKey(v.Path[last]) + ": " + string(plainJSON(v.Value))
		switch {
		case v.Value == nil:
			line = indent(last) + "# " + v.Path[last] + ": " + v.Note
		case v.Beside:
			line = "# " + line
		}
		origin := v.Origin
		if v.Value != nil && v.Note != "" {
			origin = v.Note + "; " + origin
		}
		b.WriteString(padded(line) + "# " + origin + "\n")
	}
	return b.String()
}

// heading is the line of a key that the first of some values is below. Where
// only notes are below it, it is one as well: a key has a value or is not there.
func heading(values []Value, depth int) string {
	path := values[0].Path[:depth+1]
	line := indent(depth) + yamlKey(path[depth]) + ":"
	for _, v := range values {
		if common(path, v.Path) <= depth {
			break
		}
		if v.Value != nil && !v.Beside {
			return line
		}
	}
	return "# " + line
}

// common is how many steps two paths share from their start.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

// originColumn is where the origins of short values stand.
const originColumn = 44

func padded(line string) string {
	return line + strings.Repeat(" ", max(2, originColumn-utf8.RuneCountInString(line)))
}

// plainKey is a key that YAML reads as the text that it is.
var plainKey = regexp.MustCompile(`^[A-Za-z_][\w/.-]*$|^[1-9]\d*$`)

// yamlKey is a key as YAML has it, in quotes where it could be read as
// something else.
func yamlKey(key string) string {
	reserved := slices.Contains([]string{"null", "true", "false"}, strings.ToLower(key))
	if plainKey.MatchString(key) && !reserved {
		return key
	}
	return string(jsonString(key))
}
