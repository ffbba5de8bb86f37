package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzColumn compares the marks of long lines with counting from the line's start.
func FuzzColumn(f *testing.F) {
	f.Add("é", 3000, 4001)
	f.Add("日本\n", 900, 5000)
	f.Add("\x80", 5000, 4321)
	f.Add("\xf0\x9f\x98", 2000, 3333)
	f.Add("ab\r\n\xe4\xb8", 1500, 2048)
	f.Fuzz(func(t *testing.T, unit string, times, offset int) {
		if len(unit) == 0 || len(unit) > 64 {
			return
		}
		data := []byte(BOM + strings.Repeat(unit, min(max(times, 0), 8192/len(unit))))
		source := NewSource(data)
		offset = min(max(offset, 0), len(data))
		pos := source.Pos(offset)
		start := source.LineSpan(pos.Line).Start
		if want := utf8.RuneCount(data[start:pos.Offset]) + 1; pos.Column != want {
			t.Errorf("%q repeated, offset %d: column %d, want %d", unit, offset, pos.Column, want)
		}
	})
}
