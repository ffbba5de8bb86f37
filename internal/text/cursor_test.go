package text

import "testing"

func FuzzCursor(f *testing.F) {
	for _, s := range []string{"", "ab\ncd", "é\r\n日本😀x", "\xff\xe2\x28\xf0\x9f", "a\n\n\xe6\x97", "\xf0\x9f\x98\n\x80"} {
		f.Add([]byte(s), uint8(1))
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, step uint8) {
		whole := NewSource(append([]byte("\n"), data...)) // no BOM at the start
		var c Cursor
		c.Advance([]byte("\n"))
		for at := 0; at < len(data); {
			next := min(at+int(step%7)+1, len(data))
			c.Advance(data[at:next])
			at = next
			if got, want := c.Pos(), whole.Pos(1+at); got != want {
				t.Fatalf("behind %q: %+v, want %+v", data[:at], got, want)
			}
		}
	})
}

func TestCursorSkipsBOM(t *testing.T) {
	var c Cursor
	c.SkipBOM()
	c.Advance([]byte("ab"))
	if got, want := c.Pos(), NewSource([]byte(BOM+"ab")).Pos(5); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A part of a text counts as the whole does, wherever it was cut.
func TestSourceAt(t *testing.T) {
	const whole = "é one\n日本 😀two\r\nthree\n"
	all := NewSource([]byte(whole))
	for cut := range len(whole) + 1 {
		if cut < len(whole) && whole[cut]&0xC0 == 0x80 {
			continue // within a code point
		}
		part := NewSourceAt([]byte(whole[cut:]), all.Pos(cut))
		if part.FirstLine() != all.Pos(cut).Line || part.Lines() != all.Lines() || part.Origin() != all.Pos(cut) {
			t.Errorf("cut at %d: lines %d to %d, origin %+v", cut, part.FirstLine(), part.Lines(), part.Origin())
		}
		for offset := cut; offset <= len(whole); offset++ {
			if got, want := part.Pos(offset-cut), all.Pos(offset); got != want {
				t.Errorf("cut at %d: Pos(%d) is %+v, want %+v", cut, offset, got, want)
			}
		}
		for line := all.Pos(cut).Line + 1; line <= all.Lines(); line++ {
			if got, want := part.Line(line), all.Line(line); got != want {
				t.Errorf("cut at %d: line %d is %q, want %q", cut, line, got, want)
			}
		}
		if part.Line(part.FirstLine()-1) != "" || part.Line(part.Lines()+1) != "" {
			t.Errorf("cut at %d: it has lines that are not there", cut)
		}
	}
	if got := NewSourceAt([]byte("😀x"), Pos{Offset: 7, Line: 3, Column: 5}).UTF16Column(4); got != 7 {
		t.Errorf("the UTF-16 column is %d, want 7", got)
	}
}
