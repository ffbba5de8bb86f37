package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFile(t *testing.T) {
	path := fresh(t, "a.json")
	for _, text := range []string{"first", "", strings.Repeat("long ", 1<<16), "short"} {
		if err := put(path, text); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
	only(t, filepath.Dir(path), "a.json")
}

// A relative path without a folder is in the current folder.
func TestFileHere(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := put("a.json", "x"); err != nil {
		t.Fatal(err)
	}
	only(t, ".", "a.json")
}

func TestFileKeepsTheMode(t *testing.T) {
	for _, mode := range []os.FileMode{0o600, 0o640, 0o644, 0o666, 0o755, 0o200} {
		path := write(t, fresh(t, "a"), "old", mode)
		if err := Write(path, []byte("new"), WriteOptions{Mode: 0o604}); err != nil {
			t.Fatalf("%v: %v", mode, err)
		}
		hasMode(t, path, mode)
	}
}

func TestModeOfANewFile(t *testing.T) {
	path := fresh(t, "a")
	if err := Write(path, nil, WriteOptions{Mode: 0o606}); err != nil {
		t.Fatal(err)
	}
	hasMode(t, path, 0o606)
	path = fresh(t, "b")
	if err := Create(path, nil, WriteOptions{Mode: 0o606}); err != nil {
		t.Fatal(err)
	}
	hasMode(t, path, 0o606)
}

// A link stays a link, and the final target is written.
func TestFileFollowsLinks(t *testing.T) {
	folder := t.TempDir()
	real := filepath.Join(folder, "real")
	if err := os.MkdirAll(filepath.Join(real, "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	path := write(t, filepath.Join(real, "a"), "old", 0o640)
	link(t, "real/deep", filepath.Join(folder, "deep"))
	// Its .. starts from the real folder, not from the link.
	link(t, filepath.Join("..", "a"), filepath.Join(real, "deep", "up"))
	link(t, filepath.Join(folder, "deep", "up"), filepath.Join(folder, "again"))
	if err := put(filepath.Join(folder, "again"), "new"); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new")
	hasMode(t, path, 0o640)
	only(t, folder, "again", "deep", "real")
	only(t, real, "a", "deep")
	only(t, filepath.Join(real, "deep"), "up")
	for _, l := range []string{filepath.Join(folder, "again"), filepath.Join(real, "deep", "up")} {
		if info, err := os.Lstat(l); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", l, err)
		}
	}
}

// A link in a checked tree is not written through.
func TestLinksOfTreesAreRefused(t *testing.T) {
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, ".git", "HEAD"), "ref: refs/heads/main\n", 0o644)
	path := write(t, filepath.Join(folder, "a"), "old", 0o644)
	link(t, "a", filepath.Join(folder, "link"))
	if err := put(filepath.Join(folder, "link"), "new"); !errors.Is(err, ErrTreeLink) {
		t.Error(err)
	}
	holds(t, path, "old")
}

// The target of a dangling link is created.
func TestFileMakesTheTarget(t *testing.T) {
	folder := t.TempDir()
	for _, f := range []func(string) error{
		func(path string) error { return put(path, "x") },
		func(path string) error { return Create(path, []byte("x"), WriteOptions{}) },
	} {
		path := filepath.Join(folder, "link")
		link(t, "target", path)
		if err := f(path); err != nil {
			t.Fatal(err)
		}
		holds(t, filepath.Join(folder, "target"), "x")
		only(t, folder, "link", "target")
		for _, name := range []string{"link", "target"} {
			if err := os.Remove(filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestFileFails(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "file"), "x", 0o600)
	write(t, filepath.Join(folder, "read-only"), "x", 0o444)
	tests := []struct {
		path, want string
		is         error
	}{
		{"nowhere/a", "/nowhere does not exist; make it first", fs.ErrNotExist},
		{"", ": it is a folder; name a file in it", ErrNotRegular},
		{"new/", "/new/: it is a folder; name a file in it", ErrNotRegular},
		{"read-only", "/read-only: you may not write to it: change its permissions", fs.ErrPermission},
	}
	for _, tt := range tests {
		path := filepath.Join(folder, tt.path)
		if strings.HasSuffix(tt.path, "/") {
			path += string(filepath.Separator)
		}
		err := put(path, "y")
		var e *fs.PathError
		if !errors.As(err, &e) || e.Path != path || !errors.Is(err, tt.is) {
			t.Errorf("%s: %v", tt.path, err)
			continue
		}
		if got := filepath.ToSlash(err.Error()); !strings.HasPrefix(got, "cannot write ") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.path, got, tt.want)
		}
		if strings.Contains(Reason(err).Error(), path+":") {
			t.Errorf("the reason names the path: %v", Reason(err))
		}
	}
	if err := put("", "y"); err == nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no path: %v", err)
	}
	holds(t, filepath.Join(folder, "read-only"), "x")
	only(t, folder, "file", "read-only")
}

func TestLinksWithoutEnd(t *testing.T) {
	folder := t.TempDir()
	link(t, "b", filepath.Join(folder, "a"))
	link(t, "a", filepath.Join(folder, "b"))
	if err := put(filepath.Join(folder, "a"), "x"); err == nil || !strings.Contains(err.Error(), "too many levels of symbolic links") {
		t.Errorf("got %v", err)
	}
	link(t, "nowhere/d", filepath.Join(folder, "c"))
	if err := put(filepath.Join(folder, "c"), "x"); err == nil || !strings.Contains(filepath.ToSlash(err.Error()), "/nowhere does not exist; make it first") {
		t.Errorf("got %v", err)
	}
	only(t, folder, "a", "b", "c")
}

func TestReason(t *testing.T) {
	for _, err := range []error{fs.ErrExist, &fs.PathError{Err: fs.ErrExist}, fmt.Errorf("x: %w", &os.LinkError{Err: fs.ErrExist})} {
		if got := Reason(err); got != fs.ErrExist {
			t.Errorf("%v is because %v", err, got)
		}
	}
}

// A stream is never there already. It may be closed.
func TestNewStream(t *testing.T) {
	if err := Create(os.DevNull, []byte("x"), WriteOptions{}); err != nil {
		t.Error(err)
	}
	read, write := io.Pipe()
	_ = read.Close()
	streams["/dev/closed"] = write
	defer delete(streams, "/dev/closed")
	if err := Create("/dev/closed", []byte("x"), WriteOptions{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a closed stream: %v", err)
	}
}

func TestNew(t *testing.T) {
	path := fresh(t, "a")
	if err := Create(path, []byte("first"), WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, o := range []WriteOptions{{}, {NoLinks: true}} {
		err := Create(path, []byte("second"), o)
		if !errors.Is(err, fs.ErrExist) || err.Error() != "cannot write "+path+": it is there already and is not overwritten; name another file" {
			t.Errorf("%+v: %v", o, err)
		}
	}
	other := filepath.Join(filepath.Dir(path), "link")
	link(t, "a", other)
	if err := Create(other, []byte("second"), WriteOptions{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("behind a link: %v", err)
	}
	holds(t, path, "first")
	only(t, filepath.Dir(path), "a", "link")
}

// The name is free when it is checked and taken when it is needed.
func TestNewTooLate(t *testing.T) {
	path := fresh(t, "a")
	p, err := find(path, WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, "faster", 0o600)
	if err := p.create([]byte("slower")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
	holds(t, path, "faster")
	only(t, filepath.Dir(path), "a")
}

func TestSwap(t *testing.T) {
	path := write(t, fresh(t, "a"), "old", 0o640)
	if err := Swap(path, []byte("old"), []byte("new"), WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new")
	hasMode(t, path, 0o640)
	for _, old := range []string{"old", "ne", "newer", "NEW", ""} {
		if err := Swap(path, []byte(old), []byte("x"), WriteOptions{}); !errors.Is(err, ErrChanged) {
			t.Errorf("%q: %v", old, err)
		}
	}
	if err := Swap(path, nil, []byte("x"), WriteOptions{}); !errors.Is(err, ErrChanged) {
		t.Errorf("nothing is no wildcard: %v", err)
	}
	gone := filepath.Join(filepath.Dir(path), "gone")
	for _, old := range [][]byte{nil, []byte("old")} {
		if err := Swap(gone, old, []byte("x"), WriteOptions{}); !errors.Is(err, ErrChanged) {
			t.Errorf("a file that is gone: %v", err)
		}
	}
	holds(t, path, "new")
	only(t, filepath.Dir(path), "a")
}

func TestSwapRefuses(t *testing.T) {
	folder := t.TempDir()
	if err := Swap(filepath.Join(folder, "none"), nil, []byte("x"), WriteOptions{}); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that is gone: %v", err)
	}
	if err := Swap(folder, nil, []byte("x"), WriteOptions{}); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
	write(t, filepath.Join(folder, "a"), "old", 0o600)
	link(t, "a", filepath.Join(folder, "link"))
	if err := Swap(filepath.Join(folder, "link"), []byte("old"), []byte("x"), WriteOptions{NoLinks: true}); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a link: %v", err)
	}
	holds(t, filepath.Join(folder, "a"), "old")
	if err := Swap(filepath.Join(folder, "link"), []byte("old"), []byte("new"), WriteOptions{}); err != nil {
		t.Errorf("a link that may be followed: %v", err)
	}
	holds(t, filepath.Join(folder, "a"), "new")
	only(t, folder, "a", "link")
}

// The last check is after the writing: changes meanwhile count.
func TestChangedMeanwhile(t *testing.T) {
	changes := map[string]func(path string) error{
		"another content": func(path string) error { return os.WriteFile(path, []byte("odd"), 0o600) },
		"removed":         os.Remove,
		"a folder":        func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) },
		"another file of that content": func(path string) error {
			return errors.Join(os.Rename(path, path+"2"), os.WriteFile(path, []byte("old"), 0o600))
		},
	}
	for name, change := range changes {
		path := write(t, fresh(t, "a"), "old", 0o600)
		p, err := find(path, WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		err = p.replace([]byte("new"), func() error { return errors.Join(change(path), p.stillHolds([]byte("old"))) })
		if !errors.Is(err, ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), prefix+"*")); len(left) > 0 {
			t.Errorf("%s: left behind %q", name, left)
		}
	}
}

func TestIsTemporary(t *testing.T) {
	for _, name := range []string{".handofflint-other", "a.tmp", ".tmp", ".handofflint.yaml"} {
		if isTemporary(name) {
			t.Errorf("%s is taken for ours", name)
		}
	}
	p, err := find(fresh(t, "a"), WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	temporary, err := p.writeBeside(nil)
	if err != nil || !isTemporary(temporary.Base()) || temporary.Folder() != p.at.Folder() {
		t.Errorf("%s: %v", temporary.Path(), err)
	}
}

// TestStaleTemporaryFiles holds that a write removes what killed writes left in its folder, and nothing else.
func TestStaleTemporaryFiles(t *testing.T) {
	path := fresh(t, "a")
	folder := filepath.Dir(path)
	long, short := time.Now().Add(-2*staleAge), time.Now().Add(-staleAge/2)
	for name, written := range map[string]time.Time{
		prefix + "0" + suffix: long, prefix + "1" + suffix: short, prefix + "other": long, "b.tmp": long, ".a": long,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(folder, name), written, written); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(folder, prefix+"2"+suffix)
	if err := errors.Join(os.Mkdir(other, 0o700), os.Chtimes(other, long, long)); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("new"), WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	if want := []string{".a", prefix + "1" + suffix, prefix + "2" + suffix, prefix + "other", "a", "b.tmp"}; !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

// Many writers of one file: it has the whole content of one of them, and none fails.
func TestFileAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows refuses to replace a file that another one is replacing")
	}
	path := fresh(t, "a")
	const writers = 8
	errs := make(chan error, writers)
	for i := range writers {
		go func() {
			var err error
			for range 20 {
				err = errors.Join(err, put(path, strings.Repeat(string(rune('a'+i)), 1<<12)))
			}
			errs <- err
		}()
	}
	for range writers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || len(got) != 1<<12 || strings.Trim(string(got), string(got[:1])) != "" {
		t.Errorf("the file is torn: %d bytes, %v", len(got), err)
	}
	only(t, filepath.Dir(path), "a")
}

// The file has its time from the first moment.
func TestTime(t *testing.T) {
	path, then := fresh(t, "a"), time.Unix(1780000000, 0)
	if err := Write(path, nil, WriteOptions{Time: then}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || !info.ModTime().Equal(then) {
		t.Errorf("the time is %v (%v), want %v", info.ModTime(), err, then)
	}
}
