package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage and maxHeader bound what a client makes the server keep of one message, in
// bytes.
const (
	maxMessage = 32 << 20
	maxHeader  = 4 << 10
)

// boundedCodec reads and writes messages with the header of the protocol. The library's
// own codec reads whatever length a header has.
type boundedCodec struct {
	jsonrpc2.VSCodeObjectCodec
	// log gets why the stream cannot be read on.
	log func(message string)
}

// ReadObject reads a message.
func (c boundedCodec) ReadObject(stream *bufio.Reader, v any) error {
	err := readMessage(stream, v)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrClosedPipe) && !errors.Is(err, os.ErrClosed) {
		c.log("cannot read a message of the editor: " + err.Error())
	}
	return err
}

func readMessage(stream *bufio.Reader, v any) error {
	length, err := readHeader(stream)
	if err != nil {
		return err
	}
	content := make([]byte, length)
	if _, err := io.ReadFull(stream, content); err != nil {
		return err
	}
	return json.Unmarshal(content, v)
}

// readHeader reads the header of a message, and returns the length of its content.
func readHeader(stream *bufio.Reader) (length int, err error) {
	length = -1
	for size := 0; ; {
		line, err := stream.ReadSlice('\n')
		if size += len(line); errors.Is(err, bufio.ErrBufferFull) || size > maxHeader {
			return 0, fmt.Errorf("the header of a message has more than %d bytes", maxHeader)
		} else if err != nil {
			return 0, err
		}
		name, value, found := strings.Cut(strings.TrimRight(string(line), "\r\n"), ":")
		switch {
		case !found && name == "" && length < 0:
			return 0, errors.New("a message has no Content-Length")
		case !found && name == "":
			return length, nil
		case !strings.EqualFold(name, "Content-Length"):
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > maxMessage {
			return 0, fmt.Errorf("a message has to have between 0 and %d bytes, not %.20q", maxMessage, strings.TrimSpace(value))
		}
	}
}

// stdio is the client's end of a stream.
type stdio struct {
	io.Reader
	io.Writer
}

// Close closes the input if it can be closed, so that a read of it ends.
func (s stdio) Close() error {
	if closer, ok := s.Reader.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
