// Package failurelog keeps the failure log: a file of JSON lines, one for
// every file with findings, to which many processes append at once.
//
// Its first five keys are those of the agent-handoff project, whose own log
// (~/.claude/logs/handoff-failures.jsonl) is read without loss; lines of both
// kinds may stand in one file.
//
// Writers take a lock beside the log, so that a line is never torn, lost or
// mixed. Readers take none: they are never in a writer's way, and need no
// right to write. A line that is no entry is skipped and counted, and stays
// where it is.
package failurelog

const (
	// MaxLine is the longest line that is written or read, in bytes, without
	// its line end. An entry from EntryFrom always fits.
	MaxLine = 1 << 20
	// MaxFindings is how many findings an entry lists; its error count has
	// them all.
	MaxFindings = 100
	// MaxMessage is how long a message of an entry may be, in code points.
	MaxMessage = 500

	// maxPath is what Linux allows for a path; maxName bounds every other
	// string, some of which a handoff's author chose. Both in code points.
	maxPath = 4096
	maxName = 200

	// rotateAt is the size in bytes that a log does not outgrow, keepRotated
	// the number of older files, `.1` the newest.
	rotateAt    = 10 << 20
	keepRotated = 5
)
