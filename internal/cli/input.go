package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/payload"
)

// logArgument is the log or output that is the command's only argument, "-" for
// standard input.
func logArgument(c *cli.Context) (string, error) {
	if c.NArg() == 0 {
		return "-", nil
	}
	return oneArgument(c, "the log")
}

// logName is what messages call a log.
func logName(path string) string {
	if path == "-" {
		return document.StdinName
	}
	return path
}

// readLog reads a log or an output to its end, standard input for "-". Unlike a
// file to be checked it may be a pipe.
func (r *runner) readLog(path string) ([]byte, error) {
	in := r.streams.In
	if path != "-" {
		at, err := files.Named.Find(path)
		if err != nil {
			return nil, err
		}
		file, err := at.OpenFile(os.O_RDONLY, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("no file %s; name one, or - for standard input", path)
		}
		if err != nil {
			return nil, err
		}
		defer file.Close() // it was only read
		in = file
	}
	data, err := files.ReadLog(in)
	if err == nil && payload.IsUTF16(data) {
		// No marker and no signal would be found in it.
		err = errors.New("it is UTF-16, as > of Windows PowerShell writes it; write it as UTF-8, such as with | Out-File -Encoding utf8")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", logName(path), files.Reason(err))
	}
	return data, nil
}
