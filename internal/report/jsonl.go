package report

import (
	"bufio"
	"io"
)

// jsonlFormat prints one finding a line, each an object like those of the json
// format, for programs that read a stream. Without findings it prints nothing.
type jsonlFormat struct{}

func (jsonlFormat) Write(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	for f := range run.findings() {
		line, err := encode(jsonFindingOf(f), "", "")
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
