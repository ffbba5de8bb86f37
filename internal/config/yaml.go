package config

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// YAML writes values as a configuration in YAML, each with its origin in a
// comment after it. What cannot be written as a value is a comment alone, so
// the text is an equivalent configuration.
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

// heading returns the line of the key above the first of some values. It is a
// comment if only notes are below it: a key needs a value.
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

// common returns the length of the common prefix of two paths.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

// originColumn is the column of the origins of short values.
const originColumn = 44

func padded(line string) string {
	return line + strings.Repeat(" ", max(2, originColumn-utf8.RuneCountInString(line)))
}

// plainKey matches a key that YAML reads as the same string.
var plainKey = regexp.MustCompile(`^[A-Za-z_][\w/.-]*$|^[1-9]\d*$`)

// yamlKey returns a key as YAML writes it, in quotes if needed.
func yamlKey(key string) string {
	reserved := slices.Contains([]string{"null", "true", "false"}, strings.ToLower(key))
	if plainKey.MatchString(key) && !reserved {
		return key
	}
	return string(jsonString(key))
}
