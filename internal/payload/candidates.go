package payload

import "github.com/handofflint/handofflint/internal/document"

const (
	// mostCandidates is how many blocks wait at most to be judged.
	mostCandidates = 256
	// spareSize is the largest buffer that is kept for another block, in bytes:
	// a metadata block has one or two thousand.
	spareSize = 16 << 10
)

// candidates are blocks that may be metadata blocks, in order. To tell takes to
// parse them, and only the last that is one counts: so they wait, as many as limit
// bytes hold, and are judged from the newest back.
type candidates struct {
	limit  int
	limits document.Limits

	waiting []*Block
	size    int
	// judged is the last metadata block before those that wait, nil for none.
	judged *Block
	spare  [][]byte // for the texts of others
}

func (c *candidates) add(b *Block) {
	c.waiting = append(c.waiting, b)
	c.size += len(b.Text)
	if c.size > c.limit || len(c.waiting) == mostCandidates {
		c.settle()
	}
}

// last is the last metadata block of all, nil where there is none.
func (c *candidates) last() *Block {
	c.settle()
	return c.judged
}

// settle judges those that wait, as far as it matters.
func (c *candidates) settle() {
	for i := len(c.waiting) - 1; i >= 0; i-- {
		if b := c.waiting[i]; b.Long || document.IsBlock(b.Text, c.limits) {
			c.waiting[i], c.judged = c.judged, b
			break
		}
	}
	for _, b := range c.waiting {
		c.free(b)
	}
	c.waiting, c.size = c.waiting[:0], 0
}

// free gives up a block, nil for none, whose text another one may take.
func (c *candidates) free(b *Block) {
	if b != nil && cap(b.Text) <= spareSize && len(c.spare) < mostCandidates {
		c.spare = append(c.spare, b.Text[:0])
	}
}

// buffer is where a text may be written to.
func (c *candidates) buffer() []byte {
	n := len(c.spare) - 1
	if n < 0 {
		return nil
	}
	buffer := c.spare[n]
	c.spare = c.spare[:n]
	return buffer
}
