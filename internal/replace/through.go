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
	if p.stream != nil {
		_, err := p.stream.Write(data)
		return err
	}
	// O_APPEND spares what another process has open.
	file, err := p.at.OpenFile(os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}
