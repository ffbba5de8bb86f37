package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// cell is the outcome of a test in a host. A reason says why the test was not run.
type cell struct {
	failed []string
	reason string
}

// table renders the outcome in Markdown. The cells are by test and host.
func table(hosts []*host, tests []test, versions map[string]pin, cells map[string]cell, now time.Time) string {
	var out strings.Builder
	fmt.Fprintf(&out, "Run by `.ci/run hosts` on %s: P passed, F failed, - not run.\n\n| |", now.UTC().Format("2 January 2006"))
	for _, h := range hosts {
		fmt.Fprintf(&out, " %s |", strings.TrimSuffix(h.title+" "+versions[h.version].Version+", "+h.model, ", "))
	}
	out.WriteString("\n|---" + strings.Repeat("|:-:", len(hosts)) + "|\n")
	var notes []string
	for _, c := range tests {
		fmt.Fprintf(&out, "| %s |", c.title)
		for _, h := range hosts {
			fmt.Fprintf(&out, " %s |", mark(cells[c.name+" "+h.name], &notes))
		}
		out.WriteString("\n")
	}
	for i, note := range notes {
		if i == 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "%d. %s\n", i+1, note)
	}
	return out.String()
}

// mark is what the table says of a cell; a reason becomes a note, once.
func mark(c cell, notes *[]string) string {
	letter := "P"
	if len(c.failed) > 0 {
		letter = "**F**"
	}
	if c.reason == "" {
		return letter
	}
	at := slices.Index(*notes, c.reason)
	if at < 0 {
		at = len(*notes)
		*notes = append(*notes, c.reason)
	}
	if len(c.failed) == 0 {
		letter = "-"
	}
	return fmt.Sprintf("%s (%d)", letter, at+1)
}

// The comments between which the table is in the documentation.
const (
	tableStart = "<!-- hosts -->\n"
	tableEnd   = "<!-- /hosts -->\n"
)

// updateTable replaces the table in a file.
func updateTable(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(old, []byte(tableStart))
	_, after, closed := bytes.Cut(rest, []byte(tableEnd))
	if !found || !closed {
		return fmt.Errorf("%s has no %s and %s", file, strings.TrimSpace(tableStart), strings.TrimSpace(tableEnd))
	}
	return os.WriteFile(file, slices.Concat(before, []byte(tableStart), []byte(text), []byte(tableEnd), after), 0o644)
}
