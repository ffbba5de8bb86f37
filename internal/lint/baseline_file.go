package lint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// maxBaseline bounds the file: about a hundred thousand entries.
const maxBaseline = 16 << 20

// ErrNoBaseline says that there is no baseline at the path.
var ErrNoBaseline = errors.New("no such baseline")

// ReadBaseline reads a baseline. An error says what is wrong with it, where in the
// file, and what to do; one that is not there is ErrNoBaseline.
func ReadBaseline(path string) (*Baseline, error) {
	b, err := NewBaseline(path)
	if err != nil {
		return nil, err
	}
	data, over, err := files.Named.ReadFile(path, maxBaseline)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w; --update-baseline makes one of what is found now", path, ErrNoBaseline)
	case over:
		err = fmt.Errorf("%s has more than %d bytes: it is not a baseline", path, maxBaseline)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %w", err)
	}
	return b, b.parse(data)
}

// parse reads the entries. Of equal ones, as a merge of two branches leaves them,
// the higher count holds.
func (b *Baseline) parse(data []byte) error {
	var file struct {
		Entries []entryJSON `json:"entries"`
	}
	if at := bytes.Index(data, []byte("\n<<<<<<< ")); at >= 0 {
		return b.broken(data, at+1, "it has the marks of a merge conflict")
	}
	switch err := json.Unmarshal(bytes.TrimPrefix(data, []byte(text.BOM)), &file).(type) {
	case nil:
	case *json.SyntaxError:
		return b.broken(data, int(err.Offset), "it is not valid JSON: "+err.Error())
	case *json.UnmarshalTypeError:
		return b.broken(data, int(err.Offset), "it is not a baseline: "+strings.TrimPrefix(err.Error(), "json: "))
	default:
		return b.broken(data, 0, err.Error())
	}
	if file.Entries == nil {
		return b.broken(data, 0, "it is not a baseline: entries is missing")
	}
	for i, e := range file.Entries {
		if e.Path == "" || e.Rule == "" || e.Fingerprint == "" || e.Count < 1 {
			return b.broken(data, 0, fmt.Sprintf("it is not a baseline: entry %d needs a path, a rule, a fingerprint and a count", i+1))
		}
		k := baselineKey{e.Path, e.Rule, e.Fingerprint}
		b.entries[k] = max(b.entries[k], e.Count)
	}
	return nil
}

func (b *Baseline) broken(data []byte, offset int, what string) error {
	pos := text.NewSource(data).Pos(offset)
	return fmt.Errorf("%s:%d:%d: %s: restore the file, or delete it and make it anew with --update-baseline", b.path, pos.Line, pos.Column, what)
}

// entryJSON is an entry as it is written.
type entryJSON struct {
	Path        string `json:"path"`
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
	Count       int    `json:"count"`
}

// Encode is the file of the baseline: sorted, one line an entry, so that a diff
// shows what came and went. The error is that there is too much to know.
func (b *Baseline) Encode() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("{\n  \"entries\": [")
	before, after := "\n    ", "]\n}\n"
	for _, k := range slices.SortedFunc(maps.Keys(b.entries), func(a, b baselineKey) int {
		return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.rule, b.rule), strings.Compare(a.fingerprint, b.fingerprint))
	}) {
		line, err := text.JSON(entryJSON{k.path, k.rule, k.fingerprint, b.entries[k]})
		if err != nil {
			return nil, err
		}
		out.WriteString(before)
		out.Write(line)
		before, after = ",\n    ", "\n  ]\n}\n"
	}
	out.WriteString(after)
	if out.Len() > maxBaseline {
		return nil, fmt.Errorf("the baseline would have more than %d bytes; make one for a part of the files", maxBaseline)
	}
	return out.Bytes(), nil
}
