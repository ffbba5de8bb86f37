package hook

import (
	"io"

	"github.com/handofflint/handofflint/internal/audit"
	"github.com/handofflint/handofflint/internal/transcript"
)

// maxStatusBytes bounds the transcripts that are read for a status line in the middle of a turn.
const maxStatusBytes = 10 << 20

// shownStatus is the last status line of a session.
type shownStatus struct {
	Projects []string `json:"projects"`
	// Bytes is the size of the transcripts for Now.
	Bytes int64 `json:"bytes"`
	// Now is the current status, Stop the status when the agent last ended a turn.
	Now  audit.Status `json:"now"`
	Stop audit.Status `json:"stop"`
}

// StatusLine returns the status of the session in Claude Code's input for a status line, "" if there is
// none or it cannot be read. A large transcript is read only at the end of a turn, when nothing waits for
// the line.
func StatusLine(in io.Reader, getenv func(string) string) string {
	e, _ := Read(in, DefaultHost(), getenv) // without a session if it cannot be read
	if e.Session == "" || tooLong(e.Cwd) || tooLong(e.SessionTranscript) {
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
	if bytes == shown.Bytes { // nothing was written since
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
	_ = folder.update(file, &next, func() { // on an error it is read again
		next = shownStatus{Projects: []string{projectOf(e.Cwd)}, Bytes: bytes, Now: now, Stop: next.Stop}
		if isStop {
			next.Stop = now
		}
	})
	return now.Line
}
