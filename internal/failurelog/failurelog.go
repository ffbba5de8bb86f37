// Package failurelog keeps the failure log: a file of JSON lines, one for each
// handoff that failed, to which many processes append at once.
//
// Its first five keys are those of the agent-handoff project, whose own log
// (~/.claude/logs/handoff-failures.jsonl) is read without loss; lines of both
// kinds may be in one file.
//
// Writers take a lock beside the log, so no line of theirs is torn, lost or
// written twice. Readers take none. Which findings are failures, its callers decide.
//
// Append and Read are where to begin.
package failurelog

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/handofflint/handofflint/rules"
)

const (
	// maxRun is how many failures of one run are logged.
	maxRun = 1000
	// window is how much of the end of the log is searched for a failure that is
	// there already. A run adds less than that, so a second one finds all of the
	// first.
	window = 2 << 20
	// maxLine is the longest line that is read, in bytes.
	maxLine = 1 << 20
	// maxRead is the largest file that is read, in bytes: counts of a gigabyte of
	// names that a stranger made up would fill the memory.
	maxRead = 64 << 20
	// rotateAt is the size in bytes at which the log is rotated, keep the number
	// of older files; .1 is the newest.
	rotateAt = 10 << 20
	keep     = 5
)

// Append logs the results with findings if the location says so. tool is the
// program's name and version, source the command. It returns what the user has to
// know, "" for nothing.
func (l Location) Append(now time.Time, tool, source string, results []rules.Result) (warning string) {
	if !l.writes() {
		return ""
	}
	var entries []entryLine
	failures, size := 0, 0
	for _, result := range results {
		if len(result.Findings) == 0 {
			continue
		}
		failures++
		if len(entries) == maxRun || size >= window {
			continue
		}
		line := lineOf(result, now, tool, source)
		size += len(line.text)
		if size < window {
			entries = append(entries, line)
		}
	}
	if failures == 0 {
		return ""
	}
	path, err := l.Path()
	if err == nil {
		err = logFile{path, rotateAt}.append(entries)
	}
	if err != nil {
		return fmt.Sprintf("the failure log was not written: %s", err)
	}
	if failures > len(entries) {
		return fmt.Sprintf("the failure log takes the first %d of %d failures: at most %d of a run, in %d MiB", len(entries), failures, maxRun, window>>20)
	}
	return ""
}

// PathVariable is the environment variable that names the log.
const PathVariable = "HANDOFFLINT_FAILURE_LOG"

// Location is all that the path of the log depends on.
type Location struct {
	// Option is the path that the command line gives, Config the one of the
	// configuration, "" if they give none. Off is set if the configuration keeps no
	// log.
	Option, Config string
	Off            bool
	// Getenv looks up an environment variable.
	Getenv func(name string) string
}

// Named reports whether the command line or the environment names the log.
func (l Location) Named() bool { return l.Option != "" || l.Getenv(PathVariable) != "" }

// writes reports whether failures are logged at all. A machine that builds is gone
// with its log, so it keeps one only if something names it.
func (l Location) writes() bool {
	ci := l.Getenv("CI")
	return l.Named() || !l.Off && (ci == "" || ci == "false")
}

// Path returns where the log is: the option, else the environment, else the
// configuration, else among the logs of ~/.claude if that folder exists, else in
// the user's folder for state. A leading `~/` means the home folder: a shell leaves
// it alone in `--failure-log=~/x`.
func (l Location) Path() (string, error) {
	for _, given := range []string{l.Option, l.Getenv(PathVariable), l.Config} {
		if rest, ok := strings.CutPrefix(filepath.ToSlash(given), "~/"); ok {
			return underHome(rest)
		}
		if given != "" {
			return given, nil
		}
	}
	if claude, err := underHome(".claude"); err == nil {
		if info, err := os.Stat(claude); err == nil && info.IsDir() {
			return filepath.Join(claude, "logs", "handoff-failures.jsonl"), nil
		}
	}
	folder, err := StateFolder(l.Getenv)
	return filepath.Join(folder, "failures.jsonl"), err
}

// StateFolder returns the folder that keeps what the program remembers between runs:
// `handofflint` in $XDG_STATE_HOME if that is absolute, as its specification has it,
// else in the system's folder for state.
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
