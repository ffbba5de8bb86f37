package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

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

// openPath opens a file, which may be a pipe.
func openPath(ctx context.Context, path string) (*stream, error) {
	file, err := await(ctx, func() (*os.File, error) { return openFile(path) })
	if err != nil {
		return nil, err
	}
	return &stream{notUTF16(&interruptible{ctx: ctx, r: file}), path, file.Close}, nil
}

// openStdin is standard input as a stream.
func (r *runner) openStdin() *stream {
	return newStream(notUTF16(r.streams.In), document.StdinName)
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
	if file, ok := streams.In.(*os.File); ok && isTerminal(file) {
		in.before = func() {
			fmt.Fprintln(streams.Err, "handofflint: reading from the terminal, up to its end of input; name a file to read that")
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

// await waits for what may take forever, unless the user interrupts.
func await[T any](ctx context.Context, wait func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := wait()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, errInterrupted
	}
}

// interruptible is a reader that ends with an error once the user interrupts.
// A pipe or a terminal may never say anything more.
type interruptible struct {
	ctx context.Context
	r   io.Reader
	// got is what was read and not yet asked for, err what comes after it.
	got bytes.Reader
	err error
	buf []byte
	// before is done once, before anything is waited for; it may be nil.
	before func()
}

// readSize is how much is read at once.
const readSize = 256 << 10

func (i *interruptible) Read(p []byte) (int, error) {
	if i.got.Len() == 0 && i.err == nil {
		i.fill()
	}
	if i.got.Len() > 0 {
		return i.got.Read(p)
	}
	return 0, i.err
}

// fill reads into a buffer of its own, for a read that is left behind goes on.
func (i *interruptible) fill() {
	if i.buf == nil {
		i.buf = make([]byte, readSize)
		if i.before != nil {
			i.before()
		}
	}
	type reading struct {
		n   int
		err error
	}
	got, err := await(i.ctx, func() (reading, error) {
		n, err := i.r.Read(i.buf)
		return reading{n, err}, nil
	})
	i.err = cmp.Or(err, got.err)
	i.got.Reset(i.buf[:got.n])
}

// errUTF16 says what a stream of UTF-16 is and how to make another one. In it no
// marker and no signal is found, and what is there would be taken for missing.
var errUTF16 = errors.New("it is UTF-16, as > of Windows PowerShell writes it; write it as UTF-8, such as with | Out-File -Encoding utf8")

// notUTF16 is a stream that is an error where it begins as UTF-16 does.
func notUTF16(r io.Reader) io.Reader { return &byteOrder{r: bufio.NewReader(r)} }

type byteOrder struct {
	r      *bufio.Reader
	looked bool
}

func (b *byteOrder) Read(p []byte) (int, error) {
	if !b.looked {
		b.looked = true
		mark, _ := b.r.Peek(2) // an error comes again when it is read
		if string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" {
			return 0, errUTF16
		}
	}
	return b.r.Read(p)
}
