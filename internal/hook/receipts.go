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

// ReceiptOrigin records the origin of a report's receipt. A tree could forge a receipt, so its origin is
// stored elsewhere.
type ReceiptOrigin struct {
	// Report is the path of the report, without links.
	Report string `json:"report"`
	// Marker is the SHA-256 of the whole marker with the receipt, in hexadecimal.
	Marker string `json:"marker"`
}

// Receipts is what the hooks remember of a project across its sessions.
type Receipts struct {
	// Projects is the project's root.
	Projects []string `json:"projects"`
	// Receipts are the origins for its reports, newest last.
	Receipts []ReceiptOrigin `json:"receipts,omitempty"`
}

func originOfReport(report string) func(ReceiptOrigin) bool {
	return func(o ReceiptOrigin) bool { return o.Report == report }
}

var errForgeable = errors.New("the folder for state lies in the project, which could forge what is in it")

// openReceipts returns the root of a report's project, and the store of its receipts.
func openReceipts(report string, getenv func(string) string) (root string, s store, err error) {
	root = projectOf(filepath.Dir(report))
	s, err = openStore(getenv)
	if err == nil && files.Below(root, files.Real(s.folder)) {
		err = errForgeable
	}
	return root, s, err
}

// originOf returns the origin of a report's receipt, the zero value if unknown.
func originOf(report string, getenv func(string) string) ReceiptOrigin {
	root, s, err := openReceipts(report, getenv)
	if err != nil {
		return ReceiptOrigin{}
	}
	var known Receipts
	s.read(fileName("project", root), &known)
	return find(known.Receipts, originOfReport(files.Real(report)))
}

// save stores the origin. An error only leaves the receipt unconfirmed.
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

// addReceipt writes a receipt into the marker of a sealed report, if the transcript is complete. Errors are
// ignored: without a receipt, no one is worse off than before.
func (c *call) addReceipt(path string) {
	if !protocol.At(path).IsSealed || !c.checker.Settings.WritesReceipts() {
		return
	}
	in, _ := c.read(path) // Info is nil if it cannot be read
	if in.Info == nil || in.Info.Seal == "" {
		return
	}
	known := originOf(path, c.config.Getenv)
	if c.event.Name == Stop && known.Marker == in.Info.MarkerHash {
		return // its agent's work is complete
	}
	t := c.wholeTurn()
	if t == nil {
		return
	}
	// A message may name another agent's report, and a session's folder has reports of many agents.
	name := filepath.ToSlash(path) // the form of deeds
	if t.Wrote(name) == nil {
		return
	}
	sum, err := handoff.AddReceipt(path, t.By(name).Receipt(name))
	if err != nil {
		return
	}
	ReceiptOrigin{files.Real(path), sum}.save(c.config.Getenv)
}

// ReceiptLines returns what the agent of a report did, in at most six lines for people and models; nil if
// unknown. If the marker is not as the hook left it, it may be forged, so only its numbers and names of files
// are given.
func ReceiptLines(report string, info *document.Info, getenv func(string) string) []string {
	if !hasMarker(info) || info.Receipt == nil {
		return nil
	}
	if originOf(report, getenv).Marker == info.MarkerHash {
		return timeline.ReceiptLines(*info.Receipt)
	}
	return []string{timeline.UnconfirmedLine(*info.Receipt)}
}
