package handoff

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/receipt"
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

// TestAccept changes the status and no other byte, and neither the report nor its marker looks older than it was.
func TestAccept(t *testing.T) {
	future := time.Now().Add(24 * time.Hour).Truncate(time.Second)
	for _, sealed := range []time.Time{noon, future} {
		for text, want := range map[string]string{
			"---\nstatus: written\nsummary: written\n---\n":              "---\nstatus: verified\nsummary: written\n---\n",
			"---\nsummary: written\nstatus: 'written' # by me\n---\nx\n": "---\nsummary: written\nstatus: 'verified' # by me\n---\nx\n",
			"---\nstatus: \"w\\x72itten\"\n---\n":                        "",
		} {
			path := sealedFile(t, sealed)
			for name, data := range map[string]string{path: text, path + ".done": "hash\n"} {
				if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
					t.Fatal(err)
				}
				if err := os.Chtimes(name, sealed, sealed); err != nil {
					t.Fatal(err)
				}
			}
			doc := document.Parse(document.Input{Path: path, Data: []byte(text), As: "report", Info: &document.Info{Done: sealed}}, limits(t).Limits)
			err := Accept(doc)
			got, readErr := os.ReadFile(path)
			if isRefused := want == ""; isRefused != (err != nil) || readErr != nil || !isRefused && string(got) != want {
				t.Errorf("%q: %q, %v, %v", text, got, err, readErr)
			}
			if !modTime(t, path).Equal(sealed) || modTime(t, path+".done").Before(sealed) {
				t.Errorf("%q: the report is of %v", text, modTime(t, path))
			}
		}
	}
}

// TestNothingIsMadeOfAFolder: a marker that is not a regular file is not replaced, and its report not accepted.
func TestNothingIsMadeOfAFolder(t *testing.T) {
	path := sealedFile(t, noon)
	mustMakeFolder(t, path+".done")
	if again, err := Seal(judged(path)); !again || err == nil || err.Error() != "01-writer-report.md.done is not a regular file; remove it and seal again" {
		t.Errorf("again: %v, %v", again, err)
	}
	accept := func(checked string) error {
		info := &document.Info{Done: noon}
		return Accept(document.Parse(document.Input{Path: path, Data: []byte(checked), As: "report", Info: info}, limits(t).Limits))
	}
	const text = "---\nstatus: written\n---\n"
	write(t, path, text)
	if err := accept(text); err == nil {
		t.Error("a report is accepted whose marker is a folder")
	}
	if err := os.Remove(path + ".done"); err != nil {
		t.Fatal(err)
	}
	if err := accept(text); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a marker: %v", err)
	}
	write(t, path+".done", "hash\n")
	if err := accept(text + "x"); !errors.Is(err, files.ErrChanged) {
		t.Errorf("a report that has changed: %v", err)
	}
	holds(t, path, text)
}

// TestAddReceipt: a receipt belongs to the hash of a text, and leaves the marker's time.
func TestAddReceipt(t *testing.T) {
	for marker, isAdded := range map[string]bool{"": false, " \n": false, "hash": true, "hash\n": true, "hash\r\n": true, "hash\nreceipt 1 {}\n": true,
		"hash\n" + strings.Repeat("x", maxMarker-5): true, "hash\n" + strings.Repeat("x", maxMarker-4): false,
	} {
		path := sealedFile(t, noon)
		if err := os.WriteFile(path+".done", []byte(marker), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path+".done", noon, noon); err != nil {
			t.Fatal(err)
		}
		_, err := AddReceipt(path, receipt.Summary{Outside: 7})
		got, readErr := os.ReadFile(path + ".done")
		if readErr != nil || (err == nil) != isAdded || !isAdded && string(got) != marker || !modTime(t, path+".done").Equal(noon) {
			t.Errorf("%q: %q, %v, %v", marker, got, err, readErr)
		}
		if lines := strings.Split(string(got), "\n"); isAdded && (len(lines) != 3 || lines[0] != "hash" || !strings.Contains(lines[1], `"outside":7`)) {
			t.Errorf("%q: %q", marker, got)
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
