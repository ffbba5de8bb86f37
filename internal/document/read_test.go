package document

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/files"
)

// writeFiles creates files in a new folder and changes to it. Content `-> x` is a link to x.
func writeFiles(t *testing.T, contents map[string]string) {
	t.Helper()
	root := t.TempDir()
	for name, content := range contents {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if to, ok := strings.CutPrefix(content, "-> "); ok {
			if err := os.Symlink(to, path); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
}

func faultText(fault *Fault) string {
	if fault == nil {
		return ""
	}
	return fault.Rule + " " + fault.Variant
}

func TestReadWithinTheLimit(t *testing.T) {
	writeFiles(t, map[string]string{"a.md": "12345", "empty.md": "", "s/l.md": "-> ../a.md"})
	cases := []struct {
		path  string
		limit int64
		want  string
	}{
		{"a.md", 5, "12345"}, {"a.md", 1 << 20, "12345"}, {"a.md", math.MaxInt64, "12345"},
		{"empty.md", 0, ""}, {"empty.md", 10, ""}, {"s/l.md", 5, "12345"},
	}
	for _, c := range cases {
		in, fault := Read(files.Named, c.path, c.limit)
		if fault != nil || string(in.Data) != c.want || in.Path != c.path || !in.Named || in.Info == nil {
			t.Errorf("%s, limit %d: got %+v, %s", c.path, c.limit, in, faultText(fault))
		}
	}
}

func TestReadFileTimes(t *testing.T) {
	writeFiles(t, map[string]string{"a.md": "", "a.md.done": "", "b.md": "", "b.md.done/x": ""})
	written := time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)
	sealed := written.Add(time.Minute)
	if err := errors.Join(os.Chtimes("a.md", written, written), os.Chtimes("a.md.done", sealed, sealed)); err != nil {
		t.Fatal(err)
	}
	in, _ := Read(files.Named, "a.md", 1)
	if !in.Info.ModTime.Equal(written) || !in.Info.Done.Equal(sealed) {
		t.Errorf("got %v, want %v and %v", in.Info, written, sealed)
	}
	if in, _ := Read(files.Named, "b.md", 1); !in.Info.Done.IsZero() {
		t.Errorf("a folder is taken for a marker: %v", in.Info.Done)
	}
}

func TestReadFaults(t *testing.T) {
	writeFiles(t, map[string]string{"a.md": "12345", "folder/x": "", "gone-link.md": "-> nothing", "circle.md": "-> circle.md"})
	if err := os.WriteFile("large.md", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate("large.md", 100<<20); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, path string
		limit      int64
		want       string
		values     map[string]string
	}{
		{"missing", "gone.md", 9, "file/unreadable missing", nil},
		{"no path", "", 9, "file/unreadable missing", nil},
		{"through a file", "a.md/b.md", 9, "file/unreadable missing", nil},
		{"folder", "folder", 9, "file/unreadable folder", nil},
		{"too large", "a.md", 4, "file/too-large known-size", map[string]string{"size": "5", "limit": "4"}},
		{"far too large", "large.md", 1 << 20, "file/too-large known-size", map[string]string{"size": "104857600", "limit": "1048576"}},
		{"a link to nothing", "gone-link.md", 9, "file/unreadable dangling-link", nil},
		{"a circle of links", "circle.md", 9, "file/unreadable dangling-link", nil},
	}
	for _, c := range cases {
		in, fault := Read(files.Named, c.path, c.limit)
		if got := faultText(fault); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if diff := cmp.Diff(Input{Path: c.path, Named: true}, in); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if c.values != nil && !cmp.Equal(c.values, fault.Values) {
			t.Errorf("%s: values %v, want %v", c.name, fault.Values, c.values)
		}
	}
}

// Messages have the system's errors, and no path of a machine.
func TestPathFault(t *testing.T) {
	for err, want := range map[error]string{
		fs.ErrPermission: "permission", syscall.ENOTDIR: "missing", fs.ErrNotExist: "missing", syscall.ELOOP: "dangling-link",
		errors.New("input/output error"): "read-error",
	} {
		fault := PathFault(&fs.PathError{Op: "open", Path: "/machine/a.md", Err: err})
		if fault.Variant != want || strings.Contains(fault.Values["reason"], "machine") {
			t.Errorf("%v: got %q %v, want %q", err, fault.Variant, fault.Values, want)
		}
	}
}

func TestReadForbiddenFile(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("permissions bind neither root nor Windows")
	}
	writeFiles(t, map[string]string{"a.md": "x"})
	if err := os.Chmod("a.md", 0); err != nil {
		t.Fatal(err)
	}
	if _, fault := Read(files.Named, "a.md", 9); faultText(fault) != "file/unreadable permission" {
		t.Errorf("got %s", faultText(fault))
	}
}

func TestReadSocket(t *testing.T) {
	writeFiles(t, nil)
	l, err := net.Listen("unix", "s.md")
	if err != nil {
		t.Skipf("no sockets in the file system here: %v", err)
	}
	defer l.Close()
	_, fault := Read(files.Named, "s.md", 9)
	if runtime.GOOS != "windows" && (faultText(fault) != "file/unreadable special-file" || fault.Values["kind"] != "socket") {
		t.Errorf("got %s %v", faultText(fault), fault.Values)
	}
}

func TestStdin(t *testing.T) {
	cases := []struct {
		name, filename string
		r              io.Reader
		limit          int64
		want           Input
		fault          string
	}{
		{"within", "", strings.NewReader("12345"), 5, Input{Path: StdinName, Named: true, Data: []byte("12345")}, ""},
		{"named", "./x//a.md", strings.NewReader("1"), 5, Input{Path: "x/a.md", Named: true, Data: []byte("1")}, ""},
		{"too large", "", strings.NewReader("123456"), 5, Input{Path: StdinName, Named: true}, "file/too-large unknown-size"},
		{"without end", "", endless{}, 5, Input{Path: StdinName, Named: true}, "file/too-large unknown-size"},
		{"broken", "", iotest.ErrReader(io.ErrUnexpectedEOF), 5, Input{Path: StdinName, Named: true}, "file/unreadable read-error"},
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

// endless never comes to an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
