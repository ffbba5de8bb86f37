//go:build unix

package discover

import (
	"os"
	"syscall"
	"testing"
)

func TestReadNamedPipe(t *testing.T) {
	plant(t, map[string]string{session + "/": ""})
	path := session + "/01-x-report.md"
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	if err := syscall.Mkfifo("other.md", 0o644); err != nil {
		t.Fatal(err)
	}
	found := find(t, Options{}, ".")
	compare(t, "files", []string{path}, paths(found))
	compare(t, "skipped", []string{"other.md: special-file"}, skips(found))
	_, fault := found.Files[0].Read(9)
	if faultText(fault) != "file/unreadable special-file" || fault.Values["kind"] != "named pipe" {
		t.Errorf("got %s %v", faultText(fault), fault.Values)
	}
}

// TestOpenNeverWaits opens a named pipe as if it had taken a file's place
// after the first look. Where that waits, this test hangs and times out.
func TestOpenNeverWaits(t *testing.T) {
	plant(t, nil)
	if err := syscall.Mkfifo("a.md", 0o644); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	f, err := openNow("a.md")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || unfit(info, 9) == nil {
		t.Errorf("got %v, %v, want a pipe and a fault", info, err)
	}
}

func TestReadDevice(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("no /dev/zero here")
	}
	_, fault := File{Path: "/dev/zero", Named: true}.Read(9)
	if faultText(fault) != "file/unreadable special-file" || fault.Values["kind"] != "device" {
		t.Errorf("got %s %v", faultText(fault), fault.Values)
	}
}
