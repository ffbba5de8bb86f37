package replace

import (
	"context"
	"errors"
	"os"
)

// errInterrupted is of a write that nobody waits for any longer.
var errInterrupted = errors.New("interrupted")

// writeThrough writes to what is no regular file. Opening a pipe waits for its
// reader, and writing for that one's reading.
func (p place) writeThrough(ctx context.Context, data []byte) error {
	done := make(chan error, 1)
	go func() { done <- p.write(data) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errInterrupted
	}
}

func (p place) write(data []byte) error {
	file, err := openSpecial(p.path)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// openSpecial opens what a path leads to, and a descriptor of this process by
// itself: opened anew, one that is a file would be written from its beginning,
// over what stands there. O_APPEND spares a file that another process has open.
func openSpecial(path string) (*os.File, error) {
	if fd, ok := ownDescriptor(path); ok {
		return openDescriptor(fd, path)
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
}
