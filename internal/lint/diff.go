package lint

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff is what makes one text of another, as a unified diff with the name on
// both sides, which `patch -p0` takes. It is empty for equal texts. The name
// must be fit to be printed.
func Diff(name string, old, new []byte) []byte {
	text := diff.Diff(name, old, name, new)
	// The first line only repeats the names.
	_, text, _ = bytes.Cut(text, []byte("\n"))
	return text
}
