package files

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadUpTo(t *testing.T) {
	for _, tt := range []struct {
		text        string
		size, limit int64
		want        string
		over        bool
	}{{"", 0, 0, "", false}, {"abc", 3, 3, "abc", false}, {"abc", 0, 2, "ab", true}, {"abc", 99, 5, "abc", false}, {"a", 0, -1, "", true}} {
		data, over, err := ReadUpTo(strings.NewReader(tt.text), tt.size, tt.limit)
		if string(data) != tt.want || over != tt.over || err != nil {
			t.Errorf("%q up to %d: %q, %v, %v", tt.text, tt.limit, data, over, err)
		}
	}
}

func TestReadUpToFails(t *testing.T) {
	gone := errors.New("gone")
	if data, over, err := ReadUpTo(iotest.ErrReader(gone), 3, 3); !errors.Is(err, gone) || data != nil || over {
		t.Errorf("%q, %v, %v", data, over, err)
	}
}

func TestReadLog(t *testing.T) {
	if _, err := ReadLog(strings.NewReader(strings.Repeat("x", MaxLog+1))); !errors.Is(err, ErrLongLog) {
		t.Errorf("a log that is too long: %v", err)
	}
	broken := errors.New("broken pipe")
	if _, err := ReadLog(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v, want the stream's error", err)
	}
}
