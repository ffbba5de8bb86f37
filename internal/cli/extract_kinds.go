package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/marker"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/signal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// handoff is the task payload between its markers.
func (x *extraction) handoff() (string, error) {
	found, err := payload.Find(x.lines, marker.Handoff, x.limit())
	if err != nil {
		return "", x.cannotRead(err)
	}
	found = found.Since(x.first())
	if none(found) {
		return "", errNone
	}
	if found.State == marker.Headless {
		x.noteTail()
	}
	x.notePrefix(found)
	if found.Long {
		return "", x.fault().of("long", found, marker.Handoff)
	}
	return x.object(document.Input{Data: found.Text, Origin: found.At(), As: document.Task, Named: true})
}

// none says whether there is no payload: no markers, or nothing between them. Of
// what was cut off nobody knows what stands behind the white space.
func none(found marker.Found) bool {
	return found.State == marker.None || found.State == marker.Paired && !found.Long && len(found.Inside()) == 0
}

// noteTail says why a START marker may be missing.
func (x *extraction) noteTail() {
	if x.tail > 0 {
		x.log.Warn(x.words.Say("tail", rules.Values{"lines": strconv.Itoa(x.tail)}))
	}
}

// notePrefix says why a payload that looks whole may be none.
func (x *extraction) notePrefix(found marker.Found) {
	if payload.Prefixed(found) {
		x.log.Warn(x.words.Say("prefixed", rules.Values{"path": x.path}))
	}
}

// metadata is the object of the last metadata block.
func (x *extraction) metadata() (string, error) {
	limits := x.engine.Limits()
	block, err := payload.FindBlock(x.lines, x.limit(), limits.Limits)
	switch {
	case err != nil:
		return "", x.cannotRead(err)
	case block == nil || block.Fence < x.first():
		return "", errNone
	case block.Long:
		return "", x.fault().at("block", text.Pos{Line: block.Fence, Column: 1}, rules.Values{})
	}
	return x.object(document.Input{Data: block.Text, Origin: block.At, As: document.Metadata, Named: true})
}

// object judges a part of the stream, and is the text of its object if that
// has no error.
func (x *extraction) object(in document.Input) (string, error) {
	// The name says nothing of the part: that of a log may end in .json.
	doc := document.Parse(in, x.engine.Limits().Limits)
	doc.Input.Path = x.path
	result, err := x.engine.Check(doc)
	if err != nil {
		return "", err
	}
	if err := x.refuse(result); err != nil {
		return "", err
	}
	return line(doc.Source.Slice(doc.Data().Value)), nil
}

// fault says what is wrong with the log, where it is no finding.
func (x *extraction) fault() logFault {
	return logFault{words: x.words, path: x.path, limit: int64(x.limit())}
}

// logFault makes errors at places of a log.
type logFault struct {
	words *rules.Payload
	path  string
	limit int64
}

// of says what is wrong with what stands between two markers, and where.
func (l logFault) of(name string, found marker.Found, pair marker.Pair) error {
	is, want := pair.Start, pair.End
	if found.State == marker.Headless {
		is, want = want, is
	}
	return l.at(name, found.At(), rules.Values{"marker": is, "want": want})
}

// at is an error at a place, in the words of that name.
func (l logFault) at(name string, at text.Pos, values rules.Values) error {
	values["limit"] = strconv.FormatInt(l.limit, 10)
	return fmt.Errorf("%s:%d:%d: %s", l.path, at.Line, at.Column, l.words.Say(name, values))
}

// outputs are the lines between the markers of outputs.
func (x *extraction) outputs() (string, error) {
	found, err := payload.Find(x.lines, marker.Outputs, x.limit())
	if err != nil {
		return "", x.cannotRead(err)
	}
	found = found.Since(x.first())
	if none(found) {
		return "", errNone
	}
	if fault := outputsFault(found); fault != "" {
		if fault == "headless" {
			x.noteTail()
		}
		return "", x.fault().of(fault, found, marker.Outputs)
	}
	x.notePrefix(found)
	return printOutputs(payload.Outputs(string(found.Inside())), x.json)
}

// outputsFault is the name of the words for what is wrong with outputs, "" if
// nothing is.
func outputsFault(found marker.Found) string {
	inside := found.Inside()
	switch {
	case found.State == marker.CutOff:
		return "cut"
	case found.State == marker.Headless:
		return "headless"
	case found.Long:
		return "long"
	case !utf8.Valid(inside) || bytes.IndexByte(inside, 0) >= 0:
		return "binary"
	}
	return ""
}

// printOutputs writes outputs as lines, or as an object in their order.
func printOutputs(outputs []payload.Output, asJSON bool) (string, error) {
	if len(outputs) == 0 {
		return "", errNone
	}
	var b strings.Builder
	if asJSON {
		err := encodeJSON(&b, outputObject(outputs))
		return b.String(), err
	}
	for _, o := range outputs {
		b.WriteString(o.Key + ": " + o.Value + "\n")
	}
	return b.String(), nil
}

// outputObject is outputs as a JSON object, which keeps their order.
type outputObject []payload.Output

// MarshalJSON writes the object.
func (o outputObject) MarshalJSON() ([]byte, error) {
	var fields []string
	for _, output := range o {
		var b strings.Builder
		if err := encodeJSON(&b, map[string]string{output.Key: output.Value}); err != nil {
			return nil, err
		}
		fields = append(fields, strings.Trim(b.String(), "{} \n"))
	}
	return []byte("{" + strings.Join(fields, ",") + "}"), nil
}

// signal is the line of the result signal. One that is quoted, or that is not
// the last line, is none; one that is written otherwise is an error.
func (x *extraction) signal() (string, error) {
	s, err := signal.Read(x.lines)
	switch {
	case err != nil:
		return "", x.cannotRead(err)
	case s.Line < x.first():
		return "", errNone
	case s.Fault == signal.Malformed:
		return "", errors.New(signalFault(x.words, s, x.path))
	case s.Outcome == signal.None:
		return "", errNone
	case x.json:
		var b strings.Builder
		err := encodeJSON(&b, newSignalOutput(s))
		return b.String(), err
	}
	return line(s.Text), nil
}
