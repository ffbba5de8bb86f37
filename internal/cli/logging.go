package cli

import (
	"bytes"

	"github.com/sirupsen/logrus"

	"github.com/handofflint/handofflint/internal/text"
)

// newLogger writes notes for people to stderr: what was skipped and why, and
// what went wrong beside the judging. Findings never go through it.
func newLogger(streams Streams) *logrus.Logger {
	log := logrus.New()
	log.SetOutput(streams.Err)
	log.SetLevel(logrus.WarnLevel)
	log.SetFormatter(lineFormatter{})
	return log
}

// lineFormatter prints `handofflint: message`, one line an entry, without the
// time: no output depends on the clock.
type lineFormatter struct{}

// Format makes the line of an entry.
func (lineFormatter) Format(entry *logrus.Entry) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("handofflint: ")
	if entry.Level == logrus.WarnLevel {
		b.WriteString("warning: ")
	}
	b.WriteString(text.Escape(entry.Message))
	b.WriteByte('\n')
	return b.Bytes(), nil
}
