package cli

import (
	"context"
	"io"
	"testing"
)

// TestInterrupted: a pipe of which nobody writes to the end does not hold a user.
func TestInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	r, w := io.Pipe() // of which nobody writes to the end
	defer w.Close()
	in := newRunner(ctx, Streams{In: r, Err: io.Discard}).streams.In
	written := make(chan error, 1)
	go func() {
		_, err := w.Write([]byte("ab"))
		written <- err
	}()
	got := make([]byte, 2)
	if _, err := io.ReadFull(in, got); err != nil || string(got) != "ab" {
		t.Fatalf("got %q, %v", got, err)
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	interrupt()
	for range 2 {
		if n, err := in.Read(got); n != 0 || err == nil || err.Error() != "interrupted" {
			t.Errorf("got %d bytes, %v", n, err)
		}
	}
}
