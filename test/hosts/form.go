package main

import (
	"regexp"
	"strings"
)

// field is a place of a form: the line as it is, and what takes its place.
type field struct{ old, text string }

// blank is a line of a form with something to fill in.
var blank = regexp.MustCompile(`<[^!>][^>]*>`)

// fillIn returns what makes of a form the report, with the status last.
func fillIn(form, report string) []field {
	var fields []field
	var status field
	heading := ""
	for line := range strings.Lines(form) {
		line = strings.TrimSuffix(line, "\n")
		key, _, _ := strings.Cut(line, ":")
		switch {
		case strings.HasPrefix(line, "status:"):
			status = field{line, lineWith(report, "status:")}
		case strings.HasPrefix(line, "## "):
			heading = line
		case !blank.MatchString(line):
		case heading == "" && strings.HasPrefix(line, "# "):
			fields = append(fields, field{line, lineWith(report, "# ")})
		case heading == "":
			fields = append(fields, field{line, lineWith(report, key+":")})
		default:
			_, body, _ := strings.Cut(report, heading+"\n\n")
			body, _, _ = strings.Cut(strings.ReplaceAll(body, "<!-- handoff-end", "## "), "\n\n## ")
			fields = append(fields, field{line, body})
		}
	}
	return append(fields, status)
}

// lineWith returns the line that begins so.
func lineWith(text, beginning string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, beginning) {
			return strings.TrimSuffix(line, "\n")
		}
	}
	return ""
}
