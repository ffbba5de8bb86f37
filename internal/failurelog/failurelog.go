// Package failurelog keeps the failure log: a file of JSON lines, one for each handoff that failed, to which
// many processes append at once.
//
// Its first five keys are those of the agent-handoff project, whose own log
// (~/.claude/logs/handoff-failures.jsonl) is read without loss; one file may have lines of both kinds.
//
// Writers take a lock next to the log, so that none of their lines is torn, lost or written twice. Readers
// take none. Callers decide which findings are failures.
//
// Start with Append and Read.
package failurelog

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/rules"
)

const (
	// maxRun is the maximum number of failures of one run that are logged.
	maxRun = 1000
	// window is the size of the end of the log, in bytes, that is searched for duplicates of a failure. A run
	// adds less than that, so a second run finds all of the first.
	window = 2 << 20
	// maxLine is the maximum size of a line that is read, in bytes.
	maxLine = 1 << 20
	// maxRead is the maximum size of a file that is read, in bytes: counting a gigabyte of made-up names
	// would exhaust the memory.
	maxRead = 64 << 20
	// rotateAt is the size in bytes at which the log is rotated, keep the number of older files; .1 is the
	// newest.
	rotateAt = 10 << 20
	keep     = 5
)

// Append logs the results with findings if the location allows it. tool is the program's name and version,
// source the command. It returns a warning for the user, or "".
func (l Location) Append(now time.Time, tool, source string, results []rules.Result) (warning string) {
	if !l.writes() {
		return ""
	}
	isPassed := func(r rules.Result) bool { return len(r.Findings) == 0 }
	failed := slices.DeleteFunc(slices.Clone(results), isPassed)
	if len(failed) == 0 {
		return ""
	}
	var entries []entryLine
	size := 0
	for _, result := range failed[:min(len(failed), maxRun)] {
		line := lineOf(result, now, tool, source)
		size += len(line.text)
		if size >= window {
			break
		}
		entries = append(entries, line)
	}
	path, err := l.Path()
	if err == nil {
		err = logFile{path, rotateAt}.append(entries)
	}
	if err != nil {
		return fmt.Sprintf("the failure log was not written: %s", err)
	}
	if len(failed) > len(entries) {
		return fmt.Sprintf("the failure log takes the first %d of %d failures: at most %d of a run, in %d MiB", len(entries), len(failed), maxRun, window>>20)
	}
	return ""
}

// PathVariable is the environment variable that names the log.
const PathVariable = "HANDOFFLINT_FAILURE_LOG"

// Location is everything that the path of the log depends on.
type Location struct {
	// Option is the path from the command line, Config the one from the configuration, or "". Off is set if
	// the configuration disables the log.
	Option, Config string
	Off            bool
	// Getenv looks up an environment variable.
	Getenv func(name string) string
}

// Named reports whether the command line or the environment names the log.
func (l Location) Named() bool { return l.Option != "" || l.Getenv(PathVariable) != "" }

// writes reports whether failures are logged. A CI machine is discarded with its log, so it keeps one only if
// that is named.
func (l Location) writes() bool {
	isOnCI := !slices.Contains([]string{"", "false"}, l.Getenv("CI"))
	return l.Named() || !l.Off && !isOnCI
}

// Path returns the path of the log: the option, else the environment, else the configuration, else in the
// logs of ~/.claude if that folder exists, else in the user's state folder. A leading `~/` means the home
// folder, since shells do not expand it in `--failure-log=~/x`.
func (l Location) Path() (string, error) {
	for _, given := range []string{l.Option, l.Getenv(PathVariable), l.Config} {
		if rest, ok := strings.CutPrefix(filepath.ToSlash(given), "~/"); ok {
			return underHome(rest)
		}
		if given != "" {
			return given, nil
		}
	}
	claude, _ := underHome(".claude") // without a home folder, StateFolder says so
	if _, err := os.Stat(claude); err == nil {
		return filepath.Join(claude, "logs", "handoff-failures.jsonl"), nil
	}
	folder, err := StateFolder(l.Getenv)
	return filepath.Join(folder, "failures.jsonl"), err
}

// StateFolder returns the folder for data that the program keeps between runs: `handofflint` in
// $XDG_STATE_HOME if that is absolute, as its specification requires, else in the system's state folder.
func StateFolder(getenv func(string) string) (string, error) {
	const name = "handofflint"
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, name), nil
	}
	if runtime.GOOS != "windows" {
		return underHome(".local", "state", name)
	}
	if dir := getenv("LOCALAPPDATA"); dir != "" {
		return filepath.Join(dir, name), nil
	}
	return underHome("AppData", "Local", name)
}

func underHome(names ...string) (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no place for the failure log: name one with --failure-log or $%s: %w", PathVariable, err)
	}
	return filepath.Join(append([]string{home}, names...)...), nil
}
