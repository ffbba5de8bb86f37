package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// stream is a log or an output that a command reads to its end.
type stream struct {
	io.Reader
	// path is what messages call it.
	path  string
	close func() error
}

// openPath opens a file, which may be a pipe: its writer may never come.
func openPath(ctx context.Context, path string) (*stream, error) {
	var file *os.File
	var err error
	opened := make(chan struct{})
	go func() {
		file, err = openFile(path)
		close(opened)
	}()
	select {
	case <-opened:
	case <-ctx.Done():
		return nil, errInterrupted
	}
	if err != nil {
		return nil, err
	}
	return &stream{&interruptible{ctx: ctx, r: file, before: notUTF16}, path, file.Close}, nil
}

// openStdin is standard input as a stream.
func (r *runner) openStdin() *stream {
	return newStream(&interruptible{ctx: context.Background(), r: r.streams.In, before: notUTF16}, document.StdinName)
}

// newStream is a stream of what there is nothing to close of.
func newStream(from io.Reader, path string) *stream {
	return &stream{from, path, func() error { return nil }}
}

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
		in.before = func(*bufio.Reader) error {
			fmt.Fprintln(streams.Err, "handofflint: reading from the terminal, up to its end of input; name a file to read that")
			return nil
		}
	}
	return in
}

func openFile(path string) (*os.File, error) {
	at, err := files.Named.Find(path)
	var file *os.File
	if err == nil {
		file, err = at.OpenFile(os.O_RDONLY, 0) // a pipe's writer may come later
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
	// before is done before anything is read, and its error is that of the reader; it
	// may be nil.
	before func(*bufio.Reader) error
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
			from, err := bufio.NewReader(i.r), error(nil)
			if i.before != nil {
				err = i.before(from)
			}
			if err == nil {
				_, err = from.WriteTo(w)
			}
			w.CloseWithError(err)
		}()
	})
	return i.pipe.Read(p)
}

// errUTF16 says what a stream of UTF-16 is and how to make another one. In it no
// marker and no signal is found, and what is there would be taken for missing.
var errUTF16 = errors.New("it is UTF-16, as > of Windows PowerShell writes it; write it as UTF-8, such as with | Out-File -Encoding utf8")

// notUTF16 is an error if a stream begins as UTF-16 does.
func notUTF16(from *bufio.Reader) error {
	mark, _ := from.Peek(2) // an error comes again when it is read
	if string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" {
		return errUTF16
	}
	return nil
}
