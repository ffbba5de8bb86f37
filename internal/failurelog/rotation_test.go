package failurelog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRotation(t *testing.T) {
	line, _ := encodeLine(testEntry("1000"))
	size := len(line)
	limit := 4*size + size/2 // four lines a file
	l := openTest(t, int64(limit), keepRotated)
	for i := range 40 {
		mustAppend(t, l, numbered(1000+i, 1)...)
		// Six files hold 24 lines; those before fall off the end.
		ids, skipped := logged(t, l)
		first := 1000 + max(0, i/4-5)*4
		if diff := cmp.Diff(counted(first, 1000+i), ids); diff != "" || skipped != 0 {
			t.Fatalf("after %d entries, %d skipped (-want +got):\n%s", i+1, skipped, diff)
		}
	}
	for n := range keepRotated + 1 {
		if got := len(readFile(t, rotatedPath(l.path, n))); got != 4*size {
			t.Errorf("file %d has %d bytes, want %d", n, got, 4*size)
		}
	}
	if _, err := os.Stat(rotatedPath(l.path, keepRotated+1)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a sixth rotated file: %v", err)
	}
}

// TestRotationBySize: what makes a file too large goes into the next one.
func TestRotationBySize(t *testing.T) {
	line, _ := encodeLine(testEntry("1"))
	limit := int64(3 * len(line))
	for _, test := range []struct {
		name    string
		batches []int
		want    []int // lines a file, the newest first
	}{
		{"fills a file exactly", []int{1, 2}, []int{3}},
		{"a batch is not split to fill a file", []int{2, 2}, []int{2, 2}},
		{"a batch larger than a file is", []int{8}, []int{2, 3, 3}},
		{"a large batch after a small one", []int{1, 4}, []int{1, 3, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := openTest(t, limit, keepRotated)
			for i, n := range test.batches {
				mustAppend(t, l, numbered(i, n)...)
			}
			var got []int
			for n := range test.want {
				got = append(got, strings.Count(readFile(t, rotatedPath(l.path, n)), "\n"))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
	l := openTest(t, 1, keepRotated) // a line larger than a file has one to itself
	mustAppend(t, l, numbered(1, 3)...)
	checkLogged(t, l, counted(1, 3), 0)
}

// TestRotationInterrupted: whatever files a stopped rotation, or somebody with
// a broom, has left, the next one loses none of their lines and keeps their
// order.
func TestRotationInterrupted(t *testing.T) {
	for present := range 1 << keepRotated {
		t.Run(fmt.Sprintf("%05b", present), func(t *testing.T) {
			l := openTest(t, 1, keepRotated)
			var want []string
			for n := keepRotated; n > 0; n-- {
				if present&(1<<(n-1)) == 0 {
					continue
				}
				line, _ := encodeLine(testEntry("old" + strconv.Itoa(n)))
				writeFile(t, rotatedPath(l.path, n), string(line))
				want = append(want, "old"+strconv.Itoa(n))
			}
			mustAppend(t, l, testEntry("1"))
			checkLogged(t, l, append(slices.Clone(want), "1"), 0)
			mustAppend(t, l, testEntry("2"))
			if len(want) == keepRotated {
				want = want[1:] // the log was full: the oldest falls off
			}
			checkLogged(t, l, append(want, "1", "2"), 0)
		})
	}
}

// TestRotationImpossible: entries are more than sizes. A log that cannot be
// rotated goes on growing, and says so once it is twice its size.
func TestRotationImpossible(t *testing.T) {
	line, _ := encodeLine(testEntry("1"))
	l := openTest(t, int64(2*len(line)), keepRotated)
	for n := 1; n <= keepRotated; n++ {
		if err := os.MkdirAll(filepath.Join(rotatedPath(l.path, n), "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for i := 1; i <= 6; i++ {
		err := l.Append(numbered(i, 1)...)
		if want := i > 4; errors.Is(err, ErrNotRotated) != want || !want && err != nil {
			t.Errorf("entry %d: %v, want ErrNotRotated: %v", i, err, want)
		}
	}
	if got := strings.Count(readFile(t, l.path), "\n"); got != 6 {
		t.Errorf("%d lines, want 6", got)
	}
}
