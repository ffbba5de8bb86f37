package text

import (
	"strings"
	"testing"
	"unicode/utf16"
)

func TestPositions(t *testing.T) {
	p := NewPositions([]byte("a\r\n\U0001F600é|\rx\n\n"))
	for offset, want := range map[int]Position{
		0: {0, 0}, 1: {0, 1}, 3: {1, 0}, 7: {1, 2}, 9: {1, 3}, 11: {2, 0}, 13: {3, 0}, 14: {4, 0},
	} {
		if got := p.At(offset); got != want {
			t.Errorf("At(%d) = %v, want %v", offset, got, want)
		}
		if got := p.Offset(want); got != offset {
			t.Errorf("Offset(%v) = %d, want %d", want, got, offset)
		}
	}
}

func TestPositionsOutside(t *testing.T) {
	p := NewPositions([]byte("ab\r\n\U0001F600c"))
	for at, want := range map[Position]int{
		{-1, 5}: 0, {0, -1}: 0, {0, 99}: 2, {0, 3}: 2, {1, 1}: 4, {1, 99}: 9, {2, 0}: 9, {1 << 40, 1 << 40}: 9,
	} {
		if got := p.Offset(at); got != want {
			t.Errorf("Offset(%v) = %d, want %d", at, got, want)
		}
	}
	for offset, want := range map[int]Position{-3: {0, 0}, 99: {1, 3}} {
		if got := p.At(offset); got != want {
			t.Errorf("At(%d) = %v, want %v", offset, got, want)
		}
	}
	if got := NewPositions([]byte("a\r")).At(2); got != (Position{1, 0}) {
		t.Errorf("after the last line end: %v", got)
	}
	if got := NewPositions(nil).Offset(Position{3, 3}); got != 0 {
		t.Errorf("in an empty text: %d", got)
	}
}

// TestPositionsInLongLine holds that positions in a line of any length are found.
func TestPositionsInLongLine(t *testing.T) {
	line := strings.Repeat("a\U0001F600\xffé\u2028", 2000)
	p := NewPositions([]byte("short\n" + line + "\r\n" + line))
	for number, offset := range []int{0, 6, 6 + len(line) + 2} {
		for column, end := 0, p.lineSpan(number).End; offset < end; {
			at := Position{number, column}
			if got := p.At(offset); got != at {
				t.Fatalf("At(%d) = %v, want %v", offset, got, at)
			}
			if got := p.Offset(at); got != offset {
				t.Fatalf("Offset(%v) = %d, want %d", at, got, offset)
			}
			size, units := character(p.data[offset:])
			offset, column = offset+size, column+units
		}
	}
}

func FuzzPositions(f *testing.F) {
	f.Add("a\r\n\U0001F600é\rb\xff\n", 1, 2)
	f.Fuzz(func(t *testing.T, data string, line, character int) {
		p := NewPositions([]byte(data))
		offset := p.Offset(Position{line, character})
		if offset < 0 || offset > len(data) {
			t.Fatalf("Offset = %d of %d", offset, len(data))
		}
		if back := p.Offset(p.At(offset)); back != offset {
			t.Fatalf("%q: offset %d comes back as %d", data, offset, back)
		}
		// The columns are what an encoder makes of a line.
		start := 0
		for offset := range data {
			at := p.At(offset)
			if at.Character == 0 {
				start = offset
			}
			if want := len(utf16.Encode([]rune(data[start:offset]))); at.Character != want {
				t.Fatalf("%q: column %d at %d, want %d", data, at.Character, offset, want)
			}
		}
	})
}
