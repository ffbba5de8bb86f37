package cli

import (
	"strings"
	"testing"
)

// TestFileURL: no name of a file ends the escape code that its link is in.
func TestFileURL(t *testing.T) {
	got := fileURL("a\x1b\\ b\n.md")
	if strings.ContainsAny(got, "\x1b\n\\ ") || !strings.HasPrefix(got, "file:///") {
		t.Errorf("got %q", got)
	}
}
