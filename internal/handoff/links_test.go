package handoff

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/receipt"
)

// A link in a repository cannot lead a command to the report of somebody else.
func TestReportsBehindLinks(t *testing.T) {
	const report = "---\nstatus: written\n---\n"
	for _, at := range []string{protocol.SessionsFolder(), protocol.SessionsFolder() + "/" + testSession} {
		root, outside := t.TempDir(), t.TempDir()
		mustMakeFolder(t, filepath.Join(root, ".git", "HEAD"))
		a := mustReserve(t, request(outside, "writer"))
		reserved := filepath.Join(outside, filepath.FromSlash(a.Path))
		sealed := write(t, filepath.Join(filepath.Dir(reserved), "02-tester-report.md"), report)
		marker := write(t, sealed+".done", "hash\n")
		folder := filepath.FromSlash(at)
		mustMakeFolder(t, filepath.Dir(filepath.Join(root, folder)))
		link(t, filepath.Join(outside, folder), filepath.Join(root, folder))

		session := filepath.Join(root, filepath.FromSlash(protocol.SessionsFolder()), testSession)
		doc := document.Parse(document.Input{
			Path: filepath.Join(session, filepath.Base(sealed)), Data: []byte(report), As: "report", Info: &document.Info{Done: time.Now()},
		}, limits(t).Limits)
		_, errReserve := Reserve(catalogue(t), request(root, "writer"))
		_, errSeal := Seal(doc)
		_, errReceipt := AddReceipt(filepath.FromSlash(doc.Input.Path), receipt.Summary{})
		for what, err := range map[string]error{
			"reserve": errReserve, "release": Release(filepath.Join(session, filepath.Base(reserved))),
			"seal": errSeal, "receipt": errReceipt, "accept": Accept(doc),
		} {
			if err == nil {
				t.Errorf("%s through the link %s", what, at)
			}
		}
		want(t, names(t, filepath.Dir(reserved)), []string{filepath.Base(reserved), filepath.Base(sealed), filepath.Base(marker)})
		holds(t, sealed, report)
		holds(t, marker, "hash\n")
	}
}

// A receipt needs a marker that is a regular file.
func TestReceiptWithoutMarker(t *testing.T) {
	path := sealedFile(t, noon)
	if _, err := AddReceipt(path, receipt.Summary{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v without a marker", err)
	}
	mustMakeFolder(t, path+".done")
	if _, err := AddReceipt(path, receipt.Summary{}); err == nil || err.Error() != "01-writer-report.md.done is not a regular file; remove it and seal again" {
		t.Errorf("got %v for a folder", err)
	}
}
