package evidence

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
	place, err := t.door.Find(filepath.Join(t.root, filepath.FromSlash(p)))
	if err != nil {
		return 0, false
	}
	data, info, over, err := place.Read(maxFile)
	if err != nil || over {
		return 0, false
	}
	count = bytes.Count(data, []byte("\n"))
	if len(data) > 0 && data[len(data)-1] != '\n' {
		count++
	}
	if line <= count {
		return count, false
	}
	at := t.written(of)
	return count, !at.IsZero() && (!info.ModTime().After(at) || t.isAsCommitted(p, data, at))
}

// isAsCommitted reports whether a file has the content that it had in a commit before a
// time, and no commit has changed it since.
func (t *Tree) isAsCommitted(p string, data []byte, at time.Time) bool {
	last, was := t.history().last[norm.NFC.String(p)]
	if !was || last.gone || last.commit.Time.After(at) {
		return false
	}
	blob := append(fmt.Appendf(nil, "blob %d\x00", len(data)), data...)
	if len(last.blob) == sha256.Size*2 {
		sum := sha256.Sum256(blob)
		return hex.EncodeToString(sum[:]) == last.blob
	}
	sum := sha1.Sum(blob)
	return hex.EncodeToString(sum[:]) == last.blob
}
