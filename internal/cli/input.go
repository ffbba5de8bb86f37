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

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/discover"
)

// stream is a log or an output that a command reads to its end, of any length.
type stream struct {
	io.Reader
	// path is what messages call it.
	path  string
	close func() error
}

// openStream opens the file that is the command's only argument; without one,
// or with `-`, it is standard input. Other than a file to be judged it may be a
// pipe.
func (r *runner) openStream(c *cli.Context) (*stream, error) {
	if c.NArg() > 1 {
		return nil, fmt.Errorf("%s reads one file, and this is another one: %q", c.Command.Name, c.Args().Get(1))
	}
	path := c.Args().First()
	switch {
	case path == "-", c.NArg() == 0:
		r.noteTerminal()
		return &stream{notUTF16(&interruptible{ctx: c.Context, r: r.streams.In}), discover.StdinName, func() error { return nil }}, nil
	case path == "":
		return nil, errors.New("the path is empty; name a file, or - for standard input")
	}
	return openPath(c.Context, path)
}

// openPath opens a file, which may be a pipe.
func openPath(ctx context.Context, path string) (*stream, error) {
	file, err := await(ctx, func() (*os.File, error) { return openFile(path) })
	if err != nil {
		return nil, err
	}
	return &stream{notUTF16(&interruptible{ctx: ctx, r: file}), path, file.Close}, nil
}

// noteTerminal says what a command waits for that reads from a terminal.
func (r *runner) noteTerminal() {
	if in, ok := r.streams.In.(*os.File); ok && isTerminal(in) {
		fmt.Fprintln(r.streams.Err, "handofflint: reading from the terminal, up to its end of input; name a file to read that")
	}
}

func openFile(path string) (*os.File, error) {
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s; name a log or an output, or - for standard input", path)
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
		return none, errors.New("interrupted")
	}
}

// interruptible is a reader that ends with an error once the user interrupts.
// A pipe or a terminal may never say anything more.
type interruptible struct {
	ctx context.Context
	r   io.Reader
	// got is what was read and not yet asked for, err what comes behind it.
	got bytes.Reader
	err error
	buf []byte
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
