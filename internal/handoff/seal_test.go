package handoff

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

var noon = time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)

// sealedFile creates a report with a time, and returns its path.
func sealedFile(t *testing.T, written time.Time) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "01-writer-report.md")
	if err := os.WriteFile(path, []byte("judged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, written, written); err != nil {
		t.Fatal(err)
	}
	return path
}

// judged returns the checked report.
func judged(path string) *document.Document {
	return document.Parse(document.Input{Path: path, Data: []byte("judged")}, document.Limits{Depth: 64, Values: 1000})
}

func modTime(t *testing.T, path string) time.Time {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}

// TestNoMarkerForOtherBytes holds that a report that changed after its check is not sealed, whether it grew,
// shrank or kept its length.
func TestNoMarkerForOtherBytes(t *testing.T) {
	for _, now := range []string{"judged and more", "judge", "JUDGED", ""} {
		path := sealedFile(t, noon)
		if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Seal(judged(path)); !errors.Is(err, files.ErrChanged) {
			t.Errorf("%q: %v", now, err)
		}
		if _, err := os.Lstat(path + ".done"); err == nil {
			t.Errorf("%q has a marker", now)
		}
	}
}

func TestNoMarkerForAFileThatIsGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "01-writer-report.md")
	if _, err := Seal(judged(path)); !errors.Is(err, files.ErrChanged) {
		t.Error(err)
	}
}

// TestMarkerIsNotOlder holds that a report with a time in the future still gets a marker that is not stale.
func TestMarkerIsNotOlder(t *testing.T) {
	future := time.Now().Add(24 * time.Hour).Truncate(time.Second)
	for _, written := range []time.Time{noon, future} {
		path := sealedFile(t, written)
		for _, wantAgain := range []bool{false, true} {
			again, err := Seal(judged(path))
			if err != nil || again != wantAgain {
				t.Fatalf("again: %v, want %v: %v", again, wantAgain, err)
			}
			if modTime(t, path+".done").Before(modTime(t, path)) {
				t.Errorf("the marker of a report of %v is older than it", written)
			}
		}
	}
}

// TestStaleMarkerIsRenewed holds that sealing again replaces a stale marker, also of another text.
func TestStaleMarkerIsRenewed(t *testing.T) {
	path := sealedFile(t, noon)
	if err := os.WriteFile(path+".done", []byte("by hand"), 0o644); err != nil {
		t.Fatal(err)
	}
	stale := noon.Add(-time.Hour)
	if err := os.Chtimes(path+".done", stale, stale); err != nil {
		t.Fatal(err)
	}
	if again, err := Seal(judged(path)); err != nil || !again {
		t.Fatalf("again: %v, %v", again, err)
	}
	if modTime(t, path+".done").Before(noon) {
		t.Error("the marker is still stale")
	}
	if got, err := os.ReadFile(path + ".done"); err != nil || string(got) != judged(path).SealHash()+"\n" {
		t.Errorf("the marker holds %q, %v", got, err)
	}
}
