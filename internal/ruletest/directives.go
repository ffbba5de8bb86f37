package ruletest

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// standardTime is the default time at which cases are linted.
var standardTime = time.Date(2026, time.June, 1, 12, 0, 0, 0, time.UTC)

// fileAge is the age of files without an mtime directive.
const fileAge = time.Hour

// directives is the parsed text before the files of a case.
type directives struct {
	as    document.Format
	paths []string
	files []string
	stdin string
	now   time.Time
	// transcript is what the agent of the case did.
	transcript string
	rules      string
	systems    []string
	evidence   []string
	steps      []step
}

// step makes something in the copy of a case that git cannot store.
type step struct {
	what, path, argument string
	// number is a step's argument as a number: bytes, or permissions.
	number int64
	// offset is the time from the usual time of a file, or for git from gitBegan.
	offset time.Duration
}

// parseDirectives reads the directives of a case; name is its path, for errors.
func parseDirectives(name, source string) (directives, error) {
	d := directives{now: standardTime, paths: []string{"."}}
	for i, line := range strings.Split(source, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := d.parse(line); err != nil {
			return d, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	return d, nil
}

// parse adds one directive; the comment of the package explains each.
func (d *directives) parse(line string) (err error) {
	what, argument, found := strings.Cut(line, ":")
	argument = strings.TrimSpace(argument)
	if !found || argument == "" {
		return fmt.Errorf("%q is not `directive: argument`", line)
	}
	switch what {
	case "as":
		d.as = document.Format(argument)
	case "paths":
		d.paths = strings.Fields(argument)
	case "files":
		d.files = strings.Fields(argument)
	case "stdin":
		d.stdin = argument
	case "now":
		d.now, err = time.Parse(time.RFC3339, argument)
	case "rules":
		d.rules = argument
	case "os":
		d.systems = strings.Fields(argument)
	case "evidence":
		return d.parseEvidence(argument)
	case "transcript":
		d.transcript = argument
		return d.parseEvidence("actions")
	case "git":
		d.steps = append(d.steps, step{what: what, argument: argument, offset: time.Duration(len(d.steps)) * time.Hour})
	default:
		return d.parseStep(what, argument)
	}
	return err
}

func (d *directives) parseEvidence(argument string) error {
	for name := range strings.FieldsSeq(argument) {
		if !slices.Contains(rules.EvidenceKinds, name) {
			return fmt.Errorf("there is no evidence %q", name)
		}
		d.evidence = append(d.evidence, name)
	}
	return nil
}

// stepsWithArgument are the steps that take a path and an argument.
var stepsWithArgument = []string{"mtime", "size", "bytes", "link", "rename", "mode"}

// parseStep adds a step on a file.
func (d *directives) parseStep(what, argument string) (err error) {
	s := step{what: what}
	s.path, s.argument, _ = strings.Cut(argument, " ")
	s.argument = strings.TrimSpace(s.argument)
	if !fs.ValidPath(s.path) {
		return fmt.Errorf("%q is no path within the case", s.path)
	}
	takesArgument := slices.Contains(stepsWithArgument, what)
	if takesArgument != (s.argument != "") {
		return fmt.Errorf("%s: not the arguments that it takes", what)
	}
	switch what {
	case "mtime":
		s.offset, err = time.ParseDuration(s.argument)
	case "size":
		s.number, err = strconv.ParseInt(s.argument, 10, 32)
	case "bytes":
		s.argument, err = strconv.Unquote(s.argument)
	case "mode":
		s.number, err = strconv.ParseInt(s.argument, 8, 16)
	case "cut", "link", "rename", "remove", "folder", "fifo":
	default:
		return fmt.Errorf("there is no directive %q", what)
	}
	d.steps = append(d.steps, s)
	return err
}
