package hook

import (
	"io"

	"github.com/handofflint/handofflint/internal/audit"
	"github.com/handofflint/handofflint/internal/transcript"
)

// maxStatusBytes is the size up to which transcripts are read for a status line in the middle of a
// turn, too.
const maxStatusBytes = 10 << 20

// shownStatus is what a status line showed of a session.
type shownStatus struct {
	Projects []string `json:"projects"`
	// Bytes is the size of the transcripts that Now is of.
	Bytes int64 `json:"bytes"`
	// Now is what they show, Stop what they showed when the agent last ended a turn.
	Now  audit.Status `json:"now"`
	Stop audit.Status `json:"stop"`
}

// shrink does nothing: the file is always small.
func (s *shownStatus) shrink() {}

// StatusLine returns the status of the session that Claude Code names on the standard input of its
// status line, "" if there is nothing to say or it cannot be read. A large transcript is read only
// when a turn has ended: nothing waits for the line then.
func StatusLine(in io.Reader, getenv func(string) string) string {
	e, err := Read(in, DefaultHost(), getenv)
	if err != nil || e.Session == "" || tooLong(e.Cwd) || tooLong(e.SessionTranscript) {
		return ""
	}
	folder, err := openStore(getenv)
	if err != nil {
		return ""
	}
	var shown shownStatus
	file := fileName("status", e.Session+"\x00"+e.SessionTranscript)
	folder.read(file, &shown)
	bytes := transcript.Size(e.SessionTranscript)
	switch bytes {
	case 0:
		return ""
	case shown.Bytes:
		return shown.Now.Line
	}
	isStop := transcript.EndsTurn(e.SessionTranscript)
	if bytes > maxStatusBytes && !isStop {
		return shown.Stop.AtStop()
	}
	now, err := audit.StatusOf(e.SessionTranscript, e.Session)
	if err != nil {
		return ""
	}
	var next shownStatus
	_ = folder.update(file, &next, func() { // else it is read again
		next.Projects = []string{projectOf(e.Cwd)}
		next.Bytes = bytes
		next.Now = now
		if isStop {
			next.Stop = now
		}
	})
	return now.Line
}
