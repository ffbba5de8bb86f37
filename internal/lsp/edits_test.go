package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/handofflint/handofflint/internal/text"
)

// An editor's edits change the server's text like a full copy.
func FuzzEdits(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 1))
		s := &server{documents: map[string]*openFile{}}
		want := []rune(randomText(random, 40))
		open := params{}
		open.TextDocument.URI, open.TextDocument.Text = "file:///x.md", string(want)
		s.didOpen(open)
		for version := 2; version < 12; version++ {
			change := params{}
			change.TextDocument.URI, change.TextDocument.Version = "file:///x.md", version
			for range 1 + random.IntN(3) {
				start, end := randomRange(random, want)
				newText := randomText(random, 6)
				at := &textRange{placeOf(want[:start]), placeOf(want[:end])}
				change.ContentChanges = append(change.ContentChanges, contentChange{at, newText})
				want = append(append(append([]rune{}, want[:start]...), []rune(newText)...), want[end:]...)
			}
			if random.IntN(8) == 0 {
				want = []rune(randomText(random, 40))
				change.ContentChanges = append(change.ContentChanges, contentChange{nil, string(want)})
			}
			if err := s.didChange(change); err != nil {
				t.Fatal(err)
			}
			if got := string(s.documents["file:///x.md"].text()); got != string(want) {
				t.Fatalf("version %d: the server has %q, the editor %q", version, got, string(want))
			}
		}
	})
}

func randomText(random *rand.Rand, length int) string {
	pieces := []string{"a", "é", "\U0001F600", "漢", "\n", "\r\n", "\r", " ", "\ufeff", "\u2028"}
	var b strings.Builder
	for range random.IntN(length) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// randomRange returns a range without an end within CRLF, which no position expresses.
func randomRange(random *rand.Rand, runes []rune) (start, end int) {
	for {
		start = random.IntN(len(runes) + 1)
		end = start + random.IntN(len(runes)-start+1)
		if betweenRunes(runes, start) && betweenRunes(runes, end) {
			return start, end
		}
	}
}

func betweenRunes(runes []rune, i int) bool {
	return i == 0 || i == len(runes) || runes[i-1] != '\r' || runes[i] != '\n'
}

// placeOf returns the position after a text, counted as the specification says.
func placeOf(before []rune) text.Position {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(before)), "\n")
	last := lines[len(lines)-1]
	return text.Position{Line: len(lines) - 1, Character: len(utf16.Encode([]rune(last)))}
}

// The edit between any two texts turns one into the other.
func FuzzEditTo(f *testing.F) {
	f.Add("a\r\nb", "a\nb")
	f.Add("\U0001F600", "\U0001F601")
	f.Add("aa", "a")
	f.Add("x\r\n", "x\r\ny\r\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		h := openHandoff{openFile: &openFile{positions: text.NewPositions([]byte(before))}}
		edit := h.editTo([]byte(after))["documentChanges"].([]object)[0]["edits"].([]textEdit)[0]
		from, to := h.positions.Offset(edit.Range.Start), h.positions.Offset(edit.Range.End)
		if got := before[:from] + edit.NewText + before[to:]; got != after {
			t.Fatalf("%q to %q gives %q", before, after, got)
		}
	})
}
