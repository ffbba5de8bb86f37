package hook

import (
	"errors"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/timeline"
)

// ReceiptOrigin says where the receipt of a report comes from. A tree could forge a receipt: its
// origin is remembered outside of it.
type ReceiptOrigin struct {
	// Report is the path of the report, without links.
	Report string `json:"report"`
	// Marker is the SHA-256 of the whole marker that the receipt was written into, in
	// hexadecimal.
	Marker string `json:"marker"`
	// Transcript is the path of the transcript that it was made of.
	Transcript string `json:"transcript"`
}

// Receipts are what the hooks remember of a project across its sessions.
type Receipts struct {
	// Projects is the project's root.
	Projects []string `json:"projects"`
	// Receipts are those of its reports, the newest last.
	Receipts []ReceiptOrigin `json:"receipts,omitempty"`
}

func (r *Receipts) shrink() { r.Receipts = newerHalf(r.Receipts) }

func originOfReport(report string) func(ReceiptOrigin) bool {
	return func(o ReceiptOrigin) bool { return o.Report == report }
}

var errForgeable = errors.New("the folder for state lies in the project, which could forge what is in it")

// openReceipts returns the root of the project that a report is in, and where its receipts are
// remembered.
func openReceipts(report string, getenv func(string) string) (root string, s store, err error) {
	root = projectOf(filepath.Dir(report))
	s, err = openStore(getenv)
	if err == nil && files.Below(root, files.Real(s.folder)) {
		err = errForgeable
	}
	return root, s, err
}

// originOf returns where the receipt of a report comes from, the zero value if that is not known.
func originOf(report string, getenv func(string) string) ReceiptOrigin {
	root, s, err := openReceipts(report, getenv)
	if err != nil {
		return ReceiptOrigin{}
	}
	var known Receipts
	s.read(fileName("project", root), &known)
	return find(known.Receipts, originOfReport(files.Real(report)))
}

// save remembers the origin. An error leaves the receipt unconfirmed, and nothing else.
func (o ReceiptOrigin) save(getenv func(string) string) {
	root, s, err := openReceipts(o.Report, getenv)
	if err != nil {
		return
	}
	known := &Receipts{}
	_ = s.update(fileName("project", root), known, func() {
		known.Projects = []string{root}
		*touch(&known.Receipts, originOfReport(o.Report), o) = o
	})
}

// addReceipt writes what its agent did into the marker of a sealed report, if the transcript
// shows all of it. Without the receipt nobody is worse off than before: an error is not told.
func (c *call) addReceipt(path string) {
	if !protocol.At(path).IsSealed || !c.checker.Settings.WritesReceipts() {
		return
	}
	in, fault := c.read(path)
	if fault != nil || in.Info == nil || in.Info.Seal == "" {
		return
	}
	known := originOf(path, c.config.Getenv)
	if c.event.Name == Stop && known.Marker == in.Info.MarkerHash {
		return // what its agent did does not change any more
	}
	t := c.timeline()
	if t == nil || !c.complete {
		return
	}
	// A message may name the report of another agent, and a session's folder has those of
	// many.
	name := filepath.ToSlash(path) // as deeds name files
	if t.Wrote(name) == nil {
		return
	}
	sum, err := handoff.AddReceipt(path, t.By(name).Receipt(name))
	if err != nil {
		return
	}
	ReceiptOrigin{Report: files.Real(path), Marker: sum, Transcript: c.transcriptPath()}.save(c.config.Getenv)
}

// ReceiptLines returns what the agent of a report did, in at most six lines for people and
// models; nil if nothing says so. Only what the transcript shows is told as facts: the marker
// is as the hook left it, or the receipt is made again. Anything else in a marker may be
// forged, and numbers and names of files are told of it.
func ReceiptLines(report string, info *document.Info, getenv func(string) string) []string {
	if info == nil || info.Done.IsZero() || info.BadMarker {
		return nil
	}
	known := originOf(report, getenv)
	switch {
	case known.Report == "":
	case info.Receipt != nil && known.Marker == info.MarkerHash:
		return timeline.ReceiptLines(*info.Receipt)
	default:
		if lines := linesAgain(report, known.Transcript); lines != nil {
			return lines
		}
	}
	if info.Receipt == nil {
		return nil
	}
	return []string{timeline.UnconfirmedLine(*info.Receipt)}
}

// linesAgain returns the receipt of a report by a transcript, nil if the transcript is not
// there or does not show who wrote the report.
func linesAgain(report, transcript string) []string {
	absolute, err := filepath.Abs(report)
	if err != nil {
		return nil
	}
	name := filepath.ToSlash(absolute)
	t, err := timeline.Open(transcript, nil, nil)
	if err != nil || t.Wrote(name) == nil {
		return nil
	}
	return timeline.ReceiptLines(t.By(name).Receipt(name))
}
