package payload

import (
	"bufio"
	"bytes"
	"io"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Block is the metadata block of an agent's output, or what is left of one.
type Block struct {
	// Text is the block with its fences, as far as it has them, and the heading
	// before it. Within it stands no other block.
	Text []byte
	// At is where Text begins in the output.
	At text.Pos
	// Fence is the line of the opening fence, from 1.
	Fence int
	// Long says that there was more than the limit, and that Text is cut: nobody
	// can tell whether it is a metadata block.
	Long bool
}

const (
	// lineSize is how much of a line is looked at. A longer one is no fence.
	lineSize = 64 << 10
	// leadSize is how much may stand between a heading and the fence under it.
	leadSize = 4 << 10
)

// FindBlock reads an output to its end and returns its last metadata block, as
// a Document would take it from the whole text, nil where there is none. It
// keeps three times limit bytes of blocks at most. The error is the stream's.
func FindBlock(r io.Reader, limit int, limits document.Limits) (*Block, error) {
	b := &blocks{limit: limit, found: candidates{limit: limit, limits: limits}}
	lines := bufio.NewReaderSize(r, lineSize)
	for start := true; ; {
		part, err := lines.ReadSlice('\n')
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return nil, err
		}
		part = b.skipBOM(part)
		if start {
			b.line(part, err == bufio.ErrBufferFull)
		} else {
			b.content(part)
		}
		b.cursor.Advance(part)
		if err == io.EOF {
			b.finish(true)
			return b.found.last(), nil
		}
		start = err == nil
	}
}

// blocks looks for metadata blocks, line by line.
type blocks struct {
	limit  int
	cursor text.Cursor // before the current line

	// lead is the last line that may be the heading of a block, and the lines
	// below it.
	lead   []byte
	leadAt text.Pos

	// open is the block that the last fence may have opened. Begun says whether
	// it has any text, object whether that is an object rather than what is left
	// of one, and inside how many bytes stand under its fence.
	open   *Block
	begun  bool
	object bool
	inside int
	found  candidates
}

// skipBOM takes a byte order mark off the start of the output.
func (b *blocks) skipBOM(line []byte) []byte {
	if b.cursor.Pos().Offset == 0 && bytes.HasPrefix(line, []byte(text.BOM)) {
		b.cursor.SkipBOM()
		return line[len(text.BOM):]
	}
	return line
}

// line takes the start of a line, which is all of it unless it is long.
func (b *blocks) line(part []byte, long bool) {
	is, opensJSON := document.Fence(bytes.TrimRight(part, "\r\n"))
	if is && !long {
		b.keep(part)
		if b.open != nil && b.begun && !b.object && !document.IsBlock(b.open.Text, b.found.limits) {
			b.drop()
		}
		if b.open != nil && b.begun {
			b.lead = b.lead[:0]
		}
		b.finish(false)
		if opensJSON {
			b.start(part)
		}
		b.heading(part, false)
		return
	}
	b.content(part)
	b.heading(part, long)
}

// content takes a line, or a part of one, that may stand under a fence. If no
// object begins there, that was no block, unless it stands in the frame of one:
// it may be damaged at its beginning.
func (b *blocks) content(part []byte) {
	if b.open == nil {
		return
	}
	if trimmed := bytes.TrimLeft(part, " \t\r\n\f\v"); !b.begun && len(trimmed) > 0 {
		if trimmed[0] != '{' && b.open.At.Line == b.open.Fence {
			b.drop()
			return
		}
		b.begun, b.object = true, trimmed[0] == '{'
	}
	b.inside += len(part)
	b.open.Long = b.inside > b.limit
	b.keep(part)
}

// heading remembers what could be the frame of a block: a heading, or a line of
// dashes, and the lines below it.
func (b *blocks) heading(part []byte, long bool) {
	trimmed := bytes.TrimSpace(part)
	begins := document.IsHeading(bytes.TrimRight(part, "\r\n")) ||
		len(trimmed) > 0 && trimmed[0] == '-' && !document.IsHeading(firstLine(b.lead))
	if long || begins || len(b.lead)+len(part) > leadSize {
		b.lead, b.leadAt = b.lead[:0], b.cursor.Pos()
	}
	if !long && (begins || len(b.lead) > 0) {
		b.lead = append(b.lead, part...)
	}
}

func firstLine(lead []byte) []byte {
	line, _, _ := bytes.Cut(lead, []byte("\n"))
	return bytes.TrimRight(line, "\r")
}

// start opens a block at a fence.
func (b *blocks) start(fence []byte) {
	at := b.cursor.Pos()
	b.open, b.begun, b.inside = &Block{At: at, Fence: at.Line}, false, 0
	if len(b.lead) > 0 {
		b.open.At = b.leadAt
	}
	b.open.Text = append(append(b.found.buffer(), b.lead...), fence...)
}

func (b *blocks) keep(part []byte) {
	if b.open == nil {
		return
	}
	// The heading and both fences do not count against the limit.
	room := b.limit + leadSize + 2*lineSize - len(b.open.Text)
	b.open.Text = append(b.open.Text, part[:max(0, min(len(part), room))]...)
}

// finish ends the open block, at the end of the output or at a fence. Behind a
// fence one that neither names an agent nor stands in a frame is no metadata block.
func (b *blocks) finish(end bool) {
	switch {
	case b.open == nil:
		return
	case !b.begun, !end && !b.open.Long && b.open.At.Line == b.open.Fence && !bytes.Contains(b.open.Text, []byte("agent")):
		b.drop()
		return
	}
	b.found.add(b.open)
	b.open = nil
}

func (b *blocks) drop() {
	b.found.free(b.open)
	b.open = nil
}
