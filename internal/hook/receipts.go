package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/ledger"
)

// receiptsFolder holds a file for each report with a receipt, below the program's folder for
// state. A tree could forge a receipt: what says where it is from is outside of it.
const receiptsFolder = "receipts"

// maxWitness is the length of such a file, in bytes.
const maxWitness = 16 << 10

// witness is what is remembered of a receipt.
type witness struct {
	// Report is the path of the report, without links.
	Report string `json:"report"`
	// Marker is the SHA-256 of the whole marker that the receipt was written into, in
	// hexadecimal.
	Marker string `json:"marker"`
	// Transcript is the path of the transcript that it was made of.
	Transcript string `json:"transcript"`
}

// witnessPath returns the path of the file about a report, "" if there is no place for it
// outside of the report's tree.
func witnessPath(report string, getenv func(string) string) string {
	folder, err := failurelog.StateFolder(getenv)
	report, absErr := filepath.Abs(report)
	if err != nil || absErr != nil {
		return ""
	}
	report = resolved(report)
	if files.Below(resolved(files.Root(filepath.Dir(report))), resolved(folder)) {
		return ""
	}
	sum := sha256.Sum256([]byte(report))
	return filepath.Join(folder, receiptsFolder, hex.EncodeToString(sum[:16])+".json")
}

// readWitness returns what is remembered of the receipt of a report, nil if nothing is.
func readWitness(report string, getenv func(string) string) *witness {
	path := witnessPath(report, getenv)
	if path == "" {
		return nil
	}
	return readWitnessAt(path)
}

// readWitnessAt reads such a file, nil if it is damaged.
func readWitnessAt(path string) *witness {
	data, over, err := files.Named.ReadFile(path, maxWitness)
	w := &witness{}
	if err != nil || over || json.Unmarshal(data, w) != nil {
		return nil
	}
	return w
}

// save remembers a receipt.
func (w witness) save(report string, getenv func(string) string) error {
	path := witnessPath(report, getenv)
	if path == "" {
		return os.ErrNotExist
	}
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if _, err := files.Named.Lstat(path); err != nil {
		forgetSessions(folder, time.Now())
	}
	w.Report = resolved(report)
	data, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return files.Write(path, append(data, '\n'), files.WriteOptions{Mode: 0o600})
}

// addReceipt writes what its agent did into the marker of a sealed report, if the transcript
// shows all of it. Without the receipt nobody is worse off than before: an error is not told.
func (c *call) addReceipt(path string) {
	if document.FormatByPath(path) != document.Report || !c.checker.Settings.WritesReceipts() {
		return
	}
	in, fault := c.read(path)
	if fault != nil || in.Info == nil || in.Info.Seal == "" {
		return
	}
	known := readWitness(path, c.config.Getenv)
	if c.event.Name == Stop && known != nil && known.Marker == in.Info.MarkerHash {
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
	_ = witness{Marker: sum, Transcript: c.transcriptPath()}.save(path, c.config.Getenv) // then it is unconfirmed
}

// ReceiptLines returns what the agent of a report did, in at most six lines for people and
// models; nil if nothing says so. Only what the transcript shows is told as facts: the marker
// is as the hook left it, or the receipt is made again. Anything else in a marker may be
// forged, and numbers and names of files are told of it.
func ReceiptLines(report string, info *document.Info, getenv func(string) string) []string {
	if info == nil || info.Done.IsZero() || info.BadMarker {
		return nil
	}
	known := readWitness(report, getenv)
	switch {
	case known == nil:
	case info.Receipt != nil && known.Marker == info.MarkerHash:
		return evidence.SummaryLines(*info.Receipt)
	default:
		if lines := linesAgain(report, known.Transcript); lines != nil {
			return lines
		}
	}
	if info.Receipt == nil {
		return nil
	}
	return []string{evidence.UnconfirmedLine(*info.Receipt)}
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
	return evidence.SummaryLines(deeds.By(name).SummaryOf(name))
}

// receiptText returns lines of a receipt that together have at most some bytes.
func receiptText(lines []string, most int) string {
	out := ""
	for _, line := range lines {
		if out != "" && len(out)+len("\n")+len(line) > most {
			break
		}
		out = join(out, line)
	}
	return strings.TrimSpace(out)
}
