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
// status line, "" if there is nothing to say or it cannot be read.
func StatusLine(in io.Reader, getenv func(string) string) string {
	e, err := Read(in, DefaultHost(), getenv)
	if err != nil || tooLong(e.Cwd) || tooLong(e.SessionTranscript) {
		return ""
	}
	name := e.SessionTranscript
	bytes := transcript.Size(name)
	if bytes == 0 || e.Session == "" {
		return ""
	}
	folder, noFolder := openStore(getenv)
	file := fileName("status", e.Session+"\x00"+name)
	var shown shownStatus
	if noFolder == nil {
		folder.read(file, &shown)
	}
	if shown.Bytes == bytes {
		return shown.Now.Line
	}
	isStop := transcript.EndsTurn(name)
	if bytes > maxStatusBytes && !isStop {
		return shown.Stop.AtStop()
	}
	now, err := audit.StatusOf(name, e.Session)
	if err != nil {
		return ""
	}
	if noFolder == nil {
		// Without what is remembered, it is read again.
		_ = folder.update(file, &shown, func() {
			shown.Projects, shown.Bytes, shown.Now = []string{projectOf(e.Cwd)}, bytes, now
			if isStop {
				shown.Stop = now
			}
		})
	}
	return now.Line
}
