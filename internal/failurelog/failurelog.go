// Package failurelog keeps the failure log: a file of JSON lines, one for each
// handoff that failed, to which many processes append at once.
//
// Its first five keys are those of the agent-handoff project, whose own log
// (~/.claude/logs/handoff-failures.jsonl) is read without loss; lines of both
// kinds may be in one file.
//
// Writers take a lock beside the log, so no line of theirs is torn, lost or
// written twice. Readers take none.
package failurelog

import (
	"fmt"
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
// be told, "" for nothing.
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
		if size += len(line.text); size < window {
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
	switch {
	case err != nil:
		return fmt.Sprintf("the failure log was not written: %s", err)
	case failures > len(entries):
		return fmt.Sprintf("the failure log takes the first %d of %d failures: at most %d of a run, in %d MiB", len(entries), failures, maxRun, window>>20)
	}
	return ""
}
