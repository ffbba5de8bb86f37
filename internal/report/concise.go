package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// conciseFormat prints one line a finding, in the form that editors and grep know from compilers.
type conciseFormat struct{}

func (conciseFormat) Write(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	colors := palette{run.Color, run.Link}
	results, more := run.shown()
	for f := range (Run{Results: results}).findings() {
		if _, err := out.WriteString(colors.header(f)); err != nil {
			return err
		}
	}
	out.WriteString(more)
	return out.Flush()
}

// header is the first line of a finding: where, how bad, what, and the rule.
func (p palette) header(f *rules.Finding) string {
	severity := p.paint(colorOf(f.Severity), text.Escape(string(f.Severity)))
	rule := p.paint(cyan, "["+text.Escape(f.Rule)+"]")
	return fmt.Sprintf("%s: %s: %s %s\n", p.at(f.Path, placeOf(f.Range)), severity, text.Escape(f.Message), rule)
}

// where is the start of a place as editors parse it. It opens a line, so it is
// escaped as a whole: a file may be called ":".
func where(path string, at place) string {
	return text.Escape(fmt.Sprintf("%s:%d:%d", path, at.Line, at.Column))
}
