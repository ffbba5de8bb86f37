package discover

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
)

func TestReadWithinTheLimit(t *testing.T) {
	plant(t, map[string]string{"a.md": "12345", "empty.md": "", "agent-handoffs/s/l.md": "-> ../../a.md"})
	cases := []struct {
		path  string
		limit int64
		want  string
	}{
		{"a.md", 5, "12345"}, {"a.md", 1 << 20, "12345"}, {"a.md", math.MaxInt64, "12345"},
		{"empty.md", 0, ""}, {"empty.md", 10, ""}, {"agent-handoffs/s/l.md", 5, "12345"},
	}
	for _, c := range cases {
		in, fault := File{Path: c.path, Named: true}.Read(c.limit)
		if fault != nil || string(in.Data) != c.want || in.Path != c.path || !in.Named || in.Info == nil {
			t.Errorf("%s, limit %d: got %+v, %s", c.path, c.limit, in, faultText(fault))
		}
	}
}

func TestReadFileTimes(t *testing.T) {
	plant(t, map[string]string{"a.md": "", "a.md.done": "", "b.md": "", "b.md.done/": ""})
	written := time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)
	sealed := written.Add(time.Minute)
	if err := errors.Join(os.Chtimes("a.md", written, written), os.Chtimes("a.md.done", sealed, sealed)); err != nil {
		t.Fatal(err)
	}
	in, _ := File{Path: "a.md"}.Read(1)
	if !in.Info.ModTime.Equal(written) || !in.Info.Done.Equal(sealed) {
		t.Errorf("got %v, want %v and %v", in.Info, written, sealed)
	}
	if in, _ := (File{Path: "b.md"}).Read(1); !in.Info.Done.IsZero() {
		t.Errorf("a folder is taken for a marker: %v", in.Info.Done)
	}
}

func TestReadFaults(t *testing.T) {
	plant(t, map[string]string{"a.md": "12345", "folder/": ""})
	broken := errors.New("input/output error")
	cases := []struct {
		name, path string
		sys        system
		limit      int64
		want       document.Fault
	}{
		{"missing", "gone.md", host, 9, document.Fault{Rule: ruleUnreadable, Variant: "missing"}},
		{"no path", "", host, 9, document.Fault{Rule: ruleUnreadable, Variant: "missing"}},
		{"through a file", "a.md/b.md", host, 9, document.Fault{Rule: ruleUnreadable, Variant: "missing"}},
		{"folder", "folder", host, 9, document.Fault{Rule: ruleUnreadable, Variant: "folder"}},
		{"too large", "a.md", host, 4, document.Fault{Rule: RuleTooLarge, Variant: "known-size",
			Values: map[string]string{"size": "5", "limit": "4"}}},
		{"may not be looked at", "a.md", failing("stat", "a.md", fs.ErrPermission), 9, document.Fault{Rule: ruleUnreadable, Variant: "permission"}},
		{"may not be opened", "a.md", failing("open", "a.md", fs.ErrPermission), 9, document.Fault{Rule: ruleUnreadable, Variant: "permission"}},
		{"gone since", "a.md", failing("open", "a.md", fs.ErrNotExist), 9, document.Fault{Rule: ruleUnreadable, Variant: "missing"}},
		{"any other error", "a.md", failing("open", "a.md", broken), 9, document.Fault{Rule: ruleUnreadable, Variant: "read-error",
			Values: map[string]string{"reason": "input/output error"}}},
		{"broken while reading", "a.md", opening(fakeFile{Reader: iotest.ErrReader(&fs.PathError{Op: "read", Path: "/machine/a.md", Err: broken})}), 9,
			document.Fault{Rule: ruleUnreadable, Variant: "read-error", Values: map[string]string{"reason": "input/output error"}}},
		{"a pipe put in its place", "a.md", opening(fakeFile{mode: fs.ModeNamedPipe}), 9, document.Fault{Rule: ruleUnreadable, Variant: "special-file",
			Values: map[string]string{"kind": "named pipe"}}},
		{"a folder put in its place", "a.md", opening(fakeFile{mode: fs.ModeDir}), 9, document.Fault{Rule: ruleUnreadable, Variant: "folder"}},
		{"grown since", "a.md", opening(fakeFile{size: 10}), 9, document.Fault{Rule: RuleTooLarge, Variant: "known-size",
			Values: map[string]string{"size": "10", "limit": "9"}}},
		{"larger than it says", "a.md", opening(fakeFile{Reader: endless{}}), 9, document.Fault{Rule: RuleTooLarge, Variant: "unknown-size",
			Values: map[string]string{"limit": "9"}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in, fault := File{Path: c.path, Named: true}.read(c.sys, c.limit)
			if fault == nil {
				t.Fatalf("no fault; read %q", in.Data)
			}
			if c.want.Values == nil {
				c.want.Values = map[string]string{}
			}
			if diff := cmp.Diff(&c.want, fault); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(document.Input{Path: c.path, Named: true}, in); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadLinksThatLeadNowhere(t *testing.T) {
	plant(t, map[string]string{"gone.md": "-> nothing", "circle.md": "-> circle.md"})
	for _, path := range []string{"gone.md", "circle.md"} {
		_, fault := File{Path: path}.Read(9)
		if runtime.GOOS == "windows" && path == "circle.md" {
			continue // Windows has its own words for a circle
		}
		if got := faultText(fault); got != "file/unreadable dangling-link" {
			t.Errorf("%s: got %q", path, got)
		}
	}
}

func TestReadForbiddenFile(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("permissions bind neither root nor Windows; TestReadFaults stands for this")
	}
	plant(t, map[string]string{"a.md": "x"})
	if err := os.Chmod("a.md", 0); err != nil {
		t.Fatal(err)
	}
	if _, fault := (File{Path: "a.md"}).Read(9); faultText(fault) != "file/unreadable permission" {
		t.Errorf("got %s", faultText(fault))
	}
}

func TestReadSocket(t *testing.T) {
	plant(t, nil)
	l, err := net.Listen("unix", "s.md")
	if err != nil {
		t.Skipf("no sockets in the file system here: %v", err)
	}
	defer l.Close()
	_, fault := File{Path: "s.md"}.Read(9)
	if runtime.GOOS != "windows" && (faultText(fault) != "file/unreadable special-file" || fault.Values["kind"] != "socket") {
		t.Errorf("got %s %v", faultText(fault), fault.Values)
	}
	compare(t, "skipped", []string{"s.md: special-file"}, skips(find(t, Options{}, ".")))
}

// TestReadHugeFileIsNotOpened holds that a file over the limit costs nothing.
func TestReadHugeFileIsNotOpened(t *testing.T) {
	plant(t, map[string]string{"a.md": ""})
	if err := os.Truncate("a.md", 100<<20); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	sys := host
	sys.open = func(string) (file, error) { t.Error("opened"); return nil, fs.ErrClosed }
	if _, fault := (File{Path: "a.md"}).read(sys, 1<<20); faultText(fault) != "file/too-large known-size" {
		t.Errorf("got %s", faultText(fault))
	}
}

func TestReadStopsBehindTheLimit(t *testing.T) {
	plant(t, map[string]string{"a.md": ""})
	counter := &counting{}
	if _, fault := (File{Path: "a.md"}).read(opening(fakeFile{Reader: counter}), 1000); fault == nil {
		t.Error("no fault")
	}
	if counter.read > 1001 {
		t.Errorf("read %d bytes, at most 1001 are needed", counter.read)
	}
}

func TestStdin(t *testing.T) {
	cases := []struct {
		name, filename string
		r              io.Reader
		limit          int64
		want           document.Input
		fault          string
	}{
		{"within", "", strings.NewReader("12345"), 5, document.Input{Path: StdinName, Named: true, Data: []byte("12345")}, ""},
		{"named", "./x//a.md", strings.NewReader("1"), 5, document.Input{Path: "x/a.md", Named: true, Data: []byte("1")}, ""},
		{"too large", "", strings.NewReader("123456"), 5, document.Input{Path: StdinName, Named: true}, "file/too-large unknown-size"},
		{"without end", "", endless{}, 5, document.Input{Path: StdinName, Named: true}, "file/too-large unknown-size"},
		{"broken", "", iotest.ErrReader(io.ErrUnexpectedEOF), 5, document.Input{Path: StdinName, Named: true}, "file/unreadable read-error"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in, fault := Stdin(c.r, c.filename, c.limit)
			if diff := cmp.Diff(c.want, in); diff != "" {
				t.Error(diff)
			}
			if got := faultText(fault); got != c.fault {
				t.Errorf("got fault %q, want %q", got, c.fault)
			}
		})
	}
}

// fakeFile is an open file that is not what the first look said.
type fakeFile struct {
	io.Reader
	mode fs.FileMode
	size int64
}

func (f fakeFile) Stat() (fs.FileInfo, error) { return fakeInfo{f}, nil }
func (f fakeFile) Close() error               { return nil }

type fakeInfo struct{ f fakeFile }

func (i fakeInfo) Name() string       { return "a.md" }
func (i fakeInfo) Size() int64        { return i.f.size }
func (i fakeInfo) Mode() fs.FileMode  { return i.f.mode }
func (i fakeInfo) ModTime() time.Time { return time.Time{} }
func (i fakeInfo) IsDir() bool        { return i.f.mode.IsDir() }
func (i fakeInfo) Sys() any           { return nil }

// opening is the host's file system, where every file opens as f.
func opening(f fakeFile) system {
	sys := host
	sys.open = func(string) (file, error) { return f, nil }
	return sys
}

// endless never comes to an end, counting says how much was read of it.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

type counting struct{ read int }

func (c *counting) Read(p []byte) (int, error) { c.read += len(p); return len(p), nil }
