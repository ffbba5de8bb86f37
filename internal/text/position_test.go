package text

import (
	"testing"
	"unicode/utf16"
)

func TestPositions(t *testing.T) {
	const data = "a\r\n\U0001F600é|\rx\n\n"
	tests := []struct {
		offset             int
		utf16, utf8, utf32 Position
	}{
		{0, Position{0, 0}, Position{0, 0}, Position{0, 0}},
		{1, Position{0, 1}, Position{0, 1}, Position{0, 1}},
		{3, Position{1, 0}, Position{1, 0}, Position{1, 0}},
		{7, Position{1, 2}, Position{1, 4}, Position{1, 1}},
		{9, Position{1, 3}, Position{1, 6}, Position{1, 2}},
		{11, Position{2, 0}, Position{2, 0}, Position{2, 0}},
		{13, Position{3, 0}, Position{3, 0}, Position{3, 0}},
		{14, Position{4, 0}, Position{4, 0}, Position{4, 0}},
	}
	for _, test := range tests {
		for encoding, want := range map[Encoding]Position{UTF16: test.utf16, UTF8: test.utf8, UTF32: test.utf32} {
			p := NewPositions([]byte(data), encoding)
			if got := p.At(test.offset); got != want {
				t.Errorf("encoding %d: At(%d) = %v, want %v", encoding, test.offset, got, want)
			}
			if got := p.Offset(want); got != test.offset {
				t.Errorf("encoding %d: Offset(%v) = %d, want %d", encoding, want, got, test.offset)
			}
		}
	}
}

func TestPositionsOutside(t *testing.T) {
	p := NewPositions([]byte("ab\r\n\U0001F600c"), UTF16)
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
	if got := NewPositions(nil, UTF16).Offset(Position{3, 3}); got != 0 {
		t.Errorf("in an empty text: %d", got)
	}
}

func FuzzPositions(f *testing.F) {
	f.Add("a\r\n\U0001F600é\rb\xff\n", 1, 2)
	f.Fuzz(func(t *testing.T, data string, line, character int) {
		for _, encoding := range []Encoding{UTF16, UTF8, UTF32} {
			p := NewPositions([]byte(data), encoding)
			offset := p.Offset(Position{line, character})
			if offset < 0 || offset > len(data) {
				t.Fatalf("Offset = %d of %d", offset, len(data))
			}
			if back := p.Offset(p.At(offset)); back != offset {
				t.Fatalf("%q: offset %d comes back as %d", data, offset, back)
			}
			if start := p.LineStart(offset); p.At(start).Character != 0 || p.At(start).Line != p.At(offset).Line {
				t.Fatalf("%q: the line of %d begins at %d", data, offset, start)
			}
		}
		// The columns of UTF-16 are what its encoder makes of a line.
		p := NewPositions([]byte(data), UTF16)
		for offset := range data {
			at := p.At(offset)
			if want := len(utf16.Encode([]rune(data[p.LineStart(offset):offset]))); at.Character != want {
				t.Fatalf("%q: column %d at %d, want %d", data, at.Character, offset, want)
			}
		}
	})
}
