package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// payloadKinds are what extract finds, the default first.
var payloadKinds = []string{"handoff", "outputs", "metadata", "signal"}

func (r *runner) payloadCommand() *cli.Command {
	return &cli.Command{
		Name:      "payload",
		Usage:     "task payloads: find one in a log, print one for a log",
		ArgsUsage: "extract | emit",
		Description: `Example:
   kubectl logs pod/fix-lin-423 | handofflint payload extract > handoff.json`,
		Action:      noSubcommand,
		Subcommands: []*cli.Command{r.extractCommand(), r.emitCommand()},
	}
}

func (r *runner) extractCommand() *cli.Command {
	return &cli.Command{
		Name:      "extract",
		Usage:     "find the payload in a log and print it",
		ArgsUsage: "[FILE | -]",
		Description: `The payload is checked as by ` + "`handofflint check`" + `, and printed as it is in the
log if it has no error. Findings go to standard error, with their places in the
log. Without FILE standard input is read, up to 32 MiB; what is around the
payload need not be text.

   handoff    the task payload between the last ---KELOS_HANDOFF_END--- and the
              last ---KELOS_HANDOFF_START--- before it
   outputs    the lines "key: value" between such a pair of KELOS_OUTPUTS, the
              last of equal keys; with -f json an object
   metadata   the last metadata block of an agent's output
   signal     the result signal on the last line; with -f json an object

Exit codes: 0 printed; 1 there is none, and nothing is printed; 2 it is cut off,
has an error or cannot be read. With --optional the code is 0 if there is none.

Examples:
   kubectl logs pod/fix-lin-423 | handofflint payload extract > handoff.json
   handofflint payload extract --kind outputs -f json --tail 50 build.log
   handofflint payload extract --kind metadata output.md`,
		Flags: append([]cli.Flag{
			choiceFlag("kind", "", "find `KIND`", payloadKinds[0], payloadKinds...),
			formatFlag("text", "json"),
			&cli.IntFlag{Name: "tail", Usage: "look at no more than the last `N` lines", DefaultText: "all"},
			&cli.BoolFlag{Name: "optional", Usage: "exit with 0 if there is none"},
			sharedFlag("rule"), sharedFlag("no-inline"),
		}, generalFlags()...),
		Action: r.extract,
	}
}

// extraction is one run of extract: what it reads, and what it judges by.
type extraction struct {
	*runner
	path string
	log  []byte
	// first is the number of the first line that counts, from 1.
	first  int
	tail   int // 0 for all lines
	json   bool
	engine *rules.Engine
	words  *payload.Settings
	// refuse reports what is wrong with the payload. The error says that it is not
	// to be printed.
	refuse func(rules.Result) error
}

// errNone says that there is no payload.
var errNone = errors.New("none")

func (r *runner) extract(c *cli.Context) error {
	x := &extraction{runner: r, json: c.String("format") == "json", tail: c.Int("tail"), first: 1}
	if c.IsSet("tail") && x.tail < 1 {
		return fmt.Errorf("--tail must be at least 1, this is %d", x.tail)
	}
	options, err := r.judgeOptions(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	x.words = payload.LoadSettings()
	x.refuse = func(result rules.Result) error {
		if err := r.report(c, reportOptions{judgeOptions: options}, []rules.Result{result}); err != nil {
			return err
		}
		if len(result.Failures()) > 0 {
			return exitCode(ExitFailed)
		}
		return nil
	}
	in, err := r.openStream(c)
	if err != nil {
		return err
	}
	x.path = in.path
	x.log, err = files.ReadLog(in)
	if err := errors.Join(err, in.close()); err != nil {
		return fmt.Errorf("cannot read %s: %w", x.path, err)
	}
	if x.tail > 0 {
		lines := bytes.Count(x.log, []byte{'\n'})
		if len(x.log) > 0 && x.log[len(x.log)-1] != '\n' {
			lines++
		}
		x.first = max(1, lines-x.tail+1)
	}
	if x.engine, err = options.engines.For(x.path); err != nil {
		return err
	}
	find := map[string]func() (string, error){"handoff": x.handoff, "outputs": x.outputs, "metadata": x.metadata, "signal": x.signal}
	switch text, err := find[c.String("kind")](); {
	case errors.Is(err, errNone) && c.Bool("optional"):
		return nil
	case errors.Is(err, errNone):
		return exitCode(ExitWarnings)
	case err != nil:
		return err
	default:
		return r.printContent(text)
	}
}

// limit is how large a payload may be, in bytes.
func (x *extraction) limit() int { return int(x.engine.Limits().Bytes) }

// line ends a text with one line end.
func line(text string) string { return strings.TrimRight(text, "\r\n") + "\n" }

// between is what is between a pair of markers. The error is errNone if there are no
// markers, or nothing between them. Of what was cut off nobody knows what follows the
// white space.
func (x *extraction) between(pair document.Markers) (document.Marked, error) {
	found := payload.Find(x.log, pair, x.limit()).Since(x.first)
	if found.State == document.Unmarked || found.State == document.Paired && !found.Long && len(found.Inside()) == 0 {
		return found, errNone
	}
	if found.State == document.Headless && x.tail > 0 {
		x.runner.log.Warn(x.words.Say("tail", rules.Values{"lines": strconv.Itoa(x.tail)}))
	}
	if payload.Prefixed(found) {
		x.runner.log.Warn(x.words.Say("prefixed", rules.Values{"path": x.path}))
	}
	return found, nil
}

// handoff is the task payload between its markers.
func (x *extraction) handoff() (string, error) {
	found, err := x.between(document.HandoffMarkers)
	if err != nil {
		return "", err
	}
	if found.Long {
		return "", x.fault().of("long", found, document.HandoffMarkers)
	}
	return x.object(document.Input{Data: found.Text, Origin: found.At(), As: document.Task, Named: true})
}

// metadata is the object of the last metadata block.
func (x *extraction) metadata() (string, error) {
	block, ok := document.LastBlock(x.log, x.engine.Limits().Limits)
	switch {
	case !ok || block.Fence < x.first:
		return "", errNone
	case block.Inside.Len() > x.limit():
		return "", x.fault().at("block", text.Pos{Line: block.Fence, Column: 1}, rules.Values{})
	}
	return x.object(document.Input{Data: x.log[block.Whole.Start:block.Whole.End], Origin: block.At, As: document.Metadata, Named: true})
}

// object judges a part of the log, and is the text of its object if that has no
// error.
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

// outputs are the lines between the markers of outputs, or an object of them.
func (x *extraction) outputs() (string, error) {
	found, err := x.between(document.OutputsMarkers)
	if err != nil {
		return "", err
	}
	if fault := outputsFault(found); fault != "" {
		return "", x.fault().of(fault, found, document.OutputsMarkers)
	}
	outputs := payload.Outputs(string(found.Inside()))
	if len(outputs) == 0 {
		return "", errNone
	}
	var b strings.Builder
	if x.json {
		err := encodeJSON(&b, outputObject(outputs))
		return b.String(), err
	}
	for _, o := range outputs {
		b.WriteString(o.Key + ": " + o.Value + "\n")
	}
	return b.String(), nil
}

// outputsFault is the name of the words for what is wrong with outputs, "" if
// nothing is.
func outputsFault(found document.Marked) string {
	inside := found.Inside()
	switch {
	case found.State == document.CutOff:
		return "cut"
	case found.State == document.Headless:
		return "headless"
	case found.Long:
		return "long"
	case !utf8.Valid(inside) || bytes.IndexByte(inside, 0) >= 0:
		return "binary"
	}
	return ""
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
// the last line, does not count; a malformed one is an error.
func (x *extraction) signal() (string, error) {
	s := payload.ParseSignal(string(x.log))
	switch {
	case s.Line < x.first:
		return "", errNone
	case s.Fault == payload.Malformed:
		return "", errors.New(signalFault(x.words, s, x.path))
	case s.Outcome == payload.None:
		return "", errNone
	case x.json:
		var b strings.Builder
		err := encodeJSON(&b, newSignalOutput(s))
		return b.String(), err
	}
	return line(s.Text), nil
}

// fault says what is wrong with the log.
func (x *extraction) fault() logFault {
	return logFault{words: x.words, path: x.path, limit: int64(x.limit())}
}

// logFault makes errors at places of a log.
type logFault struct {
	words *payload.Settings
	path  string
	limit int64
}

// of says what is wrong with what is between two markers, and where.
func (l logFault) of(name string, found document.Marked, pair document.Markers) error {
	is, want := pair.Start, pair.End
	if found.State == document.Headless {
		is, want = want, is
	}
	return l.at(name, found.At(), rules.Values{"marker": is, "want": want})
}

// at is an error at a place, in the words of that name.
func (l logFault) at(name string, at text.Pos, values rules.Values) error {
	values["limit"] = strconv.FormatInt(l.limit, 10)
	return fmt.Errorf("%s:%d:%d: %s", l.path, at.Line, at.Column, l.words.Say(name, values))
}
