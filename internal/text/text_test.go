package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPos(t *testing.T) {
	tests := []struct {
		name, in     string
		offset       int
		line, column int
		at           int // the offset that Pos gives back
	}{
		{"start", "ab\ncd", 0, 1, 1, 0},
		{"within a line", "ab\ncd", 1, 1, 2, 1},
		{"the line end is on its line", "ab\ncd", 2, 1, 3, 2},
		{"behind a line end", "ab\ncd", 3, 2, 1, 3},
		{"end", "ab\ncd", 5, 2, 3, 5},
		{"end behind a final line end", "ab\n", 3, 2, 1, 3},
		{"empty line", "a\n\nb", 2, 2, 1, 2},
		{"CR of a CRLF", "ab\r\ncd", 2, 1, 3, 2},
		{"LF of a CRLF", "ab\r\ncd", 3, 1, 4, 3},
		{"behind a CRLF", "ab\r\ncd", 4, 2, 1, 4},
		{"a lone CR is a character", "a\rb", 2, 1, 3, 2},
		{"a tab is one column", "\tx", 1, 1, 2, 1},
		{"two bytes", "éx", 2, 1, 2, 2},
		{"wide characters are one column", "日本x", 6, 1, 3, 6},
		{"an emoji is one column", "😀x", 4, 1, 2, 4},
		{"joined emoji are their code points", "👩\u200d🔬x", len("👩\u200d🔬"), 1, 4, len("👩\u200d🔬")},
		{"behind a BOM", BOM + "ab", 3, 1, 1, 3},
		{"after the first letter behind a BOM", BOM + "ab", 4, 1, 2, 4},
		{"a second line behind a BOM", BOM + "ab\ncd", 7, 2, 2, 7},
		{"before a BOM", BOM + "ab", 0, 1, 1, 3},
		{"within a BOM", BOM + "ab", 2, 1, 1, 3},
		{"a BOM elsewhere is a character", "a" + BOM + "b", 4, 1, 3, 4},
		{"empty file", "", 0, 1, 1, 0},
		{"nothing but a BOM", BOM, 0, 1, 1, 3},
		{"nothing but a line end", "\n", 1, 2, 1, 1},
		{"before the file", "ab", -7, 1, 1, 0},
		{"behind the file", "ab\ncd", 99, 2, 3, 5},
		{"behind an empty file", "", 99, 1, 1, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := Pos{Offset: test.at, Line: test.line, Column: test.column}
			if got := NewSource([]byte(test.in)).Pos(test.offset); got != want {
				t.Errorf("Pos(%d) of %q is %+v, want %+v", test.offset, test.in, got, want)
			}
		})
	}
}

// A part of a longer text has the lines, columns and offsets of the whole.
func TestPosInAPart(t *testing.T) {
	s := NewSourceAt([]byte("é\nb"), Pos{Offset: 10, Line: 3, Column: 5})
	for offset, want := range map[int]Pos{0: {10, 3, 5}, 2: {12, 3, 6}, 3: {13, 4, 1}, 4: {14, 4, 2}} {
		if got := s.Pos(offset); got != want {
			t.Errorf("%d: %v, want %v", offset, got, want)
		}
	}
	if s.FirstLine() != 3 || s.Lines() != 4 || s.Slice(s.LineSpan(4)) != "b" {
		t.Errorf("lines %d to %d", s.FirstLine(), s.Lines())
	}
}

// A mark may be due in the last bytes of a text that is not UTF-8.
func TestPosAfterInvalidBytes(t *testing.T) {
	data := strings.Repeat("\x80", markEvery+1)
	if got := NewSource([]byte(data)).Pos(len(data)).Column; got != len(data)+1 {
		t.Errorf("column %d, want %d", got, len(data)+1)
	}
}

func TestRange(t *testing.T) {
	src := NewSource([]byte(BOM + "one\r\ntwo 😀 three"))
	tests := []struct {
		cut        string
		start, end Pos
	}{
		{"one", Pos{3, 1, 1}, Pos{6, 1, 4}},
		{"e\r\nt", Pos{5, 1, 3}, Pos{9, 2, 2}},
		{"😀", Pos{12, 2, 5}, Pos{16, 2, 6}},
		{"three", Pos{17, 2, 7}, Pos{22, 2, 12}},
		{"", Pos{3, 1, 1}, Pos{3, 1, 1}},
	}
	for _, test := range tests {
		start := strings.Index(string(src.Bytes()[src.Start():]), test.cut) + src.Start()
		span := Span{Start: start, End: start + len(test.cut)}
		if got := src.Slice(span); got != test.cut {
			t.Errorf("Slice(%v) is %q, want %q", span, got, test.cut)
		}
		if got, want := src.Range(span), (Range{test.start, test.end}); got != want {
			t.Errorf("Range of %q is %+v, want %+v", test.cut, got, want)
		}
	}
	whole := src.Range(Span{Start: -1, End: 1000})
	if want := (Range{Pos{3, 1, 1}, Pos{22, 2, 12}}); whole != want {
		t.Errorf("Range beyond the file is %+v, want %+v", whole, want)
	}
}

func TestLines(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"empty file", "", []string{""}},
		{"one line", "ab", []string{"ab"}},
		{"final line end", "ab\n", []string{"ab", ""}},
		{"blank lines", "\n\na", []string{"", "", "a"}},
		{"CRLF", "ab\r\n\r\ncd\r\n", []string{"ab", "", "cd", ""}},
		{"both line ends", "a\r\nb\nc", []string{"a", "b", "c"}},
		{"lone CR", "a\rb\n\r", []string{"a\rb", "\r"}},
		{"CR before CRLF", "a\r\r\nb", []string{"a\r", "b"}},
		{"BOM", BOM + "ab\ncd", []string{"ab", "cd"}},
		{"BOM before a line end", BOM + "\r\nx", []string{"", "x"}},
		{"nothing but a BOM", BOM, []string{""}},
		{"other separators", "a\u2028b\u0085c", []string{"a\u2028b\u0085c"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src := NewSource([]byte(test.in))
			if got := src.Lines(); got != len(test.want) {
				t.Fatalf("%d lines, want %d", got, len(test.want))
			}
			for i, want := range test.want {
				if got := src.Slice(src.LineSpan(i + 1)); got != want {
					t.Errorf("line %d is %q, want %q", i+1, got, want)
				}
			}
		})
	}
}

func TestLineSpan(t *testing.T) {
	src := NewSource([]byte(BOM + "ab\r\n\nc"))
	tests := []struct {
		line int
		want Span
	}{
		{1, Span{3, 5}}, {2, Span{7, 7}}, {3, Span{8, 9}},
		{0, Span{9, 9}}, {-1, Span{9, 9}}, {4, Span{9, 9}},
	}
	for _, test := range tests {
		if got := src.LineSpan(test.line); got != test.want {
			t.Errorf("LineSpan(%d) is %v, want %v", test.line, got, test.want)
		}
	}
	if got := src.Slice(src.LineSpan(99)); got != "" {
		t.Errorf("a line that is not there is %q", got)
	}
}

func TestSpan(t *testing.T) {
	if got := (Span{Start: 3, End: 8}).Len(); got != 5 {
		t.Errorf("Len is %d, want 5", got)
	}
	if at := At(4); at.Start != 4 || at.Len() != 0 {
		t.Errorf("At(4) is %v", at)
	}
}

// offsetOf returns the offset of a position, counted from the line's text.
func offsetOf(src *Source, pos Pos) int {
	at := src.LineSpan(pos.Line).Start
	for range pos.Column - 1 {
		_, size := utf8.DecodeRune(src.Bytes()[at:])
		at += size
	}
	return at
}

func FuzzPos(f *testing.F) {
	for _, seed := range []string{
		"", "\n", BOM, BOM + "a\r\nb", "a\rb\r\n", "é日😀\n\n👩\u200d🔬", "\xff\xe2\x82\n", "\t x",
	} {
		f.Add([]byte(seed), 1)
	}
	f.Fuzz(func(t *testing.T, data []byte, offset int) {
		src := NewSource(data)
		pos := src.Pos(offset)
		if pos.Offset < src.Start() || pos.Offset > len(data) {
			t.Fatalf("%+v is outside the file", pos)
		}
		if src.Start() <= offset && offset <= len(data) && pos.Offset != offset {
			t.Fatalf("Pos(%d) has the offset %d", offset, pos.Offset)
		}
		if pos.Line < 1 || pos.Line > src.Lines() || pos.Column < 1 {
			t.Fatalf("%+v is no place", pos)
		}
		checkWayBack(t, src, pos)
	})
}

// checkWayBack checks a position between two characters against its offset and the next position. Within a
// character, or in invalid UTF-8, columns are undefined.
func checkWayBack(t *testing.T, src *Source, pos Pos) {
	t.Helper()
	if got := src.Pos(pos.Offset); got != pos {
		t.Fatalf("Pos(%d) is %+v, then %+v", pos.Offset, pos, got)
	}
	rest := src.Bytes()[pos.Offset:]
	if !utf8.Valid(src.Bytes()) || len(rest) > 0 && !utf8.RuneStart(rest[0]) {
		return
	}
	if got := offsetOf(src, pos); got != pos.Offset {
		t.Fatalf("%+v leads back to %d", pos, got)
	}
	r, size := utf8.DecodeRune(rest)
	want := Pos{Offset: pos.Offset + size, Line: pos.Line, Column: pos.Column + 1}
	switch {
	case size == 0:
		want = pos
	case r == '\n':
		want.Line, want.Column = pos.Line+1, 1
	}
	if got := src.Pos(pos.Offset + size); got != want {
		t.Fatalf("behind %+v stands %+v, want %+v", pos, got, want)
	}
}
