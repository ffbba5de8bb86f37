package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

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
	if path := c.Args().First(); path != "" {
		return path, atMost(c, 1)
	}
	return "", errors.New("the path is empty; name a file, or - for standard input")
}

// logName is what messages call a log.
func logName(path string) string {
	if path == "-" {
		return document.StdinName
	}
	return path
}

// readLog reads a log or an output to its end. Other than a file to be checked it may
// be a pipe.
func (r *runner) readLog(ctx context.Context, path string) ([]byte, error) {
	in := r.streams.In
	if path != "-" {
		file, err := openFile(ctx, path)
		if err != nil {
			return nil, err
		}
		defer file.Close() // it was only read
		in = &interruptible{ctx: ctx, r: file}
	}
	data, err := files.ReadLog(in)
	if err == nil && payload.IsUTF16(data) {
		err = errUTF16
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", logName(path), files.Reason(err))
	}
	return data, nil
}

// errUTF16 says what a log of UTF-16 is and how to make another one. In it no
// marker and no signal is found, and what is there would be taken for missing.
var errUTF16 = errors.New("it is UTF-16, as > of Windows PowerShell writes it; write it as UTF-8, such as with | Out-File -Encoding utf8")

// readStream reads a stream of which a file's text is expected, at most limit
// bytes of it; name is its path in findings, "" that of standard input. What is
// wrong with the stream is a fault, as of a file. The error is ErrInterrupted:
// what the user stops is not judged.
func readStream(ctx context.Context, from io.Reader, name string, limit int64) (document.Input, *document.Fault, error) {
	in, fault := document.Stdin(from, name, limit)
	if fault != nil && ctx.Err() != nil {
		return in, nil, errInterrupted
	}
	return in, fault, nil
}

// stdin makes of standard input what every command reads: it ends with
// ErrInterrupted once the user interrupts, and says so where it waits for a
// terminal.
func stdin(ctx context.Context, streams Streams) io.Reader {
	if streams.In == nil {
		return nil
	}
	in := &interruptible{ctx: ctx, r: streams.In}
	if isTerminal(streams.In) {
		in.before = func() {
			fmt.Fprintln(streams.Err, "handofflint: reading from the terminal, up to its end of input; name a file to read that")
		}
	}
	return in
}

// openFile opens a file, which may be a pipe: its writer may never come.
func openFile(ctx context.Context, path string) (*os.File, error) {
	var file *os.File
	var err error
	opened := make(chan struct{})
	go func() {
		defer close(opened)
		var at files.Place
		if at, err = files.Named.Find(path); err == nil {
			file, err = at.OpenFile(os.O_RDONLY, 0)
		}
	}()
	select {
	case <-opened:
	case <-ctx.Done():
		return nil, errInterrupted
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("no file %s; name one, or - for standard input", path)
	case err != nil:
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a folder; name a file in it", path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// errInterrupted says that the user did not wait for the end of a command.
var errInterrupted = errors.New("interrupted")

// interruptible is a reader that ends with an error once the user interrupts.
// A pipe or a terminal may never say anything more.
type interruptible struct {
	ctx context.Context
	r   io.Reader
	// before is done before anything is read; it may be nil.
	before func()
	start  sync.Once
	pipe   *io.PipeReader
}

// Read reads what another goroutine has read: that may be left behind.
func (i *interruptible) Read(p []byte) (int, error) {
	i.start.Do(func() {
		var w *io.PipeWriter
		i.pipe, w = io.Pipe()
		context.AfterFunc(i.ctx, func() { w.CloseWithError(errInterrupted) })
		go func() {
			if i.before != nil {
				i.before()
			}
			_, err := io.Copy(w, i.r)
			w.CloseWithError(err)
		}()
	})
	return i.pipe.Read(p)
}
