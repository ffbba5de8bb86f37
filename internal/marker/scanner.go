package marker

import (
	"bytes"
	"io"

	"github.com/handofflint/handofflint/internal/text"
)

// windowSize is how much of a stream is looked at together.
const windowSize = 64 << 10

// Scanner finds a pair in a stream of any length. It keeps two segments, of at
// most limit bytes each, and a window of the stream.
//
// Two markers may share dashes: a START that reaches into an END is not before
// it. So a START counts only once the text behind it is reached, and is pending
// until then.
type Scanner struct {
	pair   Pair
	prefix []byte // what both markers begin with
	most   int    // the longer marker's length
	limit  int
	window int

	data   []byte // the window, which begins at offset base of the stream
	base   int
	cursor text.Cursor
	at     int // the offset up to which text was taken

	pending *text.Pos // the START that does not count yet
	start   text.Pos  // the last START, whether or not it counts yet
	end     text.Pos  // the last END
	open    *segment  // since the last START that counts
	done    *segment  // the last one before it with an END
}

// segment is what follows a START.
type segment struct {
	start, end text.Pos
	text       []byte
	long       bool
	// inside is how much of text stands before the END, and cut whether there
	// was more.
	inside int
	cut    bool
	paired bool
}

// NewScanner makes a scanner that keeps at most limit bytes of what stands
// between the markers.
func NewScanner(pair Pair, limit int) *Scanner {
	s := &Scanner{pair: pair, limit: limit, window: windowSize, most: max(len(pair.Start), len(pair.End))}
	same := 0
	for same < min(len(pair.Start), len(pair.End)) && pair.Start[same] == pair.End[same] {
		same++
	}
	s.prefix = []byte(pair.Start[:same])
	return s
}

// Read reads a stream to its end. The error is the stream's.
func (s *Scanner) Read(r io.Reader) error {
	window, n := make([]byte, max(s.window, 2*s.most)), 0
	for {
		more, err := io.ReadFull(r, window[n:])
		n += more
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return err
		}
		done := s.scan(window[:n], last)
		if last {
			return nil
		}
		n = copy(window, window[done:n])
	}
}

// scan looks through a window that begins where the last one was done with,
// and says how far it is done: a marker may reach into the next one.
func (s *Scanner) scan(window []byte, last bool) (done int) {
	s.data = window
	if s.at == 0 && bytes.HasPrefix(window, []byte(text.BOM)) {
		s.cursor.SkipBOM()
		s.at = len(text.BOM)
	}
	done = len(window)
	if !last {
		done = max(0, len(window)-s.most+1)
	}
	for i := 0; ; i++ {
		next := bytes.Index(window[i:], s.prefix)
		if i += next; next < 0 || i >= done {
			break
		}
		s.meet(i)
	}
	s.reach(s.base + done)
	s.base += done
	return done
}

// meet takes the marker at that place of the window, if it is one.
func (s *Scanner) meet(i int) {
	at := s.base + i
	switch {
	case bytes.HasPrefix(s.data[i:], []byte(s.pair.End)):
		s.reach(at)
		s.close(s.cursor.Pos())
	case bytes.HasPrefix(s.data[i:], []byte(s.pair.Start)):
		s.reach(at)
		place := s.cursor.Pos()
		if s.pending != nil {
			s.reach(s.pending.Offset + len(s.pair.Start))
		}
		s.pending, s.start = &place, place
	}
}

// reach takes the text up to an offset. A START that ends there counts.
func (s *Scanner) reach(offset int) {
	if p := s.pending; p != nil && p.Offset+len(s.pair.Start) <= offset {
		s.take(p.Offset + len(s.pair.Start))
		s.begin(*p)
		s.pending = nil
	}
	s.take(offset)
}

func (s *Scanner) take(offset int) {
	if offset <= s.at {
		return
	}
	piece := s.data[s.at-s.base : offset-s.base]
	s.at = offset
	s.cursor.Advance(piece)
	if s.open != nil {
		s.open.add(piece, len(s.pair.Start)+s.limit)
	}
}

// add keeps a piece, as far as the segment does not become longer than most.
func (g *segment) add(piece []byte, most int) {
	kept := max(0, min(len(piece), most-len(g.text)))
	g.text = append(g.text, piece[:kept]...)
	g.long = g.long || kept < len(piece)
}

// begin starts a new segment. Of the older ones the last with an END is kept,
// for this one may never have one.
func (s *Scanner) begin(start text.Pos) {
	if s.open != nil && s.open.paired {
		s.done, s.open = s.open, s.done
	}
	if s.open == nil {
		s.open = &segment{}
	}
	*s.open = segment{start: start, text: append(s.open.text[:0], s.pair.Start...)}
}

// close notes an END.
func (s *Scanner) close(end text.Pos) {
	s.end = end
	if g := s.open; g != nil {
		g.end, g.inside, g.cut, g.paired = end, len(g.text), g.long, true
	}
}

// Found is what the stream had of the pair, once it was read.
func (s *Scanner) Found() Found {
	none := text.Pos{}
	switch {
	case s.start != none && (s.end == none || s.start.Offset > s.end.Offset):
		return Found{State: CutOff, pair: s.pair, Start: s.start, Text: s.open.text, Long: s.open.long}
	case s.end == none:
		return Found{}
	case s.open != nil && s.open.paired:
		return s.open.found(s.pair)
	case s.done != nil:
		return s.done.found(s.pair)
	}
	return Found{State: Headless, pair: s.pair, End: s.end, Text: []byte(s.pair.End)}
}

func (g *segment) found(pair Pair) Found {
	all := append(g.text[:g.inside:g.inside], pair.End...)
	return Found{State: Paired, pair: pair, Start: g.start, End: g.end, Text: all, Long: g.cut}
}
