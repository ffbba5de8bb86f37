package handoff

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/receipt"
)

// maxMarker is the maximum size of a marker that is changed, in bytes.
const maxMarker = 4<<10 + receipt.MaxBytes

// AddReceipt writes a receipt into the marker of a sealed report, replacing an existing one, and returns the
// SHA-256 of the whole marker in hexadecimal. The marker keeps its time and is replaced atomically.
func AddReceipt(report string, summary receipt.Summary) (sum string, err error) {
	marker, err := markerOf(report)
	if err != nil {
		return "", err
	}
	old, info, _, err := marker.Read(maxMarker) // swap finds that a larger one differs
	if err != nil {
		return "", fmt.Errorf("cannot read its marker: %w", err)
	}
	hash, _, _ := bytes.Cut(old, []byte("\n"))
	if len(bytes.TrimSpace(hash)) == 0 {
		return "", errors.New("the marker has no hash: a receipt belongs to one text of a report")
	}
	line, err := summary.Encode()
	if err != nil {
		return "", err
	}
	marked := slices.Concat(bytes.TrimRight(hash, "\r"), []byte{'\n'}, line)
	if err := swap(report+protocol.MarkerSuffix(), old, marked, files.WriteOptions{Time: info.ModTime()}); err != nil {
		return "", fmt.Errorf("cannot write its marker: %w", err)
	}
	of := sha256.Sum256(marked)
	return hex.EncodeToString(of[:]), nil
}
