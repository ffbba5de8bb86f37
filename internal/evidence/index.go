package evidence

import (
	"bufio"
	"io"
	"slices"
)

// Index is the ledger of a transcript up to a place, so that only what was appended since
// has to be read. It is JSON; the zero value is of nothing.
type Index struct {
	Offset int64 `json:"offset"`
	// Start is a mark of the transcript's first bytes: another file is read anew.
	Start string `json:"start"`
	// Torn says that bytes came after the last whole line.
	Torn bool  `json:"torn,omitempty"`
	Book *book `json:"book"`
}

// startLength is how much of a transcript tells it from another, headLength how much tells
// whether it is one JSON object.
const (
	startLength = 512
	headLength  = 4096
)

// Extend reads what is new in a transcript of a size.
func (x *Index) Extend(r io.ReaderAt, size int64) error {
	start := make([]byte, min(size, startLength))
	if _, err := r.ReadAt(start, 0); err != nil && err != io.EOF {
		return err
	}
	if !x.Book.usable() || x.Offset > size || x.Offset < startLength || x.Start != fingerprint(string(start)) {
		*x = Index{Book: newBook(), Start: fingerprint(string(start))}
	}
	in := bufio.NewReaderSize(io.NewSectionReader(r, x.Offset, size-x.Offset), 256<<10)
	if head, _ := in.Peek(headLength); x.Offset == 0 && isObject(head) {
		data, err := io.ReadAll(io.LimitReader(in, MaxLine))
		x.Book.geminiFile(data, size <= MaxLine)
		return err
	}
	x.Torn = false
	for {
		line, n, whole, err := readLine(in)
		if err == io.EOF && (n == 0 || !isWhole(line)) { // the rest of it may be on its way
			x.Torn = n > 0
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		x.Book.record(line, whole)
		x.Offset += n
		if err == io.EOF {
			return nil
		}
	}
}

// usable reports whether reading can go on: what a file kept may be anything.
func (b *book) usable() bool {
	return b != nil && b.Ledger != nil && b.Calls != nil && b.Done != nil && b.Chains != nil
}

// Ledger is what the transcript shows up to here.
func (x *Index) Ledger() (*Ledger, error) {
	if x.Book == nil || x.Book.Client == "" {
		return nil, errUnknown
	}
	l := x.Book.ledger()
	if x.Torn {
		l.Gaps = append(slices.Clone(l.Gaps), Gap{Line: x.Book.Line + 1, Why: Torn})
	}
	return l, nil
}
