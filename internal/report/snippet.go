package report

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// tab is how a tab of the source is shown: always the same number of columns,
// because the true stop depends on the gutter and on what was cut off.
const tab = "    "

// cut marks an excerpt whose line begins before it.
const cut = "…"

// widths counts terminal columns. The library's default follows the locale of
// the machine; a report must not.
var widths = &runewidth.Condition{StrictEmojiNeutral: true}

// cell is a piece of a source line that is drawn as one: a character with its
// marks, an emoji sequence, or an escape.
type cell struct {
	text   string
	points int // code points of the source
	width  int // columns of a terminal
}

// cells cuts a source line into what is drawn, in order and without a gap.
// Escapes come first and clusters are looked for between them: an escape
// breaks a cluster apart, and what is left of it is drawn as clusters anew.
func cells(line string) []cell {
	out := make([]cell, 0, len(line))
	done := 0
	for i := 0; i < len(line); {
		size, unsafe := text.Unsafe(line, i)
		if unsafe {
			out = appendClusters(out, line[done:i])
			out = append(out, escaped(line[i:i+size]))
			done = i + size
		}
		i += size
	}
	return appendClusters(out, line[done:])
}

// appendClusters appends the grapheme clusters (UAX #29) of harmless text.
func appendClusters(out []cell, run string) []cell {
	clusters := graphemes.FromString(run)
	for clusters.Next() {
		c := clusters.Value()
		out = append(out, cell{c, utf8.RuneCountInString(c), widths.StringWidth(c)})
	}
	return out
}

// escaped is the cell of a code point that must not be printed as it is.
func escaped(point string) cell {
	if point == "\t" {
		return cell{tab, 1, len(tab)}
	}
	escape := text.EscapePoint(point)
	return cell{escape, 1, len(escape)}
}

// underline gives the line to show for an excerpt, and under which of its
// columns the carets go: pad of them are skipped, width (at least 1) are
// marked. A place beyond the excerpt is marked at its nearer end; a range that
// goes on in the next line is marked to the end of this one; half a character
// is marked as a whole one.
func underline(e rules.Excerpt, at place) (line string, pad, width int) {
	var b strings.Builder
	if e.Column > 1 {
		b.WriteString(cut)
		pad = utf8.RuneCountInString(cut)
	}
	from := max(e.Column, 1)
	for _, c := range cells(e.Text) {
		to := from + c.points
		switch {
		case to <= at.Column:
			pad += c.width
		case at.EndLine > at.Line || from < at.EndColumn && at.Column < at.EndColumn:
			width += c.width
		}
		b.WriteString(c.text)
		from = to
	}
	return b.String(), pad, max(width, 1)
}
