package gitchange

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// object is the content of a file, or where a link leads, by its name in git.
type object struct {
	id   string
	link bool
}

// The modes that git gives what is no regular file (git-scm.com,
// "gitformat-index").
const (
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// maxCompared is the size from which on a file counts as changed without being
// read, in bytes.
const maxCompared = 16 << 20

// in reports whether the work tree has this content at a path. It compares the
// bytes and asks no filter, for a filter is a program that the checked tree
// chooses: a file that a filter alters counts as another one. Line ends are
// taken as LF as well, as they are altered without a program.
func (o object) in(top, rel string) bool {
	root, err := os.OpenRoot(top)
	if err != nil {
		return false
	}
	defer root.Close() // nothing was written
	name := filepath.FromSlash(rel)
	if o.link {
		to, err := root.Readlink(name)
		return err == nil && o.holds([]byte(filepath.ToSlash(to)))
	}
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	// A pipe that has taken the file's place meanwhile is not waited for.
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer file.Close() // nothing was written
	data, err := io.ReadAll(io.LimitReader(file, maxCompared+1))
	return err == nil && len(data) <= maxCompared &&
		(o.holds(data) || o.holds(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))))
}

// holds reports whether the object is this content.
func (o object) holds(data []byte) bool {
	var sum hash.Hash = sha256.New()
	if len(o.id) == hex.EncodedLen(sha1.Size) {
		sum = sha1.New()
	}
	sum.Write([]byte("blob " + strconv.Itoa(len(data)) + "\x00"))
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil)) == o.id
}
