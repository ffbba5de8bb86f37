package hook

import (
	"path/filepath"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/ledger"
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

// originOf returns where the receipt of a report comes from, the zero value if that is not known.
func originOf(report string, getenv func(string) string) ReceiptOrigin {
	report, err := filepath.Abs(report)
	if err != nil {
		return ReceiptOrigin{}
	}
	project := openProject(filepath.Dir(report), getenv)
	if project == nil {
		return ReceiptOrigin{}
	}
	return project.read().receipt(resolved(report))
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
	deeds := c.deeds()
	if deeds == nil || !c.complete {
		return
	}
	// A message may name the report of another agent, and a session's folder has those of
	// many.
	name := filepath.ToSlash(path) // as deeds name files
	if deeds.Wrote(name).Answer != ledger.Yes {
		return
	}
	sum, err := handoff.AddReceipt(path, deeds.By(name).SummaryOf(name))
	if err != nil {
		return
	}
	origin := ReceiptOrigin{Report: resolved(path), Marker: sum, Transcript: c.transcriptPath()}
	if project := openProject(filepath.Dir(path), c.config.Getenv); project != nil {
		_ = project.update(func(p *Project) { p.setReceipt(origin) }) // else it is unconfirmed
	}
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
	deeds, err := evidence.OpenDeeds(transcript, nil)
	absolute, absErr := filepath.Abs(report)
	name := filepath.ToSlash(absolute)
	if err != nil || absErr != nil || deeds.Wrote(name).Answer != ledger.Yes {
		return nil
	}
	return timeline.ReceiptLines(deeds.By(name).SummaryOf(name))
}
