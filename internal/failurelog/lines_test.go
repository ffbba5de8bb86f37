package failurelog

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// tooLong stands for a line over the bound.
const tooLong = "<too long>"

func readLines(t *testing.T, r io.Reader, limit int) []string {
	t.Helper()
	lines := newLineReader(r, limit)
	var got []string
	for {
		line, fits, err := lines.next()
		if err == io.EOF {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		if !fits {
			if len(line) != 0 {
				t.Errorf("a line that does not fit has %d bytes", len(line))
			}
			line = []byte(tooLong)
		}
		got = append(got, string(line))
	}
}

// splitLines is the plain way to do what lineReader does.
func splitLines(data []byte, limit int) []string {
	var lines []string
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if len(line) > limit {
			line = []byte(tooLong)
		}
		lines = append(lines, string(line))
	}
	return lines
}

func TestLines(t *testing.T) {
	buffer := strings.Repeat("x", 64<<10)
	for _, test := range []struct {
		name, data string
		limit      int
		want       []string
	}{
		{"nothing", "", 4, nil},
		{"one", "ab\n", 4, []string{"ab"}},
		{"no line feed at the end", "ab\ncd", 4, []string{"ab", "cd"}},
		{"blank ones", "\n\nab\n\n", 4, []string{"", "", "ab", ""}},
		{"just fits", "abcd\nabcd", 4, []string{"abcd", "abcd"}},
		{"too long, then one that fits", "abcde\nab\n", 4, []string{tooLong, "ab"}},
		{"too long at the end", "ab\nabcde", 4, []string{"ab", tooLong}},
		{"as long as the buffer", buffer, 1 << 20, []string{buffer}},
		{"buffer and line feed", buffer + "\nx", 1 << 20, []string{buffer, "x"}},
		{"longer than the buffer", buffer + "y\nx", 1 << 20, []string{buffer + "y", "x"}},
		{"too long over several buffers", buffer + buffer + buffer + "\nx", 100 << 10, []string{tooLong, "x"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, readLines(t, strings.NewReader(test.data), test.limit)); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLinesReadError(t *testing.T) {
	broken := errors.New("broken disk")
	lines := newLineReader(io.MultiReader(strings.NewReader("ab\ncd"), iotest.ErrReader(broken)), 4)
	if line, fits, err := lines.next(); string(line) != "ab" || !fits || err != nil {
		t.Errorf("%q, %v, %v", line, fits, err)
	}
	if _, _, err := lines.next(); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// FuzzLines compares the reader with the plain way, however the bytes come in.
func FuzzLines(f *testing.F) {
	f.Add([]byte("ab\n\ncdefg\r\n"), uint16(4), false)
	f.Add([]byte("\n"), uint16(0), true)
	f.Add([]byte(strings.Repeat("x", 70<<10)+"\nab"), uint16(65535), false)
	f.Fuzz(func(t *testing.T, data []byte, limit uint16, trickle bool) {
		var r io.Reader = bytes.NewReader(data)
		if trickle {
			r = iotest.OneByteReader(r)
		}
		want, got := splitLines(data, int(limit)), readLines(t, r, int(limit))
		if !slices.Equal(want, got) {
			t.Errorf("lines %q, want %q", got, want)
		}
	})
}
