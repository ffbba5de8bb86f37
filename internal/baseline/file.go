package baseline

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/jsontext"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// version is the version of the file.
const version = 1

// maxBytes bounds the file: about a hundred thousand entries.
const maxBytes = 16 << 20

// limits let all through that fits into maxBytes; an entry is five values.
var limits = document.Limits{Depth: 8, Values: maxBytes / 8}

// ErrMissing says that there is no baseline at the path.
var ErrMissing = errors.New("there is no such baseline")

// Read reads a baseline. An error says what is wrong with it, where in the
// file, and what to do; one that is not there is ErrMissing.
func Read(path string) (*Baseline, error) {
	b, err := New(path)
	if err != nil {
		return nil, err
	}
	data, err := readBounded(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; --update-baseline makes one of what is found now", path, ErrMissing)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %w", err)
	}
	return b, b.parse(data)
}

func readBounded(path string) ([]byte, error) {
	f, err := files.Named.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err == nil && len(data) > maxBytes {
		err = fmt.Errorf("%s has more than %d bytes: it is no baseline", path, maxBytes)
	}
	return data, err
}

// reader turns the tree of a file into entries.
type reader struct {
	*Baseline
	src *text.Source
}

func (b *Baseline) parse(data []byte) error {
	root, src, faults := document.ParseJSON(data, limits)
	r := reader{b, src}
	if at, found := conflict(src); found {
		return r.fault(at, "a merge has left its conflict's marks")
	}
	if len(faults) > 0 {
		return r.fault(faults[0].Span, wordsFor(faults[0]))
	}
	if err := r.version(root); err != nil {
		return err
	}
	list := root.Field("entries")
	if list == nil || list.Kind != document.List {
		return r.fault(placeOf(list, root), "entries has to be a list")
	}
	for _, item := range list.Items {
		if err := r.entry(item); err != nil {
			return err
		}
	}
	return nil
}

func (r reader) version(root *document.Node) error {
	v := root.Field("version")
	if v == nil || v.Kind != document.Int {
		return r.fault(placeOf(v, root), "version has to be a number")
	}
	if n, err := strconv.Atoi(v.Text); err != nil || n != version {
		return r.fault(v.Value, fmt.Sprintf("version is %s, and handofflint reads version %d", v.Text, version))
	}
	return nil
}

// entry reads one entry. Of equal ones, as a merge of two branches leaves them,
// the higher count holds.
func (r reader) entry(item *document.Node) error {
	var values [3]string
	for i, name := range []string{"path", "rule", "fingerprint"} {
		field := item.Field(name)
		if values[i] = field.Str(); values[i] == "" {
			return r.fault(placeOf(field, item), name+" has to be a text")
		}
	}
	field := item.Field("count")
	if field == nil || field.Kind != document.Int {
		return r.fault(placeOf(field, item), "count has to be a number")
	}
	count, err := strconv.Atoi(field.Text)
	if err != nil || count < 1 {
		return r.fault(field.Value, "count has to be 1 or more")
	}
	k := key{values[0], values[1], values[2]}
	r.entries[k] = max(r.entries[k], count)
	return nil
}

// conflict is the first mark that a merge leaves where both sides have changed.
func conflict(src *text.Source) (at text.Span, found bool) {
	for line := 1; line <= src.Lines(); line++ {
		span := src.LineSpan(line)
		if strings.HasPrefix(src.Slice(span), "<<<<<<< ") {
			return text.Span{Start: span.Start, End: span.Start + 7}, true
		}
	}
	return text.Span{}, false
}

// wordsFor says what the parser could not read, in the catalogue's words.
func wordsFor(fault document.Fault) string {
	const what = "this is no baseline"
	catalogue, err := rules.BuiltIn()
	if err != nil {
		return what
	}
	rule := catalogue.Rule(fault.Rule)
	if rule == nil {
		return what
	}
	return what + ": " + rules.Fill(rule.In(fault.Variant).Message, fault.Values)
}

// placeOf is where a value stands, or the opening of what should have it.
func placeOf(n, around *document.Node) text.Span {
	if n != nil {
		return n.Value
	}
	return around.Opening()
}

func (r reader) fault(at text.Span, what string) error {
	return fmt.Errorf("%s: %s: restore the file, or delete it and make it anew with --update-baseline", r.at(at), what)
}

func (r reader) at(span text.Span) string {
	pos := r.src.Pos(span.Start)
	return fmt.Sprintf("%s:%d:%d", r.path, pos.Line, pos.Column)
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
	fmt.Fprintf(&out, "{\n  \"version\": %d,\n  \"entries\": [", version)
	before, after := "\n    ", "]\n}\n"
	for _, k := range slices.SortedFunc(maps.Keys(b.entries), compareKeys) {
		line, err := jsontext.Line(entryJSON{k.path, k.rule, k.fingerprint, b.entries[k]})
		if err != nil {
			return nil, err
		}
		out.WriteString(before)
		out.Write(line)
		before, after = ",\n    ", "\n  ]\n}\n"
	}
	out.WriteString(after)
	if out.Len() > maxBytes {
		return nil, fmt.Errorf("the baseline would have more than %d bytes; make one for a part of the files", maxBytes)
	}
	return out.Bytes(), nil
}
