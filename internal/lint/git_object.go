package lint

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"

	"github.com/handofflint/handofflint/internal/files"
)

// maxCompared is the size from which on a file counts as changed without being
// read, in bytes.
const maxCompared = 16 << 20

// holds reports whether a place is a regular file with the content of that name
// in git. It compares the bytes and asks no filter, for a filter is a program
// that the checked tree chooses: a file that a filter alters counts as changed.
// CRLF also counts as LF, which git alters without a program.
func holds(place files.Place, object string) bool {
	if info, err := place.Lstat(); object == "" || err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := place.Open()
	if err != nil {
		return false
	}
	defer file.Close() // nothing was written
	data, over, err := files.ReadUpTo(file, 0, maxCompared)
	return err == nil && !over &&
		(is(object, data) || is(object, bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))))
}

// is reports whether a content has that name in git.
func is(object string, data []byte) bool {
	var sum hash.Hash = sha256.New()
	if len(object) == hex.EncodedLen(sha1.Size) {
		sum = sha1.New()
	}
	sum.Write([]byte("blob " + strconv.Itoa(len(data)) + "\x00"))
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil)) == object
}
