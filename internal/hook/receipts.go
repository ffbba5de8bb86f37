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

// receiptOrigin is the marker that the hook wrote for a report. A tree could forge a receipt, so its origin is
// stored elsewhere.
type receiptOrigin struct {
	// Projects is the root of the report's project.
	Projects []string `json:"projects"`
	// Marker is the SHA-256 of the whole marker with the receipt, in hexadecimal.
	Marker string `json:"marker"`
}

// openOrigins returns the root of a report's project, and the store of the origins of receipts.
func openOrigins(report string, getenv func(string) string) (root string, s store, err error) {
	root = projectOf(filepath.Dir(report))
	s, err = openStore(getenv)
	if err == nil && files.Below(root, files.Real(s.folder)) {
		err = errors.New("the folder for state lies in the project, which could forge what is in it")
	}
	return root, s, err
}

// originOf returns the origin of a report's receipt, the zero value if unknown.
func originOf(report string, getenv func(string) string) (o receiptOrigin) {
	if _, s, err := openOrigins(report, getenv); err == nil {
		s.read(fileName("receipt", files.Real(report)), &o)
	}
	return o
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
	root, s, err := openOrigins(path, c.config.Getenv)
	if err == nil { // on an error the receipt stays unconfirmed
		_ = s.update(fileName("receipt", files.Real(path)), &known, func() { known = receiptOrigin{[]string{root}, sum} })
	}
}

// ReceiptLines returns what the agent of a report did, in at most six lines for people and models; nil if
// unknown. If the marker is not as the hook left it, it may be forged, so only its numbers and names of files
// are given.
func ReceiptLines(report string, info *document.Info, getenv func(string) string) []string {
	if !info.HasValidMarker() || info.Receipt == nil {
		return nil
	}
	if originOf(report, getenv).Marker == info.MarkerHash {
		return timeline.ReceiptLines(*info.Receipt)
	}
	return []string{timeline.UnconfirmedLine(*info.Receipt)}
}
