package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/text"
)

// SealHash returns the hash that `handofflint seal` writes into a report's marker: the SHA-256, in
// hexadecimal, of the report with LF for each line end, including the last, and without the value of its
// status and its quotes, which its reader sets to "verified". Everything else is hashed, so that only this
// value can change.
func (d *Document) SealHash() string {
	data := d.Source.Bytes()
	if status := d.Data().Field("status"); status != nil {
		data = slices.Concat(data[:status.Value.Start], data[status.Value.End:])
	}
	data = bytes.ReplaceAll(bytes.TrimPrefix(data, []byte(text.BOM)), []byte("\r\n"), []byte("\n"))
	if !bytes.HasSuffix(data, []byte("\n")) {
		data = append(data, '\n')
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// IsSealBroken reports whether the marker of a report from the disk holds a different hash.
func (d *Document) IsSealBroken() bool {
	return d.Input.Info.Seal != "" && d.Input.Info.Seal != d.SealHash()
}

// readMarker reads the time and content of a marker: a hash, and a receipt on the second line if a hook has
// written one. Upstream's markers are empty.
func (i *Info) readMarker(marker files.Place) {
	info, err := marker.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	i.Done = info.ModTime()
	data, _, over, err := marker.Read(maxMarker)
	if err != nil || over {
		i.BadMarker = true
		return
	}
	sum := sha256.Sum256(data)
	i.MarkerHash = hex.EncodeToString(sum[:])
	content := strings.TrimPrefix(string(data), text.BOM)
	if strings.TrimSpace(content) != "" {
		i.BadMarker = !i.readSeal(content)
	}
}

// readSeal reads the content of a marker that is not empty, and reports whether it is valid.
func (i *Info) readSeal(content string) bool {
	line, rest, _ := strings.Cut(content, "\n")
	first, _, _ := strings.Cut(strings.TrimRight(line, "\r"), " ") // sha256sum adds the name
	hash, err := hex.DecodeString(first)
	if err != nil || len(hash) != sha256.Size {
		return false
	}
	if rest = strings.TrimSpace(rest); rest != "" {
		summary, err := receipt.Decode([]byte(rest))
		if err != nil {
			return false
		}
		i.Receipt = &summary
	}
	i.Seal = strings.ToLower(first)
	return true
}

// maxMarker is the maximum size of a marker in bytes: a hash with the name of its file, and a receipt.
const maxMarker = 4<<10 + receipt.MaxBytes
