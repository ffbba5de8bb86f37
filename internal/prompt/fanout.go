package prompt

import (
	"errors"
	"io"
	"sync"
)

// fanOut reads a stream once, and gives all of it to each of the readers. The
// error is the stream's or the first of theirs. It returns once all are done.
func fanOut(r io.Reader, readers ...func(io.Reader) error) error {
	errs := make([]error, len(readers)+1)
	pipes := make([]io.Writer, len(readers))
	var all sync.WaitGroup
	for i, read := range readers {
		from, to := io.Pipe()
		pipes[i] = to
		all.Go(func() {
			errs[i+1] = read(from)
			from.CloseWithError(errs[i+1])
		})
	}
	_, errs[0] = io.Copy(io.MultiWriter(pipes...), r)
	for _, pipe := range pipes {
		pipe.(*io.PipeWriter).CloseWithError(errs[0]) // it never fails
	}
	all.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, io.ErrClosedPipe) {
			return err
		}
	}
	return nil
}
