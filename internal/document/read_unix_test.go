//go:build unix

package document

import (
	"os"
	"syscall"
	"testing"

	"github.com/handofflint/handofflint/internal/files"
)

// TestReadNeverWaits reads a named pipe without a writer. If that blocks, the test times out.
func TestReadNeverWaits(t *testing.T) {
	writeFiles(t, nil)
	if err := syscall.Mkfifo("a.md", 0o644); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	_, fault := Read(files.Named, "a.md", 9)
	if faultText(fault) != "file/unreadable special-file" || fault.Values["kind"] != NamedPipe {
		t.Errorf("got %s %v", faultText(fault), fault)
	}
	place, err := files.Named.Find("a.md")
	if err != nil {
		t.Fatal(err)
	}
	f, err := place.Open() // as if it had replaced the file after the first look
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestReadDevice(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("no /dev/zero here")
	}
	_, fault := Read(files.Named, "/dev/zero", 9)
	if faultText(fault) != "file/unreadable special-file" || fault.Values["kind"] != "device" {
		t.Errorf("got %s %v", faultText(fault), fault)
	}
}
