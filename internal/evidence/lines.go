package evidence

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"golang.org/x/text/unicode/norm"
)

// maxFile is the longest file whose lines are counted, in bytes.
const maxFile = 32 << 20

// EndsBefore reports whether a file that is there has fewer lines than some, and as
// many when a handoff was written; count is how many. It reports false if the file was
// or may have been changed since.
func (t *Tree) EndsBefore(line int, p string, of Handoff) (count int, sure bool) {
	c := remember(t, t.counts, p, func() counted { return t.count(p) })
	if !c.known || line <= c.lines {
		return c.lines, false
	}
	at := t.written(of)
	if at.IsZero() || !c.changed.After(at) {
		return c.lines, !at.IsZero()
	}
	committed := remember(t, t.committed, p, func() bool { return t.isAsCommitted(p) })
	return c.lines, committed && !t.history().last[norm.NFC.String(p)].commit.Time.After(at)
}

// counted is what is kept of a file whose lines were counted.
type counted struct {
	known   bool
	lines   int
	changed time.Time
}

func (t *Tree) count(p string) counted {
	data, info, ok := t.read(p)
	if !ok {
		return counted{}
	}
	lines := bytes.Count(data, []byte("\n"))
	if len(data) > 0 && data[len(data)-1] != '\n' {
		lines++
	}
	return counted{known: true, lines: lines, changed: info.ModTime()}
}

func (t *Tree) read(p string) (data []byte, info fs.FileInfo, ok bool) {
	place, err := t.door.Find(filepath.Join(t.root, filepath.FromSlash(p)))
	if err != nil {
		return nil, nil, false
	}
	data, info, over, err := place.Read(maxFile)
	return data, info, err == nil && !over
}

// isAsCommitted reports whether a file has the content that the last commit gave it, as far
// as SHA-1 shows it.
func (t *Tree) isAsCommitted(p string) bool {
	last, was := t.history().last[norm.NFC.String(p)]
	data, _, ok := t.read(p)
	if !was || last.gone || !ok {
		return false
	}
	blob := append(fmt.Appendf(nil, "blob %d\x00", len(data)), data...)
	sum := sha1.Sum(blob)
	return hex.EncodeToString(sum[:]) == last.blob
}
